"""Faults in rewards and flags, in whose turn it is, and in what looking does."""

import numpy as np

from gangzzz_env.aec import GameEnv
from tests.faults.fault import Observing, fault


@fault(r"last\(\)\[1\], what player_. has earned since it decided", reward="margin")
class RewardsAreNotAddedUp(GameEnv):
    def _pay(self, payments):
        super()._pay(payments)
        self._cumulative_rewards = dict(self.rewards)


@fault(r"last\(\)\[1\], what player_. has earned since it decided", reward="margin")
class RewardsAreToldTwice(GameEnv):
    def step(self, action):
        before = self.agent_selection, self._cumulative_rewards[self.agent_selection]
        super().step(action)
        self._cumulative_rewards[before[0]] += before[1]


@fault(r"last\(\)\[1\], what player_. has earned since it decided")
class TheLastPayoffIsLost(GameEnv):
    def _end(self):
        super()._end()
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)


@fault("the type of the reward of player_0 .*: seen <class 'int'>", reward="rank")
class RewardsAreInt(GameEnv):
    def _pay(self, payments):
        super()._pay([int(payment) for payment in payments])


@fault("the sum of the rewards")
class LosersPayNothing(GameEnv):
    def _pay(self, payments):
        super()._pay([max(payment, 0.0) for payment in payments] if max(payments) > 0.0 else payments)


@fault("the rewards .*: seen .*expected")
class TheLoserWins(GameEnv):
    def _pay(self, payments):
        super()._pay([-payment for payment in payments])


@fault("the agents in rewards")
class RewardsOfTheMoverOnly(GameEnv):
    def step(self, action):
        super().step(action)
        if self._running:
            self.rewards = {self.agent_selection: 0.0}


@fault(r"the rewards after the illegal step\(\d+\) .*: seen .*1.0.*expected")
class IllegalActionsPay(GameEnv):
    def _refuse(self, action):
        super()._refuse(action)
        self._pay([float(agent == self.agent_selection) for agent in self.agents])


@fault(r"truncations after the illegal step\(\d+\) .*: seen .True")
class IllegalActionsCutOff(GameEnv):
    def _refuse(self, action):
        super()._refuse(action)
        self.truncations = dict.fromkeys(self.agents, True)


@fault("terminations .*: seen .*True.*False|terminations .*: seen .*False.*True")
class OnlyOneTerminates(GameEnv):
    def _end(self):
        super()._end()
        self.terminations = {agent: agent == "player_0" for agent in self.agents}


@fault(r"the type of terminations\['player_0'\]")
class FlagsAreOfNumPy(GameEnv):
    def _start(self):
        super()._start()
        self.terminations = dict.fromkeys(self.agents, np.False_)


@fault("truncations .*True")
class TheEndIsATruncation(GameEnv):
    def _end(self):
        super()._end()
        self.truncations = dict.fromkeys(self.agents, True)


@fault("agent_selection .*: seen player_1, expected player_0")
class TheWrongAgentIsAsked(GameEnv):
    def reset(self, seed=None, options=None):
        super().reset(seed, options)
        self.agent_selection = "player_1"


@fault("the state after action .*")
class TheHandTrembles(GameEnv):
    def step(self, action):
        if self._states["decisions"][0] == 20:
            action = int(np.setdiff1d(np.flatnonzero(self._masks[0]), [action])[0])
        super().step(action)


@fault("to_bytes.* after observe")
class ObservingCosts(Observing):
    def change(self, agent, seen):
        if getattr(self, "agents", None):
            self._states["money"][0, 0] += self._states["decisions"][0] == 31


@fault(r"to_bytes.* after render")
class RenderingThrowsDice(GameEnv):
    def render(self):
        self._states["random"][0, 2] += np.uint32(1)
        return super().render()


@fault(r"what agents observe after observe")
class ObservationsShareABuffer(GameEnv):
    def observe(self, agent):
        if "kept" not in vars(self) or self.kept[0] != (self._states.tobytes(), self.agent_selection, agent):
            self.kept = ((self._states.tobytes(), self.agent_selection, agent), super().observe(agent))
        return self.kept[1]


@fault("the array that record hands out")
class TheRecordIsHandedOut(GameEnv):
    @property
    def record(self):
        return self._views
