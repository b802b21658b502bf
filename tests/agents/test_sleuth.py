"""Sleuth: lives by the bounty, and looks for clues; what holds for every style is in test_styles.py."""

import numpy as np
import pytest

from agents import make_agent
from gangzzz_env.games.gangzzz.state import Source, Tally
from tests.agents.test_greedy import Greedy, games_of


def of_sleuth(column: np.ndarray, games) -> np.ndarray:
    """Its own entries of a column [games, seats]."""
    players = len(games.lineup)
    return column[np.arange(len(column)), (players - games.rotation) % players]


@pytest.mark.parametrize("num_players", [2, 4])
def test_11_2_it_earns_as_much_bounty_as_greedy_and_wins_about_as_often(num_players):
    games = games_of(make_agent("sleuth"), 600, num_players, opponent=Greedy())
    bounty = games.ledger[:, :, Source.BOUNTY]
    own = of_sleuth(bounty, games)
    others = (bounty.sum(axis=1) - own) / (num_players - 1)
    assert own.mean() > 0.93 * others.mean()
    assert of_sleuth(games.share, games).mean() > 0.85 / num_players


def test_6_5_it_looks_more_often_into_libraries_than_greedy():
    looks = {}
    for name in ("sleuth", "greedy"):
        games = games_of(make_agent(name), 600, opponent=Greedy())
        looks[name] = of_sleuth(games.tally[:, :, Tally.LOOKS], games).sum()
    assert looks["sleuth"] > 1.2 * looks["greedy"]
