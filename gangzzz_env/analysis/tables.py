"""Tell what a tournament showed: tables for people, JSON and CSV for programs."""

import csv
import io
import json
from pathlib import Path

from gangzzz_env.program import write_whole


def aligned(header: list[str], rows: list[list[str]]) -> str:
    """Text columns, the first to the left and the others to the right."""
    widths = [max(len(line[i]) for line in [header, *rows]) for i in range(len(header))]
    lines = []
    for line in [header, *rows]:
        first = line[0].ljust(widths[0])
        lines.append("  ".join([first, *(cell.rjust(width) for cell, width in zip(line[1:], widths[1:]))]).rstrip())
    return "\n".join(lines)


def rate(row: dict) -> str:
    """A win rate with its interval, in percent."""
    return f"{100 * row['win_rate']:.1f}% [{100 * row['low']:.1f}, {100 * row['high']:.1f}]"


def tables(summary: dict, sources: tuple[str, ...]) -> str:
    """The summary for a terminal: by agent, by seat, by line-up, and money by source."""
    return "\n\n".join(aligned(head, rows) for head, rows in cells(summary, sources))


def cells(summary: dict, sources: tuple[str, ...]) -> list[tuple[list[str], list[list[str]]]]:
    """The tables of a summary, each a head and rows: by agent, by seat, by line-up, money by source, and counts."""
    seats = sorted({row["seat"] for row in summary["seats"]})
    by_seat = {(row["agent"], row["seat"]): row for row in summary["seats"]}
    agents = [row["agent"] for row in summary["agents"]]
    return [
        (
            ["agent", "win rate [95%]", "n", "money"],
            [[row["agent"], rate(row), str(row["n"]), f"{row['money']:.1f}"] for row in summary["agents"]],
        ),
        (
            ["win rate by seat", *(f"seat {seat}" for seat in seats)],
            [[agent, *(_seat_cell(by_seat.get((agent, seat))) for seat in seats)] for agent in agents],
        ),
        (
            ["line-up", "agent", "win rate [95%]", "n"],
            [[row["lineup"], row["agent"], rate(row), str(row["n"])] for row in summary["lineups"]],
        ),
        (
            ["mean money by source", *sources],
            [[row["agent"], *(f"{row[source]:.1f}" for source in sources)] for row in summary["agents"]],
        ),
        (
            ["line-up", "games", "distinct", "unfinished", "decisions a game"],
            [_count_cells(row) for row in summary["games"]],
        ),
    ]


def _seat_cell(row: dict | None) -> str:
    return f"{rate(row)} n={row['n']}" if row else "-"


def _count_cells(row: dict) -> list[str]:
    counts = [str(row[name]) for name in ("games", "distinct", "unfinished")]
    return [row["lineup"], *counts, f"{row['decisions']:.1f}"]


def csv_text(summary: dict) -> str:
    """All rates as one CSV: a row for each agent, agent and seat, and line-up and agent; `all` where it sums up."""
    rows = [{"lineup": "all", "agent": "all", "seat": "all"} | row for row in _rate_rows(summary)]
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _rate_rows(summary: dict) -> list[dict]:
    return [*summary["agents"], *summary["seats"], *summary["lineups"]]


def write(folder: Path, settings: dict, summary: dict) -> list[Path]:
    """Write eval.json (the settings and all tables) and eval.csv (all rates); returns their paths."""
    contents = {
        "eval.json": json.dumps({"settings": settings, **summary}, indent=2) + "\n",
        "eval.csv": csv_text(summary),
    }
    for name, text in contents.items():
        write_whole(folder / name, text)
    return [folder / name for name in contents]
