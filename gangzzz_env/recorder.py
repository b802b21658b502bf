"""Games of a batch, written down while they are played; each is a `gangzzz_env.replay.Replay` when it is asked for."""

import numpy as np

from gangzzz_env.arguments import read_games
from gangzzz_env.game import Game
from gangzzz_env.replay import Replay


class Recorder:
    """Writes down the games of a batch while they are played: their start records, and every action.

    `replay(k)` is game k up to now, `finished(k)` the one before it in its place, also one that was given up.

    It stays with its games: where they are played in another process, ask there for a `replay`.

    Args:
        game: what is played.
        states: records of all games, the array that is played on; not written to.
        seeds: of those games, by number, that were dealt from a seed and have not moved since.
    """

    def __init__(self, game: Game, states: np.ndarray, seeds: dict[int, int]):
        self.game, self._states = game, states
        self._starts = states.copy()
        self._seeds = dict(seeds)
        self._actions = np.zeros((len(states), game.max_decisions), np.int16)
        self._counts = np.zeros(len(states), np.int64)
        self._finished = {}

    def __reduce__(self):
        return _Elsewhere, ()

    def begin(self, games: np.ndarray, seeds: dict[int, int]) -> None:
        """These games, int64[m], have been set up anew, some from seeds; those before are kept for `finished`."""
        self._finished |= {k: self._noted(k) for k in games.tolist()}
        self._starts[games] = self._states[games]
        self._counts[games] = 0
        for k in games.tolist():
            self._seeds.pop(k, None)
        self._seeds |= seeds

    def note(self, games: np.ndarray, actions: np.ndarray) -> None:
        """These games, int64[m], no game twice, take these actions, integers[m]."""
        self._actions[games, self._counts[games]] = actions
        self._counts[games] += 1

    def replay(self, k: int) -> Replay:
        """Game k, up to now.

        Raises:
            ValueError: the game is not where the noted actions lead: somebody moved it who did not note it.
        """
        k = int(read_games([k], len(self._starts))[0])
        replay = Replay.of(self.game, *self._noted(k))
        player = replay.play()
        player.go_to(len(player))
        if player.record.tobytes() != self._states[k : k + 1].tobytes():
            raise ValueError(f"game {k} is not where its {len(player)} noted actions lead: some were not noted")
        return replay

    def finished(self, k: int) -> Replay:
        """The game that was in place k before it was last set up anew.

        Raises:
            ValueError: there was none.
        """
        k = int(read_games([k], len(self._starts))[0])
        if k not in self._finished:
            raise ValueError(f"game {k} is the first in its place")
        return Replay.of(self.game, *self._finished[k])

    def _noted(self, k: int) -> tuple[np.ndarray, list[int], int | None]:
        """The start record, the actions and the seed of game k."""
        return self._starts[k : k + 1].copy(), self._actions[k, : self._counts[k]].tolist(), self._seeds.get(k)


class _Elsewhere:
    """What a recorder is in another process than its games: it has none of what they have played since."""

    def replay(self, k: int) -> Replay:
        """Refused.

        Raises:
            ValueError: always; the message says how to ask.
        """
        raise ValueError('these games are played in another process: ask them there, by env_method("replay")')

    finished = replay
