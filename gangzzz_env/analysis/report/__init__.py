"""The designer's report: what many games say about the rules, in chapters of findings, tables and plots."""
