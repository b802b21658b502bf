"""The commands of `eval.py`, a file each.

Each has `HELP`; `add(parser)` for its options; `read(arguments)`, which checks them all before any work starts and
raises TypeError or ValueError with one sentence; and `run(inputs)`, which returns the exit code.
"""
