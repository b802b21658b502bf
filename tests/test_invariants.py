"""What holds in every game however it is played: it ends within the stated bound, and an action is always legal."""

import numpy as np
import pytest

from tests.many_games import at_random, first, last, play_all, set_up

CHOICES = {"first": first, "last": last, "random": at_random(0)}


def add_up(before, after):
    """Money is never negative and is the sum of its sources; one decision is counted at a time."""
    assert (after["money"] >= 0).all()
    assert (after["ledger"].sum(axis=2) == after["money"]).all()
    assert (after["decisions"] == before["decisions"] + 1).all()


@pytest.mark.parametrize("choice", CHOICES)
def test_money_adds_up_in_every_game(line_up, choice):
    game, num_players = line_up
    play_all(game, set_up(game, num_players, range(60)), CHOICES[choice], add_up)


@pytest.mark.parametrize("choice", CHOICES)
def test_all_games_end_within_the_stated_bound(line_up, choice):
    game, num_players = line_up
    decisions = play_all(game, set_up(game, num_players, range(100, 300)), CHOICES[choice])
    assert 0 < decisions.min() <= decisions.max() <= game.max_decisions


@pytest.mark.slow
@pytest.mark.parametrize("choice", CHOICES)
def test_twenty_thousand_games_end_within_the_stated_bound(line_up, choice):
    game, num_players = line_up
    for start in range(0, 20_000, 1000):
        play_all(game, set_up(game, num_players, range(start, start + 1000)), CHOICES[choice])


def test_the_count_of_decisions_is_in_the_record(line_up):
    game, num_players = line_up
    states = set_up(game, num_players, range(20))
    assert np.array_equal(play_all(game, states, CHOICES["random"]), states["decisions"])
