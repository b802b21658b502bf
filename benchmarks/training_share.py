"""What part of a training with MaskablePPO the environment takes, and how much longer the same takes over single games.

One shape for all: 64 games, 128 decisions of each between updates, batches of 4096 decisions, 4 epochs, SB3's network.
"""

import sys
import time
from collections import defaultdict
from contextlib import contextmanager

import gymnasium
import numpy as np
import torch
from aec_speed import machine
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv, VecEnv, VecEnvWrapper

from agents import make_agent
from gangzzz_env import gangzzz_v0
from gangzzz_env.program import Parser, count

GAMES, STEPS, BATCH, EPOCHS = 64, 128, 4096, 4
SPENT = defaultdict(float)  # seconds by part


@contextmanager
def clock(part: str):
    """Count the time of what is inside."""
    start = time.perf_counter()
    yield
    SPENT[part] += time.perf_counter() - start


class TimedAgent:
    """An agent whose thinking is timed."""

    def __init__(self, agent):
        self.agent = agent

    def act(self, views: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """What the agent does."""
        with clock("opponents"):
            return self.agent.act(views, masks)


class NetworkAgent:
    """An agent that plays by a policy of SB3, a network as large as the learner's."""

    def __init__(self, policy):
        self.policy, self.game = policy, gangzzz_v0.GAME

    def act(self, views: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Observe and ask the network, all views in one batch."""
        observations = np.zeros((len(views), self.game.observation_size), np.int8)
        self.game.observe(views, 0, len(views), observations)
        return self.policy.predict(observations, action_masks=masks != 0)[0]


class TimedVecEnv(VecEnvWrapper):
    """Environments whose steps are timed."""

    def reset(self):
        """What the environments do."""
        return self.venv.reset()

    def step_wait(self):
        """What the environments do."""
        with clock("environment"):
            return self.venv.step_wait()


class TimedPPO(MaskablePPO):
    """MaskablePPO whose updates are timed."""

    def train(self) -> None:
        """Update the network."""
        with clock("update"):
            super().train()


class AecSeat(gymnasium.Env):
    """The PettingZoo environment as a game of one learner, as its users write it for SB3: one opponent, asked alone."""

    def __init__(self, seed: int, opponent):
        self.env, self.opponent, self.seed = gangzzz_v0.env(), opponent, seed
        self.env.reset(seed=seed)
        spaces = self.env.observation_space("player_0")
        self.observation_space, self.action_space = spaces["observation"], self.env.action_space("player_0")

    def reset(self, *, seed=None, options=None):
        """The next game."""
        self.env.reset()
        return self._play_on()[0], {}

    def step(self, action):
        """Play, and let the opponent answer."""
        self.env.step(int(action))
        observation, over = self._play_on()
        return observation, self.env.rewards["player_0"] if over else 0.0, over, False, {}

    def action_masks(self) -> np.ndarray:
        """What the learner may do."""
        return self.mask != 0

    def _play_on(self):
        env = self.env
        while env.agent_selection != "player_0" and not env.terminations["player_0"]:
            mask = env.last()[0]["action_mask"]
            env.step(int(self.opponent.act(env.view(env.agent_selection), mask[np.newaxis])[0]))
        seen = env.observe("player_0")
        self.mask = seen["action_mask"]
        return seen["observation"], env.terminations["player_0"]


def train(games: VecEnv, updates: int) -> dict[str, float]:
    """Microseconds of each part of a training for each decision of the learner, the first rollout left out."""
    model = TimedPPO(
        *("MlpPolicy", TimedVecEnv(games)), n_steps=STEPS, batch_size=BATCH, n_epochs=EPOCHS, device="cpu", seed=0
    )
    model.learn(GAMES * STEPS)
    SPENT.clear()
    with clock("all"):
        model.learn(GAMES * STEPS * updates, reset_num_timesteps=False)
    spent = {part: 1e6 * seconds / (GAMES * STEPS * updates) for part, seconds in SPENT.items()}
    spent["engine"] = spent["environment"] - spent["opponents"]
    spent["learner and SB3"] = spent["all"] - spent["environment"] - spent["update"]
    return spent


def kinds() -> dict:
    """What is trained against, by name."""
    greedy = TimedAgent(make_agent("greedy", 0))
    network = MaskablePPO(
        "MlpPolicy", gangzzz_v0.make_sb3(1, ["random"], seed=0), n_steps=2, batch_size=2, device="cpu"
    )
    against = {"greedy": greedy, "a network": TimedAgent(NetworkAgent(network.policy))}
    made = {
        f"batch against {name}": lambda agent=agent: gangzzz_v0.make_sb3(GAMES, {"opponent": agent}, seed=0)
        for name, agent in against.items()
    }
    return made | {
        "DummyVecEnv over env(), against greedy": lambda: DummyVecEnv(
            [lambda i=i: AecSeat(i, greedy) for i in range(GAMES)]
        )
    }


def main() -> None:
    """Measure and print."""
    parser = Parser(prog="training_share.py", description=__doc__)
    parser.add_argument("--updates", type=count, default=3, metavar="N", help="updates of each training (default 3)")
    arguments = parser.parse_args()
    torch.set_num_threads(2)
    print(f"{machine()}, torch {torch.__version__}; microseconds for a decision of the learner")
    results = {name: train(make(), arguments.updates) for name, make in kinds().items()}
    for name, spent in results.items():
        parts = ", ".join(f"{part} {spent[part]:.0f}" for part in ("engine", "opponents", "learner and SB3", "update"))
        share = spent["environment"] / spent["all"]
        print(f"{name}: {spent['all']:.0f} in all; {parts}; environment and opponents {share:.1%}")
    batch, single = (spent["environment"] for name, spent in results.items() if "greedy" in name)
    print(f"the batch's steps are {single / batch:.1f} times as fast as those of DummyVecEnv over env()")


if __name__ == "__main__":
    sys.exit(main())
