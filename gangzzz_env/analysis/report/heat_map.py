"""A plot of a table of numbers: each as a cell, from blue below the reference to orange above it."""

from collections.abc import Sequence

from gangzzz_env.svg import FONT, SPACE, box, element, text

LABELS, CELL_WIDTH, CELL_HEIGHT, TOP = 100, 52, 26, 78
INK, FADED = "#2a2520", "#6f685b"
BELOW, MIDDLE, ABOVE = (0, 114, 178), (255, 253, 247), (213, 94, 0)


def heat_map(
    rows: Sequence[str],
    columns: Sequence[str],
    values: Sequence[Sequence[float | None]],
    reference: float,
    reach: float,
) -> str:
    """The plot as SVG.

    Args:
        rows: names.
        columns: names.
        values: a number for each row and column, None for none.
        reference: the number without color.
        reach: how far from it the color is full.
    """
    width, height = LABELS + CELL_WIDTH * len(columns), TOP + CELL_HEIGHT * len(rows)
    drawn = [_column_name(LABELS + CELL_WIDTH * (place + 0.5), name) for place, name in enumerate(columns)]
    for line, (name, numbers) in enumerate(zip(rows, values)):
        top = TOP + CELL_HEIGHT * line
        drawn.append(text(LABELS - 8, top + 17, name, 12, text_anchor="end", fill=INK))
        drawn += [
            _cell(LABELS + CELL_WIDTH * place, top, value, (value - reference) / reach)
            for place, value in enumerate(numbers)
            if value is not None
        ]
    drawn.append(text(LABELS - 8, TOP - 8, "wins of ... against", 10, text_anchor="end", fill=FADED))
    return element(
        "svg",
        "".join(drawn),
        xmlns=SPACE,
        viewBox=f"0 0 {width} {height}",
        width=width,
        height=height,
        font_family=FONT,
    )


def _column_name(x: float, name: str) -> str:
    return text(0, 0, name, 12, fill=INK, transform=f"translate({x:g} {TOP - 8}) rotate(-45)")


def _cell(left: float, top: float, value: float, strength: float) -> str:
    share = min(1.0, abs(strength))
    end = ABOVE if strength > 0 else BELOW
    color = "#" + "".join(f"{round(middle + share * (far - middle)):02x}" for middle, far in zip(MIDDLE, end))
    ink = "#ffffff" if share > 0.75 else INK
    return box(left, top, CELL_WIDTH - 2, CELL_HEIGHT - 2, fill=color) + text(
        left + CELL_WIDTH / 2 - 1, top + 17, f"{value:.0f}", 12, text_anchor="middle", fill=ink
    )
