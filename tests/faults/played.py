"""Faults in what is taken for an action, and in the closing turns."""

import numpy as np

from gangzzz_env.aec import GameEnv, StrictGameEnv
from tests.faults.fault import fault


@fault(r"step\(0.0\) .*: seen it was accepted")
class FloatsArePlayed(GameEnv):
    def step(self, action):
        super().step(int(action) if isinstance(action, float) else action)


@fault(r"step\(-1\) .*: seen it was accepted")
class ActionsAreCountedFromTheEnd(GameEnv):
    def step(self, action):
        super().step(action % self._game.num_actions if type(action) is int else action)


@fault(r"step of a 0-d array .*: seen TypeError")
class ArraysAreRefused(GameEnv):
    def step(self, action):
        if isinstance(action, np.ndarray):
            raise TypeError("no arrays please")
        super().step(action)


@fault(r"to_bytes\(\) after the refused step\(0.0\)")
class ARefusedTypeCosts(GameEnv):
    def step(self, action):
        if type(action) is float:
            self._states["money"][0, 0] -= 1
        super().step(action)


@fault(r"step\(\d+\) raised IllegalAction .*: seen the game has changed")
class ARefusedActionCosts(StrictGameEnv):
    def _refuse(self, action):
        self._states["money"][0, 0] -= 1
        super()._refuse(action)


@fault(r"terminations after the illegal step\(\d+\)")
class IllegalActionsAreIgnored(GameEnv):
    def _refuse(self, action):
        pass


@fault(r"step of action \d+, .*, which the mask says is illegal .*: seen legal")
class IllegalActionsAreReplaced(GameEnv):
    def _refuse(self, action):
        super().step(int(self._masks[0].argmax()))


@fault(r"agents in a closing turn .*: seen \[\]")
class AllCloseAtOnce(GameEnv):
    def step(self, action):
        super().step(action)
        if not self._running and action is None:
            self.agents = []


@fault(r"step\(0\) in a closing turn .*: seen it was accepted")
class ClosingTurnsTakeActions(GameEnv):
    def step(self, action):
        super().step(None if not self._running and action == 0 else action)
