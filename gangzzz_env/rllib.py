"""RLlib's door to every game, for its current API stack: a multi-agent environment and a network that obeys the mask.

`import gangzzz_env.rllib` registers the environments with RLlib by their games' names, and `one_policy` sets what an
algorithm needs to play all seats by one masked network:

    from gangzzz_env.rllib import one_policy

    config = PPOConfig().environment("gangzzz_v0", env_config={"num_players": 3, "reward": "margin"})
    algorithm = one_policy(config).build_algo()

`examples/train_rllib.py` is a whole program. Sample whole episodes, as `one_policy` does: where RLlib 2.60 cuts an
episode between two decisions of a seat, it loses that decision and its reward, or fails.
"""

import random
from functools import partial

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Box, Dict, Discrete

from gangzzz_env.aec import StrictGameEnv
from gangzzz_env.arguments import read_seed
from gangzzz_env.game import Game
from gangzzz_env.games import GAMES

try:
    import torch
    from ray.rllib.algorithms.algorithm_config import AlgorithmConfig
    from ray.rllib.core.columns import Columns
    from ray.rllib.core.rl_module.apis import InferenceOnlyAPI, ValueFunctionAPI
    from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec
    from ray.rllib.core.rl_module.torch import TorchRLModule
    from ray.rllib.env.env_context import EnvContext
    from ray.rllib.env.multi_agent_env import MultiAgentEnv
    from ray.rllib.utils.torch_utils import FLOAT_MIN
    from ray.tune.registry import register_env
    from torch import nn
except ImportError as error:
    raise ImportError(
        f'gangzzz_env.rllib needs {(error.name or "ray").split(".")[0]}: pip install "gangzzz_env[rllib]"'
    ) from error

SETTINGS = {"num_players": 2, "rules": None, "reward": "win", "seed": None}
HIDDEN = (256, 256)
POLICY = "shared"


class LegalDiscrete(Discrete):
    """Actions, of which `sample()` draws a legal one: RLlib's check of environments and its random play know no masks.

    Attributes:
        legal: int8[n], the mask of the agent's last observation; None before the first.
    """

    legal = None

    def sample(self, mask=None, probability=None):
        """A random action among those of `mask`, by default those that are legal now."""
        return super().sample(self.legal if mask is None and probability is None else mask, probability)


