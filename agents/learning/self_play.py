"""Self-play: MaskablePPO against the current network, an earlier one, and a scripted agent."""

from collections.abc import Callable

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnvWrapper

from agents import make_agent
from agents.learning.advised import Advised
from agents.learning.network import WORTH, ActorCritic
from agents.learning.policy import TargetPolicy, masked_logits
from agents.learning.presets import Settings
from agents.learning.seen import seen
from gangzzz_env.games.gangzzz import GAME
from gangzzz_env.rng import seed_words
from gangzzz_env.sb3 import GameVecEnv

TEACHER = "greedy"
ITSELF, SNAPSHOT = "itself", "snapshot"


class Copy:
    """A network that plays as it is trained: each action as often as the policy says."""

    def __init__(self, network: ActorCritic, adviser: object | None):
        self.network, self.adviser = network, adviser

    def act(self, views: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Actions int64[n] for views STATE_DTYPE[n] with masks int8[n, 755], drawn by torch's generator."""
        with torch.no_grad():
            inputs = torch.from_numpy(seen(views, masks, self.adviser)).float()
            logits = masked_logits(self.network, inputs, torch.from_numpy(masks != 0))
            return torch.distributions.Categorical(logits=logits).sample().numpy()


class FromMarginToWin(VecEnvWrapper):
    """Rewards that are the margin at first and the win in the end; `win_share` is how much the win counts."""

    win_share = 0.0

    def reset(self) -> np.ndarray:
        """The observations of `venv`."""
        return self.venv.reset()

    def step_wait(self):
        """The step of `venv`, with the rewards mixed."""
        observations, margins, dones, infos = self.venv.step_wait()
        wins = np.array([info.get("win", 0.0) for info in infos], np.float32)
        return observations, (1.0 - self.win_share) * margins + self.win_share * wins, dones, infos


class SelfPlay:
    """A learner and its opponents.

    Args:
        settings: how to train.
        num_players: of each game.
        rules: of each game.
        seed: of everything that is random.
        adviser: the agent whose moves the network sees, or None.
        logger: of SB3, for the curves.
    """

    def __init__(self, settings: Settings, num_players: int, rules, seed: int, adviser, logger):
        self.settings = settings
        self.current, self.earlier = Copy(ActorCritic(), adviser), Copy(ActorCritic(), adviser)
        self.mean, self.pool = ActorCritic(), []
        opponents = {ITSELF: self.current, SNAPSHOT: self.earlier, TEACHER: make_agent(TEACHER, seed)}
        shares = (settings.itself, settings.snapshots, settings.scripted)
        self.games = GameVecEnv(
            GAME, settings.num_envs, opponents, shares, num_players=num_players, rules=rules, reward="margin", seed=seed
        )
        self.advised = Advised(self.games, adviser)
        self.env = FromMarginToWin(self.advised)
        self.model = MaskablePPO(
            TargetPolicy,
            self.env,
            n_steps=settings.rollout,
            batch_size=settings.batch,
            n_epochs=settings.epochs,
            learning_rate=lambda left: settings.learning_rate * max(left, 0.05),
            gamma=1.0,
            gae_lambda=settings.gae_lambda,
            ent_coef=settings.entropy,
            seed=int(seed_words(seed, 1)[0]),
            device="cpu",
        )
        self.model.set_logger(logger)
        self.draw = np.random.default_rng(seed)
        self.resumed_at = -1

    @property
    def network(self) -> ActorCritic:
        """The network that is trained."""
        return self.model.policy.mlp_extractor

    def average(self) -> None:
        """Take the network as it is into the mean of its weights."""
        weight = self.settings.averaging if self.decisions else 1.0
        for mean, now in zip(self.mean.state_dict().values(), self.network.state_dict().values()):
            mean.lerp_(now, weight)

    @property
    def decisions(self) -> int:
        """Decisions of the learner so far."""
        return self.model.num_timesteps

    def is_snapshot(self, decisions: int) -> bool:
        """Whether the network was kept among the earlier ones after so many decisions."""
        settings = self.settings
        return decisions // (settings.num_envs * settings.rollout) % settings.snapshot_every == 0

    def begin_with(self, network: ActorCritic, value: torch.nn.Linear) -> None:
        """Start from a network, and the layer that says its value."""
        network.weights.copy_(torch.tensor(self.settings.weights))
        with torch.no_grad():
            network.trust.bias += self.settings.trust / self.settings.weights[WORTH]
        self.model.policy.load_network(network, value)

    def learn(self, on_decisions: Callable[[int], object], on_rollout: Callable[[], object]) -> None:
        """Train to the end of the settings' decisions; before each rollout `state` may be taken, in `on_rollout`."""
        left = self.settings.decisions - self.decisions
        if left > 0:
            for copy in (self.current, self.earlier):  # they may move before the first rollout begins
                copy.network.load_state_dict(self.network.state_dict())
            callback = _Rollouts(self, on_decisions, on_rollout)
            self.model.learn(left, callback=callback, reset_num_timesteps=self.model._last_obs is None)
            self.average()

    def seat_opponents(self) -> None:
        """Before a rollout: the current network plays as it now is, and another earlier one is drawn."""
        self.current.network.load_state_dict(self.network.state_dict())
        self.earlier.network.load_state_dict(self.pool[self.draw.integers(len(self.pool))])

    def keep_snapshot(self) -> None:
        """Keep the network as it is among the earlier ones; if they are too many, one of them goes."""
        if len(self.pool) == self.settings.max_snapshots:
            self.pool.pop(int(self.draw.integers(len(self.pool))))
        self.pool.append({name: tensor.clone() for name, tensor in self.network.state_dict().items()})

    def state(self) -> dict:
        """Everything that the rest of the training depends on, for `set_state`."""
        return {
            "policy": self.model.policy.state_dict(),
            "optimizer": self.model.policy.optimizer.state_dict(),
            "decisions": self.decisions,
            "updates": self.model._n_updates,
            "episode_starts": torch.from_numpy(np.asarray(self.model._last_episode_starts)),
            "mean": self.mean.state_dict(),
            "pool": self.pool,
            "games": {name: _packed(array) for name, array in self.games.get_state().items()},
            "draw": self.draw.bit_generator.state,
            "numpy": _global_state(),
            "torch": torch.get_rng_state(),
        }

    def set_state(self, state: dict) -> None:
        """Go on exactly as the training that `state` was taken from would have."""
        self.model.policy.load_state_dict(state["policy"])
        self.model.policy.optimizer.load_state_dict(state["optimizer"])
        self.model.num_timesteps, self.model._n_updates = state["decisions"], state["updates"]
        self.mean.load_state_dict(state["mean"])
        self.pool, self.resumed_at = state["pool"], state["decisions"]
        self.draw.bit_generator.state = state["draw"]
        games = {name: _unpacked(state["games"][name], like) for name, like in self.games.get_state().items()}
        self.model._last_obs = self.advised.advise(self.games.set_state(games))
        self.model._last_episode_starts = state["episode_starts"].numpy()
        kind, key, *rest = state["numpy"]
        np.random.set_state((kind, key.numpy(), *rest))  # noqa: NPY002
        torch.set_rng_state(state["torch"])


class _Rollouts(BaseCallback):
    """What happens before a rollout, and what its games say."""

    def __init__(self, training: SelfPlay, on_decisions, on_rollout):
        super().__init__()
        self.training, self.on_decisions, self.on_rollout = training, on_decisions, on_rollout

    def _on_rollout_start(self) -> None:
        training, settings = self.training, self.training.settings
        if training.decisions != training.resumed_at:
            training.average()
            if training.is_snapshot(training.decisions):
                training.keep_snapshot()
            self.on_rollout()
        training.seat_opponents()
        begun = training.decisions / settings.decisions - settings.margin_until
        training.env.win_share = max(0.0, begun / (1.0 - settings.margin_until))

    def _on_step(self) -> bool:
        self.on_decisions(self.training.settings.num_envs)
        for info in self.locals["infos"]:
            if info:
                for opponent in set(info["opponents"]):
                    self.logger.record_mean(f"win/{opponent}", info["win"])
        return True


def _global_state() -> list:
    """The state of NumPy's global generator, by which SB3 shuffles."""
    kind, key, *rest = np.random.get_state()  # noqa: NPY002
    return [kind, torch.from_numpy(key), *rest]


def _packed(array: np.ndarray) -> torch.Tensor:
    return torch.frombuffer(bytearray(array.tobytes()), dtype=torch.uint8)


def _unpacked(octets: torch.Tensor, like: np.ndarray) -> np.ndarray:
    return np.frombuffer(octets.numpy().tobytes(), like.dtype).reshape(like.shape)
