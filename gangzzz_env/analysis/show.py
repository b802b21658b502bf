"""Saved games to be shown: which ones, in sentences, and as pages that step through them."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from gangzzz_env.analysis.report.shown import replay_of
from gangzzz_env.analysis.saved import Meeting
from gangzzz_env.game import Game
from gangzzz_env.program import write_whole
from gangzzz_env.replay_page import lookers_of, page


def _leads(meeting: Meeting) -> np.ndarray:
    """By how many dollars the richest player of each game is ahead of the next."""
    money = np.sort(meeting.games.ledger.sum(axis=2), axis=1)
    return money[:, -1] - money[:, -2]


def _strangeness(meetings: Sequence[Meeting]) -> np.ndarray:
    """How far each game is from the middle of all, by the ranks of its length, its money and its lead."""
    strange = 0.0
    for measure in (lambda m: m.games.decisions, lambda m: m.games.ledger.sum(axis=(1, 2)), _leads):
        values = np.concatenate([measure(meeting) for meeting in meetings])
        ordered = np.sort(values)
        rank = (np.searchsorted(ordered, values, "left") + np.searchsorted(ordered, values, "right")) / 2 / len(values)
        strange = strange + np.square(rank - 0.5)
    return strange


def _lengths(meetings: Sequence[Meeting]) -> np.ndarray:
    return np.concatenate([meeting.games.decisions for meeting in meetings])


# What may be picked: the games with the least of this number, of all games of some meetings.
PICKS = {
    "shortest": _lengths,
    "longest": lambda meetings: -_lengths(meetings),
    "lopsided": lambda meetings: -np.concatenate([_leads(meeting) for meeting in meetings]),
    "typical": _strangeness,
}


def picked(meetings: Sequence[Meeting], pick: str, count: int) -> list[tuple[int, int]]:
    """The first games of a pick that have ended, by index of meeting and game."""
    places = [(place, row) for place, meeting in enumerate(meetings) for row in range(len(meeting.games.seed))]
    is_finished = np.concatenate([meeting.games.is_finished for meeting in meetings])
    order = np.argsort(PICKS[pick](meetings), kind="stable")
    return [places[k] for k in order[is_finished[order]][:count]]


def number(place: int, row: int) -> str:
    """What a game is called: `3-17` is game 17 of meeting 3."""
    return f"{place}-{row}"


def read_number(meetings: Sequence[Meeting], text: str) -> tuple[int, int]:
    """The meeting and game of a number.

    Raises:
        ValueError: it is none, or there is no such game.
    """
    place, dash, row = text.partition("-")
    if not dash or not all(part.isascii() and part.isdigit() for part in (place, row)):
        raise ValueError(f"game {text!r} must be the number of a meeting and of a game of it, as 0-17")
    if int(place) >= len(meetings):
        raise ValueError(f"game {text} is of meeting {place}, but the meetings are 0-{len(meetings) - 1}")
    last = len(meetings[int(place)].games.seed) - 1
    if int(row) > last:
        raise ValueError(f"game {text} is not there: meeting {place} has games 0-{last}")
    return int(place), int(row)


def told(game: Game, meeting: Meeting, row: int) -> str:
    """A game in sentences: who sat where, every decision by minigame, and how it ended."""
    player, games = replay_of(game, meeting, row).play(), meeting.games
    names = [games.agent_at(row, seat) for seat in range(meeting.num_players)]
    lines = [f"deal {games.seed[row]}: {', '.join(f'player {seat} is {name}' for seat, name in enumerate(names))}"]
    lines += [
        f"{who if isinstance(who, str) else f'player {who}'}: {how} {what}" for who, how, what in meeting.restriction
    ]
    heading = None
    for position, decision in enumerate(player.replay.decisions):
        minigame = game.minigame(player.record_at(position)[0])
        if minigame != heading:
            heading = minigame
            lines += ["", heading]
        lines.append(f"  player {decision.seat}: {decision.words}")
    return "\n".join([*lines, "", _ending(meeting, row)])


def _ending(meeting: Meeting, row: int) -> str:
    games = meeting.games
    money = ", ".join(f"player {seat} ${dollars}" for seat, dollars in enumerate(games.ledger[row].sum(axis=1)))
    winners = " and ".join(str(seat) for seat in np.flatnonzero(games.share[row]))
    return f"won by player {winners}: {money}" if winners else f"not finished: {money}"


def write_page(game: Game, meeting: Meeting, row: int, path: Path) -> None:
    """Write a game as a page.

    Raises:
        OSError: it cannot be written.
    """
    player = replay_of(game, meeting, row).play()
    write_whole(path, page(player, lookers_of(player)))