class GameMultiAgentEnv(MultiAgentEnv):
    """A game as RLlib's multi-agent environment: who is to move observes and acts, and at the end all observe.

    An observation is `{"observations": int8[n], "action_mask": int8[m]}`; the last one's mask is all ones. What a
    seat gets for a decision is all that is paid to it until its next one, handed over with the next observation. What
    is paid before a seat's first decision comes with that decision, for RLlib drops it. All terminate at once.

    `reset(seed)` deals the game of that seed for this one episode, as RLlib has it; without a seed, games are dealt
    from the seed of `env_config`. Both are other games in every environment of every runner.

    Args:
        game: what is played.
        config: RLlib's `env_config`, with any of the keys `num_players`, `rules`, `reward` and `seed`; None for a seed
            that Python's global generator draws, which RLlib seeds by `config.debugging(seed=...)`.

    Raises:
        TypeError, ValueError: a key is unknown, or its value out of range; the message says what is allowed.
    """

    def __init__(self, game: Game, config: dict | None = None):
        settings = _read(config or {})
        self._place = _place(config)
        self._env = StrictGameEnv(game, settings["num_players"], settings["rules"], settings["reward"], None)
        self.agents, self.possible_agents = self._env.possible_agents[:], self._env.possible_agents[:]
        self.metadata, self.render_mode = {"name": game.name, "render_modes": []}, None
        self.observation_spaces = {agent: _observation_space(game) for agent in self.agents}
        self.action_spaces = {agent: LegalDiscrete(game.num_actions) for agent in self.agents}
        super().__init__()
        self._deals = np.random.default_rng([_seed(settings["seed"]), *self._place])

    def reset(self, *, seed: int | None = None, options: dict | None = None) -> tuple[dict, dict]:
        """Deal a game; the observation of who is to move first, and no infos. Options are ignored.

        Raises:
            TypeError, ValueError: the seed is not a non-negative integer.
        """
        seed = read_seed(seed)
        if seed is None:
            seed = int(self._deals.integers(2**63))
        worker, vector = self._place
        self._env.reset(seed=seed + (worker << 64) + (vector << 96))
        self._owed = dict.fromkeys(self.agents, 0.0)
        self._have_decided = set()
        return {self._env.agent_selection: self._observe(self._env.agent_selection)}, {}

    def step(self, action_dict: dict) -> tuple[dict, dict, dict, dict, dict]:
        """Play the action of who is to move, `{agent: action}`.

        Raises:
            IllegalAction: the rules forbid it; the game is as it was.
            ResetNeeded: there is no game yet.
            TypeError, ValueError: it is no action, or somebody else's.
        """
        if not hasattr(self._env, "agent_selection"):
            raise ResetNeeded("step() was called before reset(); call reset() first")
        env, mover = self._env, self._env.agent_selection
        if set(action_dict) != {mover} or env.terminations[mover]:
            waits = "the game is over: call reset()" if env.terminations[mover] else f"only {mover} is to move"
            raise ValueError(f"step() was given actions of {', '.join(action_dict) or 'nobody'}, but {waits}")
        env.step(action_dict[mover])
        self._have_decided.add(mover)
        for agent, payment in env.rewards.items():
            self._owed[agent] += payment
        is_over = env.terminations[mover]
        told = self.agents if is_over else [env.agent_selection]
        flags = dict.fromkeys((*self.agents, "__all__"), is_over)
        rewards = {agent: self._pay(agent) for agent in told if is_over or agent in self._have_decided}
        return {agent: self._observe(agent) for agent in told}, rewards, flags, dict.fromkeys(flags, False), {}

    def replay(self):
        """The game so far, a `gangzzz_env.replay.Replay`.

        Raises:
            ResetNeeded: there is no game yet.
        """
        return self._env.replay()

    def _pay(self, agent: str) -> float:
        payment, self._owed[agent] = self._owed[agent], 0.0
        return payment

    def _observe(self, agent: str) -> dict[str, np.ndarray]:
        seen = self._env.observe(agent)
        mask = np.ones_like(seen["action_mask"]) if self._env.terminations[agent] else seen["action_mask"]
        self.action_spaces[agent].legal = mask
        return {"observations": seen["observation"], "action_mask": mask}


class MaskedModule(TorchRLModule, ValueFunctionAPI, InferenceOnlyAPI):
    """A policy and a value network for PPO, apart from one another, whose policy gives illegal actions no probability.

    They read the signed logarithms of the numbers of an observation. `model_config["fcnet_hiddens"]` is their width.
    """

    def setup(self):
        """Build the networks."""
        size = self.observation_space["observations"].shape[0]
        hidden = self.model_config.get("fcnet_hiddens", HIDDEN)
        self.actor = _mlp([size, *hidden, int(self.action_space.n)], 0.01)
        self.critic = _mlp([size, *hidden, 1], 1.0)

    def _forward(self, batch, **kwargs) -> dict:
        """Logits float32[n, actions] of observations; RLlib infers, explores and trains with them."""
        seen = batch[Columns.OBS]
        logits = self.actor(_signed_log(seen["observations"]))
        # A finite number: a row without a legal action is uniform instead of not a number.
        return {Columns.ACTION_DIST_INPUTS: torch.where(seen["action_mask"] > 0, logits, FLOAT_MIN)}

    def compute_values(self, batch, embeddings=None) -> torch.Tensor:
        """What the positions of a batch are worth to who sees them: float32[n]."""
        return self.critic(_signed_log(batch[Columns.OBS]["observations"])).squeeze(-1)

    def get_non_inference_attributes(self) -> list[str]:
        """What a runner does not need to choose actions."""
        return ["critic"]


