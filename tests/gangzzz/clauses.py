"""The clauses of the rulebook's sections 1-11, by number, for tests of what is written and tested about each."""

CLAUSES_OF_SECTION = {1: 6, 2: 7, 3: 5, 4: 6, 5: 2, 6: 5, 7: 3, 8: 2, 9: 4, 10: 2, 11: 3}
CLAUSES = [f"{section}.{number}" for section, last in CLAUSES_OF_SECTION.items() for number in range(1, last + 1)]
