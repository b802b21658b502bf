"""Pieces of SVG as text, and a picture that is made of panels of named parts."""

from dataclasses import dataclass
from functools import cache
from html import escape

FONT = "DejaVu Sans, Verdana, sans-serif"
SPACE = "http://www.w3.org/2000/svg"
# Color, ink on it, and dashes of a seat's lines: colors that color-blind eyes tell apart (Okabe and Ito).
SEAT_COLORS = ("#d55e00", "#0072b2", "#009e73", "#cc79a7")
SEAT_INKS = ("#ffffff", "#ffffff", "#ffffff", "#2a2520")
SEAT_DASHES = ("none", "9 4", "2 4", "11 3 2 3")


def element(name: str, inner: str = "", /, **attributes) -> str:
    """An element; `stroke_width=2` is written as `stroke-width="2"`, and numbers as short as they are."""
    told = "".join(f' {key.replace("_", "-")}="{_value(value)}"' for key, value in attributes.items())
    return f"<{name}{told}>{inner}</{name}>" if inner else f"<{name}{told}/>"


def text(x: float, y: float, words: str, size: float, **attributes) -> str:
    """Words on the base line y, from x on unless `text_anchor` says otherwise."""
    return element("text", escape(str(words)), x=x, y=y, font_size=size, **attributes)


def box(x: float, y: float, width: float, height: float, **attributes) -> str:
    """A rectangle."""
    return element("rect", x=x, y=y, width=width, height=height, **attributes)


@cache
def icon(name: str, x: float, y: float, size: float, color: str) -> str:
    """A symbol of the sheet, in a square whose upper left corner is at (x, y)."""
    return element("use", href=f"#{name}", x=x, y=y, width=size, height=size, color=color)


def moved(x: float, y: float, inner: str, **attributes) -> str:
    """A group whose origin is at (x, y)."""
    return element("g", inner, transform=f"translate({_value(x)} {_value(y)})", **attributes)


def _value(value: str | float) -> str:
    if isinstance(value, str):
        return escape(value)
    return f"{round(value, 2):g}" if isinstance(value, float) else str(value)


@dataclass(frozen=True)
class Panel:
    """A rectangle of a picture.

    Attributes:
        name: what is shown there.
        left, top, width, height: where, in pixels.
        parts: SVG by name, drawn in this order; pages exchange what has changed of it.
    """

    name: str
    left: int
    top: int
    width: int
    height: int
    parts: dict[str, str]

    def groups(self) -> str:
        """The parts, each a group of its name."""
        return "".join(f'<g data-part="{name}">{inner}</g>' for name, inner in self.parts.items())


@dataclass(frozen=True)
class Sheet:
    """A picture: panels side by side.

    Attributes:
        title: the picture in words, for who hears it.
        width, height: in pixels.
        paper: its color.
        symbols: SVG that the panels refer to.
        panels: in the order in which they are read.
    """

    title: str
    width: int
    height: int
    paper: str
    symbols: str
    panels: tuple[Panel, ...]

    def svg(self) -> str:
        """The whole picture as an SVG file."""
        panels = "".join(moved(panel.left, panel.top, panel.groups()) for panel in self.panels)
        size = f'viewBox="0 0 {self.width} {self.height}" width="{self.width}" height="{self.height}"'
        return (
            f'<svg xmlns="{SPACE}" {size} role="img" font-family="{FONT}"><title>{escape(self.title)}</title>'
            f'<defs>{self.symbols}</defs><rect width="{self.width}" height="{self.height}" fill="{self.paper}"/>'
            f"{panels}</svg>"
        )
