"""Faults in copies and saves, seeds, and spaces."""

import random

import numpy as np
from gymnasium import spaces

from gangzzz_env.aec import GameEnv
from tests.faults.fault import Observing, fault


@fault(r"to_bytes.* after playing its copy by deepcopy")
class CopiesShareTheGame(GameEnv):
    def __deepcopy__(self, memo):
        copied = type(self)(self._game, self.num_players, self.rules, "win", self.render_mode)
        copied.__dict__ |= vars(self)
        return copied


@fault(r"to_bytes\(\) of a copy by pickle")
class PicklesForgetTheDice(GameEnv):
    def __deepcopy__(self, memo):
        return self.from_bytes(self.to_bytes())

    def __setstate__(self, state):
        self.__dict__.update(state)
        self._states["random"] = 7


@fault(r"to_bytes\(\) of a copy by to_bytes and from_bytes")
class SavesForgetTheDice(GameEnv):
    @classmethod
    def from_bytes(cls, save, render_mode=None):
        env = super().from_bytes(save, render_mode)
        env._states["random"] = 7
        return env


@fault("the type of a copy by deepcopy")
class CopiesAreOfAnotherClass(GameEnv):
    def __deepcopy__(self, memo):
        return GameEnv.from_bytes(self.to_bytes())


@fault(r"the same actions in all copies .*: seen . different ends")
class CopiesThrowDiceOfTheirOwn(GameEnv):
    def __deepcopy__(self, memo):
        copied = self.from_bytes(self.to_bytes())
        copied.trembling = True
        return copied

    def step(self, action):
        super().step(action)
        if vars(self).get("trembling"):
            self._states["random"][0, 1] += np.uint32(1)


@fault(r"the state after a second reset\(seed=0\)")
class TheSeedIsIgnored(GameEnv):
    def reset(self, seed=None, options=None):
        super().reset(None, options)


@fault(r"the state after reset\(seed=4294967296\)")
class SeedsAreCutTo32Bits(GameEnv):
    def reset(self, seed=None, options=None):
        super().reset(seed & 0xFFFFFFFF if isinstance(seed, int) and seed > 0 else seed, options)


@fault(r"the state after reset\(seed=1\)")
class AllSeedsAreOne(GameEnv):
    def reset(self, seed=None, options=None):
        super().reset(seed and 0, options)


@fault("the same actions in all copies")
class DiceFromOutside(GameEnv):
    def step(self, action):
        super().step(action)
        self._states["random"][0, 2] = random.getrandbits(32)


@fault(r"what the same actions bring after reset\(seed=0\)")
class ObservationCountsTheGames(Observing):
    games = 0

    def reset(self, seed=None, options=None):
        super().reset(seed, options)
        self.games += 1

    def change(self, agent, seen):
        seen["observation"][0] += np.int8(self.games % 2 == 0)


@fault(r"the state after a reset with unknown options")
class OptionsChangeTheGame(GameEnv):
    def reset(self, seed=None, options=None):
        super().reset(seed, options)
        if options:
            super().reset(seed + 1)


@fault(r"the state after reset\(\)")
class ResetRepeats(GameEnv):
    def reset(self, seed=None, options=None):
        self.last_seed = vars(self).get("last_seed") if seed is None else seed
        super().reset(self.last_seed, options)


@fault(r"the game after reset\(\)")
class ResetDependsOnHowTheLastWasPlayed(GameEnv):
    def reset(self, seed=None, options=None):
        super().reset(int(self._states["decisions"][0]) + 1000 if seed is None else seed, options)


@fault(r"the rules of the game after reset\(seed=0\)", rules={"bounty": 60})
class TheSeedResetsTheRules(GameEnv):
    def reset(self, seed=None, options=None):
        rules = self._rules
        self._rules = self._game.read_rules(None).record()
        super().reset(seed, options)
        self._rules = rules


@fault(r"reset\(seed=-1\) .*: seen a game")
class BadSeedsAreTaken(GameEnv):
    def reset(self, seed=None, options=None):
        super().reset(abs(seed) if seed == -1 else seed, options)


@fault("global random numbers were drawn")
class GlobalDiceAreThrown(GameEnv):
    def step(self, action):
        super().step(action)
        random.random()  # not used, but another's


@fault("global random numbers were drawn")
class GlobalDiceOfNumPyAreThrown(GameEnv):
    def reset(self, seed=None, options=None):
        super().reset(seed, options)
        np.random.rand()  # noqa: NPY002


@fault(r"observation_space\('player_0'\) .*: seen another object")
class SpacesAreMadeAnew(GameEnv):
    def observation_space(self, agent):
        return spaces.Dict(self.observation_spaces[agent].spaces)


@fault(r"action_space\('player_0'\)")
class TheActionSpaceIsTooSmall(GameEnv):
    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.action_spaces = dict.fromkeys(self.possible_agents, spaces.Discrete(5))


@fault(r"observation_space\('player_0'\) .*: seen Box")
class TheObservationIsABox(GameEnv):
    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.observation_spaces = dict.fromkeys(self.possible_agents, spaces.Box(0, 1))


@fault("is_parallelizable")
class SaysItIsParallel(GameEnv):
    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.metadata["is_parallelizable"] = True


@fault("render_modes")
class ShowsNothingToPeople(GameEnv):
    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.metadata["render_modes"] = ["ansi"]


@fault("the agents .*: seen .*'1'")
class AgentsAreNumbers(GameEnv):
    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.possible_agents = ["0", "1"]
