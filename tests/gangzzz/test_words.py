"""The words of a view: every action has a name and a fact, every refusal a clause, and the board shows what stands."""

import re

import numpy as np
import pytest

from gangzzz_env import gangzzz_v0
from gangzzz_env.aec import IllegalAction
from gangzzz_env.games.gangzzz import GAME, actions
from gangzzz_env.games.gangzzz.legality import why_illegal
from gangzzz_env.games.gangzzz.state import Decision
from gangzzz_env.games.gangzzz.tables import AVENUE_NAMES, CROSSING_NAMES, GANG_NAMES, STREET_NAMES, WHERE_NAMES
from gangzzz_env.games.gangzzz.words import action_words, board, describe
from gangzzz_env.sample import MaskSampler
from gangzzz_env.terminal import colored, paint_of_stdout, plain
from tests.playing import play


def decisions(num_players, seeds, apart=1, rules=None):
    """An environment at each of its decisions, in random games."""
    env, sampler = gangzzz_v0.raw_env(num_players=num_players, rules=rules), MaskSampler(0)
    for seed in seeds:
        env.reset(seed=seed)
        while env._running:
            yield env
            play(env, sampler, apart)


def first(decision, num_players=2, seeds=range(60), check=lambda view: True):
    """The first decision of this kind that passes the check: its environment and view."""
    for env in decisions(num_players, seeds):
        view = env.view(env.agent_selection)[0]
        if view.decision == decision and check(view):
            return env, view
    raise AssertionError("no such decision in these games")


@pytest.mark.parametrize("num_players", [2, 3, 4])
@pytest.mark.parametrize("rules", [None, {"max_refusals": 1, "side_payment": 20, "fight_range": 1, "recruits": 5}])
def test_the_sentence_is_empty_exactly_for_legal_actions(num_players, rules):
    for env in decisions(num_players, range(3), apart=9, rules=rules):
        view = env.view(env.agent_selection)[0]
        mask = env.observe(env.agent_selection)["action_mask"]
        for action in range(GAME.num_actions):
            why = why_illegal(view, action)
            assert (why == "") == bool(mask[action]), (action, why)
            assert why == "" or re.search(r"\(clause \d+(\.\d+)?\)$", why)


def test_13_an_action_of_another_minigame_says_what_is_asked():
    env, _ = first(Decision.PLACE_GANGSTER)
    with pytest.raises(IllegalAction, match=r"raid city: the decision is to place gangster.*clause 5\.1"):
        env.step(actions.encode("raid", 2))


def test_5_1_an_occupied_crossing_is_named():
    env, view = first(Decision.PLACE_GANGSTER, check=lambda view: (view.gangster >= 0).any())
    crossing = int(view.gangster.max())
    own = int(np.flatnonzero(view.gangster[view.turn_seat] < 0)[0])
    with pytest.raises(IllegalAction, match=rf"stands at {CROSSING_NAMES[crossing]} already \(clause 5\.1\)"):
        env.step(actions.encode("place gangster", own, crossing))


def test_5_2_beyond_the_city_is_named():
    env, view = first(Decision.PLACE_MANAGER, check=lambda view: (view.gangster[view.turn_seat] % 6 == 0).any())
    gang = int(np.flatnonzero(view.gangster[view.turn_seat] % 6 == 0)[0])
    slot = int(np.flatnonzero(view.manager[view.turn_seat, gang] < 0)[0])
    east = WHERE_NAMES.index("east")
    with pytest.raises(IllegalAction, match=r"lies beyond the city \(clause 5\.2\)"):
        env.step(actions.encode("place manager", gang, slot, east, 0))


REASONS = (
    (Decision.PLACE_MANAGER, 2, "is already placed"),
    (Decision.PLACE_MANAGER, 2, "has a manager already"),
    (Decision.TRADE, 2, "there is no opponent 2 in a game of 2"),
    (Decision.TRADE, 2, "supplies (fish|meat|cigars|alcohol)"),
    (Decision.TRADE, 2, "wants (fish|meat|cigars|alcohol)"),
    (Decision.TRADE, 2, "no forged license"),
    (Decision.TRADE, 4, "offers have been declined, and after 3"),
    (Decision.ATTACK, 3, "has already attacked"),
    (Decision.ATTACK, 3, "hides"),
    (Decision.ATTACK, 3, "out of the range of 3"),
    (Decision.ATTACKER_COMMITS, 2, "holds only"),
    (Decision.REGROUP, 2, "holds no card with the emblem"),
    (Decision.CHASE, 2, "not at most 3"),
    (Decision.CHASE, 2, "the car is at"),
)


@pytest.mark.parametrize(("decision", "num_players", "words"), REASONS)
def test_every_kind_of_refusal_is_met_in_play(decision, num_players, words):
    def is_met(view):
        return any(re.search(words, why_illegal(view, action)) for action in range(GAME.num_actions))

    first(decision, num_players, check=is_met)


