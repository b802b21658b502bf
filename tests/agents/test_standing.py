"""How the seats stand: each number is what a count by hand gives, in the unit that is said."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the extra `train` is not installed")

from agents import make_agent
from agents.judgment.weights import weights as weights_of_judgment
from agents.learning import standing as numbers
from agents.learning.appraisal import TeacherGames, columns_of
from agents.learning.seen import standing
from gangzzz_env.games.gangzzz import GAME
from gangzzz_env.games.gangzzz.tables import BUILDING_COINS, BUILDING_SUBTYPE, CARD_EMBLEM, CARD_POINTS, SPECIALTY

ROOT = Path(__file__).resolve().parents[2]
PLAYERS = 3
NE, SE, SW, NW = range(4)  # 1.5


@pytest.fixture(scope="module")
def views():
    """Views of games of three, of all seats in turn, broken off at any decision."""
    games = TeacherGames(GAME, make_agent("greedy"), PLAYERS, GAME.read_rules(None).record(), 4)
    n, kept = 64, []
    for turn in range(150):
        if turn % 5 == 0:
            seen = np.zeros(n, GAME.state_dtype)
            GAME.look(games.states, np.arange(n), 0, n, np.full(n, turn % PLAYERS), seen)
            kept.append(seen)
        games._play()
    return np.concatenate(kept)


def of_seat(views, place: int, relative: int = 0) -> np.ndarray:
    """A number of each view's seat `relative` places after its own."""
    return standing(views)[:, numbers.SEAT_NUMBERS * relative + place].astype(int)


def seat(view, relative: int) -> int:
    return (int(view["observer"]) + relative) % PLAYERS


def cards(view, owner: int) -> int:
    return int(view["gang_count"][owner].sum())


def influence(view, owner: int) -> list[int]:
    """10.2 1 for each building of an emblem's subtype and 2 where its manager is a Manager, at most 3."""
    totals = [0] * 8
    for gang in range(4):
        for slot in range(4):
            building = int(view["manager"][owner, gang, slot])
            if building >= 0:
                subtype = int(BUILDING_SUBTYPE[view["building"][divmod(building, 4)]])
                if subtype < 8:
                    totals[subtype] += 2 if SPECIALTY[gang, slot] == subtype else 1
    return [min(total, 3) for total in totals]


def sets_pay(view, owner: int) -> int:
    """10.2 What the sets of the cards that are seen pay as they lie."""
    total, shares = 0, influence(view, owner)
    for gang in range(4):
        for emblem in range(8):
            own = [k for k in range(112) if view["place"][k] == 4 * owner + gang and CARD_EMBLEM[k] == emblem]
            if len(own) >= 3:
                total += shares[emblem] * sum(int(CARD_POINTS[card]) for card in own)
    return total


@pytest.mark.parametrize("relative", range(PLAYERS))
def test_cards_the_lead_in_them_and_what_sets_pay(views, relative):
    views = views[::11]
    leads = of_seat(views, numbers.CARDS_AT + 1, relative)
    for view, count, lead, shares, lying in zip(
        views,
        of_seat(views, numbers.CARDS_AT, relative),
        leads,
        of_seat(views, numbers.CARDS_AT + 4, relative),
        of_seat(views, numbers.CARDS_AT + 5, relative),
    ):
        owner = seat(view, relative)
        ahead = min(cards(view, owner) - cards(view, r) + (0.5 if owner < r else -0.5) for r in range(3) if r != owner)
        assert count == cards(view, owner)
        assert lead == max(-127, min(127, 4 * ahead))
        assert shares == sum(influence(view, owner))
        assert lying == min(127, sets_pay(view, owner))
    assert len(set(leads)) > 10


def test_8_dominance_of_areas(views):
    """The pay now is what the rules would pay for dominance at this moment."""
    late = views[::19]
    pays = of_seat(late, numbers.AREAS_AT)
    for view, pay in zip(late, pays, strict=True):
        assert pay == min(127, dominance_by_hand(view, int(view["observer"])))
    assert len(set(pays)) > 5


