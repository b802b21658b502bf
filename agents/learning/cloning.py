"""A start cloned from a scripted agent: the network learns its moves, and what they led to, from games it plays."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
from torch import nn

from agents.learning.network import CRITIC, ActorCritic
from agents.learning.policy import masked_logits
from gangzzz_env.game import Game
from gangzzz_env.reward import Reward
from gangzzz_env.rng import seed_words
from gangzzz_env.sample import MaskSampler

GAMES, STEPS = 128, 192  # of a lesson: about two games one after the other in each of so many
EXPLORE, BATCH, LEARNING_RATE = 0.1, 512, 3e-3


@dataclass(frozen=True)
class Lessons:
    """Decisions of a teacher: observations int8[n, size], masks bool[n, actions], actions int64[n], returns float32[n].

    The return is what the seat gets from there to the end of the game, NaN where the game was not seen to its end.
    """

    observations: np.ndarray
    masks: np.ndarray
    actions: np.ndarray
    returns: np.ndarray


class Classroom:
    """Games in which a teacher says what it would do, and one decision in ten is played at random.

    Without those, the lessons would hold only positions that the teacher gets into.
    """

    def __init__(self, game: Game, teacher: object, num_players: int, rules, seed: int):
        n = GAMES
        self.game, self.teacher = game, teacher
        self.states, self.games = np.zeros(n, game.state_dtype), np.arange(n)
        self.players, self.rules = np.full(n, num_players), np.repeat(game.read_rules(rules).record(), n)
        seeds = np.stack([seed_words(seed + i) for i in range(n)])
        game.setup(self.states, self.games, 0, n, self.players, self.rules, seeds)
        self.sampler, self.draw = MaskSampler(seed), np.random.default_rng(seed)

    def lessons(self) -> Lessons:
        """The next `STEPS` decisions of every game; games that end start anew."""
        game, n, steps = self.game, GAMES, STEPS
        observations = np.zeros((steps, n, game.observation_size), np.int8)
        masks = np.zeros((steps, n, game.num_actions), np.int8)
        actions, movers = np.zeros((steps, n), np.int64), np.zeros((steps, n), np.int64)
        rewards, over = np.zeros((steps, n, game.seats[1])), np.zeros((steps, n), np.bool_)
        views = np.zeros(n, game.state_dtype)
        for t in range(steps):
            game.see(self.states, self.games, 0, n, views, masks[t], movers[t])
            game.observe(views, 0, n, observations[t])
            actions[t] = self.teacher.act(views, masks[t])
            explores = self.draw.random(n) < EXPLORE
            played = np.where(explores, self.sampler.sample_batch(masks[t]), actions[t])
            game.apply(self.states, self.games, 0, n, played, int(Reward.MARGIN), rewards[t], over[t])
            ended = np.flatnonzero(over[t])
            game.setup_next(self.states, ended, 0, len(ended), self.players, self.rules)
        returns = returns_to_go(rewards, over, movers)
        return Lessons(
            observations.reshape(steps * n, -1),
            masks.reshape(steps * n, -1).astype(np.bool_),
            actions.ravel(),
            returns.ravel().astype(np.float32),
        )


def returns_to_go(rewards: np.ndarray, over: np.ndarray, movers: np.ndarray) -> np.ndarray:
    """What movers[t, k] gets from step t to the end of game k, f8[steps, n]; NaN if the end was not seen.

    Args:
        rewards: f8[steps, n, seats].
        over: bool[steps, n], whether the game ended with that step.
        movers: i8[steps, n].
    """
    steps, n = over.shape
    returns, games = np.full((steps, n), np.nan), np.arange(n)
    total = np.full((n, rewards.shape[2]), np.nan)
    for t in reversed(range(steps)):
        total[over[t]] = 0.0
        total += rewards[t]
        returns[t] = total[games, movers[t]]
    return returns


def clone(
    classroom: Classroom, lessons: int, seed: int, on_batch: Callable[[int], object] = lambda count: None
) -> tuple[ActorCritic, nn.Linear]:
    """A network that has learned from `lessons` decisions, and the layer that says its value.

    Every decision is learned from once: the teacher plays faster than the network learns.
    """
    torch.manual_seed(seed)
    network, value = ActorCritic(), nn.Linear(CRITIC, 1)
    parameters = [*network.parameters(), *value.parameters()]
    optimizer = torch.optim.Adam(parameters)
    steps = max(1, lessons // BATCH)
    rate = torch.optim.lr_scheduler.OneCycleLR(optimizer, LEARNING_RATE, total_steps=steps)
    for done in range(steps):
        place = done * BATCH % (GAMES * STEPS)
        if place == 0:
            lesson = classroom.lessons()
            order = np.random.default_rng([seed, done]).permutation(GAMES * STEPS)
        if done == 0:
            network.fit_scale(lesson.observations)
        _loss(network, value, lesson, order[place : place + BATCH]).backward()
        nn.utils.clip_grad_norm_(parameters, 1.0)
        optimizer.step()
        optimizer.zero_grad()
        rate.step()
        on_batch(BATCH)
    return network, value


def _loss(network: ActorCritic, value: nn.Linear, lesson: Lessons, rows: np.ndarray) -> torch.Tensor:
    """How unlikely the network finds the teacher's moves, and half the squared error of its values."""
    observations = torch.from_numpy(lesson.observations[rows]).float()
    logits = masked_logits(network, observations, torch.from_numpy(lesson.masks[rows]))
    loss = nn.functional.cross_entropy(logits, torch.from_numpy(lesson.actions[rows]))
    returns = torch.from_numpy(lesson.returns[rows])
    seen = ~returns.isnan()
    if seen.any():
        values = value(network.forward_critic(observations[seen]))[:, 0]
        loss = loss + 0.5 * nn.functional.mse_loss(values, returns[seen])
    return loss
