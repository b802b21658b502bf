"""Text for a terminal: the colors of the seats, where it has colors, and lines that are not wider than it is."""

import os
import re
import sys
from collections.abc import Callable

# Red, blue, green, yellow: the SGR codes of seats 0-3.
SEAT_COLORS = (31, 34, 32, 33)

Paint = Callable[[str, int], str]


def plain(text: str, seat: int) -> str:
    """The text as it is."""
    return text


def colored(text: str, seat: int) -> str:
    """The text in a seat's color; nobody (-1) has none."""
    return f"\x1b[{SEAT_COLORS[seat]}m{text}\x1b[0m" if seat >= 0 else text


def paint_of_stdout() -> Paint:
    """`colored` when standard output is a terminal and NO_COLOR is not set, else `plain`."""
    return colored if sys.stdout.isatty() and "NO_COLOR" not in os.environ else plain


def wrapped(line: str, width: int, indent: int) -> list[str]:
    """A line with colors in pieces of at most so many columns, if its words are; those after the first are indented."""
    pieces, piece = [], ""
    for word in re.split("(?<=[^ ])(?= )", line):
        if piece and columns(piece + word) > width:
            pieces.append(piece)
            piece, word = " " * indent, word.lstrip()
        piece += word
    return [*pieces, piece]


def columns(text: str) -> int:
    """How wide a text is; colors take no place."""
    return len(re.sub(r"\x1b\[\d*m", "", text))
