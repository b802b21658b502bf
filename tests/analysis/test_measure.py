"""Measures of saved games, against a slow count in plain Python."""

import dataclasses

import numpy as np
import pytest

from agents import make_agent
from gangzzz_env.analysis import course
from gangzzz_env.analysis.measure import measure
from gangzzz_env.analysis.play import paired_seeds, play_lineup
from gangzzz_env.analysis.saved import Meeting
from gangzzz_env.games.gangzzz import GAME
from gangzzz_env.rng import seed_words
from tests.analysis.named_things import named_things

ONE = np.zeros(1, np.int64)
PARTS = {
    **dict.fromkeys((0,), "divide_and_rule"),
    **dict.fromkeys((1,), "influential_gentlemen"),
    **dict.fromkeys((2, 3), "trade"),
    **dict.fromkeys((4, 5, 6), "fair_fight"),
    **dict.fromkeys((7,), "inventory"),
    **dict.fromkeys((8, 9), "full_throttle"),
}


def played(lineup: tuple[str, ...], games: int, rules=None) -> Meeting:
    """A meeting of scripted agents."""
    agents = {name: make_agent(name, place) for place, name in enumerate(dict.fromkeys(lineup))}
    seeds = paired_seeds(3, games, len(lineup))
    return Meeting(len(lineup), lineup, GAME.read_rules(rules), (), play_lineup(GAME, lineup, agents, seeds, rules))


@pytest.fixture(scope="module")
def meeting() -> Meeting:
    return played(("greedy", "random", "trader"), 6)


@pytest.fixture(scope="module")
def measured(meeting):
    return measure(GAME, meeting)


def replayed(meeting: Meeting, row: int):
    """Each decision of a game: the true state before it, its mask, the seat, the action, the money after it."""
    states, mask = np.zeros(1, GAME.state_dtype), np.zeros((1, GAME.num_actions), np.int8)
    words, mover = seed_words(int(meeting.games.seed[row]))[np.newaxis], np.zeros(1, np.int64)
    GAME.setup(states, ONE, 0, 1, np.array([meeting.num_players]), meeting.rules.record(), words)
    for action in meeting.games.actions_of(row):
        GAME.legal(states, 0, 1, mask)
        GAME.to_move(states, 0, 1, mover)
        before = states.copy()
        GAME.apply(states, ONE, 0, 1, np.array([int(action)]), 0, np.zeros((1, 4)), np.zeros(1, bool))
        yield before[0], mask[0].copy(), int(mover[0]), int(action), states["money"][0, : meeting.num_players].tolist()


def test_things_decisions_and_choices_are_those_of_a_slow_count(meeting, measured):
    for k, row in enumerate(measured.games):
        offered, taken = (np.zeros((3, len(GAME.things)), int) for _ in range(2))
        asked, chosen = (np.zeros((3, len(GAME.parts)), int) for _ in range(2))
        for before, mask, seat, action, _ in replayed(meeting, row):
            legal = np.flatnonzero(mask)
            names = set().union(*(named_things(before, int(each)) for each in legal))
            offered[seat, [GAME.things.index(name) for name in names]] += 1
            taken[seat, [GAME.things.index(name) for name in named_things(before, action)]] += 1
            part = GAME.parts.index(PARTS[int(before.decision)])
            asked[seat, part] += 1
            chosen[seat, part] += len(legal) > 1
        assert (measured.offered[k] == offered).all()
        assert (measured.taken[k] == taken).all()
        assert (measured.asked[k] == asked).all()
        assert (measured.chosen[k] == chosen).all()
        if k == 3:
            break


def lead_of(money: list[int]) -> int | None:
    """Who has more than every other."""
    best = max(money)
    return money.index(best) if money.count(best) == 1 else None


