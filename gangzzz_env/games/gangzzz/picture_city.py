"""The city in pictures: streets with their values, tiles in their turn, who holds what, gangsters, perimeters, cars.

North is up, west is left. A crossing has its buildings on its four corners (1.5), its value in the middle, a gangster
on the road to the north, and the cars on the other roads. A perimeter (5.2) is a line from the gangster to each
crossing where his managers may work, on the seat's own lane of the road.
"""

from functools import cache

from gangzzz_env.games.gangzzz.picture_style import (
    ALARM,
    FADED,
    GOLD,
    INK,
    KIND_INKS,
    LEAF,
    LINE,
    ROAD,
    WHITE,
    Seen,
    bold,
    coin,
    die,
    hollow,
    middle,
    token,
)
from gangzzz_env.games.gangzzz.tables import (
    AVENUE_NAMES,
    BUILDING_COINS,
    BUILDING_SIZE,
    BUILDING_SUBTYPE,
    CREW,
    CROSSINGS,
    GANG_NAMES,
    GANGS,
    KINDS,
    MANAGERS,
    NEIGHBORS,
    PRODUCT_NAMES,
    SPECIALTY,
    STREET_NAMES,
    SUBTYPE_NAMES,
    Kind,
    Subtype,
)
from gangzzz_env.svg import SEAT_COLORS, SEAT_DASHES, box, element, icon, moved

HOUSE, ROAD_WIDTH, EDGE = 58, 30, 46
TILE = 2 * HOUSE + ROAD_WIDTH
SIZE = EDGE + 6 * TILE
# Upper left corner of the building on each corner of a tile, clockwise from the north-east (1.5).
CORNERS = ((HOUSE + ROAD_WIDTH, 0), (HOUSE + ROAD_WIDTH, HOUSE + ROAD_WIDTH), (0, HOUSE + ROAD_WIDTH), (0, 0))
# Where the cars of seats stand on a tile, as middles.
CAR_PLACES = ((73, 105), (73, 128), (29, 73), (117, 73))
# The middles of a building's pictogram, by kind, and of its coin.
MIDDLES = ((21, 33), (17, 28), (19.5, 35), (19.5, 35.5))
COIN_PLACES = ((11, 48), (47, 12))
ICON_INKS = (*KIND_INKS[:3], INK)
CITY_SIZES, UNDERWORLD_SIZES = ("S", "L"), ("", "S", "M")


def city_parts(seen: Seen) -> dict[str, str]:
    """The parts of the city's panel: ground, tiles, lanes of each seat, and what stands on each crossing."""
    parts = {"ground": _ground(tuple(seen.avenue_value), tuple(seen.street_value))}
    parts |= {f"tile{crossing}": _tile(seen, crossing) for crossing in range(CROSSINGS)}
    parts |= {f"lanes{seat}": _lanes(seen, seat) for seat in range(seen.num_seats)}
    return parts | {f"crossing{crossing}": _crossing(seen, crossing) for crossing in range(CROSSINGS)}


