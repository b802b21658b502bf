"""Players in pictures: money and where it came from, licenses, and the gangs as everybody sees them."""

from functools import cache

from gangzzz_env.games.gangzzz.picture_style import (
    ALARM,
    FADED,
    INK,
    LEAF,
    LINE,
    Seen,
    bold,
    token,
)
from gangzzz_env.games.gangzzz.state import SOURCE_NAMES
from gangzzz_env.games.gangzzz.tables import (
    ATTRIBUTE_NAMES,
    CREW,
    FIGHT_DICE,
    GANG_NAMES,
    GANGS,
    SPECIALTY,
    SUBTYPE_NAMES,
)
from gangzzz_env.svg import SEAT_COLORS, box, element, icon, moved, text

WIDTH, BLOCK, GANG_WIDTH, GANG_HEIGHT, GANGS_LEFT = 660, 108, 122, 74, 160
SOURCE_LABELS = tuple(name.replace("_payments", " payments") for name in SOURCE_NAMES)
DICE, SPECIALTIES = FIGHT_DICE.tolist(), SPECIALTY.tolist()


def player_parts(seen: Seen) -> dict[str, str]:
    """The parts of the players' panel: each player, and each gang."""
    parts = {}
    for seat in range(seen.num_seats):
        parts[f"player{seat}"] = moved(0, BLOCK * seat, _player(seen, seat))
        for gang in range(GANGS):
            place = (GANGS_LEFT + (GANG_WIDTH + 2) * gang, BLOCK * seat + 6)
            parts[f"gang{seat}{gang}"] = moved(*place, _gang(seen, seat, gang), data_gang=f"{seat}{GANG_NAMES[gang]}")
    return parts


def _player(seen: Seen, seat: int) -> str:
    """Seat, money, what is special, and the ledger."""
    moves = seen.mover == seat
    rim = {"stroke": SEAT_COLORS[seat], "stroke_width": 3} if moves else {"stroke": LINE, "stroke_width": 1}
    drawn = box(1.5, 1.5, WIDTH - 3, BLOCK - 8, rx=8, fill=LEAF, **rim)
    drawn += token(seat, 27, 27, 42, str(seat))
    drawn += text(54, 20, f"player {seat}", 13, fill=INK, font_weight="bold" if moves else "normal")
    drawn += bold(53, 46, f"${seen.money[seat]}", 25)
    for line, words in enumerate(_notes(seen, seat)):
        drawn += text(10, 62 + 13 * line, words, 11, fill=FADED if line else INK)
    return drawn + _ledger(tuple(seen.ledger[seat]))


def _notes(seen: Seen, seat: int) -> tuple[str, str]:
    """Licenses and refused offers; whether the player is out or misses a turn."""
    refused = sum(side for to in seen.declined[seat] for product in to for side in product)
    special = ["out of this minigame"] if seen.is_out[seat] else []
    special += ["misses a turn"] if seen.misses_turn[seat] else []
    return f"licenses {seen.licenses[seat]}, refused {refused}", ", ".join(special)


@cache
def _ledger(ledger: tuple[int, ...]) -> str:
    """Dollars by source; a longer name has more room."""
    drawn, x = "", 10.0
    step = (WIDTH - 18) / sum(len(label) + 5 for label in SOURCE_LABELS)
    for label, dollars in zip(SOURCE_LABELS, ledger):
        words = element("tspan", str(dollars), font_weight="bold", font_size=13)
        color = INK if dollars else FADED
        drawn += element("text", f"{label} {words}", x=x, y=BLOCK - 15, font_size=10.5, fill=color)
        x += step * (len(label) + 5)
    return drawn


def _gang(seen: Seen, seat: int, gang: int) -> str:
    """Cards, what the gang did, bonuses, the fight die by value, and the managers who are left."""
    drawn = box(0, 0, GANG_WIDTH, GANG_HEIGHT, rx=5, fill="#f6f1e6")
    drawn += token(seat, 13, 12, 23, GANG_NAMES[gang])
    drawn += icon("card", 28, 4, 16, INK) + bold(45, 17, str(seen.gang_count[seat][gang]), 14)
    drawn += icon("swords", 80, 4, 16, ALARM) if seen.attacked[seat][gang] else ""
    drawn += icon("mask", 101, 4, 17, INK) if seen.hides[seat][gang] else ""
    for attribute, name in enumerate(ATTRIBUTE_NAMES):
        bonus = seen.bonus[seat][gang][attribute]
        color = INK if bonus else FADED
        drawn += icon(name, 5 + 40 * attribute, 26, 13, color) + bold(20 + 40 * attribute, 37, f"+{bonus}", 12, color)
    return drawn + _fight_die(seen.fight_die[seat][gang]) + _crew(tuple(seen.manager[seat][gang]), gang)


@cache
def _fight_die(row: int) -> str:
    """3.4 What is marked beside each value of the die."""
    drawn = ""
    for value, attribute in enumerate(DICE[row], 1):
        x = 3 + 19.6 * (value - 1)
        drawn += box(x, 42, 18.4, 14, rx=3, fill=LEAF, stroke=LINE) + text(x + 1, 52.5, str(value), 9, fill=INK)
        drawn += icon(ATTRIBUTE_NAMES[attribute], x + 7, 43.5, 11, INK)
    return drawn


@cache
def _crew(managers: tuple[int, ...], gang: int) -> str:
    """2.6 The specialties of the managers: dark who is left, pale who is placed."""
    return "".join(
        element("g", icon(SUBTYPE_NAMES[SPECIALTIES[gang][slot]], 5 + 19 * slot, 58, 14, INK), opacity=opacity)
        for slot, opacity in ((slot, 1 if managers[slot] < 0 else 0.18) for slot in range(CREW))
    )
