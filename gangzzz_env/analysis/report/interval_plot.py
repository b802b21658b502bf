"""A plot of numbers with their intervals: a line each, with a dot where the number is."""

from collections.abc import Sequence
from dataclasses import dataclass

from gangzzz_env.svg import FONT, SPACE, element, text

WIDTH, LABELS, RIGHT, ROW, TOP, BOTTOM = 640, 210, 20, 22, 10, 34
INK, FADED, LINE, MARK = "#2a2520", "#6f685b", "#cfc5b0", "#0072b2"


@dataclass(frozen=True)
class Line:
    """A number of the plot.

    Attributes:
        label: its name.
        value, low, high: the number and the ends of its interval.
    """

    label: str
    value: float
    low: float
    high: float


def interval_plot(lines: Sequence[Line], reference: float, unit: str) -> str:
    """The plot as SVG.

    Args:
        lines: from top to bottom.
        reference: where a dashed line stands: what all numbers would be if nothing were the matter.
        unit: what the axis counts.
    """
    low = min([reference, *(line.low for line in lines)])
    high = max([reference, *(line.high for line in lines)])
    step = _step(high - low)
    marks = [step * k for k in range(int(low // step), int(-(-high // step)) + 1)]
    height = TOP + ROW * len(lines) + BOTTOM

    def across(value: float) -> float:
        return LABELS + (WIDTH - LABELS - RIGHT) * (value - marks[0]) / (marks[-1] - marks[0])

    bottom = height - BOTTOM
    drawn = [_upright(across(mark), bottom, stroke=LINE) + _number(across(mark), bottom, mark) for mark in marks]
    drawn.append(_upright(across(reference), bottom, stroke=INK, stroke_dasharray="4 3"))
    drawn += [_line(line, TOP + ROW * (place + 0.5), across) for place, line in enumerate(lines)]
    drawn.append(text((LABELS + WIDTH) / 2, height - 4, unit, 12, text_anchor="middle", fill=FADED))
    return element(
        "svg",
        "".join(drawn),
        xmlns=SPACE,
        viewBox=f"0 0 {WIDTH} {height}",
        width=WIDTH,
        height=height,
        font_family=FONT,
    )


def _step(span: float) -> float:
    """A round distance of about five marks over a span."""
    span = span or 1.0
    power = 10.0 ** len(f"{int(span)}") / 100
    sizes = [power * size for size in (1, 2, 5, 10, 20, 50)] + [power / 10 * size for size in (1, 2, 5)]
    return min(sizes, key=lambda size: abs(span / size - 5))


def _upright(x: float, bottom: float, **attributes) -> str:
    return element("line", x1=x, x2=x, y1=TOP, y2=bottom, **attributes)


def _number(x: float, bottom: float, value: float) -> str:
    return text(x, bottom + 15, f"{round(value, 2):g}".replace("-", "−"), 12, text_anchor="middle", fill=FADED)


def _line(line: Line, y: float, across) -> str:
    low, middle, high = (across(value) for value in (line.low, line.value, line.high))
    return (
        text(LABELS - 12, y + 4, line.label, 13, text_anchor="end", fill=INK)
        + element("line", x1=low, x2=high, y1=y, y2=y, stroke=MARK, stroke_width=3, stroke_linecap="round")
        + element("circle", cx=middle, cy=y, r=4.5, fill=MARK)
    )