def corner_of(crossing: int) -> tuple[int, int]:
    """The upper left corner of a tile: MADI in the west, 52ND in the north (1.1)."""
    return EDGE + TILE * (5 - crossing % 6), EDGE + TILE * (5 - crossing // 6)


@cache
def _ground(avenues: tuple[int, ...], streets: tuple[int, ...]) -> str:
    """3.2 Roads with their names and dice."""
    drawn = [box(EDGE, EDGE, 6 * TILE, 6 * TILE, fill="#e9e1cd", rx=4)]
    for index in range(6):
        start = EDGE + TILE * (5 - index)
        road = start + HOUSE
        drawn.append(box(road, 30, ROAD_WIDTH, SIZE - 30, fill=ROAD))
        drawn.append(box(30, road, SIZE - 30, ROAD_WIDTH, fill=ROAD))
    for index in range(6):
        start = EDGE + TILE * (5 - index)
        drawn.append(bold(start + 22, 28, AVENUE_NAMES[index], 19, text_anchor="middle"))
        drawn.append(die(start + HOUSE + 2, 10, 26, str(avenues[index])))
        street = middle(0, 0, STREET_NAMES[index], 19, font_weight="bold", transform="rotate(-90)")
        drawn.append(moved(28, start + 120, street))
        drawn.append(die(10, start + HOUSE + 2, 26, str(streets[index])))
    return "".join(drawn)


def _tile(seen: Seen, crossing: int) -> str:
    """The four buildings of a crossing in the turn of its tile."""
    houses = []
    for kind in range(KINDS):
        x, y = CORNERS[(seen.turn[crossing] + kind) % 4]
        pieces = tuple(seen.pieces[crossing]) if kind == Kind.COMMERCIAL else ()
        inner = _house(seen.building[crossing][kind], pieces)
        inner += _holder(seen.manager_at[crossing][kind], seen.building[crossing][kind])
        inner += _ruled_out() if seen.ruled_out[crossing][kind] else ""
        if seen.hideout[0] == crossing % 6 and tuple(seen.hideout[1:]) == (crossing // 6, kind):
            inner += _hideout()
        houses.append(f'<g transform="translate({x} {y})" data-building="{KINDS * crossing + kind}">{inner}</g>')
    return moved(*corner_of(crossing), "".join(houses))


@cache
def _house(row: int, pieces: tuple[int, ...]) -> str:
    """A building: silhouette of its kind, pictogram, size, coins, and the pieces it sells or wants."""
    subtype, kind = SUBTYPE_NAMES[BUILDING_SUBTYPE[row]], row // CROSSINGS
    drawn = icon(f"kind{kind}", -1, 0, 60, INK)
    if kind == Kind.UNDERWORLD:
        drawn += box(5, 21, 29, 29, rx=5, fill="#f4f0ff")
    size = 30 if kind == Kind.CITY and BUILDING_SIZE[row] else 24
    x, y = MIDDLES[kind]
    drawn += icon(subtype, x - size / 2, y - size / 2, size, ICON_INKS[kind])
    if BUILDING_COINS[row]:
        drawn += coin(*COIN_PLACES[kind], 8.5, BUILDING_COINS[row])
    return drawn + _size_mark(row, kind) + _pieces(row, pieces)


def _size_mark(row: int, kind: int) -> str:
    """2.3, 2.4 The size of a city or underworld building, as a letter."""
    sizes = {Kind.CITY: CITY_SIZES, Kind.UNDERWORLD: UNDERWORLD_SIZES}.get(kind)
    if sizes is None or BUILDING_SUBTYPE[row] == Subtype.FORGERY:
        return ""
    return bold(29, 16, sizes[BUILDING_SIZE[row]], 13, KIND_INKS[kind], text_anchor="middle")


def _pieces(row: int, pieces: tuple[int, ...]) -> str:
    """7.1 Pieces for sale are on dark ground, pieces that a bar still wants in a dashed ring."""
    drawn, x = [], 9.5
    sells = BUILDING_SUBTYPE[row] == Subtype.WAREHOUSE
    rim = {"fill": "#fff3d6", "stroke": INK} | ({"stroke_width": 2} if sells else {"stroke_dasharray": "3 2"})
    for product, count in enumerate(pieces):
        for _ in range(count):
            shape = box(x - 7.5, 41, 15, 15, **rim) if sells else element("circle", cx=x, cy=48.5, r=8, **rim)
            drawn.append(shape + icon(PRODUCT_NAMES[product], x - 6, 42.5, 12, INK))
            x += 17
    return "".join(drawn)


@cache
def _holder(manager: int, row: int) -> str:
    """4.1 A Manager's token is filled, hatted and has a capital; an Assistant's is an outline with a small letter."""
    if manager < 0:
        return ""
    seat, gang, slot = manager // MANAGERS, manager % MANAGERS // CREW, manager % CREW
    if SPECIALTY[gang, slot] == BUILDING_SUBTYPE[row]:
        hat = icon("hat", 34, 20, 20, INK)
        return token(seat, 44, 44, 29, GANG_NAMES[gang]) + hat
    return hollow(seat, 44, 44, 29, GANG_NAMES[gang].lower())


def _ruled_out() -> str:
    """11.1 A building raided in vain is crossed out."""
    cross = "M5 5L53 53M53 5L5 53"
    back = element("path", d=cross, stroke=WHITE, stroke_width=9, stroke_linecap="round")
    return back + element("path", d=cross, stroke=ALARM, stroke_width=5, stroke_linecap="round")


def _hideout() -> str:
    """11.2 The hideout, once known."""
    return element("rect", x=-3, y=-3, width=64, height=64, rx=8, fill="none", stroke=ALARM, stroke_width=6) + element(
        "path", d="M29-14l4 9 10 1-7.5 6.5 2 10-8.5-5-8.5 5 2-10L15-4l10-1z", fill=GOLD, stroke=INK
    )


def _lanes(seen: Seen, seat: int) -> str:
    """5.2 From each gangster of a seat a line to every crossing of his perimeter, with a dot at its end."""
    lines, ends = [], []
    offset = 6 * (seat - (seen.num_seats - 1) / 2)
    for gang in range(GANGS):
        crossing = seen.gangster[seat][gang]
        for neighbor in NEIGHBORS[crossing].tolist()[1:] if crossing >= 0 else ():
            if neighbor >= 0:
                line, end = _lane(crossing, neighbor, offset)
                lines.append(line)
                ends.append(element("circle", cx=end[0], cy=end[1], r=3.6))
    if not lines:
        return ""
    color, dashes = SEAT_COLORS[seat], SEAT_DASHES[seat]
    path = element("path", d="".join(lines), stroke=color, stroke_width=3.4, stroke_dasharray=dashes, fill="none")
    return element("g", path + element("g", "".join(ends), fill=color, stroke=LEAF), opacity=0.9)


def _lane(crossing: int, neighbor: int, offset: float) -> tuple[str, tuple[float, float]]:
    """A line between two crossings, beside the middle of the road, and where it ends, short of the neighbor."""
    (x, y), (to_x, to_y) = (
        (left + TILE / 2, top + TILE / 2) for left, top in (corner_of(crossing), corner_of(neighbor))
    )
    across, along = (to_x - x) / TILE, (to_y - y) / TILE
    x, y, to_x, to_y = x + offset * along, y + offset * across, to_x + offset * along, to_y + offset * across
    x, y, to_x, to_y = x + 17 * across, y + 17 * along, to_x - 26 * across, to_y - 26 * along
    return f"M{x:g} {y:g}L{to_x:g} {to_y:g}", (to_x, to_y)


def _crossing(seen: Seen, crossing: int) -> str:
    """The value of a crossing, its gangster, and the cars that stand there."""
    value = seen.avenue_value[crossing % 6] + seen.street_value[crossing // 6]
    drawn = _plaza(value)
    for seat in range(seen.num_seats):
        for gang in range(GANGS):
            if seen.gangster[seat][gang] == crossing:
                drawn += _gangster(seat, gang)
        if seen.car[seat] == crossing:
            drawn += _car(seat)
    return moved(*corner_of(crossing), drawn, data_crossing=crossing)


@cache
def _plaza(value: int) -> str:
    """3.2 The value of a crossing."""
    ground = element("circle", cx=73, cy=73, r=16, fill=LEAF, stroke=LINE, stroke_width=1.5)
    return ground + middle(73, 80, str(value), 20, font_weight="bold")


@cache
def _gangster(seat: int, gang: int) -> str:
    """A gangster: the hatted head of a gang, larger than a manager."""
    stand = element("ellipse", cx=73, cy=55, rx=17, ry=4, fill=FADED, opacity=0.5)
    return stand + token(seat, 73, 36, 39, GANG_NAMES[gang]) + icon("hat", 59, -3, 28, INK)


@cache
def _car(seat: int) -> str:
    """A car with the number of its seat."""
    x, y = CAR_PLACES[seat]
    ground = box(x - 17, y - 13, 34, 25, rx=5, fill=LEAF, stroke=SEAT_COLORS[seat], stroke_width=2)
    return ground + icon("car", x - 16, y - 17, 28, SEAT_COLORS[seat]) + bold(x + 9, y + 9, str(seat), 11)
