"""Environments with one fault each, for the test of `gangzzz_env.check`."""

from tests.faults import kept, paid, played, told
from tests.faults.fault import FAULTS, GAME
from tests.faults.games import CHANGED_GAMES, changed

__all__ = ["CHANGED_GAMES", "FAULTS", "GAME", "changed", "kept", "paid", "played", "told"]
