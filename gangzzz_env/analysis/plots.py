"""Plots of tournaments, and what all plots share: colors, lines, and how they become files. Needs matplotlib."""

import io
from collections.abc import Sequence

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure

# Colors that color-blind eyes tell apart (Okabe and Ito 2008); lines differ in marker and dashes, too.
COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#6f685b", "#f0e442")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
DASHES = ("-", "--", "-.", ":")
INK, GRID, PAPER = "#2a2520", "#cfc5b0", "#fffdf7"
DPI = 130  # of PNG files
ROW, MARGIN = 0.45, 1.2  # inches of an agent, and of title and axis
LEAST_SHARE = 0.045  # of an axis' width, of a part of a bar that is labeled


def style(place: int) -> dict:
    """How the line of the k-th thing is drawn."""
    return {
        "color": COLORS[place % len(COLORS)],
        "marker": MARKERS[place % len(MARKERS)],
        "linestyle": DASHES[place % len(DASHES)],
        "markersize": 5,
        "linewidth": 1.6,
    }


def figure(width: float, height: float) -> Figure:
    """An empty figure of so many inches, known to nobody else, which fits its texts in."""
    return Figure((width, height), layout="constrained", facecolor=PAPER)


def dress(axes: Axes, **words) -> None:
    """The look of all axes, and their title and labels."""
    axes.set(**words)
    axes.set_facecolor(PAPER)
    axes.grid(color=GRID, linewidth=0.6)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def png(drawn: Figure) -> bytes:
    """The figure as a PNG file; the same figure gives the same bytes."""
    out = io.BytesIO()
    drawn.savefig(out, format="png", dpi=DPI, metadata={"Software": None})
    return out.getvalue()


def svg(drawn: Figure, name: str) -> str:
    """The figure as an element <svg> of a page, whose title is the name; the same figure gives the same text."""
    out = io.StringIO()
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": name}):
        drawn.savefig(out, format="svg", metadata={"Title": name, "Date": None, "Creator": None})
    text = out.getvalue()
    return text[text.index("<svg") :]


def tournament(rows: Sequence[dict], sources: Sequence[str], num_players: int) -> Figure:
    """Who wins how often, and what each agent earned by; the best agent on top.

    Args:
        rows: the table `agents` of `metrics.summary`.
        sources: names of the sources of money.
        num_players: of each game.
    """
    rows = sorted(rows, key=lambda row: row["win_rate"])
    drawn = figure(9.5, 2 * (MARGIN + ROW * len(rows)))
    drawn.get_layout_engine().set(h_pad=0.1)
    above, below = drawn.subplots(2)
    _draw_win_rates(above, rows, num_players)
    _draw_money(below, rows, sources)
    return drawn


def _draw_win_rates(axes: Axes, rows: Sequence[dict], num_players: int) -> None:
    """A dot with its 95 % interval for each agent, and par."""
    par = 100 / num_players
    axes.axvline(par, color=INK, linestyle="--", linewidth=1, label=f"par, {par:.0f} %")
    for place, row in enumerate(rows):
        rate, low, high = (100 * row[key] for key in ("win_rate", "low", "high"))
        axes.errorbar(rate, place, xerr=[[rate - low], [high - rate]], fmt="o", color=COLORS[0], capsize=4)
        _note(axes, f"{rate:.1f} %", rate, place + 0.34)
    axes.set_yticks(range(len(rows)), [f"{row['agent']} (n = {row['n']})" for row in rows])
    dress(axes, title="Games won", xlabel="%, with 95 % interval", xlim=(-3, 103), ylim=(-0.6, len(rows) - 0.2))
    axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), frameon=False)


def _draw_money(axes: Axes, rows: Sequence[dict], sources: Sequence[str]) -> None:
    """A bar of parts for each agent: from 0 to the right what it got, to the left what it paid."""
    axes.use_sticky_edges = False
    ends = [[0.0, 0.0] for _ in rows]
    for place, source in enumerate(sources):
        _draw_source(axes, ends, [row[source] for row in rows], COLORS[place % len(COLORS)], source.replace("_", " "))
    axes.axvline(0, color=INK, linewidth=1)
    axes.set_yticks(range(len(rows)), [f"{row['agent']}, {row['money']:.1f}" for row in rows])
    dress(axes, title="Money by source", xlabel="dollars a game, mean; beside each name the sum")
    low, high = axes.get_xlim()
    for bar in axes.patches:
        width, middle = bar.get_width(), bar.get_x() + bar.get_width() / 2
        if width >= LEAST_SHARE * (high - low):
            _note(axes, f"{width if middle > 0 else -width:.1f}", middle, bar.get_y() + bar.get_height() / 2)
    axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), frameon=False)


def _draw_source(axes: Axes, ends: list[list[float]], dollars: list[float], color: str, label: str) -> None:
    """Add a source to the bars, whose `ends` left and right of 0 it moves."""
    starts = []
    for end, width in zip(ends, dollars):
        side = int(width >= 0)
        starts.append(end[side] if side else end[side] + width)
        end[side] += width
    widths = [abs(width) for width in dollars]
    axes.barh(
        range(len(dollars)), widths, left=starts, height=0.62, color=color, edgecolor=INK, linewidth=0.5, label=label
    )


def _note(axes: Axes, words: str, x: float, y: float) -> None:
    """Words around a point, on paper."""
    box = {"boxstyle": "round,pad=0.12", "facecolor": PAPER, "edgecolor": "none", "alpha": 0.9}
    axes.text(x, y, words, ha="center", va="center", fontsize=8, color=INK, bbox=box)
