"""What the targets of managers and of the chase say, against plain Python written from the rulebook."""

import numpy as np
import pytest

from gangzzz_env.games.gangzzz.observation_sections import BY_NAME
from gangzzz_env.games.gangzzz.state import Decision
from gangzzz_env.games.gangzzz.tables import (
    BUILDING_COINS,
    BUILDING_SIZE,
    BUILDING_SUBTYPE,
    CARD_EMBLEM,
    CARD_POINTS,
    SPECIALTY,
    Kind,
    Subtype,
)
from tests.gangzzz.observed import RULES, observe, random_views

EACH_RULES = pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
EACH_COUNT = pytest.mark.parametrize("num_players", [2, 3, 4])
MOST = 127  # that a byte holds
GAMES_PLAYED, ENOUGH = 3, 20  # games and positions of a test
# 1.5 Where corners lie, north-east, south-east, south-west, north-west: from a crossing to its block (street, avenue).
CORNERS = ((0, -1), (-1, -1), (-1, 0), (0, 0))


def positions(num_players, rules, decision):
    """Views and observations of who is to make this decision, from all over some random games."""
    views = random_views(num_players, rules, GAMES_PLAYED, range(num_players))
    mine = (views["decision"] == decision) & (views["observer"] == views["turn_seat"])
    views = views[mine][:: max(1, mine.sum() // ENOUGH)].copy()
    return list(zip(views, observe(views)))


def value(view, crossing):
    """3.2"""
    return int(view.avenue_value[crossing % 6]) + int(view.street_value[crossing // 6])


def holder(view, crossing, kind):
    at = int(view.manager_at[crossing, kind])
    return at // 16 if at >= 0 else None


def area_of_block(view, crossing, kind):
    """1.5, 1.6 The block that a building looks into, as (street, avenue) of its lowest crossing; None at the edge."""
    up, west = CORNERS[(int(view.turn[crossing]) + kind) % 4]
    street, avenue = crossing // 6 + up, crossing % 6 + west
    return (street, avenue) if 0 <= street < 5 and 0 <= avenue < 5 else None


def areas(view):
    """8 The buildings (crossing, kind) of each area, by the area, with its value."""
    found = {}
    for crossing in range(36):
        for kind in range(4):
            found.setdefault(crossing, []).append((crossing, kind))
            block = area_of_block(view, crossing, kind)
            if block is not None:
                found.setdefault(block, []).append((crossing, kind))
    worth = {}
    for area in found:
        if isinstance(area, int):
            worth[area] = value(view, area)
        else:
            first = 6 * area[0] + area[1]
            worth[area] = sum(value(view, first + step) for step in (0, 1, 6, 7)) // 4
    return found, worth


def area_pays(view, buildings, worth, holders, seat):
    """8.1, 8.2 What an area pays a seat if these (building: seat) hold its buildings."""
    held = [building for building in buildings if holders.get(building) == seat]
    coins = sum(int(BUILDING_COINS[view.building[building]]) for building in held)
    if len(held) == 4:
        return (worth + coins) * int(view.rules.domination_percent) // 100
    rivals = [sum(holders.get(building) == rival for building in buildings) for rival in range(4) if rival != seat]
    return coins if len(held) >= view.rules.min_majority and len(held) > max(rivals) else 0


def dominance(view, seat, building, city):
    """8 (gain, lead) of one more building, over its crossing and its block."""
    found, worth = city
    holders = {(crossing, kind): holder(view, crossing, kind) for crossing in range(36) for kind in range(4)}
    gain, lead = 0, 0
    for area in (building[0], area_of_block(view, *building)):
        if area is None:
            continue
        buildings = found[area]
        before = area_pays(view, buildings, worth[area], holders, seat)
        after = area_pays(view, buildings, worth[area], {**holders, building: seat}, seat)
        counts = [sum(holders[other] == rival for other in buildings) for rival in range(4)]
        gain = min(MOST, gain + after - before)
        lead += counts[seat] - max(count for rival, count in enumerate(counts) if rival != seat)
    return gain, lead


def link_cards(view, large, small):
    """6.4 Cards for all links of so many large and small buildings."""
    each = (view.rules.link_cards_1, view.rules.link_cards_2, view.rules.link_cards_3)
    return sum(int(each[number % 3]) for number in range(min(3 * large, small)))


def city_cards(view, seat, subtype, size):
    """6.4 (cards as Assistant, cards more as Manager)."""
    rules, mine = view.rules, [0, 0]
    for where in view.manager[seat].ravel():
        if where >= 0:
            building = view.building[where // 4, where % 4]
            if BUILDING_SUBTYPE[building] == subtype:
                mine[BUILDING_SIZE[building]] += 1
    before = link_cards(view, mine[1], mine[0])
    mine[size] += 1
    links = link_cards(view, mine[1], mine[0]) - before
    return int(rules.city_cards_assistant) + links, int(rules.city_cards_manager) - int(rules.city_cards_assistant)


def underworld(view, crossing, subtype, size):
    """6.5 (dollars, dollars more as Manager, cards, bonus or licenses), a casino by its mean."""
    rules = view.rules
    dollars = value(view, crossing) * int(rules.protection_percent) // 100
    if subtype == Subtype.CASINO:
        return dollars + 7 * int(rules.casino_dice) * size // 2, 7 * int(rules.manager_extra) // 2, 0, None
    if subtype == Subtype.FORGERY:
        return dollars, 0, 0, int(rules.licenses)
    return dollars, 0, int(rules.gym_cards) if subtype == Subtype.GYM else 0, int(rules.trainer_bonus) * size


def deals(view, seat, crossing, subtype):
    """7.1 Dollars of a free commercial building's pieces that find a counterpart: (one of one's own, one of others)."""
    wanted = Subtype.BAR if subtype == Subtype.WAREHOUSE else Subtype.WAREHOUSE
    found = {True: set(), False: set()}
    for other in range(36):
        owner = holder(view, other, Kind.COMMERCIAL)
        if owner is not None and BUILDING_SUBTYPE[view.building[other, Kind.COMMERCIAL]] == wanted:
            found[owner == seat] |= {product for product in range(4) if view.pieces[other, product] > 0}
    pieces = [sum(int(view.pieces[crossing, product]) for product in found[own]) for own in (True, False)]
    return tuple((value(view, crossing) * min(count, 2) + 1) // 2 for count in pieces)


def manager_row(view, seat, gang, crossing, kind, city):
    """6-8 What a free building would bring, in the order of the features."""
    building = int(view.building[crossing, kind])
    subtype, size, coins = (int(table[building]) for table in (BUILDING_SUBTYPE, BUILDING_SIZE, BUILDING_COINS))
    slots = [slot + 1 for slot in range(4) if SPECIALTY[gang, slot] == subtype]
    row = [1, 0, 0, 0, 0, max(slots, default=0), 0, 0, *dominance(view, seat, (crossing, kind), city)]
    if kind == Kind.COMMERCIAL:
        row[6:8] = deals(view, seat, crossing, subtype)
        return row
    mine = (view.place >= 4 * seat) & (view.place < 4 * seat + 4) & (CARD_EMBLEM == subtype)
    row[6] = min(MOST, int(CARD_POINTS[mine].sum()))
    if kind == Kind.RESIDENTIAL:
        row[1], row[2] = value(view, crossing) + coins * int(view.rules.old_rent), coins * (1 - view.rules.old_rent)
    elif kind == Kind.CITY:
        row[3:5] = city_cards(view, seat, subtype, size)
    else:
        dollars, row[2], row[3], effect = underworld(view, crossing, subtype, size)
        row[1], row[7] = min(MOST, dollars), effect or 0
    return row


@EACH_RULES
@EACH_COUNT
def test_manager_targets_say_what_each_building_would_bring(num_players, rules):
    told = positions(num_players, rules, Decision.PLACE_MANAGER)
    assert len(told) >= ENOUGH
    for view, observation in told:
        seat, city = int(view.turn_seat), areas(view)
        expected = np.zeros((4, 5, 4, 10), int)
        for gang in range(4):
            street, avenue = divmod(int(view.gangster[seat, gang]), 6)
            for where, (up, west) in enumerate(((0, 0), (1, 0), (0, -1), (-1, 0), (0, 1))):
                crossing = 6 * (street + up) + avenue + west
                if 0 <= street + up < 6 and 0 <= avenue + west < 6 and (view.manager[seat, gang] < 0).any():
                    for kind in range(4):
                        if view.manager_at[crossing, kind] < 0:
                            expected[gang, where, kind] = manager_row(view, seat, gang, crossing, kind, city)
        assert np.array_equal(BY_NAME["manager targets"].of(observation), expected)


def hideouts(view):
    """4.6 How many buildings of each crossing may be the hideout, by the seat's notebook and the raids in vain."""
    noted = [int(view.notebook[view.observer]) >> clue & 1 for clue in range(16)]
    return [
        sum(
            not (noted[crossing % 6] or noted[6 + crossing // 6] or noted[12 + kind] or view.ruled_out[crossing, kind])
            for kind in range(4)
        )
        for crossing in range(36)
    ]


def apart(one, other):
    """1.3"""
    return abs(one % 6 - other % 6) + abs(one // 6 - other // 6)


def around(view, crossing, possible):
    """11.1 (hideouts here, hideouts within a safe drive, distance of the nearest opponent's car or -1)."""
    near = sum(count for other, count in enumerate(possible) if apart(crossing, other) <= view.rules.safe_drive)
    cars = [int(car) for seat, car in enumerate(view.car) if seat != view.turn_seat and car >= 0]
    return possible[crossing], min(MOST, near), min((apart(crossing, car) for car in cars), default=-1)


@EACH_RULES
@EACH_COUNT
def test_chase_targets_say_where_the_hideout_may_be(num_players, rules):
    parked = positions(num_players, rules, Decision.PARK)
    chased = positions(num_players, rules, Decision.CHASE)
    assert parked
    assert chased
    for view, observation in parked:
        possible, gangs = hideouts(view), view.gangster[view.turn_seat].tolist()
        expected = [around(view, crossing, possible) for crossing in gangs]
        assert np.array_equal(BY_NAME["park targets"].of(observation), expected)
    for view, observation in chased:
        possible, car = hideouts(view), int(view.car[view.turn_seat])
        expected = []
        for crossing in range(36):
            far = apart(car, crossing)
            drive = (0 < far <= view.rules.longest_drive, far, far > view.rules.safe_drive)
            expected.append((*drive, *around(view, crossing, possible)))
        assert np.array_equal(BY_NAME["drive targets"].of(observation), expected)
        assert BY_NAME["hideouts left"].of(observation)[0] == min(MOST, sum(possible))
