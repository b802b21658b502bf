"""Variants of the rules on the same deals: played in one batch, exactly equal where nothing was changed."""

import dataclasses

import numpy as np
import pytest

pytest.importorskip("scipy")
from agents import make_agent
from gangzzz_env.analysis.figures import deal_sums, figures
from gangzzz_env.analysis.play import paired_seeds, play_lineup
from gangzzz_env.analysis.saved import Meeting
from gangzzz_env.analysis.variants import Plan, Players, Variant, counts, evidence, moved, null, play, seat_intervals
from gangzzz_env.games.gangzzz import GAME

PRINTED = Variant("printed", GAME.read_rules(None))
RICH = Variant("rich", GAME.read_rules({"bounty": 300}))
NAMES = ("random", "greedy", "don")
AGENTS = {name: make_agent(name) for name in NAMES}
PLAYERS = Players(AGENTS)


def found_by(plan):
    return evidence(plan, [counts(plan, part) for part in play(plan, PLAYERS, 0, lambda count: None)])


@pytest.fixture(scope="module")
def plan():
    return Plan(GAME, 2, NAMES, (PRINTED, RICH, PRINTED), 60, 5)


@pytest.fixture(scope="module")
def found(plan):
    return found_by(plan)


def test_a_batch_of_many_rules_plays_each_game_as_a_batch_of_its_own():
    lineup, seeds = NAMES, paired_seeds(1, 12, 3)
    variants = [None, {"bounty": 200, "recruits": 0}]
    mixed = play_lineup(GAME, lineup, AGENTS, np.tile(seeds, 2), [rules for rules in variants for _ in seeds])
    apart = [play_lineup(GAME, lineup, AGENTS, seeds, rules) for rules in variants]
    assert mixed.digest == apart[0].digest + apart[1].digest
    assert np.array_equal(mixed.ledger, np.concatenate([games.ledger for games in apart]))
    assert set(apart[0].digest).isdisjoint(apart[1].digest)


def test_identical_rules_differ_by_exactly_zero_and_changed_ones_are_found(plan, found):
    rich, same = moved(plan, found)
    assert not same.difference.value.any() and not same.low.any() and not same.high.any()
    assert same.changed == 0 and not same.is_clear.any()
    bounty = [figure.name for figure in plan.figures].index("income_bounty")
    assert rich.is_clear[bounty]
    assert rich.low[bounty] < 135 < rich.high[bounty] + 1e-9 or 120 < rich.difference.value[bounty] <= 135
    assert rich.changed == 60


def test_the_null_is_of_other_deals_and_by_the_first_rules(plan, found):
    chance = null(plan, found)
    assert chance.difference.value.any()
    assert chance.variant == PRINTED
    assert not chance.is_clear.any()


def test_every_figure_is_what_one_counts_game_by_game():
    seeds = paired_seeds(3, 12, 3)
    games = play_lineup(GAME, NAMES, AGENTS, seeds)
    top, bottom = (part.sum(axis=0) for part in deal_sums(GAME, NAMES, Meeting(3, NAMES, PRINTED.rules, (), games)))
    value = {figure.name: each for figure, each in zip(figures(GAME, 3, NAMES), top / bottom)}
    n = len(games.digest)
    assert value["seat_1"] == pytest.approx(100 * games.share[:, 1].mean())
    won = dict.fromkeys(NAMES, 0.0)
    decided = dict.fromkeys(GAME.sources, 0)
    for k in range(n):
        for seat in range(3):
            won[games.agent_at(k, seat)] += games.share[k, seat]
        for place, source in enumerate(GAME.sources):
            rest = [sum(row) - row[place] for row in games.ledger[k].tolist()]
            decided[source] += not any(rest[s] == max(rest) for s in range(3) if games.share[k, s] > 0)
    for name in NAMES:
        assert value[f"style_{name}"] == pytest.approx(100 * won[name] / n)
    for source in GAME.sources:
        assert value[f"decided_{source}"] == pytest.approx(100 * decided[source] / n)
    assert value["length"] == pytest.approx(games.decisions.mean())
    assert value["income_rent"] == pytest.approx(games.ledger[:, :, 0].mean())
    assert value["count_cards_drawn"] == pytest.approx(games.tally[:, :, 0].mean())
    assert value["unfinished"] == 0


def test_copies_are_left_out_of_every_figure():
    games = play_lineup(GAME, ("greedy", "greedy"), AGENTS, [1, 2])
    _, bottom = deal_sums(GAME, ("greedy",), Meeting(2, ("greedy", "greedy"), PRINTED.rules, (), games))
    assert bottom[:, 0].tolist() == [1, 1]
    assert bottom[:, 2].tolist() == [2, 2]  # seats of the agent


def test_line_ups_are_drawn_and_every_deal_is_played_once_by_each_of_the_rules(plan):
    parts = plan.parts()
    assert sorted(np.concatenate([deals for _, deals in parts]).tolist()) == list(range(60))
    assert {lineup for lineup, _ in parts} == {("random", "greedy"), ("random", "don"), ("greedy", "don")}
    seeds, others = plan.seeds()
    assert len(set(seeds.tolist()) | set(others.tolist())) == 120
    part = next(iter(play(plan, PLAYERS, 0, lambda count: None)))
    assert [meeting.rules for meeting in part] == [PRINTED.rules, RICH.rules, PRINTED.rules, PRINTED.rules]
    dealt = [sorted(set(meeting.games.seed.tolist())) for meeting in part]
    assert dealt[0] == dealt[1] == dealt[2] == sorted(seeds[parts[0][1]].tolist())
    assert dealt[3] == sorted(others[parts[0][1]].tolist())


def test_a_meeting_has_the_games_and_actions_as_if_played_by_itself(plan):
    lineup, deals = plan.parts()[0]
    part = next(iter(play(plan, PLAYERS, 0, lambda count: None)))
    alone = play_lineup(GAME, lineup, AGENTS, plan.seeds()[0][deals], RICH.rules)
    for field in dataclasses.fields(alone):
        assert np.array_equal(getattr(part[1].games, field.name), getattr(alone, field.name)), field.name


def test_without_a_null_there_is_none(plan):
    alone = dataclasses.replace(plan, nulls=0)
    assert alone.games == 360
    assert len(found_by(alone)) == 3


def test_seat_intervals_hold_what_moved(plan, found):
    low, high = seat_intervals(plan, found, 5.0)
    assert low.shape == (2, 2)
    value = moved(plan, found)[0].difference.value[:2]
    assert np.all((low[0] < value) & (value < high[0]))
    assert np.all(high - low > 10)
