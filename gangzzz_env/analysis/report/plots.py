"""Plots of how something is spread, or changes over a game: a curve for each of a few series."""

from collections.abc import Mapping, Sequence

from gangzzz_env.svg import FONT, SEAT_COLORS, SEAT_DASHES, SPACE, element, text

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 300, 56, 150, 12, 46
INK, FADED, LINE, PAPER = "#2a2520", "#6f685b", "#cfc5b0", "#fffdf7"


def curves(
    x: Sequence[float], series: Mapping[str, Sequence[float | None]], x_unit: str, y_unit: str, bands: Mapping = {}
) -> str:
    """Curves as SVG, of up to four series, told apart by color and by dashes.

    Args:
        x: where the points are, ascending.
        series: by name, a number for each point, None for none.
        x_unit: what the axis to the right counts.
        y_unit: what the axis upward counts.
        bands: by name of a series, (low, high) for each point, drawn behind the curve.
    """
    known = [value for values in series.values() for value in values if value is not None]
    marks_x, marks_y = marks(min(x), max(x)), marks(0, max([*known, 1e-9]))

    def at(across: float, up: float) -> tuple[float, float]:
        return (
            LEFT + (WIDTH - LEFT - RIGHT) * (across - marks_x[0]) / (marks_x[-1] - marks_x[0]),
            HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (up - marks_y[0]) / (marks_y[-1] - marks_y[0]),
        )

    drawn = [*_axes(marks_x, marks_y, at, x_unit, y_unit)]
    for place, (name, values) in enumerate(series.items()):
        color, dashes = SEAT_COLORS[place % len(SEAT_COLORS)], SEAT_DASHES[place % len(SEAT_DASHES)]
        if name in bands:
            drawn.append(_band(x, bands[name], at, color))
        points = [at(across, up) for across, up in zip(x, values) if up is not None]
        drawn.append(_path(points, fill="none", stroke=color, stroke_width=2.2, stroke_dasharray=dashes))
        drawn.append(_key(place, name, color, dashes))
    return element(
        "svg",
        "".join(drawn),
        xmlns=SPACE,
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        width=WIDTH,
        height=HEIGHT,
        font_family=FONT,
    )


def marks(low: float, high: float) -> list[float]:
    """About five round numbers that span from low to high."""
    span = (high - low) or 1.0
    power = 10.0
    while power > span:
        power /= 10
    while power * 10 <= span:
        power *= 10
    step = min((power * size / 10 for size in (1, 2, 5, 10, 20, 50)), key=lambda size: abs(span / size - 5))
    first, last = int(low // step), int(-(-high // step))
    return [round(step * k, 10) for k in range(first, max(last, first + 1) + 1)]


def _axes(marks_x, marks_y, at, x_unit: str, y_unit: str):
    for mark in marks_y:
        x, y = at(marks_x[0], mark)
        yield element("line", x1=x, x2=WIDTH - RIGHT, y1=y, y2=y, stroke=LINE)
        yield text(x - 6, y + 4, f"{mark:g}", 12, text_anchor="end", fill=FADED)
    for mark in marks_x:
        x, y = at(mark, marks_y[0])
        yield element("line", x1=x, x2=x, y1=y, y2=y + 4, stroke=FADED)
        yield text(x, y + 17, f"{mark:g}", 12, text_anchor="middle", fill=FADED)
    yield text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, x_unit, 12, text_anchor="middle", fill=FADED)
    yield text(
        0, 0, y_unit, 12, text_anchor="middle", fill=FADED, transform=f"translate(13 {HEIGHT / 2 - 20}) rotate(-90)"
    )


def _band(x, bounds, at, color: str) -> str:
    known = [(across, low, high) for across, (low, high) in zip(x, bounds) if low is not None]
    edge = [at(across, high) for across, _, high in known] + [at(across, low) for across, low, _ in reversed(known)]
    return _path(edge, fill=color, fill_opacity=0.15, stroke="none")


def _path(points, **attributes) -> str:
    return element("path", d="M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points), **attributes) if points else ""


def _key(place: int, name: str, color: str, dashes: str) -> str:
    x, y = WIDTH - RIGHT + 14, TOP + 14 + 20 * place
    line = element("line", x1=x, x2=x + 30, y1=y - 4, y2=y - 4, stroke=color, stroke_width=2.2, stroke_dasharray=dashes)
    return line + text(x + 36, y, name, 12, fill=INK)
