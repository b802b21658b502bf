"""Who sat where in the distinct games of meetings, and what came of it, as columns."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from gangzzz_env.analysis.metrics import originals
from gangzzz_env.analysis.saved import Meeting
from gangzzz_env.analysis.statistics import clustered_rate

COUNTS = {2: "two", 3: "three", 4: "four"}
SEATS = ("first", "second", "third", "fourth", "fifth", "sixth")


@dataclass(frozen=True)
class Outcomes:
    """A row for each seat of each distinct game.

    Attributes:
        meeting: i8[n], index among the meetings.
        game: i8[n], index among that meeting's games.
        num_players: i8[n].
        seat: i8[n].
        agent: str[n], who sat there.
        share: f8[n], of the victory.
        money: i8[n], dollars at the end.
        ledger: i8[n, sources].
        deal: u8[n].
        rotation: i8[n].
    """

    meeting: np.ndarray
    game: np.ndarray
    num_players: np.ndarray
    seat: np.ndarray
    agent: np.ndarray
    share: np.ndarray
    money: np.ndarray
    ledger: np.ndarray
    deal: np.ndarray
    rotation: np.ndarray

    def where(self, rows: np.ndarray) -> "Outcomes":
        """Some of the rows, bool[n] or their indices."""
        return Outcomes(**{name: column[rows] for name, column in vars(self).items()})

    @property
    def games(self) -> int:
        """How many games the rows are of."""
        return len(np.unique(self.meeting * (1 << 32) + self.game))


def outcomes(meetings: Sequence[Meeting], among: Callable[[Meeting], bool] = lambda meeting: True) -> Outcomes:
    """The outcomes of those meetings for which `among` is true; none are left of none."""
    found = [_of(place, meeting) for place, meeting in enumerate(meetings) if among(meeting)]
    found = found or [_of(place, meeting).where(np.zeros(0, np.int64)) for place, meeting in enumerate(meetings[:1])]
    return Outcomes(**{name: np.concatenate([getattr(part, name) for part in found]) for name in vars(found[0])})


def over_fair(part: Outcomes, confidence: float) -> tuple[float, float, float, float, int]:
    """What these seats, all at tables of one size, win over a fair share, in points: the number and the ends of its
    interval, what they win, and in how many games.
    """
    fair = 100 / int(part.num_players[0])
    rate, low, high = clustered_rate(part.share, np.ones(len(part.share)), part.deal, confidence)
    return 100 * rate - fair, 100 * low - fair, 100 * high - fair, 100 * rate, part.games


def is_mirror(meeting: Meeting) -> bool:
    """Whether copies of one agent play against one another."""
    return len(set(meeting.lineup)) == 1


def _of(place: int, meeting: Meeting) -> Outcomes:
    games, players = meeting.games, len(meeting.lineup)
    rows = originals(games)
    n = len(rows)
    seat = np.tile(np.arange(players), n)
    rotation = np.repeat(games.rotation[rows], players)
    ledger = games.ledger[rows].reshape(n * players, -1)
    return Outcomes(
        meeting=np.full(n * players, place),
        game=np.repeat(rows, players),
        num_players=np.full(n * players, players),
        seat=seat,
        agent=np.array(meeting.lineup)[(seat + rotation) % players],
        share=games.share[rows].reshape(-1),
        money=ledger.sum(axis=1),
        ledger=ledger,
        deal=np.repeat(games.seed[rows], players),
        rotation=rotation,
    )
