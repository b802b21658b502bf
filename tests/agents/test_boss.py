"""Boss: the strongest of the scripted players, at tables of two and of more, who reads only its view."""

import numpy as np
import pytest

from agents import make_agent
from agents.boss import CROWD, DUEL
from agents.greedy import Greedy
from gangzzz_env.games.gangzzz import GAME
from tests.agents.test_greedy import Random, Recorder, games_of
from tests.agents.test_styles import KNOWN_BY, by_agent
from tests.gangzzz.observed import RULES

SCRIPTED = ("greedy", *KNOWN_BY)


def share_of_boss(opponent, games: int, num_players: int) -> float:
    """The share of victories of boss among copies of an opponent."""
    played = games_of(make_agent("boss"), games, num_players, opponent=opponent)
    return float(by_agent(played, played.share)[:, 0].mean())


def recorded(num_players: int, games: int):
    """What boss is asked in games against greedy, and what it answers."""
    recorder = Recorder(make_agent("boss"))
    games_of(recorder, games, num_players, opponent=Greedy())
    return recorder.record()


@pytest.mark.slow
@pytest.mark.parametrize("opponent", SCRIPTED)
def test_it_beats_every_scripted_agent_at_tables_of_two_and_is_above_par_at_those_of_four(opponent):
    assert share_of_boss(make_agent(opponent), 8000, 2) > 0.5
    assert share_of_boss(make_agent(opponent), 4000, 4) > 0.25


def test_it_beats_random():
    assert share_of_boss(Random(), 200, 2) > 0.98


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_it_ends_games_legally_under_extreme_rules(num_players, rules):
    assert games_of(make_agent("boss"), 8, num_players, RULES[rules], Random()).is_finished.all()


@pytest.mark.parametrize("num_players", [2, 3])
def test_it_weighs_things_by_how_many_play(num_players):
    views, masks, actions = recorded(num_players, 20)
    of_duel, of_crowd = Greedy(**DUEL).act(views, masks), Greedy(**CROWD).act(views, masks)
    own, other = (of_duel, of_crowd) if num_players == 2 else (of_crowd, of_duel)
    assert np.array_equal(actions, own)
    assert (actions != other).sum() > 20


def test_a_batch_may_hold_tables_of_any_size():
    parts = [recorded(num_players, 5) for num_players in (2, 3, 4)]
    views, masks, actions = (np.concatenate(columns) for columns in zip(*parts))
    order = np.random.default_rng(0).permutation(len(views))
    assert np.array_equal(make_agent("boss", 7).act(views[order], masks[order]), actions[order])


@pytest.mark.parametrize("num_players", [2, 4])
def test_it_reads_only_the_view(num_players):
    views, masks, actions = recorded(num_players, 6)
    states, seen = np.zeros_like(views), np.zeros_like(views)
    randoms = np.random.default_rng(0).integers(1, 2**32, (len(views), 4), dtype=np.uint32)
    GAME.fill(views, 0, len(views), randoms, states)
    GAME.see(states, np.arange(len(views)), 0, len(views), seen, masks, np.zeros(len(views), np.int64))
    assert np.array_equal(make_agent("boss").act(seen, masks), actions)
