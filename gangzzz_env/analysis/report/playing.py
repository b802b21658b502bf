"""Play what a report has planned, on several threads, and keep in a folder what is finished."""

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

import numpy as np

from gangzzz_env.analysis import saved
from gangzzz_env.analysis.play import LineupPlay
from gangzzz_env.analysis.report.plan import Planned
from gangzzz_env.analysis.restrict import Restriction
from gangzzz_env.analysis.saved import Meeting
from gangzzz_env.game import Game

# Seconds after which the finished games are saved again.
SAVE_EVERY = 30.0


def left_to_play(planned: Sequence[Planned], finished: Sequence[Meeting]) -> list[Planned]:
    """What of a plan is not among the finished meetings."""
    known = {_key(meeting): len(meeting.games.seed) for meeting in finished}
    return [part for part in planned if known.get(part.key) != part.games]


def _key(meeting: Meeting) -> tuple:
    """What tells a meeting from others, as `Planned.key`."""
    return meeting.num_players, meeting.lineup, meeting.rules, meeting.restriction


class Playing:
    """Plays a plan, with a thread for each of several meetings at once.

    Each meeting has agents of its own, so how it goes depends neither on the threads nor on the other meetings.

    Args:
        game: what is played.
        make: (name) -> an agent.
        folder: where finished meetings are saved; what it holds already is not played again.
        on_end: called with how many games have just ended.
    """

    def __init__(self, game: Game, make: Callable[[str], object], folder: Path, on_end: Callable[[int], object]):
        self.game, self.make, self.folder, self.on_end = game, make, folder, on_end
        self.finished = saved.read(game, folder) if saved.is_saved(folder) else []
        self._stop, self._lock = threading.Event(), threading.Lock()

    def run(self, planned: Sequence[Planned], threads: int) -> list[Meeting]:
        """The meetings of the plan, in its order.

        Raises:
            KeyboardInterrupt: the user stopped it; the finished meetings are saved.
        """
        left = left_to_play(planned, self.finished)
        with ThreadPoolExecutor(threads) as pool:
            running = [pool.submit(self._play, part) for part in left]
            try:
                self._collect(running)
            except BaseException:
                self._stop.set()
                pool.shutdown(cancel_futures=True)
                raise
            finally:
                saved.write(self.game, self.folder, self.finished)
        known = {_key(meeting): meeting for meeting in self.finished}
        return [known[part.key] for part in planned]

    def _collect(self, running: list) -> None:
        """Keep each meeting as it ends, and save them now and then."""
        last = time.monotonic()
        for future in as_completed(running):
            self.finished.append(future.result())
            if time.monotonic() - last > SAVE_EVERY:
                saved.write(self.game, self.folder, self.finished)
                last = time.monotonic()

    def _play(self, part: Planned) -> Meeting:
        agents = {name: self.make(name) for name in part.lineup}
        deals, rotations = np.repeat(part.seeds, part.rotations), np.tile(np.arange(part.rotations), len(part.seeds))
        records = np.repeat(part.rules.record(), len(deals))
        restriction = Restriction(self.game, part.restriction) if part.restriction else None
        play = LineupPlay(self.game, part.lineup, agents, deals, rotations, records, self._ended, restriction)
        games = play.run(1)
        return Meeting(part.num_players, part.lineup, part.rules, part.restriction, games)

    def _ended(self, count: int) -> None:
        if self._stop.is_set():
            raise KeyboardInterrupt
        with self._lock:
            self.on_end(count)
