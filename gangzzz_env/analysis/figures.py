"""What is counted of a game when rules are compared: each figure is a sum over games divided by another one.

All figures of a number of players and some agents stand in one table, `figures`; `deal_sums` counts them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gangzzz_env.analysis.measure import measure
from gangzzz_env.analysis.play import Games
from gangzzz_env.analysis.saved import Meeting
from gangzzz_env.game import Game


@dataclass(frozen=True)
class Figure:
    """One number that games are summed up by.

    Attributes:
        name: as `seat_0`, for files and targets.
        words: as `seat 0 wins`, for people.
        unit: `%` of games, `decisions`, `dollars` or `times`.
        definition: how it is counted.
    """

    name: str
    words: str
    unit: str
    definition: str


KINDS = {
    "seat": ("seat {} wins", "%", "share of the victories of who sits there; a shared victory counts in parts"),
    "style": ("{} wins", "%", "share of the victories of a seat that this agent takes"),
    "length": ("length", "decisions", "mean decisions of a game, of all players together"),
    "income": ("money from {}", "dollars", "mean for each player of a game"),
    "decided": ("decided by {}", "%", "games in which none of the winners had most money without this source"),
    "count": ("{}", "times", "mean for each player of a game"),
    "lead_changes": ("lead changes", "times", "how often another seat than before came to have most money"),
    "open_until": ("open until", "%", "of a game's decisions, after which the later winner led for good"),
    "unfinished": ("unfinished", "%", "games that came to no end"),
}


def figures(game: Game, num_players: int, agents: Sequence[str]) -> tuple[Figure, ...]:
    """All figures of games of so many players by these agents, in the order of the columns of `deal_sums`."""
    things = {
        "seat": range(num_players),
        "style": agents,
        "length": [""],
        "income": game.sources,
        "decided": game.sources,
        "count": game.tallies,
        "lead_changes": [""],
        "open_until": [""],
        "unfinished": [""],
    }
    return tuple(_figure(kind, str(thing)) for kind, named in things.items() for thing in named)


def _figure(kind: str, thing: str) -> Figure:
    words, unit, definition = KINDS[kind]
    return Figure(f"{kind}_{thing}" if thing else kind, words.format(thing.replace("_", " ")), unit, definition)


def deal_sums(game: Game, agents: Sequence[str], meeting: Meeting) -> tuple[np.ndarray, np.ndarray]:
    """The sums of each deal that make the figures: numerators and denominators, f8[deals, figures] each.

    Copies are left out. Games are in the order of `play_lineup`: all rotations of a deal, then the next deal.
    """
    games, measures = meeting.games, measure(game, meeting, threads=1)
    counted = games.rows(measures.games)
    course = (measures.lead_changes, 100 * measures.decided / counted.decisions)
    top = np.concatenate([*_numerators(agents, counted, course)], axis=1)
    bottom = np.ones_like(top)
    styles = slice(meeting.num_players, meeting.num_players + len(agents))
    bottom[:, styles] = np.stack([(_agent_at(counted) == name).sum(axis=1) for name in agents], axis=1)
    deals = measures.games // meeting.num_players
    return tuple(_of_each(deals, len(games.digest) // meeting.num_players, part) for part in (top, bottom))


def _of_each(deals: np.ndarray, count: int, rows: np.ndarray) -> np.ndarray:
    """The sums of the rows of each of so many deals."""
    sums = np.zeros((count, rows.shape[1]))
    np.add.at(sums, deals, rows)
    return sums


def _numerators(agents: Sequence[str], games: Games, course: Sequence[np.ndarray]):
    """Columns f8[n, k] of games, in the order of the kinds of figures."""
    num_players = len(games.lineup)
    yield 100 * games.share
    yield 100 * np.stack([(games.share * (_agent_at(games) == name)).sum(axis=1) for name in agents], axis=1)
    yield games.decisions[:, None].astype(np.float64)
    yield games.ledger.sum(axis=1) / num_players
    yield 100 * _decided(games)
    yield games.tally.sum(axis=1) / num_players
    yield np.stack(course, axis=1)
    yield 100.0 * ~games.is_finished[:, None]


def _agent_at(games: Games) -> np.ndarray:
    """Names of the agents, [n, players]."""
    seats = np.arange(len(games.lineup))
    return np.array(games.lineup)[(seats + games.rotation[:, None]) % len(games.lineup)]


def _decided(games: Games) -> np.ndarray:
    """Whether somebody else would have most money if nobody had any of a source: bool[n, sources]."""
    without = games.ledger.sum(axis=2)[:, :, None] - games.ledger
    would_win = without == without.max(axis=1, keepdims=True)
    wins = games.share > 0
    return games.is_finished[:, None] & ~(would_win & wins[:, :, None]).any(axis=1)
