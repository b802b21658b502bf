"""The evaluations and the league's ratings over a training, as plots. Needs matplotlib and choix."""

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import EngFormatter

from agents.learning.league import Result
from agents.learning.ratings import ratings
from gangzzz_env.analysis.plots import COLORS, DASHES, INK, dress, figure, style

INCHES = (6.0, 4.2)  # of the axes for one player count
BAND = 0.15  # how dark an interval is
DECISIONS = "decisions of self-play"


def evaluations(curve: Sequence[dict]) -> Figure:
    """Win rates with intervals over decisions, for each player count; of the rows of `evaluation.write_curve`."""
    counts = sorted({row["num_players"] for row in curve})
    drawn = figure(INCHES[0] * len(counts), INCHES[1])
    for axes, num_players in zip(drawn.subplots(1, len(counts), squeeze=False)[0], counts):
        _draw_rates(axes, [row for row in curve if row["num_players"] == num_players], num_players)
    return drawn


def _draw_rates(axes: Axes, rows: Sequence[dict], num_players: int) -> None:
    par = 100 / num_players
    for place, name in enumerate(dict.fromkeys(row["opponent"] for row in rows)):
        own = [row for row in rows if row["opponent"] == name]
        percent = {key: [100 * row[key] for row in own] for key in ("win_rate", "low", "high")}
        decisions = [row["decisions"] for row in own]
        axes.plot(decisions, percent["win_rate"], label=f"against {name}", **style(place))
        axes.fill_between(decisions, percent["low"], percent["high"], color=style(place)["color"], alpha=BAND, lw=0)
    axes.axhline(par, color=INK, linestyle=":", linewidth=1.2, label=f"par, {par:.0f} %")
    dress(axes, title=f"Games won, {num_players} players", xlabel=DECISIONS, ylabel="%, with 95 % interval")
    axes.xaxis.set_major_formatter(EngFormatter(sep=""))
    axes.legend(loc="best", framealpha=0.9)


def league(results: Sequence[Result], panel: Sequence[str]) -> Figure:
    """Ratings with intervals of the snapshots over decisions, and of the panel, whose first has none: it is at 0."""
    rows = ratings(results, panel[0])
    drawn = figure(*INCHES)
    axes = drawn.subplots()
    snapshots = [row for row in rows if not isinstance(row["player"], str)]
    decisions = [row["player"] for row in snapshots]
    axes.plot(decisions, [row["rating"] for row in snapshots], label="the learner, from there on", **style(0))
    low, high = ([row[key] for row in snapshots] for key in ("low", "high"))
    axes.fill_between(decisions, low, high, color=COLORS[0], alpha=BAND, lw=0)
    for place, name in enumerate(panel, 1):
        row = next((row for row in rows if row["player"] == name), None)
        if row is not None:
            color, dashes = COLORS[place % len(COLORS)], DASHES[place % len(DASHES)]
            axes.axhline(row["rating"], color=color, linestyle=dashes, linewidth=1.6, label=name)
            axes.axhspan(row["low"], row["high"], color=color, alpha=BAND, lw=0)
    dress(axes, title="Ratings in the league", xlabel=DECISIONS, ylabel=f"points above {panel[0]}, with 95 % interval")
    axes.xaxis.set_major_formatter(EngFormatter(sep=""))
    axes.legend(loc="best", framealpha=0.9)
    return drawn
