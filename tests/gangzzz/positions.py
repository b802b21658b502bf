"""True states of games that are played, and positions with a given decision."""

import random

from gangzzz_env.games.gangzzz.position import to_position
from tests.gangzzz.table import PLAYERS, Table, random_rules


def positions(num_players: int, way: str, seed: int):
    """The true states of a game, decision by decision."""
    chance = random.Random(seed)
    table = Table(num_players, seed, random_rules(chance) if seed % 2 else None)
    while not table.is_over:
        yield table.states
        table.apply(PLAYERS[way](table, table.legal(), chance))
    yield table.states


def position_at(decision: str, seed: int = 4, num_players: int = 3) -> dict:
    """The first position of a busy game in which this decision is asked."""
    return next(
        position
        for states in positions(num_players, "chaser", seed)
        if (position := to_position(states))["decision"] == decision
    )
