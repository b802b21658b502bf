"""What the games of a tournament show: win rates with intervals, money by source, length, how many were distinct.

A game that went exactly as another one of the same line-up and seating is a copy. It is counted, and left out of every
rate and mean: deterministic agents that repeat themselves prove nothing.
"""

from collections.abc import Iterable, Sequence

import numpy as np

from gangzzz_env.analysis.play import Games
from gangzzz_env.analysis.statistics import wilson
from gangzzz_env.game import Game


def originals(games: Games) -> np.ndarray:
    """Indices of the games that are no copies: the first of each way to go and who sat where."""
    seen, rows = set(), []
    for game in range(len(games.digest)):
        seating = tuple(games.agent_at(game, seat) for seat in range(len(games.lineup)))
        if (games.digest[game], seating) not in seen:
            seen.add((games.digest[game], seating))
            rows.append(game)
    return np.array(rows, np.int64)


def summary(game: Game, played: Sequence[Games]) -> dict:
    """The tables of a tournament, as plain lists of dictionaries.

    `agents`: a row an agent; `seats`: a row an agent and seat; `lineups`: a row a line-up and agent; `games`: a row a
    line-up with its numbers of games, distinct and unfinished ones, and mean decisions. In the first three, n counts
    seats taken in distinct games (an agent that sits twice counts twice), and win_rate has the interval low to high.
    """
    seatings = [row for games in played for row in _seatings(games)]
    return {
        "agents": _table(game, seatings, ("agent",)),
        "seats": _table(game, seatings, ("agent", "seat")),
        "lineups": _table(game, seatings, ("lineup", "agent")),
        "games": [_counts(games) for games in played],
    }


def lineup_name(lineup: tuple[str, ...]) -> str:
    """A line-up in words."""
    return " vs ".join(lineup)


def _counts(games: Games) -> dict:
    rows = originals(games)
    return {
        "lineup": lineup_name(games.lineup),
        "games": len(games.digest),
        "distinct": len(rows),
        "unfinished": int(np.sum(~games.is_finished)),
        "decisions": float(games.decisions[rows].mean()),
    }


def _seatings(games: Games) -> Iterable[dict]:
    """Who sat where in each distinct game, and what came of it."""
    for row in originals(games):
        for seat in range(len(games.lineup)):
            yield {
                "lineup": lineup_name(games.lineup),
                "agent": games.agent_at(row, seat),
                "seat": seat,
                "share": games.share[row, seat],
                "ledger": games.ledger[row, seat],
                "tally": games.tally[row, seat],
            }


def _table(game: Game, seatings: list[dict], keys: tuple[str, ...]) -> list[dict]:
    """One row for each combination of the keys, in the order of their first appearance (seats in order)."""
    groups = {}
    for row in seatings:
        groups.setdefault(tuple(row[key] for key in keys), []).append(row)
    return [dict(zip(keys, key)) | _rates(game, rows) for key, rows in groups.items()]


def _rates(game: Game, rows: list[dict]) -> dict:
    wins, n = float(sum(row["share"] for row in rows)), len(rows)
    low, high = wilson(wins, n)
    ledger = np.mean([row["ledger"] for row in rows], axis=0)
    tally = np.mean([row["tally"] for row in rows], axis=0)
    return {
        "n": n,
        "wins": wins,
        "win_rate": wins / n,
        "low": low,
        "high": high,
        "money": float(ledger.sum()),
        **{source: float(dollars) for source, dollars in zip(game.sources, ledger)},
        **{tally_name: float(mean) for tally_name, mean in zip(game.tallies, tally)},
    }