class ModuleAgent:
    """An RLModule of this environment as an agent of tournaments, which plays its likeliest action.

    Args:
        game: what is played.
        module: as `algorithm.get_module(name)` returns it.
    """

    def __init__(self, game: Game, module: TorchRLModule):
        self._game, self._module = game, module

    def act(self, views: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Actions int64[n] for the seats to move in views[n] with masks int8[n, actions]."""
        observations = np.zeros((len(views), self._game.observation_size), np.int8)
        self._game.observe(views, 0, len(views), observations)
        seen = {"observations": torch.from_numpy(observations), "action_mask": torch.from_numpy(masks)}
        return self._module.forward_inference({Columns.OBS: seen})[Columns.ACTION_DIST_INPUTS].argmax(1).numpy()


def register() -> None:
    """Tell RLlib of the environments. It forgets them with `ray.shutdown()`."""
    for name, game in GAMES.items():
        register_env(name, partial(GameMultiAgentEnv, game))


def one_policy(config: AlgorithmConfig, hidden: tuple[int, ...] = HIDDEN) -> AlgorithmConfig:
    """The configuration with whole episodes and one `MaskedModule` of so many units, named `POLICY`, in all seats.

    It also registers the environments, so call it for the Ray that runs or is started next.

    Raises:
        TypeError, ValueError: `config.env` is none of our environments, or its `env_config` is wrong.
    """
    register()
    if config.env not in GAMES:
        raise ValueError(f"the environment is {config.env!r}, but must be one of {', '.join(GAMES)}")
    GameMultiAgentEnv(GAMES[config.env], dict(config.env_config))  # says what is wrong before Ray does anything
    module = RLModuleSpec(module_class=MaskedModule, model_config={"fcnet_hiddens": list(hidden)})
    return (
        config.env_runners(batch_mode="complete_episodes")
        .multi_agent(policies={POLICY}, policy_mapping_fn=_policy_of)
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={POLICY: module}))
    )


def _policy_of(agent: str, episode, **kwargs) -> str:
    return POLICY


def _read(config: dict) -> dict:
    """The settings of a configuration, with defaults."""
    for key in config:
        if key not in SETTINGS:
            raise ValueError(f"unknown key {key!r} in env_config; the keys are {', '.join(SETTINGS)}")
    return SETTINGS | config


def _place(config) -> tuple[int, int]:
    """The runner's number and the environment's number in it.

    RLlib 2.60 makes all environments of a runner from one context and calls each of them the first: counted on here.
    """
    if not isinstance(config, EnvContext):
        return 0, 0
    place = config.worker_index or 0, config.vector_index
    config.vector_index += 1
    return place


def _seed(seed: int | None) -> int:
    """A seed, checked; one that Python's global generator draws for None."""
    return random.getrandbits(31) if read_seed(seed) is None else int(seed)


def _observation_space(game: Game) -> Dict:
    return Dict(
        {
            "observations": Box(-128, 127, (game.observation_size,), np.int8),
            "action_mask": Box(0, 1, (game.num_actions,), np.int8),
        }
    )


def _mlp(sizes: list[int], gain: float) -> nn.Sequential:
    """Linear layers of these sizes with ReLU between them; `gain` is that of the last one's weights."""
    layers = []
    for inputs, outputs in zip(sizes, sizes[1:]):
        layers += [nn.Linear(inputs, outputs), nn.ReLU()]
        nn.init.orthogonal_(layers[-2].weight, 2**0.5)
        nn.init.zeros_(layers[-2].bias)
    nn.init.orthogonal_(layers[-2].weight, gain)
    return nn.Sequential(*layers[:-1])


def _signed_log(numbers: torch.Tensor) -> torch.Tensor:
    """int8 as float32: small ones stay apart, and large ones come near."""
    numbers = numbers.float()
    return numbers.sign() * numbers.abs().log1p()


register()
