"""Measures of saved games: they are played again from their seeds, rules and actions, and looked at on the way."""

import os
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from gangzzz_env.analysis.course import MOST_WAIT, TENTHS, follow
from gangzzz_env.analysis.metrics import originals
from gangzzz_env.analysis.saved import Meeting
from gangzzz_env.game import Game
from gangzzz_env.rng import seed_words
from gangzzz_env.workers import Workers

CHUNK = 128


@dataclass(frozen=True)
class Measures:
    """What was seen in the games of a meeting. Arrays have a row for each game that is no copy of another.

    Attributes:
        games: i8[n], which of the meeting's games.
        offered, taken: u1[n, players, things], decisions of a seat that offered and took each thing (255: or more).
        held: u1[n, players, holdings], what a seat has had by the end.
        fired: i4[n, clauses], how often each rule fired.
        asked, chosen: i2[n, players, parts], decisions of a seat, and those with more than one legal action.
        waits: i8[parts, MOST_WAIT + 1], how often a seat waited for so many decisions of others before deciding in a
            part; the last column is that many or more.
        longest: i2[n, players], the longest such wait.
        money_at: i4[n, 11, players], after each tenth of a game's decisions, from none to all.
        lead_changes: i2[n], how often another seat than before came to have more money than every other.
        decided: i2[n], after how many decisions the later winner had more money than every other and kept it.
        king_maker, king_part: i1[n], who made another win and in which part (see `course.is_king_making`), or -1.
        ender: i1[n], the seat of the last decision.
    """

    games: np.ndarray
    offered: np.ndarray
    taken: np.ndarray
    held: np.ndarray
    fired: np.ndarray
    asked: np.ndarray
    chosen: np.ndarray
    waits: np.ndarray
    longest: np.ndarray
    money_at: np.ndarray
    lead_changes: np.ndarray
    decided: np.ndarray
    king_maker: np.ndarray
    king_part: np.ndarray
    ender: np.ndarray


def measure(
    game: Game, meeting: Meeting, threads: int | None = None, on_chunk: Callable[[int], object] = lambda count: None
) -> Measures:
    """Play a meeting's games again and measure them.

    Args:
        game: what was played.
        meeting: its games; copies are left out.
        threads: how many, the machine's if None; the measures are the same with any number.
        on_chunk: called with how many games have just been measured.

    Raises:
        ValueError: a game does not come out as it was saved.
    """
    rows = originals(meeting.games)
    measures = _empty(game, meeting, rows)
    ends = np.cumsum(meeting.games.decisions)
    workers = Workers(threads or os.cpu_count() or 1, 1)
    chunks = range(0, len(rows), CHUNK)
    waits = np.zeros((len(chunks), *measures.waits.shape), np.int64)

    def run(low: int, high: int) -> None:
        for chunk in range(low, high):
            part = slice(chunk * CHUNK, (chunk + 1) * CHUNK)
            _measure_chunk(game, meeting, rows[part], ends, measures, part, waits[chunk])
            on_chunk(len(rows[part]))

    try:
        workers.run(len(chunks), run)
    finally:
        workers.close()
    measures.waits[:] = waits.sum(axis=0)
    return measures


def _empty(game: Game, meeting: Meeting, rows: np.ndarray) -> Measures:
    n, players, parts = len(rows), meeting.num_players, len(game.parts)
    return Measures(
        games=rows,
        offered=np.zeros((n, players, len(game.things)), np.uint8),
        taken=np.zeros((n, players, len(game.things)), np.uint8),
        held=np.zeros((n, players, len(game.holdings)), np.uint8),
        fired=np.zeros((n, len(game.clauses)), np.int32),
        asked=np.zeros((n, players, parts), np.int16),
        chosen=np.zeros((n, players, parts), np.int16),
        waits=np.zeros((parts, MOST_WAIT + 1), np.int64),
        longest=np.zeros((n, players), np.int16),
        money_at=np.zeros((n, TENTHS, players), np.int32),
        lead_changes=np.zeros(n, np.int16),
        decided=np.zeros(n, np.int16),
        king_maker=np.zeros(n, np.int8),
        king_part=np.zeros(n, np.int8),
        ender=np.zeros(n, np.int8),
    )


def _measure_chunk(game, meeting, rows, ends, measures, part, waits) -> None:
    games, n = meeting.games, len(rows)
    starts = np.concatenate([[0], np.cumsum(games.decisions[rows])])
    played = np.concatenate([games.actions[ends[row] - games.decisions[row] : ends[row]] for row in rows])
    states = np.zeros(n, game.state_dtype)
    words = np.array([seed_words(int(seed)) for seed in games.seed[rows]], np.uint32)
    records = np.repeat(meeting.rules.record(), n)
    game.setup(states, np.arange(n), 0, n, np.full(n, meeting.num_players), records, words)
    movers, parts = np.zeros(len(played), np.int8), np.zeros(len(played), np.int8)
    choices, money = np.zeros(len(played), np.int16), np.zeros((len(played), game.seats[1]), np.int32)
    counts = (measures.offered[part], measures.taken[part], measures.held[part], measures.fired[part])
    game.trace(states, 0, n, played, starts, movers, parts, choices, money, *counts)
    _check(game, meeting, rows, states, measures.fired[part])
    follow(
        *(0, n, starts, movers, parts, choices, money, np.ascontiguousarray(games.share[rows])),
        *(measures.asked[part], measures.chosen[part], waits, measures.longest[part], measures.money_at[part]),
        *(measures.lead_changes[part], measures.decided[part]),
        *(measures.king_maker[part], measures.king_part[part], measures.ender[part]),
    )


def _check(game: Game, meeting: Meeting, rows: np.ndarray, states: np.ndarray, fired: np.ndarray) -> None:
    """Compare the ends of games that were played again with what was saved of them."""
    games, movers = meeting.games, np.zeros(len(rows), np.int64)
    game.to_move(states, 0, len(rows), movers)
    same = (fired[:, 0] >= 0) & ((movers < 0) == games.is_finished[rows])
    for name in ("ledger", "tally"):
        same &= (states[name][:, : meeting.num_players] == getattr(games, name)[rows]).all(axis=(1, 2))
    if not same.all():
        wrong = int(rows[np.argmin(same)])
        raise ValueError(
            f"game {wrong} of {' vs '.join(meeting.lineup)} does not come out as it was saved: "
            "its seed, rules or actions are not those that it was played with"
        )
