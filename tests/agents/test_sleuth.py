"""Sleuth: lives by the bounty, plays the rest about as well as greedy, and reads only its view."""

import numpy as np
import pytest

from agents import make_agent
from agents.judgment.weights import weights
from gangzzz_env.games.gangzzz import GAME
from gangzzz_env.games.gangzzz.state import Source, Tally
from tests.agents.test_greedy import Greedy, Random, games_of
from tests.gangzzz.observed import RULES


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


def test_it_beats_random():
    games = games_of(make_agent("sleuth"), 200, opponent=Random())
    assert of_sleuth(games.share, games).mean() > 0.97


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_it_ends_games_legally_under_extreme_rules(num_players, rules):
    assert games_of(make_agent("sleuth"), 12, num_players, RULES[rules], Random()).is_finished.all()


def test_it_reads_only_the_view():
    sleuth = make_agent("sleuth")
    asked = []

    class Watched:
        def act(self, views, masks):
            asked.append((views.copy(), masks.copy(), sleuth.act(views, masks)))
            return asked[-1][2]

    games_of(Watched(), 10, 3)
    views, masks, actions = (np.concatenate(parts) for parts in zip(*asked))
    states, seen = np.zeros_like(views), np.zeros_like(views)
    randoms = np.random.default_rng(0).integers(1, 2**32, (len(views), 4), dtype=np.uint32)
    GAME.fill(views, 0, len(views), randoms, states)
    GAME.see(states, np.arange(len(views)), 0, len(views), seen, masks, np.zeros(len(views), np.int64))
    assert np.array_equal(sleuth.act(seen, masks), actions)


def test_it_deduces_and_greedy_does_not():
    assert make_agent("sleuth").weights["deduction"] == 1 and weights()["deduction"] == 0
