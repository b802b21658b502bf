"""Cards in pictures: the hand of the seat that looks, what is known of others' cards, and the notebook."""

from functools import cache

from gangzzz_env.games.gangzzz.picture_style import (
    ALARM,
    FADED,
    GOLD,
    INK,
    LEAF,
    LINE,
    WHITE,
    Seen,
    bold,
    middle,
    token,
)
from gangzzz_env.games.gangzzz.state import SPECTATOR
from gangzzz_env.games.gangzzz.tables import (
    ATTRIBUTE_NAMES,
    CARD_ATTRIBUTES,
    CARD_EMBLEM,
    CARD_POINTS,
    CLUE_NAMES,
    EMBLEM_NAMES,
    GANG_NAMES,
    GANGS,
)
from gangzzz_env.svg import box, element, icon, moved, text

CARD_WIDTH, CARD_HEIGHT, PITCH = 50, 70, 75
CHIP_HEIGHT, CHIP_PITCH = 27, 29
LEFT, TITLE = 34, 20
CLUE_MARKS = (*CLUE_NAMES[:12], "RESID", "COMM", "CITY", "UNDER")
ATTRIBUTES, EMBLEMS, POINTS = CARD_ATTRIBUTES.tolist(), CARD_EMBLEM.tolist(), CARD_POINTS.tolist()


def cards_height(num_seats: int) -> int:
    """The height of the cards' panel: four rows of a hand and a row for each gang of the others."""
    return 2 * TITLE + GANGS * (PITCH + CHIP_PITCH * (num_seats - 1)) + 6


def card_parts(seen: Seen) -> dict[str, str]:
    """The parts of the cards' panel: titles, each gang of the hand, and each gang of others."""
    gangs = _gangs(seen)
    seat, top, parts = seen.observer, 0, {}
    if seat < SPECTATOR:
        parts["hand"] = bold(2, 14, f"Hand of player {seat}", 13)
        for gang in range(GANGS):
            row = _row(seat, gang, gangs[seat][gang], seen, PITCH)
            parts[f"hand{gang}"] = moved(0, TITLE + PITCH * gang, row)
        top = TITLE + GANGS * PITCH
    parts["known"] = moved(0, top, bold(2, 14, "Known cards" + (" of others" if top else ""), 13))
    others = [other for other in range(seen.num_seats) if other != seat]
    for number, (other, gang) in enumerate((other, gang) for other in others for gang in range(GANGS)):
        row = _row(other, gang, gangs[other][gang], seen, CHIP_PITCH)
        parts[f"known{number}"] = moved(0, top + TITLE + CHIP_PITCH * number, row)
    return parts


def _gangs(seen: Seen) -> list[list[list[int]]]:
    """The cards of known place by seat and gang."""
    gangs = [[[] for _ in range(GANGS)] for _ in range(seen.num_seats)]
    for card, place in enumerate(seen.place):
        if 0 <= place < GANGS * seen.num_seats:
            gangs[place // GANGS][place % GANGS].append(card)
    return gangs


def _row(seat: int, gang: int, cards: list[int], seen: Seen, pitch: int) -> str:
    """A gang's letter and its cards: whole cards where there is room for them, else small ones."""
    drawing, size, height = (card, 27, CARD_HEIGHT) if pitch == PITCH else (chip, 22, CHIP_HEIGHT)
    drawn = token(seat, 15, height / 2, size, GANG_NAMES[gang])
    drawn += text(LEFT, height / 2 + 4, "no cards", 11, fill=LINE) if not cards and pitch == PITCH else ""
    return drawn + "".join(
        moved(LEFT + (CARD_WIDTH + 2) * slot, 0, drawing(seen, number), data_slot=slot, data_card=number)
        for slot, number in enumerate(cards)
    )


def card(seen: Seen, number: int) -> str:
    """2.5 A card: strength, smarts, armament; emblem with points; clue if known. An eye: its face has been shown."""
    rim = {"stroke": ALARM, "stroke_width": 3} if number in seen.fight_card else {"stroke": INK, "stroke_width": 1}
    drawn = box(1, 1, CARD_WIDTH - 2, CARD_HEIGHT - 2, rx=5, fill=WHITE, **rim) + _face(number)
    return drawn + (icon("eye", 30, 34, 15, FADED) if seen.shown[number] else "") + _clue(seen.clue[number])


@cache
def _face(number: int) -> str:
    """What is printed on a card."""
    drawn = icon(EMBLEM_NAMES[EMBLEMS[number]], 28, 3, 17, INK)
    for row, (name, value) in enumerate(zip(ATTRIBUTE_NAMES, ATTRIBUTES[number])):
        drawn += icon(name, 4, 4 + 16 * row, 12, FADED) + bold(17, 15 + 16 * row, str(value), 13)
    for point in range(POINTS[number]):
        drawn += element("circle", cx=29.5 + 7 * point, cy=24, r=2.5, fill=INK)
    return drawn


@cache
def _clue(clue: int) -> str:
    """The strip with the clue; it is covered if not known."""
    if clue < 0:
        return box(1.5, 53, CARD_WIDTH - 3, 15, fill=LINE) + middle(CARD_WIDTH / 2, 65, "?", 11)
    strip = box(1.5, 53, CARD_WIDTH - 3, 15, fill=INK)
    return strip + middle(CARD_WIDTH / 2, 64.5, CLUE_MARKS[clue], 11, LEAF, font_weight="bold")


def chip(seen: Seen, number: int) -> str:
    """The same as a small card."""
    drawn = box(0.5, 0.5, CARD_WIDTH - 1, CHIP_HEIGHT - 1, rx=4, fill=WHITE, stroke=LINE)
    drawn += bold(4, 12, " ".join(map(str, ATTRIBUTES[number])), 10.5)
    drawn += icon(EMBLEM_NAMES[EMBLEMS[number]], 35, 2, 12, INK)
    for point in range(POINTS[number]):
        drawn += element("circle", cx=36.5 + 4.5 * point, cy=20, r=1.8, fill=INK)
    clue = seen.clue[number]
    return drawn + text(4, 23, CLUE_MARKS[clue] if clue >= 0 else "?", 9, fill=INK)


def back() -> str:
    """A card that nobody may see."""
    drawn = box(1, 1, CARD_WIDTH - 2, CARD_HEIGHT - 2, rx=5, fill="#6d6577", stroke=INK)
    return drawn + icon("card", 9, 19, 32, LEAF)


def notebook_parts(seen: Seen) -> dict[str, str]:
    """4.5 The clues: struck out where Vittorio is not, as the seat that looks has seen; gold where he is, if known."""
    own = seen.observer < SPECTATOR
    seen_flags = seen.notebook[seen.observer] if own else 0
    title = "Notebook: Vittorio is not in what is struck out" if own else "Vittorio"
    drawn, hideout = bold(2, 13, title, 13), (seen.hideout[0], 6 + seen.hideout[1], 12 + seen.hideout[2])
    for clue, mark in enumerate(CLUE_MARKS):
        struck, here = seen_flags >> clue & 1, seen.hideout[0] >= 0 and clue in hideout
        x = 41.2 * clue
        drawn += box(x + 1, 20, 39, 26, rx=4, fill=GOLD if here else "#e2dac8" if struck else LEAF, stroke=LINE)
        drawn += middle(x + 20.5, 36.5, mark, 9.5, FADED if struck else INK, font_weight="bold")
        drawn += element("path", d=f"M{x + 5:g} 41L{x + 36:g} 25", stroke=ALARM, stroke_width=2.4) if struck else ""
    return {"notebook": drawn}
