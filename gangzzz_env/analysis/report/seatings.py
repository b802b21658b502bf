"""Who sat where in all games that are no copies, and estimates that compare a seat only with its like.

Like are seats of the same agent at the same place of the same line-up by the same rules: a *stratum*. What agents and
seats win anyway is so taken off.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gangzzz_env.analysis.measure import Measures
from gangzzz_env.analysis.report.parts import GameReference
from gangzzz_env.analysis.saved import Meeting
from gangzzz_env.analysis.statistics import OfDeals, clustered_ratio

COLUMNS_AT_ONCE = 32


@dataclass(frozen=True)
class Seatings:
    """One row for each seat of each game.

    Attributes:
        meeting: i8[n], place among the meetings.
        row: i8[n], of the meeting's measures.
        game: i8[n], of the meeting's games.
        players, seat: i8[n].
        share: f8[n], of the victory.
        deal: u8[n].
        stratum: i8[n], equal for who is alike.
        agents: names of all who played.
    """

    meeting: np.ndarray
    row: np.ndarray
    game: np.ndarray
    players: np.ndarray
    seat: np.ndarray
    share: np.ndarray
    deal: np.ndarray
    stratum: np.ndarray
    agents: tuple[str, ...]

    def of(self, columns: Sequence[np.ndarray]) -> np.ndarray:
        """Numbers of each row, from arrays [games, players, ...] of each meeting's measures."""
        return np.concatenate([column.reshape(-1, *column.shape[2:]) for column in columns])

    def reference(self, row: int, why: str) -> GameReference:
        """The game of a row."""
        return GameReference(int(self.meeting[row]), int(self.game[row]), why)


def seatings(meetings: Sequence[Meeting], measures: Sequence[Measures]) -> Seatings:
    """All seats of all measured games."""
    columns, first = [], 0
    for place, (meeting, measured) in enumerate(zip(meetings, measures)):
        games, rows, players = meeting.games, measured.games, meeting.num_players
        seat = np.tile(np.arange(players), len(rows))
        sits = (seat + np.repeat(games.rotation[rows], players)) % players
        names = list(dict.fromkeys(meeting.lineup))
        agent = np.array([names.index(name) for name in meeting.lineup])[sits]
        columns.append(
            {
                "meeting": np.full(len(seat), place),
                "row": np.repeat(np.arange(len(rows)), players),
                "game": np.repeat(rows, players),
                "players": np.full(len(seat), players),
                "seat": seat,
                "share": games.share[rows].ravel(),
                "deal": np.repeat(games.seed[rows], players),
                "stratum": first + players * agent + seat,
            }
        )
        first += players * len(names)
    joined = {name: np.concatenate([part[name] for part in columns]) for name in columns[0]}
    agents = tuple(dict.fromkeys(name for meeting in meetings for name in meeting.lineup))
    return Seatings(agents=agents, **joined)


def winning_with(seats: Seatings, taken: np.ndarray, offered: np.ndarray | None = None) -> OfDeals:
    """How much more is won by who has one more of something than its like: shares of victories, one for each column.

    The slope of winning over the numbers `taken` within strata, by least squares. With `offered`, only rows where it is
    positive count, and seats are compared as if they had been offered it as often.

    Args:
        seats: who won.
        taken: numbers[n, k].
        offered: numbers[n, k].
    """
    parts = []
    for low in range(0, taken.shape[1], COLUMNS_AT_ONCE):
        columns = slice(low, low + COLUMNS_AT_ONCE)
        parts.append(_slopes(seats, taken[:, columns], None if offered is None else offered[:, columns]))
    value, error = (np.concatenate([getattr(part, name) for part in parts]) for name in ("value", "error"))
    return OfDeals(value, error, parts[0].degrees, parts[0].deals, np.concatenate([p.parts for p in parts], axis=1))


def _slopes(seats: Seatings, taken: np.ndarray, offered: np.ndarray | None) -> OfDeals:
    weight = np.ones(taken.shape) if offered is None else (offered > 0).astype(np.float64)
    x = centered(taken, weight, seats.stratum)
    y = centered(np.repeat(seats.share[:, None], taken.shape[1], axis=1), weight, seats.stratum)
    if offered is not None:
        chances = centered(offered, weight, seats.stratum)
        size = np.square(chances).sum(axis=0)
        x = x - chances * np.divide((x * chances).sum(axis=0), size, out=np.zeros(len(size)), where=size > 0)
    return clustered_ratio(x * y, x * x, seats.deal)


def centered(values: np.ndarray, weight: np.ndarray, stratum: np.ndarray) -> np.ndarray:
    """Values f8[n, k] less the mean of their stratum, where the weight is 1; 0 where it is 0."""
    order = np.argsort(stratum, kind="stable")
    _, starts, counts = np.unique(stratum[order], return_index=True, return_counts=True)
    weight, values = weight[order], values[order].astype(np.float64) * weight[order]
    total, size = np.add.reduceat(values, starts, axis=0), np.add.reduceat(weight, starts, axis=0)
    mean = np.divide(total, size, out=np.zeros_like(total), where=size > 0)
    found = np.empty_like(values)
    found[order] = values - weight * np.repeat(mean, counts, axis=0)
    return found