@pytest.mark.parametrize(("dollars", "why"), [(0, r"cannot pay 3 with 0 \(clause 7\.2\)"), (3, "^$")])
def test_7_2_who_cannot_pay_is_named(dollars, why):
    def can_offer(view):
        mask = np.zeros((1, GAME.num_actions), np.int8)
        GAME.legal(np.array([view]).astype(GAME.state_dtype), 0, 1, mask)
        return mask[0, actions.OFFER : actions.ANSWER].any()

    env, view = first(Decision.TRADE, check=can_offer)
    offers = np.flatnonzero(env.observe(env.agent_selection)["action_mask"][actions.OFFER : actions.ANSWER])
    view.money[:] = dollars
    assert re.search(why, why_illegal(view, actions.OFFER + int(offers[0]) // 3 * 3))


def test_10_1_a_full_gang_is_named():
    _, view = first(Decision.REGROUP, check=lambda view: view.gang_count[view.turn_seat, 0] > 0)
    seat = int(view.turn_seat)
    view.gang_count[seat, 1] = 12
    regroups = range(actions.REGROUP, actions.PARK)
    assert any("gang B is full with 12 cards (clause 10.1)" in why_illegal(view, action) for action in regroups)


def test_11_1_a_building_raided_in_vain_is_named():
    _, view = first(Decision.CHASE)
    view.ruled_out[view.car[view.turn_seat], 1] = 1
    assert "raided in vain (clause 11.1)" in why_illegal(view, actions.RAID + 1)


def test_11_3_nothing_is_legal_after_the_end():
    view = first(Decision.CHASE)[1]
    view.decision = Decision.OVER
    assert why_illegal(view, 0) == "the game is over (clause 11.3)"


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_every_legal_action_has_words_of_its_own(num_players):
    for env in decisions(num_players, range(2), apart=3):
        view = env.view(env.agent_selection)[0]
        legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
        words = [action_words(view, int(action)) for action in legal]
        assert len(set(words)) == len(words)
        assert not any("nobody" in text for text in words)


def test_the_board_shows_streets_avenues_values_and_every_figure():
    for env in decisions(3, range(2), apart=9):
        view = env.view(env.agent_selection)[0]
        text = describe(view)
        for names, values in ((AVENUE_NAMES, view.avenue_value), (STREET_NAMES, view.street_value)):
            assert all(re.search(rf"{name} {value}\b", text) for name, value in zip(names, values))
        for seat, gang in np.argwhere(view.gangster >= 0):
            assert re.search(rf"= ?\d+.*\b{seat}{GANG_NAMES[gang]}\b", text)
        board = "\n".join(line for line in text.splitlines() if "|" in line)
        held = re.findall(r"\b[0-3][A-Da-d]\b", board)
        assert len(held) == (view.manager_at >= 0).sum() + (view.gangster >= 0).sum()


def test_money_offer_fight_and_hand_are_shown():
    env, view = first(Decision.ANSWER)
    text = describe(view)
    assert re.search(rf"player {view.offer[0]} (sells|buys) .* player {view.offer[1]} answers", text)
    assert all(f"${view.money[seat]}" in text for seat in range(2))
    assert all(f"your {name}: " in text for name in GANG_NAMES)
    env, view = first(Decision.DEFENDER_COMMITS)
    assert re.search(r"attacks with [A-D], rolled \d \w+; player \d defends with [A-D], rolled \d", describe(view))
    _, view = first(Decision.CHASE)
    assert "chase: round 1 of 6" in describe(view)


def test_color_adds_nothing_but_color_and_only_where_the_terminal_has_it(monkeypatch):
    _, view = first(Decision.CHASE)
    text = describe(view, colored)
    assert text != describe(view)
    assert re.sub(r"\x1b\[\d+m", "", text) == describe(view)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert paint_of_stdout() is colored
    monkeypatch.setenv("NO_COLOR", "1")
    assert paint_of_stdout() is plain
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setattr("sys.stdout.isatty", lambda: False)
    assert paint_of_stdout() is plain


def test_all_lines_of_the_board_have_one_width():
    for env in decisions(4, range(1), apart=11):
        view = env.view(env.agent_selection)[0]
        widths = {len(line) for line in describe(view).splitlines() if "| " in line or line.startswith("---")}
        assert len(widths) == 1


@pytest.mark.parametrize(("width", "parts"), [(115, 1), (114, 2), (80, 2), (61, 2), (60, 3), (1, 6)])
def test_a_board_that_is_too_wide_comes_in_parts_that_show_every_crossing_once(width, parts):
    _, view = first(Decision.PARK)
    whole, split = board(view), board(view, width=width)
    heads = [line for line in split.split("\n") if line.startswith("       | ") and AVENUE_HEAD.search(line)]
    assert len(heads) == parts
    assert max(map(len, split.split("\n"))) <= max(width, 25)
    assert sorted(cells(split)) == sorted(cells(whole))
    assert len(cells(whole)) == 6 + 36 * 3


AVENUE_HEAD = re.compile("|".join(f"{name} [1-6]" for name in AVENUE_NAMES))


def cells(text: str) -> list[str]:
    """What stands between the bars of a board."""
    return [cell.strip() for line in text.split("\n") if "|" in line for cell in line.split("|")[1:]]
