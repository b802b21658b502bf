"""Self-play: MaskablePPO against a league."""

from collections.abc import Callable, Sequence

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnvWrapper

from agents.learning.advised import Advised
from agents.learning.joined import JoinedGames
from agents.learning.league import SNAPSHOT, League
from agents.learning.network import ActorCritic
from agents.learning.policy import TargetPolicy
from agents.learning.presets import Settings
from agents.learning.scoring import WORTH
from gangzzz_env.games.gangzzz import GAME
from gangzzz_env.rng import seed_words
from gangzzz_env.sb3 import GameVecEnv


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
    """A learner and its league.

    Args:
        settings: how to train.
        players: the player counts; as many games are of each.
        rules: of each game.
        seed: of everything that is random.
        adviser: the agent whose moves the network sees, or None.
        logger: of SB3, for the curves.
    """

    def __init__(self, settings: Settings, players: Sequence[int], rules, seed: int, adviser, logger):
        self.settings, self.mean = settings, ActorCritic(settings.width)
        self.league = League(settings, adviser, seed)
        self.games = JoinedGames(self._batches(players, rules, seed))
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
            policy_kwargs={"width": settings.width},
            seed=int(seed_words(seed, 1)[0]),
            device="cpu",
        )
        self.model.set_logger(logger)
        self.resumed_at = -1

    def _batches(self, players: Sequence[int], rules, seed: int) -> list[GameVecEnv]:
        opponents, shares = self.league.opponents, self.league.shares()
        rows = np.array_split(np.arange(self.settings.num_envs), len(players))
        return [
            GameVecEnv(
                GAME,
                len(own),
                opponents,
                shares,
                num_players=num_players,
                rules=rules,
                reward="margin",
                seed=seed + int(own[0]),
            )
            for num_players, own in zip(players, rows)
        ]

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
        self.model.policy.load_network(network, value)

    def begin_with_lessons(self, network: ActorCritic, value: torch.nn.Linear) -> None:
        """The same with a network that has only had lessons: its scores are weighed, and it trusts the adviser more."""
        network.weights.copy_(torch.tensor(self.settings.weights))
        with torch.no_grad():
            network.trust.bias += self.settings.trust / self.settings.weights[WORTH]
        self.begin_with(network, value)

    def learn(self, on_decisions: Callable[[int], object], on_rollout: Callable[[], object]) -> None:
        """Train to the end of the settings' decisions.

        Args:
            on_decisions: hears how many more have been made.
            on_rollout: called before each rollout; `state` may be taken there, and `mean` rated.
        """
        left = self.settings.decisions - self.decisions
        if left > 0:
            # It may move before the first rollout begins.
            self.league.current.network.load_state_dict(self.network.state_dict())
            callback = _Rollouts(self, on_decisions, on_rollout)
            self.model.learn(left, callback=callback, reset_num_timesteps=self.model._last_obs is None)
            self.average()

    def keep_snapshot(self) -> None:
        """Take the network as it is into the league."""
        at_table = {name for info in self.games.reset_infos for name in info["opponents"]}
        self.league.keep(self.network, self.decisions, at_table)

    def seat_opponents(self) -> None:
        """Before a rollout: the current network plays as it now is, and its games are against whom the league says."""
        self.league.current.network.load_state_dict(self.network.state_dict())
        self.league.forget()
        self.games.set_shares(self.league.shares())

    def state(self) -> dict:
        """Everything that the rest of the training depends on, for `set_state`."""
        return {
            "policy": self.model.policy.state_dict(),
            "optimizer": self.model.policy.optimizer.state_dict(),
            "decisions": self.decisions,
            "updates": self.model._n_updates,
            "episode_starts": torch.from_numpy(np.asarray(self.model._last_episode_starts)),
            "mean": self.mean.state_dict(),
            "league": self.league.state(),
            "games": [{name: _packed(array) for name, array in part.items()} for part in self.games.get_state()],
            "numpy": _global_state(),
            "torch": torch.get_rng_state(),
        }

    def set_state(self, state: dict) -> None:
        """Go on exactly as the training that `state` was taken from would have."""
        self.model.policy.load_state_dict(state["policy"])
        self.model.policy.optimizer.load_state_dict(state["optimizer"])
        self.model.num_timesteps, self.model._n_updates = state["decisions"], state["updates"]
        self.mean.load_state_dict(state["mean"])
        self.league.set_state(state["league"])
        self.resumed_at = state["decisions"]
        games = [
            {name: _unpacked(part[name], like) for name, like in own.items()}
            for part, own in zip(state["games"], self.games.get_state())
        ]
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
        for info in filter(None, self.locals["infos"]):
            for opponent in sorted(set(info["opponents"])):
                self.training.league.note(opponent, info["win"])
                kind = SNAPSHOT if opponent.startswith(SNAPSHOT) else opponent
                self.logger.record_mean(f"win/{kind}", info["win"])
        return True

    def _on_rollout_end(self) -> None:
        league = self.training.league
        for place, taken in enumerate(league.taken):
            self.logger.record(f"league/{league.names[place]} score", league.rates()[place])
            self.logger.record(f"league/{league.names[place]} taken", taken)


def _global_state() -> list:
    """The state of NumPy's global generator, by which SB3 shuffles."""
    kind, key, *rest = np.random.get_state()  # noqa: NPY002
    return [kind, torch.from_numpy(key), *rest]


def _packed(array: np.ndarray) -> torch.Tensor:
    return torch.frombuffer(bytearray(array.tobytes()), dtype=torch.uint8)


def _unpacked(octets: torch.Tensor, like: np.ndarray) -> np.ndarray:
    return np.frombuffer(octets.numpy().tobytes(), like.dtype).reshape(like.shape)