def test_waits_money_and_the_lead_are_those_of_a_slow_count(meeting, measured):
    waits = np.zeros((len(GAME.parts), course.MOST_WAIT + 1), int)
    for k, row in enumerate(measured.games):
        decisions = list(replayed(meeting, row))
        seats, money = [seat for _, _, seat, _, _ in decisions], [after for *_, after in decisions]
        longest = [0, 0, 0]
        for seat in range(3):
            own = [place for place, mover in enumerate(seats) if mover == seat]
            for last, now in zip(own, own[1:]):
                waits[GAME.parts.index(PARTS[int(decisions[now][0].decision)]), now - last - 1] += 1
                longest[seat] = max(longest[seat], now - last - 1)
        assert measured.longest[k].tolist() == longest
        leaders = [lead for lead in map(lead_of, money) if lead is not None]
        assert measured.lead_changes[k] == sum(a != b for a, b in zip(leaders, leaders[1:]))
        winner = meeting.games.share[row].argmax()
        at = next(d for d in range(len(money)) if all(lead_of(after) == winner for after in money[d:]))
        assert measured.decided[k] == at + 1
        assert measured.money_at[k, 10].tolist() == money[-1]
        assert measured.money_at[k, 5].tolist() == money[(len(money) * 5 + 5) // 10 - 1]
        assert measured.ender[k] == seats[-1]
    assert (measured.waits == waits).all()


def test_the_holdings_are_those_of_the_last_state(meeting, measured):
    cards = [k for k, name in enumerate(GAME.holdings) if name.startswith("cards.")]
    tally = meeting.games.tally[measured.games]
    drawn, won = (tally[:, :, GAME.tallies.index(name)] for name in ("cards_drawn", "cards_won"))
    held = measured.held[:, :, cards].sum(axis=2)
    assert (held <= drawn + won).all()
    assert (held >= drawn).all()


def fired(measured, what: str) -> np.ndarray:
    """How often a rule fired in each game."""
    return measured.fired[:, [name for _, name in GAME.clauses].index(what)]


def test_rules_fire_as_often_as_the_record_tallies(meeting, measured):
    games = meeting.games
    tally = {name: games.tally[measured.games][:, :, k].sum(axis=1) for k, name in enumerate(GAME.tallies)}
    fights = fired(measured, "both dice show the same attribute") + fired(measured, "the defender's die is halved")
    assert (2 * fights == tally["fights"]).all()
    assert (fired(measured, "the hideout is found") + fired(measured, "a raid in vain") == tally["raids"]).all()
    assert (fired(measured, "the attacker wins") >= fired(measured, "a gang hides")).all()
    bounty = games.ledger[measured.games][:, :, GAME.sources.index("bounty")].sum(axis=1)
    assert ((fired(measured, "the hideout is found") == 1) == (bounty > 0)).all()
    inventory = games.ledger[measured.games][:, :, GAME.sources.index("inventory")].sum(axis=1)
    assert ((fired(measured, "a set is paid") > 0) == (inventory > 0)).all()


def test_rules_that_cannot_fire_do_not():
    rules = {"recruits": 0, "city_cards_assistant": 0, "city_cards_manager": 0, "gym_cards": 0, "max_refusals": 0}
    rules |= {"link_cards_1": 0, "link_cards_2": 0, "link_cards_3": 0, "crash_at_most": 0}
    measured = measure(GAME, played(("random", "greedy"), 20, rules))
    for what in ("a gang is filled to 12 cards", "the deck runs out", "a set is paid", "a car crashes", "a gang hides"):
        assert fired(measured, what).sum() == 0
    assert fired(measured, "a first link of a large building").sum() > 0


def test_measures_are_the_same_with_any_number_of_threads(meeting, measured, monkeypatch):
    monkeypatch.setattr("gangzzz_env.analysis.measure.CHUNK", 2)
    again = measure(GAME, meeting, threads=3)
    for field in dataclasses.fields(measured):
        assert (getattr(again, field.name) == getattr(measured, field.name)).all(), field.name


def test_a_game_that_does_not_come_out_as_saved_is_refused(meeting):
    games = meeting.games
    ledger = games.ledger.copy()
    ledger[2, 1, 0] += 1
    with pytest.raises(ValueError, match="game 2 of greedy vs random vs trader does not come out as it was saved"):
        measure(GAME, dataclasses.replace(meeting, games=dataclasses.replace(games, ledger=ledger)))
    actions = games.actions.copy()
    actions[int(games.decisions[0]) + 3] = 700
    with pytest.raises(ValueError, match="game 1 of"):
        measure(GAME, dataclasses.replace(meeting, games=dataclasses.replace(games, actions=actions)))


def follow(movers, parts, money, share) -> dict:
    """The course of one game of made-up decisions."""
    n, players = len(movers), len(share)
    table = np.zeros((n, 4), np.int32)
    table[:, :players] = money
    found = {
        name: np.zeros(shape, kind)
        for name, shape, kind in (
            ("asked", (1, players, 2), np.int16),
            ("chosen", (1, players, 2), np.int16),
            ("waits", (2, course.MOST_WAIT + 1), np.int64),
            ("longest", (1, players), np.int16),
            ("money_at", (1, course.TENTHS, players), np.int32),
            ("lead_changes", 1, np.int16),
            ("decided", 1, np.int16),
            ("king_maker", 1, np.int8),
            ("king_part", 1, np.int8),
            ("ender", 1, np.int8),
        )
    }
    ones, starts = np.ones(n, np.int16), np.array([0, n])
    seats, places = np.array(movers, np.int8), np.array(parts, np.int8)
    course.follow(0, 1, starts, seats, places, ones, table, np.array([share], float), *found.values())
    return found


THIRD_PAYS_SECOND = [[5, 0, 0], [5, 9, 0], [12, 9, 0], [12, 15, 0], [12, 15, 0]]


def test_who_hands_the_lead_to_another_without_gaining_by_it_is_a_king_maker():
    found = follow([0, 1, 0, 2, 0], [0, 0, 0, 0, 0], THIRD_PAYS_SECOND, [0, 1, 0])
    assert (found["king_maker"][0], found["king_part"][0], found["lead_changes"][0]) == (2, 0, 3)
    assert found["decided"][0] == 4


@pytest.mark.parametrize(
    ("movers", "parts", "share"),
    [
        ([0, 1, 0, 1, 0], [0, 0, 0, 0, 0], [0, 1, 0]),  # the new leader did it himself
        ([0, 1, 0, 2, 0], [0, 0, 0, 0, 1], [0, 1, 0]),  # a part of the game ended, and paid
        ([0, 1, 0, 2, 0], [0, 0, 0, 0, 0], [1, 0, 0]),  # the new leader does not win
        ([0, 1, 0, 0, 0], [0, 0, 0, 0, 0], [0, 1, 0]),  # he gave his own lead away
    ],
)
def test_others_are_no_king_makers(movers, parts, share):
    assert follow(movers, parts, THIRD_PAYS_SECOND, share)["king_maker"][0] == -1
