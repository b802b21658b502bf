"""The observation: its layout, that nothing of a view is lost in it, and what exchanging two opponents does to it."""

import os
import subprocess
import sys

import numpy as np
import pytest

from gangzzz_env.games.gangzzz import loops
from gangzzz_env.games.gangzzz.actions import decode, encode
from gangzzz_env.games.gangzzz.observation_sections import (
    BY_NAME,
    DECISION_NAMES,
    DEDUCED_SECTIONS,
    DEDUCED_SIZE,
    OBSERVATION_SIZE,
    OPPONENT,
    RULE_NAMES,
    SEAT,
    SECTIONS,
    TARGETS,
    describe,
    read_digits,
    sections_of,
)
from gangzzz_env.games.gangzzz.state import DECISION_NAMES as DECISIONS_OF_THE_STATE
from gangzzz_env.games.gangzzz.state import EMPTY, SPECTATOR, STATE_DTYPE
from gangzzz_env.games.gangzzz.tables import CROSSINGS, KINDS, NEIGHBORS
from gangzzz_env.rng import seed_words
from gangzzz_env.sample import MaskSampler
from tests.gangzzz.observed import RULES, observe, random_views


def index_of(one_hot):
    return int(np.argmax(one_hot)) if one_hot.any() else -1


def rebuild(observation):
    """The view that an observation was made of, from the observation alone, in an array of one."""
    array = EMPTY.copy()
    view = array[0]
    part = {section.name: section.of(observation).astype(int) for section in SECTIONS if not section.decisions}
    view.observer, view.decision = index_of(part["observer"]), index_of(part["decision"])
    view.num_seats = n = index_of(part["players"]) + 2
    own = int(view.observer) if view.observer < SPECTATOR else 0
    seats = [(own + relative) % n for relative in range(n)]

    def seat_of(one_hot):
        return seats[index_of(one_hot)] if one_hot.any() else -1

    view.decisions = read_digits(part["decisions"])
    view.deck_count, view.last_roll, view.chase_round = (part[s][0] for s in ("deck", "last roll", "chase round"))
    view.turn_seat, view.finder, view.fight_winner = (seat_of(part[s]) for s in ("turn", "finder", "fight winner"))
    for name, number in zip(RULE_NAMES, read_digits(part["rules"])):
        view.rules[name] = number
    view.avenue_value, view.street_value, view.turn = part["avenue values"], part["street values"], part["tile turns"]
    view.building = part["buildings"] + CROSSINGS * np.arange(KINDS)
    view.ruled_out = part["ruled out"][:, np.newaxis] >> np.arange(KINDS) & 1
    view.dealt, pieces = part["goods"] // 25, part["goods"] % 25
    for product in range(4):
        view.pieces[:, product] = 0 + (pieces // 5 == product + 1) + (pieces % 5 == product + 1)
    view.money[seats], view.ledger[seats] = read_digits(part["money"])[:n], read_digits(part["ledger"])[:n]
    for field, name, added in (
        *(("tally", "tally", 0), ("licenses", "licenses", 0), ("gangster", "gangsters", 1), ("is_out", "out", 0)),
        *(
            ("fight_die", "fight dice", 1),
            ("bonus", "bonuses", 0),
            ("gang_count", "gang counts", 0),
            ("car", "cars", 1),
        ),
        *(("attacked", "attacked", 0), ("hides", "hides", 0), ("regroup_moves", "regroup moves", 0)),
        *(("misses_turn", "misses turn", 0), ("car", "cars", 1)),
    ):
        view[field][seats] = part[name][:n] - added
    for relative, seat in enumerate(seats):
        if part["chase place"][relative]:
            view.chase_order[part["chase place"][relative] - 1] = seat
        rebuild_crews(view, seat, part["crews"][relative])
        others = [other for other in seats if other != seat]
        view.declined[seat, others] = part["declined"][relative, : n - 1]
    if part["offer by"].any():
        offer = [seat_of(part["offer by"]), seat_of(part["offer to"])]
        view.offer = [*offer, index_of(part["offer of"]), index_of(part["offer side"]), *part["offer payment"]]
    view.fight_seat = [seat_of(row) for row in part["fighters"]]
    view.fight_gang = [index_of(row) for row in part["fight gangs"]]
    view.fight_roll, view.fight_card, view.hideout = part["fight rolls"], part["fight cards"] - 1, part["hideout"] - 1
    view.clue, view.shown = part["clues"] - 1, part["holders"] // 16
    place = part["places"] - 1
    in_gang = (place >= 0) & (place < 16)
    view.place = np.where(in_gang, 4 * np.take(seats, place // 4 % n) + place % 4, place)
    for relative, seat in enumerate(seats):
        view.held |= (part["holders"] >> relative & 1).astype(np.int8) << seat
    view.notebook[own] = int((part["notebook"] << np.arange(16)).sum())
    return array


def rebuild_crews(view, seat, crews):
    for gang, slot in np.argwhere(crews):
        where, kind = divmod(crews[gang, slot] - 1, KINDS)
        crossing = NEIGHBORS[view.gangster[seat, gang], where]
        view.manager[seat, gang, slot] = KINDS * int(crossing) + kind
        view.manager_at[crossing, kind] = 16 * seat + 4 * gang + slot


def test_the_layout_has_no_gap_and_is_small_enough():
    facts = [section for section in SECTIONS if not section.decisions]
    assert [section.first for section in facts] == [0, *(section.end for section in facts[:-1])]
    assert facts[-1].end == TARGETS
    assert OBSERVATION_SIZE == max(section.end for section in SECTIONS) <= 2048
    assert len(BY_NAME) == len(SECTIONS + DEDUCED_SECTIONS)
    assert DECISION_NAMES == DECISIONS_OF_THE_STATE


def test_the_targets_of_a_decision_do_not_overlap():
    for decision in range(len(DECISION_NAMES)):
        sections = [section for section in SECTIONS if decision in section.decisions]
        assert all(before.end == after.first for before, after in zip(sections, sections[1:]))
        assert not sections or sections[0].first == TARGETS


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_a_view_can_be_rebuilt_from_its_observation(num_players, rules):
    views = random_views(num_players, rules, games=3)[::4].copy()
    for view, observation in zip(views, observe(views)):
        rebuilt = rebuild(observation)[0]
        wrong = [name for name in STATE_DTYPE.names if rebuilt[name].tobytes() != view[name].tobytes()]
        assert wrong == []


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_different_views_have_different_observations(num_players):
    views = random_views(num_players, games=40)
    different_views = {view.tobytes() for view in views}
    different_observations = {observation.tobytes() for observation in observe(views)}
    assert len(different_observations) == len(different_views) > 3000


def test_money_is_exact_beyond_127():
    views = random_views(4, games=1)[:1]
    for money in (0, 99, 100, 127, 128, 9_999, 10_000, 123_456):
        views["money"][0, 1], views["ledger"][0, 1, 0] = money, -min(money, 9_999)
        (observation,) = observe(views)
        assert read_digits(BY_NAME["money"].of(observation))[1] == money
        assert read_digits(BY_NAME["ledger"].of(observation))[1, 0] == -min(money, 9_999)
        assert BY_NAME["money to scale"].of(observation)[1] == min(money, 127)
        assert BY_NAME["money ahead"].of(observation)[1] == max(-127, -money)


TARGETS_OF = {
    "place manager": ("manager targets", lambda gang, slot, where, kind: (gang, where, kind, 0)),
    "sell to yourself": ("sell targets", lambda product: (product, 0)),
    "forge": ("forge targets", lambda product, other: (product, other, 0)),
    "offer": ("offer targets", lambda *index: (*index, 0)),
    "attack": ("attack targets", lambda *index: (*index, 0)),
    "commit": ("commit targets", lambda slot: (slot, 0)),
    "regroup": ("regroup targets", lambda *index: (*index, 0)),
    "drive": ("drive targets", lambda crossing: (crossing, 0)),
    "place gangster": ("gangster targets", lambda gangster, crossing: (crossing, 0)),
}


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_the_rows_of_the_targets_are_the_legal_actions(num_players):
    views = random_views(num_players, games=2, seats=range(num_players))
    masks = np.zeros((len(views), 755), np.int8)
    loops.legal(views, 0, len(views), masks)
    told = set()
    for observation, mask in zip(observe(views), masks):
        legal = [decode(int(action)) for action in np.flatnonzero(mask)]
        for name in {section.name for section, _ in legal} & set(TARGETS_OF):
            target, row = TARGETS_OF[name]
            values = BY_NAME[target].of(observation)
            rows = {row(*index) for section, index in legal if section.name == name}
            assert {index for index in np.ndindex(values.shape) if index[-1] == 0 and values[index]} == rows
            told.add(name)
    assert told == set(TARGETS_OF)


def test_what_a_tenement_pays_at_once_stands_in_its_row():
    views = random_views(3, games=4, seats=range(3))
    sampler, paid = MaskSampler(1), 0
    for view, observation in zip(views, observe(views)):
        if view.decision != 1 or BY_NAME["to move"].of(observation)[0] == 0:
            continue
        state, masks = np.zeros(1, STATE_DTYPE), np.zeros((1, 755), np.int8)
        one = np.array([view]).astype(STATE_DTYPE)
        loops.fill(one, 0, 1, seed_words(1)[np.newaxis], state)
        loops.legal(one, 0, 1, masks)
        action = sampler.sample(masks[0])
        section, index = decode(action)
        if section.name != "place manager" or index[3] != 0:
            continue
        gang, slot, where, kind = index
        row = BY_NAME["manager targets"].of(observation)[gang, where, kind]
        seat = int(view.observer)
        loops.apply(state, np.zeros(1, np.int64), 0, 1, np.array([action]), 0, np.zeros((1, 4)), np.zeros(1, bool))
        is_manager = row[5] == slot + 1
        assert state["ledger"][0, seat, 0] - view.ledger[seat, 0] == row[1] + row[2] * is_manager
        paid += 1
    assert paid > 10
    assert encode("place manager", 0, 0, 0, 0) == 145


def test_another_seats_decision_has_no_targets():
    views = random_views(3, games=2)
    observations = observe(views)
    moves = (BY_NAME["to move"].of(observations)[:, 0] == 1) & (views["observer"] < SPECTATOR)
    assert not observations[~moves, TARGETS:].any()
    assert observations[moves, TARGETS:].any(axis=1).all()


def test_a_spectator_is_told_nothing_private():
    views = random_views(3, games=2, seats=(SPECTATOR,))
    observations = observe(views)
    assert BY_NAME["observer"].of(observations)[:, 4].all()
    assert not BY_NAME["notebook"].of(observations).any()
    assert not BY_NAME["clues"].of(observations).any()
    shown = BY_NAME["holders"].of(observations) >= 16
    assert not BY_NAME["places"].of(observations)[~shown].any()


def exchange(views, a, b):
    """What two seats have, exchanged between them, in views of another seat."""
    order = np.arange(5)
    order[[a, b]] = b, a
    out = views.copy()
    for name in ("money", "ledger", "tally", "licenses", "gangster", "manager", "fight_die", "bonus", "gang_count"):
        out[name] = views[name][:, order[:4]]
    for name in ("is_out", "attacked", "hides", "regroup_moves", "car", "misses_turn", "notebook"):
        out[name] = views[name][:, order[:4]]
    out["declined"] = views["declined"][:, order[:4]][:, :, order[:4]]

    def seats(values):
        return np.where(values >= 0, order[np.clip(values, 0, 4)], values)

    for name in ("turn_seat", "fight_seat", "fight_winner", "finder", "chase_order"):
        out[name] = seats(views[name])
    out["offer"][:, :2] = seats(views["offer"][:, :2])
    for name, share in (("manager_at", 16), ("place", 4)):
        values = views[name].astype(int)
        owned = (values >= 0) & (values < 4 * share)
        out[name] = np.where(owned, share * order[np.clip(values // share, 0, 4)] + values % share, values)
    held = views["held"].astype(int)
    bit_a, bit_b = held >> a & 1, held >> b & 1
    out["held"] = (held & ~(1 << a | 1 << b)) | bit_a << b | bit_b << a
    return out


def exchanged_section(section, values, a, b):
    """A section [n, *shape] with everything of two relative seats exchanged."""
    order = np.arange(4)
    order[[a, b]] = b, a
    if section.name == "places":
        place = values.astype(int) - 1
        return np.where((place >= 0) & (place < 16), 4 * order[np.clip(place // 4, 0, 3)] + place % 4, place) + 1
    if section.name == "holders":
        bit_a, bit_b = values >> a & 1, values >> b & 1
        return (values & ~(1 << a | 1 << b)) | bit_a << b | bit_b << a
    if section.name == "declined":
        full = np.zeros((len(values), 4, 4, *values.shape[3:]), values.dtype)
        for seat in range(4):
            full[:, seat, [other for other in range(4) if other != seat]] = values[:, seat]
        full = full[:, order][:, :, order]
        return np.stack([full[:, s, [other for other in range(4) if other != s]] for s in range(4)], axis=1)
    for axis, names in enumerate(section.axes, start=1):
        if names == SEAT:
            values = np.take(values, order, axis)
        elif names == OPPONENT:
            values = np.take(values, order[1:] - 1, axis)
    return values


@pytest.mark.parametrize(("seat", "a", "b"), [(0, 1, 2), (1, 3, 2), (2, 3, 1)])
def test_exchanging_two_opponents_exchanges_their_sections_and_nothing_else(seat, a, b):
    views = random_views(4, games=4, seats=(seat,))
    before, after = observe(views), observe(exchange(views, a, b))
    mine = BY_NAME["to move"].of(before)[:, 0] == 1
    decision = BY_NAME["decision"].of(before).argmax(axis=1)
    for section in SECTIONS:
        rows = mine & np.isin(decision, section.decisions) if section.decisions else np.ones(len(views), bool)
        expected = exchanged_section(section, section.of(before)[rows], (a - seat) % 4, (b - seat) % 4)
        assert np.array_equal(section.of(after)[rows], expected), section.name
    assert (before != after).any(axis=1).mean() > 0.9


def test_seats_are_counted_from_the_own_one():
    views = random_views(3, games=1, seats=(2,))[-1:]
    views["money"][0, :3] = 10, 20, 30
    assert BY_NAME["money to scale"].of(observe(views)[0]).tolist() == [30, 10, 20, 0]


def test_describe_says_every_section_of_every_decision():
    views = random_views(4, games=4)
    told = set()
    for view, observation in zip(views[::3], observe(views)[::3]):
        text = describe(observation)
        lines = text.splitlines()
        for section in sections_of(observation):
            assert any(line.startswith(f"{section.name} (") for line in lines)
        assert f"  {DECISION_NAMES[view.decision]}" in lines
        told.add(int(view.decision))
    assert told == set(range(len(DECISION_NAMES)))


MONEY = BY_NAME["money"]
PLAIN = np.zeros(OBSERVATION_SIZE, np.int8)
OTHER_LENGTH = f"must have length {OBSERVATION_SIZE}, or {DEDUCED_SIZE} with deduction=True, but its shape is "


@pytest.mark.parametrize(
    ("call", "error", "told"),
    [
        (
            lambda: BY_NAME["gangster"],
            KeyError,
            "'gangster' of an observation; did you mean gangsters.*sections are obs",
        ),
        (lambda: BY_NAME["cards"], KeyError, "'cards' of an observation; .*the sections are observer, players"),
        (lambda: MONEY.of({"observation": PLAIN}), TypeError, 'not a dict: pass observation."observation".'),
        (lambda: describe({"observation": PLAIN}), TypeError, 'not a dict: pass observation."observation".'),
        (lambda: MONEY.of([0]), TypeError, "must be an array, not a list"),
        (lambda: MONEY.of(PLAIN[:-1]), ValueError, OTHER_LENGTH),
        (lambda: describe(PLAIN[:5]), ValueError, OTHER_LENGTH + ".5,"),
        (lambda: describe(np.array([PLAIN, PLAIN])), ValueError, "one observation has shape .*, not .2, "),
        (lambda: BY_NAME["hideout chances"].of(PLAIN), ValueError, "no 'hideout chances': it needs deduction=True"),
    ],
)
def test_what_is_no_section_or_observation_is_told_with_what_is_allowed(call, error, told):
    with pytest.raises(error, match=told):
        call()


@pytest.mark.parametrize("size", [OBSERVATION_SIZE, DEDUCED_SIZE])
def test_a_section_is_read_from_arrays_of_both_sizes_and_any_number_of_axes(size):
    assert MONEY.of(np.zeros((5, 2, size), np.int8)).shape == (5, 2, *MONEY.shape)


def test_a_section_is_read_from_tensors_too():
    torch = pytest.importorskip("torch")
    assert MONEY.of(torch.zeros(2, OBSERVATION_SIZE)).shape == (2, *MONEY.shape)


UNCOMPILED = """
import sys
import numpy as np
from gangzzz_env.games.gangzzz.observe import OBSERVATION_SIZE, observe_all
from gangzzz_env.games.gangzzz.state import STATE_DTYPE
views = np.fromfile(sys.argv[1], STATE_DTYPE)
observations = np.zeros((len(views), OBSERVATION_SIZE), np.int64)
observe_all(views, 0, len(views), observations)
observations.tofile(sys.argv[2])
"""


def test_compiled_and_uncompiled_are_equal_and_every_value_is_an_int8_under_extreme_rules(tmp_path):
    views = np.concatenate([random_views(n, rules, games=2)[::41] for rules in RULES.values() for n in (2, 3, 4)])
    views.tofile(tmp_path / "views")
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-c", UNCOMPILED, str(tmp_path / "views"), str(tmp_path / "observations")]
    subprocess.run(command, env=environment, check=True)
    wide = np.fromfile(tmp_path / "observations", np.int64).reshape(len(views), OBSERVATION_SIZE)
    assert wide.min() >= -127
    assert wide.max() <= 127
    assert np.array_equal(wide, observe(views))
