"""Faults in what agents are told: masks, observations, hidden information, infos, text."""

import numpy as np

from gangzzz_env.aec import GameEnv
from tests.faults.fault import Observing, fault


@fault("the mask of player_0 for action .*: seen 0, expected 1")
class MaskMissesAnAction(Observing):
    def change(self, agent, seen):
        legal = np.flatnonzero(seen["action_mask"])
        if len(legal) > 1:
            seen["action_mask"][legal[-1]] = 0


@fault("the mask of player_0 for action .*: seen 1, expected 0")
class MaskIsTooGenerous(Observing):
    def change(self, agent, seen):
        if agent == self.agent_selection:
            seen["action_mask"][-1] = 1


@fault("the mask of player_0, who is to move .*: seen no legal action")
class MaskIsEmpty(Observing):
    def change(self, agent, seen):
        seen["action_mask"][:] = 0


@fault("the mask of player_1, who is not to move")
class MaskOfOthers(Observing):
    def change(self, agent, seen):
        seen["action_mask"][0] |= agent != self.agent_selection


@fault(r"the type of observe\('player_0'\)\['action_mask'\] .*: seen dtype\('bool'\)")
class MaskIsBool(Observing):
    def change(self, agent, seen):
        seen["action_mask"] = seen["action_mask"].astype(bool)


@fault("zeros and ones")
class MaskOfTwos(Observing):
    def change(self, agent, seen):
        seen["action_mask"] *= 2


@fault("a dict with an action_mask")
class NoMask(Observing):
    def change(self, agent, seen):
        del seen["action_mask"]


@fault(r"observe\('player_0'\)\['observation'\] .*: seen .*expected something in Box")
class ObservationOutsideItsSpace(Observing):
    def change(self, agent, seen):
        seen["observation"] = seen["observation"].astype(np.float32)


@fault("the observation of player_0 after what it may not know was exchanged")
class ObservationTellsTheDeck(Observing):
    def change(self, agent, seen):
        seen["observation"][0] = self._states["deck"][0, 0]


@fault("the observation of player_0, against that of a copy")
class ObservationTellsWhatOnceWas(GameEnv):
    once = 0

    def reset(self, seed=None, options=None):
        super().reset(seed, options)
        self.once = self._states["deck"][0, 0]

    def set_up(self, record):
        super().set_up(record)
        self.once = 0

    def observe(self, agent):
        seen = super().observe(agent)
        seen["observation"][0] = self.once
        return seen


@fault("the info of player_0 after what it may not know was exchanged")
class InfoTellsTheHideout(GameEnv):
    def _begin(self):
        super()._begin()
        self.infos = {agent: {"where": self._states["hideout"].tolist()} for agent in self.agents}


@fault(r"the observation of player_0, where it differs .*: seen \[10\], expected nowhere")
class ObservationTellsSomethingElse(Observing):
    def change(self, agent, seen):
        if agent == "player_0":
            seen["observation"][10] = 3


@fault("the info of player_. after action .*, where what it may not know was exchanged before")
class InfoTellsTheDeckOnce(GameEnv):
    def step(self, action):
        super().step(action)
        self.infos = {agent: {"next card": int(self._states["deck"][0, 0])} for agent in self.agents}


@fault("the text of player_0 after what it may not know was exchanged")
class TextTellsTheHideout(GameEnv):
    def render(self):
        return f"{super().render()} {self._states['hideout']}"


@fault(r"view\('player_0'\) .*: seen another one")
class ViewIsTheTrueState(GameEnv):
    def view(self, agent):
        return self.record
