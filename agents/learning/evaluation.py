"""Evaluations: how often a network wins against each agent of a panel, in games of their own."""

import csv
import io
from collections.abc import Callable, Sequence
from pathlib import Path

from agents import make_agent
from agents.learned import Learned
from gangzzz_env.analysis.metrics import summary
from gangzzz_env.analysis.play import Games, paired_seeds, play_lineup
from gangzzz_env.games.gangzzz import GAME
from gangzzz_env.program import write_whole

LEARNED = "learned"
CURVE = "evaluations.csv"


class Trial:
    """Games against each agent of a panel, in all other seats, for each player count; the same deals every time.

    Args:
        panel: names of agents.
        players: the player counts.
        games: of each agent and count, rounded up so that each deal is played from every seat.
        seed: of the deals.
        rules: of the games.
    """

    def __init__(self, panel: Sequence[str], players: Sequence[int], games: int, seed: int, rules):
        self.cells = [(num_players, name) for num_players in players for name in panel]
        self.games, self.seed, self.rules = games, seed, rules

    @property
    def size(self) -> int:
        """How many games one evaluation has."""
        return sum(n * len(paired_seeds(self.seed, self.games, n)) for n, _ in self.cells)

    def play(self, checkpoint: Path, on_end: Callable[[int], object] = lambda count: None) -> list[Games]:
        """The games of a checkpoint; `on_end` hears how many have just ended."""
        learned = Learned(checkpoint)
        return [
            play_lineup(
                GAME,
                (LEARNED, *[name] * (num_players - 1)),
                {name: make_agent(name, self.seed), LEARNED: learned},
                paired_seeds(self.seed, self.games, num_players),
                self.rules,
                on_end,
            )
            for num_players, name in self.cells
        ]

    def rates(self, played: list[Games]) -> list[dict]:
        """A row for each count and agent: num_players, opponent, n distinct games, win_rate, low and high (95 %)."""
        rows = [row for row in summary(GAME, played)["lineups"] if row["agent"] == LEARNED]
        return [
            {"num_players": num_players, "opponent": name} | {key: row[key] for key in ("n", "win_rate", "low", "high")}
            for (num_players, name), row in zip(self.cells, rows)
        ]


def score(rates: Sequence[dict]) -> float:
    """The mean reward `win` over panel and counts: 0 at par, 1 if every game is won."""
    wins = [(row["num_players"] * row["win_rate"] - 1) / (row["num_players"] - 1) for row in rates]
    return sum(wins) / len(wins)


def best(curve: Sequence[dict]) -> tuple[int, float]:
    """After how many decisions the evaluation with the highest `score` was made, the last one of equals, and it."""
    rows = {}
    for row in curve:
        rows.setdefault(row["decisions"], []).append(row)
    highest, decisions = max((score(rates), decisions) for decisions, rates in rows.items())
    return decisions, highest


def words(row: dict) -> str:
    """A win rate in words."""
    percent = [f"{100 * row[key]:.1f}" for key in ("win_rate", "low", "high")]
    return f"{percent[0]}% [{percent[1]}, {percent[2]}] against {row['opponent']} of {row['num_players']}"


def write_curve(folder: Path, curve: Sequence[dict]) -> None:
    """Write all evaluations of a run, a row for each one's player count and agent."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(curve[0]))
    writer.writeheader()
    writer.writerows(curve)
    write_whole(folder / CURVE, text.getvalue())
