"""Legal moves as a numbered list, which leads step by step to one of them: crossing first, then building, then manager.

A move's heading says the steps, with commas between them, as `LEX/48TH, city`; its words are the last step. Where few
moves are left, or one, all of them are listed at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from gangzzz_env.telling import Move

FEW = 12  # moves that are listed at once
GAP = 3  # columns between two entries that stand side by side


@dataclass(frozen=True)
class Entry:
    """A line of the list: a move, or a step that leads to several."""

    words: str
    moves: tuple[Move, ...]


def entries(moves: Sequence[Move], depth: int = 0) -> list[Entry]:
    """The list of moves whose headings have the first `depth` steps in common."""
    if len(moves) <= FEW:
        return [Entry(move.words, (move,)) for move in moves]
    steps = {}
    for move in moves:
        steps.setdefault(_steps(move)[depth], []).append(move)
    if len(steps) == 1:
        return entries(moves, depth + 1)
    return [_entry(step, tuple(own)) for step, own in steps.items()]


def _entry(step: str, moves: tuple[Move, ...]) -> Entry:
    words = moves[0].words if len(moves) == 1 else f"{step} ({len(moves)} moves)"
    return Entry(words, moves)


def _steps(move: Move) -> tuple[str, ...]:
    return (*move.group.split(", "), move.words)


def matching(moves: Sequence[Move], words: str) -> list[Move]:
    """The moves that have all of these words, or beginnings or other parts of words, in any order."""
    parts = words.lower().split()
    return [move for move in moves if all(part in f"{move.group} {move.words}".lower() for part in parts)]


def lines(listed: Sequence[Entry], width: int) -> list[str]:
    """The numbered list in as many columns as so many characters hold, to be read downward."""
    digits = len(str(len(listed)))
    cells = [f"{number:>{digits}} {entry.words}" for number, entry in enumerate(listed, 1)]
    cell = max(map(len, cells), default=0) + GAP
    columns = max(1, min((width + GAP) // cell, -(-len(cells) // FEW))) if cells else 1
    height = -(-len(cells) // columns)
    return ["".join(f"{text:<{cell}}" for text in cells[row::height]).rstrip() for row in range(height)]
