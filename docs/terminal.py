"""Draw docs/terminal.svg: a position of a real game, as `render()` prints it in a terminal with colors."""

import re
from html import escape
from pathlib import Path

from gangzzz_env import gangzzz_v0
from gangzzz_env.games.gangzzz import GAME
from gangzzz_env.sample import MaskSampler
from gangzzz_env.terminal import colored

SEED, DECISIONS, COLUMNS = 1920, 70, 115
COLUMN, LINE, MARGIN = 7.25, 16, 14
PAPER, INK = "#16181d", "#d5d8de"
COLORS = {"31": "#ff6b6b", "34": "#6cb2ff", "32": "#7bd88f", "33": "#ffd166"}


def position() -> str:
    """A view of the player to move, after so many random decisions."""
    env, sampler = gangzzz_v0.env(), MaskSampler(SEED)
    env.reset(seed=SEED)
    for _ in range(DECISIONS):
        env.step(sampler.sample(env.last()[0]["action_mask"]))
    return GAME.describe(env.view(env.agent_selection)[0], colored)


def folded(line: str) -> list[str]:
    """A line as a terminal breaks it, after so many columns; color codes take none."""
    marks = re.findall(r"(?:\x1b\[\d+m)*[^\x1b](?:\x1b\[0m)?", line)
    return ["".join(marks[low : low + COLUMNS]) for low in range(0, len(marks), COLUMNS)]


def spans(line: str) -> str:
    """A line of terminal text with its colors as SVG."""
    parts = re.split(r"\x1b\[(\d+)m", line)
    pieces = [escape(parts[0])]
    for code, text in zip(parts[1::2], parts[2::2]):
        pieces.append(f'<tspan fill="{COLORS[code]}">{escape(text)}</tspan>' if code in COLORS else escape(text))
    return "".join(pieces)


def picture(text: str) -> str:
    """The text as an SVG in a fixed-width font, every line stretched to its number of columns."""
    lines = [part for line in text.split("\n") for part in folded(line)]
    lengths = [len(re.sub(r"\x1b\[\d+m", "", line)) for line in lines]
    width, height = 2 * MARGIN + COLUMN * max(lengths), 2 * MARGIN + LINE * len(lines)
    rows = [
        f'<text x="{MARGIN}" y="{MARGIN + LINE * row + 12}" textLength="{COLUMN * length}">{spans(line)}</text>'
        for row, (line, length) in enumerate(zip(lines, lengths))
        if length
    ]
    fonts = "DejaVu Sans Mono, Menlo, Consolas, monospace"
    style = f'fill="{INK}" font-family="{fonts}" font-size="12" xml:space="preserve"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}">',
            f'<rect width="100%" height="100%" rx="8" fill="{PAPER}"/>',
            f"<g {style}>",
            *rows,
            "</g>",
            "</svg>\n",
        ]
    )


if __name__ == "__main__":
    Path(__file__).with_suffix(".svg").write_text(picture(position()), encoding="utf-8")
