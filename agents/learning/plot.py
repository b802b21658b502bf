"""The evaluations of a run as a picture: win rates with intervals over decisions, for each player count."""

import os
from collections.abc import Sequence
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure

PICTURE = "evaluations.png"
INCHES, DPI = (5.0, 4.0), 120  # of the picture for one player count


def write(folder: Path, curve: Sequence[dict]) -> Path:
    """Draw the rows of `evaluation.write_curve`; the file is written beside its place and moved there."""
    counts = sorted({row["num_players"] for row in curve})
    figure = Figure((INCHES[0] * len(counts), INCHES[1]), layout="constrained")
    for axes, num_players in zip(figure.subplots(1, len(counts), squeeze=False)[0], counts):
        _draw(axes, [row for row in curve if row["num_players"] == num_players], num_players)
    place = folder / PICTURE
    beside = place.with_name(f".{PICTURE}.{os.getpid()}")
    figure.savefig(beside, format="png", dpi=DPI)
    os.replace(beside, place)
    return place


def _draw(axes: Axes, rows: Sequence[dict], num_players: int) -> None:
    for name in dict.fromkeys(row["opponent"] for row in rows):
        own = [row for row in rows if row["opponent"] == name]
        percent = {key: [100 * row[key] for row in own] for key in ("win_rate", "low", "high")}
        decisions = [row["decisions"] for row in own]
        axes.plot(decisions, percent["win_rate"], marker="o", markersize=3, label=f"against {name}")
        axes.fill_between(decisions, percent["low"], percent["high"], alpha=0.2)
    axes.axhline(100 / num_players, color="gray", linestyle="--", linewidth=1, label="par")
    axes.set(title=f"{num_players} players", xlabel="decisions of self-play", ylabel="games won, % with 95 % interval")
    axes.legend()
