"""Greedy: legal whatever the rules, deterministic, far better than random, and guided by the rules of its view."""

import dataclasses
import sys

import numpy as np
import pytest

from agents.greedy import Greedy
from gangzzz_env.analysis.play import paired_seeds, play_lineup
from gangzzz_env.games.gangzzz import GAME
from gangzzz_env.games.gangzzz.rules import Rules
from gangzzz_env.games.gangzzz.state import Decision, Tally
from gangzzz_env.games.gangzzz.tables import BUILDING_SUBTYPE, Subtype
from gangzzz_env.sample import MaskSampler


class Random:
    """Uniformly random play."""

    def __init__(self, seed: int = 0):
        self.sampler = MaskSampler(seed)

    def act(self, views, masks):
        """Actions int64[n]."""
        return self.sampler.sample_batch(masks)


class Recorder:
    """An agent, greedy by default, with all that it was asked and what it answered."""

    def __init__(self, agent=None):
        self.agent, self.views, self.masks, self.actions = agent or Greedy(), [], [], []

    def act(self, views, masks):
        """Actions int64[n]."""
        actions = self.agent.act(views, masks)
        self.views.append(views.copy())
        self.masks.append(masks.copy())
        self.actions.append(actions.copy())
        return actions

    def record(self):
        """All views, masks and actions, a row a decision."""
        return np.concatenate(self.views), np.concatenate(self.masks), np.concatenate(self.actions)


def random_rules(random) -> Rules:
    """Every number of the rules anywhere in its range."""
    return Rules(
        **{
            field.name: int(random.integers(field.metadata["lowest"], field.metadata["highest"] + 1))
            for field in dataclasses.fields(Rules)
        }
    )


def games_of(agent, games: int, num_players: int = 2, rules=None, opponent=None, seed: int = 1):
    """Games of the agent against copies of an opponent (itself by default), seats rotated."""
    lineup = ("one",) + ("other",) * (num_players - 1)
    agents = {"one": agent, "other": opponent or agent}
    return play_lineup(GAME, lineup, agents, paired_seeds(seed, games, num_players), rules)


def test_a_move_costs_no_reference_to_the_weights():
    greedy = Greedy()
    recorder = Recorder()
    play_lineup(GAME, ("a", "b"), {"a": recorder, "b": Random()}, paired_seeds(3, 2, 2))
    views, masks, actions = recorder.record()
    before = [sys.getrefcount(array) for array in (greedy.weights, views, masks)]
    for _ in range(20):
        assert (greedy.act(views, masks) == actions).all()
    assert [sys.getrefcount(array) for array in (greedy.weights, views, masks)] == before


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_greedy_ends_games_legally_by_the_rulebook(num_players):
    games = games_of(Greedy(), 60, num_players)
    assert games.is_finished.all()


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_greedy_ends_games_legally_under_any_rules(num_players):
    random = np.random.default_rng(num_players)
    for number in range(40):
        games = games_of(Greedy(), num_players, num_players, random_rules(random), Random(number), seed=number)
        assert games.is_finished.all()


def test_greedy_does_not_depend_on_the_batch_nor_on_what_it_was_asked_before():
    recorder = Recorder()
    games_of(recorder, 8, 3)
    views, masks, actions = recorder.record()
    order = np.random.default_rng(0).permutation(len(views))
    assert np.array_equal(Greedy().act(views[order], masks[order]), actions[order])
    for k in order[:200]:
        assert Greedy(seed=7).act(views[k : k + 1], masks[k : k + 1])[0] == actions[k]


def test_greedy_leaves_what_it_reads_as_it_was():
    recorder = Recorder()
    games_of(recorder, 2)
    views, masks, _ = recorder.record()
    before = views.tobytes(), masks.tobytes()
    Greedy().act(views, masks)
    assert (views.tobytes(), masks.tobytes()) == before


def test_greedy_reads_only_the_view():
    recorder = Recorder()
    games_of(recorder, 20)
    views, masks, actions = recorder.record()
    states, seen = np.zeros_like(views), np.zeros_like(views)
    randoms = np.random.default_rng(0).integers(1, 2**32, (len(views), 4), dtype=np.uint32)
    GAME.fill(views, 0, len(views), randoms, states)
    GAME.see(states, np.arange(len(views)), 0, len(views), seen, masks, np.zeros(len(views), np.int64))
    assert np.array_equal(Greedy().act(seen, masks), actions)


def test_greedy_beats_random():
    games = games_of(Greedy(), 400, opponent=Random())
    shares = [games.share[k, (2 - games.rotation[k]) % 2] for k in range(400)]
    assert np.mean(shares) >= 0.98


def test_11_without_a_bounty_greedy_does_not_raid():
    games = games_of(Greedy(), 60, rules={"bounty": 0, "bounty_per_card": 0})
    assert games.tally[:, :, Tally.RAIDS].sum() == 0
    assert games_of(Greedy(), 60).tally[:, :, Tally.RAIDS].sum() >= 50


def test_6_4_city_buildings_are_worth_what_they_draw():
    no_cards = {"city_cards_assistant": 0, "city_cards_manager": 0, "influence_cap": 0}
    no_cards |= {"link_cards_1": 0, "link_cards_2": 0, "link_cards_3": 0}
    assert city_placements(no_cards) < city_placements({}) / 3


def city_placements(rules: dict) -> int:
    """How many of greedy's managers go to city buildings."""
    recorder = Recorder()
    games_of(recorder, 20, rules=rules)
    views, _, actions = recorder.record()
    placed = actions[(views["decision"] == Decision.PLACE_MANAGER) & (actions > 0)]
    return int(np.sum((placed - 145) % 4 == 2))


def test_6_5_arsenals_are_worth_their_bonuses():
    assert arsenals_run({"trainer_bonus": 0, "manager_extra": 0}) < 0.8 * arsenals_run({})


def arsenals_run(rules: dict) -> int:
    """How many arsenals greedy's managers hold in the end."""
    recorder = Recorder()
    games_of(recorder, 40, rules=rules)
    views, _, _ = recorder.record()
    parked = views[views["decision"] == Decision.PARK]
    is_arsenal = BUILDING_SUBTYPE[parked["building"]] == Subtype.ARSENAL
    return int(np.sum(is_arsenal & (parked["manager_at"] >= 0)))


def test_9_1_greedy_seldom_attacks_where_the_defender_keeps_his_die_and_a_bonus():
    recorder = Recorder()
    games_of(recorder, 20, rules={"mismatch_divisor": 1})
    attacks = fought(recorder)
    recorder = Recorder()
    games_of(recorder, 20, rules={"mismatch_divisor": 6})
    assert attacks < fought(recorder)


def fought(recorder: Recorder) -> float:
    """The share of attacks in what greedy did when it could attack."""
    views, _, actions = recorder.record()
    return float(np.mean(actions[views["decision"] == Decision.ATTACK] > 0))