def dominance_by_hand(view, owner: int) -> int:
    """8.1, 8.2 All four buildings of an area pay its value and all coins, a majority of two or three the own coins."""
    values = view["avenue_value"][np.arange(36) % 6].astype(int) + view["street_value"][np.arange(36) // 6]
    total = 0
    for crossing in range(36):
        total += area_pays(view, owner, [(crossing, kind) for kind in range(4)], int(values[crossing]))
    for block in range(25):
        north_west = 6 * (block // 5) + block % 5
        corners = [(north_west, NW), (north_west + 1, NE), (north_west + 6, SW), (north_west + 7, SE)]
        buildings = [(crossing, (corner - int(view["turn"][crossing])) % 4) for crossing, corner in corners]
        total += area_pays(view, owner, buildings, int(sum(values[crossing] for crossing, _ in corners)) // 4)
    return total


def area_pays(view, owner: int, buildings: list[tuple[int, int]], value: int) -> int:
    """What four buildings pay their owner."""
    holders = [holder_of(view, crossing, kind) for crossing, kind in buildings]
    coins = [int(BUILDING_COINS[view["building"][place]]) for place in buildings]
    held = holders.count(owner)
    if held == 4:
        return value + sum(coins)
    most = max((holders.count(rival) for rival in range(PLAYERS) if rival != owner), default=0)
    return sum(c for c, who in zip(coins, holders) if who == owner) if held >= 2 and held > most else 0


def holder_of(view, crossing: int, kind: int) -> int:
    """Whose manager works in a building, -1 if nobody's."""
    at = np.argwhere(view["manager"] == 4 * crossing + kind)
    return int(at[0][0]) if len(at) else -1


def test_the_numbers_of_a_seat_that_nobody_has_are_zero(views):
    assert not standing(views)[:, PLAYERS * numbers.SEAT_NUMBERS : numbers.OWN_AT].any()


def test_4_6_hideouts_left_are_those_without_a_flag(views):
    doublings = standing(views)[:, numbers.OWN_AT].astype(int)
    for view, doubling in zip(views, doublings):
        flags = int(view["notebook"][view["observer"]])
        unseen = [sum(1 - (flags >> clue & 1) for clue in clues) for clues in (range(6), range(6, 12), range(12, 16))]
        assert doubling == int(np.floor(min(127, 16 * np.log2(np.prod(unseen))) + 0.5))


def test_what_a_seat_may_not_know_changes_nothing(views):
    """Any state that fits a view stands as the view does."""
    filled, again = np.zeros(len(views), GAME.state_dtype), np.zeros(len(views), GAME.state_dtype)
    random = np.random.default_rng(2).integers(0, 2**32, (len(views), 4), np.uint32)
    GAME.fill(views.copy(), 0, len(views), random, filled)
    GAME.look(filled, np.arange(len(views)), 0, len(views), views["observer"].astype(np.int64), again)
    assert (columns_of(again) == columns_of(views)).all()


def test_counting_costs_no_reference(views):
    weights, out = weights_of_judgment(), np.zeros((len(views), numbers.STANDING), np.int8)
    before = [sys.getrefcount(array) for array in (views, weights, out)]
    for _ in range(20):
        numbers.write_standing(views, 0, len(views), weights, out)
    assert [sys.getrefcount(array) for array in (views, weights, out)] == before


# Moves of greedy in sixteen games with itself, in a process of its own.
PROGRAM = """
import numpy as np
from agents import make_agent
from agents.learning.seen import standing
from gangzzz_env.games.gangzzz import GAME
from gangzzz_env.vector import VectorGame
games, greedy = VectorGame(GAME, 16, 2, seed=1, threads=1), make_agent("greedy")
games.reset()
views = games.views
{first}
for _ in range(100):
    moves = greedy.act(games.views, games.masks)
    print(*moves)
    games.step(moves)
"""


def test_what_was_compiled_before_it_changes_no_move_of_greedy():
    """Two entries share rules, and each must have them whole."""
    said = [
        subprocess.run(
            [sys.executable, "-c", PROGRAM.format(first=first)], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout
        for first in ("standing(views)", "pass")
    ]
    assert said[0] == said[1]
    assert len(said[0].split()) > 1000
