"""Restricted play: what a seat or an agent may not do, or must do where it can, to see what a thing is worth.

A restriction is a part (who, how, pattern) or several: `who` is a seat or an agent's name, `how` is FORBID or FORCE,
and the pattern, as `trade.*`, stands for all things of the game that it fits. Forbidden actions leave the mask before
the agent is asked; where something forced is offered, only that stays. A restriction that would leave no action is
waived for that decision, which is counted.
"""

import difflib
from collections.abc import Sequence
from fnmatch import fnmatchcase

import numpy as np

from gangzzz_env.game import Game
from gangzzz_env.records import take
from gangzzz_env.reward import Reward
from gangzzz_env.rng import seed_words

FORBID, FORCE = "forbid", "force"
Part = tuple[int | str, str, str]


def things_like(game: Game, pattern: str) -> np.ndarray:
    """Which things of a game a pattern fits, bool[things].

    Raises:
        ValueError: it fits none.
    """
    fits = np.array([fnmatchcase(thing, pattern) for thing in game.things])
    if not fits.any():
        parts = sorted({thing.split(".")[0] for thing in game.things})
        near = difflib.get_close_matches(pattern, [*game.things, *(f"{part}.*" for part in parts)], 1)
        hint = f"did you mean {near[0]}? " if near else ""
        raise ValueError(f"pattern {pattern!r} fits nothing; {hint}things begin with {'., '.join(parts)}.")
    return fits


class Restriction:
    """What some seats or agents may not do, or must do where they can.

    Args:
        game: what is played.
        parts: as above.

    Raises:
        ValueError: `how` is unknown, a pattern fits nothing, or the same is forbidden and forced.
    """

    def __init__(self, game: Game, parts: Sequence[Part]):
        self.game, self.parts = game, tuple(parts)
        for who, how, pattern in self.parts:
            if how not in (FORBID, FORCE):
                raise ValueError(f"{who} is told to {how!r} {pattern}, but must be told to {FORBID} or to {FORCE}")
        self._fits = [things_like(game, pattern) for _, _, pattern in self.parts]
        for who in {who for who, _, _ in self.parts}:
            self._check_contradiction([who])

    def check(self, lineup: Sequence[str]) -> None:
        """Whether the games of a line-up can be played so.

        Raises:
            ValueError: it has no such agent or seat, the same is forbidden and forced there, or nothing is left to do
                in a first decision.
        """
        num_players, names = len(lineup), tuple(dict.fromkeys(lineup))
        for who, how, pattern in self.parts:
            if isinstance(who, str) and who not in lineup:
                raise ValueError(f"{how} {pattern} is for {who!r}, but the agents are {', '.join(names)}")
            if not isinstance(who, str) and not 0 <= who < num_players:
                raise ValueError(f"{how} {pattern} is for seat {who}, but must be for a seat in 0-{num_players - 1}")
        for name in names:
            for seat in range(num_players):
                self._check_contradiction([name, seat])
        self._check_start(num_players, names)

    def narrow(self, names: Sequence[str], seated: np.ndarray, movers: np.ndarray, views, masks) -> np.ndarray:
        """Take out of masks int8[n, actions] what is restricted to who is to move; bool[n], where that was waived.

        Args:
            names: of all agents.
            seated: i8[n], whose move it is, by place in `names`.
            movers: i8[n], the seat.
            views: STATE[n], what that seat knows.
            masks: written to.
        """
        waived = np.zeros(len(masks), np.bool_)
        is_for = [self._is_for(who, names, seated, movers) for who, _, _ in self.parts]
        rows = np.flatnonzero(np.any(is_for, axis=0)) if is_for else np.array([], np.int64)
        if len(rows) == 0:
            return waived
        told = np.array(is_for)[:, rows]
        views, left = take(views, rows), masks[rows]
        left[self._find(FORBID, told, views, left)] = 0
        forced = self._find(FORCE, told, views, left)
        left[forced.any(axis=1)[:, None] & ~forced] = 0
        waived[rows] = ~left.any(axis=1)
        masks[rows] = np.where(waived[rows, None], masks[rows], left)
        return waived

    def _is_for(self, who: int | str, names: Sequence[str], seated: np.ndarray, movers: np.ndarray) -> np.ndarray:
        if isinstance(who, str):
            return seated == names.index(who) if who in names else np.zeros(len(seated), np.bool_)
        return movers == who

    def _find(self, how: str, told: np.ndarray, views: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Which legal actions are what is forbidden, or forced, there, bool[m, actions]."""
        parts = [part for part, (_, kind, _) in enumerate(self.parts) if kind == how]
        found, n = np.zeros(masks.shape, np.int8), len(masks)
        if parts:
            wanted = told[parts].T.astype(np.int64) @ np.array([self._fits[part] for part in parts], np.int64)
            self.game.find_things(views, 0, n, masks, (wanted > 0).astype(np.uint8), found)
        return found == 1

    def _check_contradiction(self, who: Sequence[int | str]) -> None:
        """Whether nothing is both forbidden and forced to who is all of these."""
        kinds = {}
        for (whom, how, _), fits in zip(self.parts, self._fits):
            if whom in who:
                kinds[how] = kinds.get(how, False) | fits
        both = np.flatnonzero(kinds.get(FORBID, np.False_) & kinds.get(FORCE, np.False_))
        if len(both):
            raise ValueError(f"{self.game.things[both[0]]} is both forbidden and forced to {_called(who)}")

    def _check_start(self, num_players: int, names: tuple[str, ...]) -> None:
        """Whether each seat has something left in its first decision.

        A game is set up from seed 0 and played by first legal actions until all seats have had a decision.
        """
        game, one, met = self.game, np.zeros(1, np.int64), set()
        states, views = np.zeros(1, game.state_dtype), np.zeros(1, game.state_dtype)
        masks, movers = np.zeros((1, game.num_actions), np.int8), np.zeros(1, np.int64)
        rewards, over = np.zeros((1, game.seats[1])), np.zeros(1, np.bool_)
        words = np.array([seed_words(0)], np.uint32)
        game.setup(states, one, 0, 1, np.array([num_players]), game.read_rules(None).record(), words)
        while len(met) < num_players and not over[0]:
            game.see(states, one, 0, 1, views, masks, movers)
            mover = int(movers[0])
            for place in range(len(names) if mover not in met else 0):
                if self.narrow(names, np.array([place]), movers, views, masks.copy())[0]:
                    raise ValueError(f"{names[place]} in seat {mover} has nothing left to do from the start")
            met.add(mover)
            game.apply(states, one, 0, 1, masks.argmax(axis=1), int(Reward.WIN), rewards, over)


def _called(who: Sequence[int | str]) -> str:
    """Somebody in words."""
    return " in ".join(each if isinstance(each, str) else f"seat {each}" for each in who)
