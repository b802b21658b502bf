"""A slow, plain game of Gangzzz, written from the rulebook alone, to compare a faster one with.

The whole state is one JSON-like dict (the *position*); nothing else is remembered between decisions.
The numbers in the docstrings are the clauses of the rulebook.
"""

from tests.reference.gangzzz.game import Game
from tests.reference.gangzzz.setup import RandomChance, new_position
from tests.reference.gangzzz.tables import DEFAULT_RULES

__all__ = ["DEFAULT_RULES", "Game", "RandomChance", "new_position"]
