"""What each thing is worth: the loss of who goes without, what it is compared with, and what is told."""

import dataclasses

import numpy as np
import pytest

from agents import make_agent
from gangzzz_env.analysis.play import joined, play_lineup
from gangzzz_env.analysis.report import worth
from gangzzz_env.analysis.report.kinship import kinship
from gangzzz_env.analysis.restrict import Restriction
from gangzzz_env.analysis.saved import Meeting
from gangzzz_env.games.gangzzz import GAME

PAIR = ("boss", "greedy")


def play(parts, rules=None, games=24):
    agents = {name: make_agent(name, 1) for name in PAIR}
    restriction = Restriction(GAME, parts)
    return play_lineup(GAME, PAIR, agents, range(100, 100 + games // 2), rules, restriction=restriction)


def meeting(parts=(), rules=None, games=24):
    return Meeting(2, PAIR, GAME.read_rules(rules), parts, play(parts, rules, games))


def without(pattern, **settings):
    return [meeting(((who, "forbid", pattern),), **settings) for who in PAIR]


@pytest.fixture(scope="module")
def meetings():
    patterns = ["influential_gentlemen.*", "influential_gentlemen.casino", "trade.*", "full_throttle.park"]
    return [meeting(), *(each for pattern in patterns for each in without(pattern))]


@pytest.fixture(scope="module")
def kin():
    patterns = worth.patterns(GAME)
    return kinship(GAME, patterns, [meeting()]), patterns


def test_minigames_actions_and_buildings_are_looked_at_but_no_special_cases_of_them():
    patterns = worth.patterns(GAME)
    for pattern in ("trade.*", "fair_fight.attack", "influential_gentlemen.city", "influential_gentlemen.casino"):
        assert pattern in patterns
    for pattern in ("influential_gentlemen.small_casino", "trade.offer_to_buy", "pass.trade", "pass.*", "cards.*"):
        assert pattern not in patterns
    assert len(set(patterns)) == len(patterns)


def test_the_plan_has_the_free_games_and_each_thing_taken_from_each_agent_on_the_same_deals():
    free, *bound = worth.planned(GAME, PAIR, 2000, 5, GAME.read_rules(None))
    assert free.restriction == ()
    assert all(np.array_equal(part.seeds, free.seeds) and part.lineup == PAIR for part in bound)
    told = [part.restriction for part in bound]
    assert (("boss", "forbid", "trade.*"),) in told and (("greedy", "forbid", "trade.*"),) in told
    assert not [parts for ((_, _, pattern),) in told if pattern.endswith("place_gangster") for parts in [pattern]]
    assert abs(sum(part.games for part in (free, *bound)) - 2000) < 400


def test_the_loss_is_counted_for_who_goes_without(meetings):
    found = {each.pattern: each for each in worth.worths(meetings)}
    free, bound = meetings[0].games, meetings[1].games
    lost = 0.0
    for game in range(24):
        seat = next(seat for seat in range(2) if free.agent_at(game, seat) == "boss")
        lost += free.share[game, seat] - bound.share[game, seat]
    assert found["influential_gentlemen.*"].agents["boss"] == pytest.approx(100 * lost / 24)
    assert found["influential_gentlemen.*"].points == pytest.approx(50, abs=6)
    assert found["influential_gentlemen.*"].games == 48


def test_a_thing_that_nobody_uses_is_worth_exactly_nothing_and_said_to_be_unused(meetings):
    found = {each.pattern: each for each in worth.worths(meetings)}
    assert (found["trade.*"].points, found["trade.*"].changed) == (0, 0)
    chapter = worth.chapter(GAME, meetings)
    assert "never use the minigame Trade" in chapter.words[0]


def test_what_cannot_be_done_without_is_counted_and_no_finding(meetings):
    found = {each.pattern: each for each in worth.worths(meetings)}
    assert found["full_throttle.park"].waived == 1
    assert not [finding for finding in worth.chapter(GAME, meetings).findings if "park" in finding.sentence]


def test_games_that_differ_in_more_than_the_restriction_are_not_compared(meetings):
    others = meeting(rules={"bounty": 60})
    assert worth.worths([others, *meetings[1:]]) == []
    assert worth.chapter(GAME, [meetings[0]]) is None
    shifted = dataclasses.replace(meetings[0], games=meetings[0].games.rows(np.arange(23, -1, -1)))
    assert worth.worths([shifted, *meetings[1:]]) == []


def test_a_thing_is_compared_with_what_could_be_done_instead(kin):
    kin, patterns = kin
    place = {pattern.split(".")[1]: k for k, pattern in enumerate(patterns) if not pattern.endswith("*")}
    peers = {name: {patterns[peer].split(".")[1] for peer in kin.peers(k)} for name, k in place.items()}
    assert kin.contains(place["city"], place["police"]) and not kin.contains(place["police"], place["city"])
    assert {"hospital", "office", "gym", "casino"} <= peers["police"]
    assert "city" not in peers["police"] and "as_manager" not in peers["police"]
    assert {"underworld", "residential"} <= peers["city"] and "gym" not in peers["city"]
    assert peers["raid"] == {"drive", "park"}


def altered(meetings, pattern, lost):
    """The same meetings, but who goes without this loses so many of its games."""
    made = []
    for each in meetings:
        games, share = each.games, each.games.share.copy()
        if each.restriction and each.restriction[0][2] == pattern:
            seat = (PAIR.index(each.restriction[0][0]) - games.rotation) % 2
            rows = np.arange(len(share)) < lost * len(share)
            share[rows, seat[rows]], share[rows, 1 - seat[rows]] = 0.0, 1.0
        made.append(dataclasses.replace(each, games=dataclasses.replace(games, share=share)))
    return made


def test_a_building_that_costs_much_more_than_the_others_is_a_finding():
    patterns = [name for name in worth.patterns(GAME) if name.split(".")[-1] in ("casino", "gym", "police")]
    few = [meeting(games=60), *(each for pattern in patterns for each in without(pattern, games=60))]
    usual = {finding.sentence.split(" (")[0].split()[-1]: finding for finding in worth.chapter(GAME, few).findings}
    assert usual["casino"].weight < 1
    strong = altered(few, "influential_gentlemen.casino", 0.9)
    heaviest = max(worth.chapter(GAME, strong).findings, key=lambda finding: finding.weight)
    assert "may not use casino" in heaviest.sentence and heaviest.weight > 1
    assert heaviest.low < heaviest.effect < heaviest.high
    for example in heaviest.examples:
        assert strong[example.meeting].restriction[0][2] == "influential_gentlemen.casino"


def test_what_is_worth_more_than_by_the_printed_rules_is_a_finding_and_the_same_rules_move_nothing(meetings):
    still = worth.chapter(GAME, meetings, meetings).findings
    moved = [finding for finding in still if finding.sentence.startswith("By these rules")]
    assert moved and all(finding.effect == finding.low == finding.high == finding.weight == 0 for finding in moved)
    strong = altered(meetings, "influential_gentlemen.casino", 1.0)
    moved = [finding for finding in worth.chapter(GAME, strong, meetings).findings if "By these" in finding.sentence]
    heaviest = max(moved, key=lambda finding: finding.weight)
    assert "casino" in heaviest.sentence and "more" in heaviest.sentence and heaviest.low > 0


def test_games_in_parts_are_worth_what_they_are_together(meetings):
    halves = [
        dataclasses.replace(each, games=joined([each.games.rows(np.arange(12)), each.games.rows(np.arange(12, 24))]))
        for each in meetings
    ]
    assert [each.points for each in worth.worths(halves)] == [each.points for each in worth.worths(meetings)]
