"""One seat against agents, played through `raw_env` to compare with, and what its tests share."""

import numpy as np

from gangzzz_env.aec import StrictGameEnv
from gangzzz_env.sample import MaskSampler

GYM_ID = "gangzzz_env:gangzzz_env/Gangzzz-v0"


class First:
    """Plays the first legal action, and remembers whose views it was shown."""

    def __init__(self):
        self.views = []

    def act(self, views, masks):
        self.views.append(views.copy())
        return masks.argmax(1)


def reference_episode(env: StrictGameEnv, learner: int, sampler: MaskSampler, opponent):
    """A game that was reset, in which the learner plays at random and an agent has the other seats.

    Returns:
        The learner's observations, the last one at the end of the game; what it got before the first and between two;
        the seats that decided, in order.
    """
    seen, paid, movers = [], [], []
    for agent in env.agent_iter():
        observation, reward, over, _, _ = env.last()
        if agent == f"player_{learner}":
            seen.append(observation)
            paid.append(reward)
        if over:
            env.step(None)
            continue
        movers.append(env.possible_agents.index(agent))
        mask = observation["action_mask"]
        is_learner = movers[-1] == learner
        env.step(sampler.sample(mask) if is_learner else opponent.act(env.view(agent), mask[np.newaxis])[0])
    return seen, paid, movers


def episode(env, sampler: MaskSampler, **reset):
    """The same through an environment of one seat: observations, rewards of the steps, the first and the last info."""
    observation, first = env.reset(**reset)
    seen, paid, over, last = [observation], [], False, None
    while not over:
        observation, reward, over, truncated, last = env.step(sampler.sample(observation["action_mask"]))
        assert truncated is False
        assert isinstance(reward, float)
        seen.append(observation)
        paid.append(reward)
    return seen, paid, first, last


def play_batch(envs, steps: int, seed: int = 0) -> list:
    """All that a VectorEnv returns in random play from `reset(seed)`; in mode Disabled, what has ended is reset."""
    sampler, returned = MaskSampler(seed), [envs.reset(seed=seed)]
    for _ in range(steps):
        returned.append(envs.step(sampler.sample_batch(returned[-1][0]["action_mask"])))
        ended = returned[-1][2]
        if envs.metadata["autoreset_mode"].value == "Disabled" and ended.any():
            returned.append(envs.reset(options={"reset_mask": ended.astype(np.bool_)}))
    return returned
