"""How pictures look: colors that color-blind eyes tell apart (Okabe and Ito), symbols, and a view as plain numbers.

Nothing is told by color alone: a seat has a shape as well, a kind of building a silhouette, a subtype a pictogram.
"""

from functools import cache
from pathlib import Path
from types import SimpleNamespace

import numpy as np

from gangzzz_env.games.gangzzz.legality import seat_to_move
from gangzzz_env.svg import SEAT_COLORS, SEAT_INKS, element, icon, text

PAPER, LEAF, INK, FADED, LINE, ROAD = "#f6f0e2", "#fffdf7", "#2a2520", "#8d8577", "#cfc5b0", "#d9d0bd"
GOLD, ALARM, WHITE = "#f0e442", "#d55e00", "#ffffff"
# Ink on a building, by kind.
KIND_INKS = ("#4a3f10", "#5a3200", "#0b3d5c", "#f4f0ff")


def _symbols() -> str:
    """The symbols of `data/symbols.svg`: what is in its outermost element."""
    drawn = (Path(__file__).parent / "data" / "symbols.svg").read_text(encoding="utf-8")
    return "".join(drawn.splitlines()[1:-1])


# Pictograms on squares of 24, shapes of seats, and silhouettes of buildings by kind.
SYMBOLS = _symbols()


class Seen(SimpleNamespace):
    """A view as plain numbers and nested lists, which Python reads faster than records; `mover` is the seat to move."""

    def __init__(self, view: np.record):
        fields = {name: view[name].tolist() for name in view.dtype.names if name != "rules"}
        rules = SimpleNamespace(**dict(zip(view.rules.dtype.names, view.rules.tolist())))
        super().__init__(**fields, rules=rules, mover=seat_to_move(view), record=view)


def middle(x: float, y: float, words: str, size: float, fill: str = INK, **attributes) -> str:
    """Words whose middle is at x."""
    return text(x, y, words, size, text_anchor="middle", fill=fill, **attributes)


def bold(x: float, y: float, words: str, size: float, fill: str = INK, **attributes) -> str:
    """Bold words from x on."""
    return text(x, y, words, size, font_weight="bold", fill=fill, **attributes)


@cache
def token(seat: int, x: float, y: float, size: float, letter: str) -> str:
    """The shape of a seat, filled, with a letter in it; (x, y) is its middle."""
    shape = icon(f"seat{seat}", x - size / 2, y - size / 2, size, SEAT_COLORS[seat])
    return shape + middle(x, y + 0.18 * size, letter, 0.48 * size, SEAT_INKS[seat], font_weight="bold")


@cache
def hollow(seat: int, x: float, y: float, size: float, letter: str) -> str:
    """The shape of a seat as an outline, with a letter in it."""
    rim = icon(f"seat{seat}", x - size / 2, y - size / 2, size, SEAT_COLORS[seat])
    inside = icon(f"seat{seat}", x - 0.39 * size, y - 0.39 * size, 0.78 * size, WHITE)
    return rim + inside + middle(x, y + 0.16 * size, letter, 0.48 * size, font_weight="bold")


@cache
def coin(x: float, y: float, radius: float, dollars: int) -> str:
    """A coin with its number."""
    disk = element("circle", cx=x, cy=y, r=radius, fill=GOLD, stroke="#7a6a00", stroke_width=1.3)
    return disk + middle(x, y + 0.4 * radius, str(dollars), 1.15 * radius, font_weight="bold")


@cache
def die(x: float, y: float, size: float, value: str) -> str:
    """A die that shows a number; (x, y) is its upper left corner."""
    face = element("rect", x=x, y=y, width=size, height=size, rx=size / 5, fill=LEAF, stroke=INK, stroke_width=1.4)
    return face + middle(x + size / 2, y + 0.72 * size, value, 0.62 * size, font_weight="bold")
