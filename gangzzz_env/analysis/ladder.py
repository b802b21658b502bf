"""The ladder: each agent, one of it, against the rung below and against one reference in all other seats.

A contest is one agent against copies of another, with seats rotated and deals paired; its rate is the agent's share of
the victories, par is 1 in as many as there are players. Contests are kept in a file as they end, and not played again.
"""

import csv
import dataclasses
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from gangzzz_env.analysis.metrics import summary
from gangzzz_env.analysis.play import paired_seeds, play_lineup
from gangzzz_env.analysis.tables import aligned, rate
from gangzzz_env.game import Game
from gangzzz_env.program import write_whole

JSON, CSV, MARKDOWN = "ladder.json", "ladder.csv", "ladder.md"
BEGIN, END = "<!-- ladder -->", "<!-- end of ladder -->"


@dataclass(frozen=True)
class Contest:
    """One agent against copies of another.

    Attributes:
        num_players: of each game.
        agent, against: names; `against` sits in all other seats.
        games: as asked for; they are rounded up so that each deal is played in every rotation.
        seed: of the deals and agents.
        rules: all of them, by name.
    """

    num_players: int
    agent: str
    against: str
    games: int
    seed: int
    rules: dict


def contests(games: dict[str, int], reference: str, players: Sequence[int], seed: int, rules: dict) -> list[Contest]:
    """All contests of a ladder, each once: of every agent against the rung below, and against the reference.

    Args:
        games: by the names of agents, from the lowest rung on, in how many games it plays; of two agents the fewer.
        reference: one of them.
        players: the numbers of players.
        seed: of the deals and agents.
        rules: all of them, by name.
    """
    names = list(games)
    pairs = [pair for below, name in zip(["", *names], names) for pair in ((name, below), (name, reference))]
    pairs = [pair for pair in dict.fromkeys(pairs) if pair[1] and pair[0] != pair[1]]
    return [
        Contest(number, name, other, min(games[name], games[other]), seed, rules)
        for number in players
        for name, other in pairs
    ]


def play(game: Game, contest: Contest, agents: dict[str, object], on_end: Callable[[int], object]) -> dict:
    """The row of a contest: what it was, and the agent's `n` distinct games, `wins`, `win_rate`, `low` and `high`."""
    lineup = (contest.agent, *[contest.against] * (contest.num_players - 1))
    seeds = paired_seeds(contest.seed, contest.games, contest.num_players)
    played = play_lineup(game, lineup, agents, seeds, contest.rules, on_end)
    found = next(row for row in summary(game, [played])["agents"] if row["agent"] == contest.agent)
    return dataclasses.asdict(contest) | {name: found[name] for name in ("n", "wins", "win_rate", "low", "high")}


def kept(folder: Path) -> list[dict]:
    """The rows that a ladder has left in its folder.

    Raises:
        ValueError: there is something else.
    """
    try:
        rows = json.loads((folder / JSON).read_text(encoding="utf-8"))
        if not isinstance(rows, list):
            raise ValueError("no rows")
        return [row for row in rows if rate(row) and row["n"] > 0 and Contest(**_contest_of(row))]
    except FileNotFoundError:
        return []
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        raise ValueError(f"{folder / JSON} is no ladder; name another output folder") from None


def _contest_of(row: dict) -> dict:
    return {field.name: row[field.name] for field in dataclasses.fields(Contest)}


def find(rows: list[dict], contest: Contest) -> dict | None:
    """The row of a contest, if it has been played."""
    return next((row for row in rows if _contest_of(row) == dataclasses.asdict(contest)), None)


def write(folder: Path, rows: list[dict]) -> None:
    """Keep these rows."""
    write_whole(folder / JSON, json.dumps(rows, indent=2) + "\n")


def csv_text(rows: list[dict]) -> str:
    """The rows of contests as CSV, without their rules."""
    text = io.StringIO()
    plain = [{name: value for name, value in row.items() if name != "rules"} for row in rows]
    writer = csv.DictWriter(text, list(plain[0]) if plain else [])
    writer.writeheader()
    writer.writerows(plain)
    return text.getvalue()


def tables(rows: list[dict], names: Sequence[str], reference: str) -> list[tuple[str, list[str], list[list[str]]]]:
    """Two tables, each a title, a head and lines: against the reference, and against the rung below."""
    players = sorted({row["num_players"] for row in rows})
    found = {(row["num_players"], row["agent"], row["against"]): row for row in rows}
    head = [f"{number} players, par {100 / number:.0f}%" for number in players]
    below = dict(zip(names[1:], names))
    return [
        (
            f"One agent against {reference} in all other seats",
            ["agent", *head],
            [[name, *(_cell(found.get((number, name, reference))) for number in players)] for name in names],
        ),
        (
            "One agent against the rung below in all other seats",
            ["agent against", *head],
            [
                [f"{name} against {below[name]}", *(_cell(found.get((n, name, below[name]))) for n in players)]
                for name in names[1:]
            ],
        ),
    ]


def _cell(row: dict | None) -> str:
    return f"{rate(row)} of {row['n']}" if row else "-"


def text(shown: list[tuple]) -> str:
    """Tables for a terminal."""
    return "\n\n".join(f"{title}\n{aligned(head, lines)}" for title, head, lines in shown)


def markdown(shown: list[tuple]) -> str:
    """Tables in Markdown."""
    parts = []
    for title, head, lines in shown:
        rows = [head, ["---"] * len(head), *lines]
        parts.append("\n".join([f"{title}:", "", *(f"| {' | '.join(row)} |" for row in rows)]))
    return "\n\n".join(parts) + "\n"


def replaced(page: str, table: str) -> str:
    """A page with the table between its two markers.

    Raises:
        ValueError: it has not each of them once, in order.
    """
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end or page.count(BEGIN) != 1 or page.count(END) != 1:
        raise ValueError(f"must hold the lines {BEGIN} and {END}, each once and in this order")
    return f"{before}{BEGIN}\n{table}{END}{after}"
