"""The start of the critic: what positions are worth to a seat, learned from games that a scripted agent plays.

The value is the margin still to come: the dollars that the seat will get from there to the end, less the mean of what
the others will get. Such games cost next to nothing, so the critic knows much before the network makes its first move.
"""

from collections.abc import Callable

import numpy as np
import torch
from torch import nn

from agents.learning.network import ActorCritic
from agents.learning.scoring import COLUMNS
from agents.learning.seen import seen_of_view
from gangzzz_env.game import Game
from gangzzz_env.reward import Reward
from gangzzz_env.rng import seed_words

GAMES, KEPT, RANDOM = 1024, 0.25, 0.05  # of all positions so many are kept; so many moves are random
EPOCHS, BATCH, LEARNING_RATE, WEIGHT_DECAY = 3, 512, 1e-3, 1e-3
SEED_STEP = 1_000_000_007  # keeps these games from being those of the lessons


def columns_of(views: np.ndarray) -> np.ndarray:
    """int8[n, columns]: what trunk and critic read of views STATE_DTYPE[n], of any seat."""
    return seen_of_view(views)[:, COLUMNS]


def worth(network: ActorCritic, value: nn.Linear, views: np.ndarray) -> np.ndarray:
    """float64[n], what views are worth to their seats, in `MARGIN_SCALE` dollars."""
    with torch.no_grad():
        facts = network.scaled(torch.from_numpy(columns_of(views)).float())
        return value(network.critic(facts))[:, 0].double().numpy()


class TeacherGames:
    """Games of a teacher who sometimes makes a random move.

    Args:
        game: what is played.
        teacher: the agent in all seats.
        players: int64[k], the player counts that the games take turns in.
        rules: their record, in an array of one.
        seed: of the games and of what is random in them.
    """

    def __init__(self, game: Game, teacher: object, players: np.ndarray, rules: np.ndarray, seed: int):
        self.game, self.teacher, self.draw = game, teacher, np.random.default_rng(seed)
        self.states, self.games = np.zeros(GAMES, game.state_dtype), np.arange(GAMES)
        self.players, self.rules = np.resize(players, GAMES), np.repeat(rules, GAMES)
        seeds = np.stack([seed_words(seed + SEED_STEP + i) for i in range(GAMES)])
        game.setup(self.states, self.games, 0, GAMES, self.players, self.rules, seeds)
        self.number = self.games.copy()  # of the game that is played there
        self.margins = np.zeros((GAMES, game.seats[1]))  # what its seats have got so far

    def positions(self, count: int) -> tuple[np.ndarray, np.ndarray]:
        """Positions of finished games, each seen by a random seat.

        Returns:
            int8[n, columns] with n up to `count` or a little more, and float32[n], the margins to come in
            `MARGIN_SCALE` dollars.
        """
        kept, finals = [], {}
        while sum(len(columns) for columns, *_ in kept) < count or len(finals) < GAMES:
            kept.append(self._glimpses())
            finals |= self._play()
        columns, numbers, seats, before = (np.concatenate(parts) for parts in zip(*kept))
        outcomes = np.full((self.number.max() + 1, self.game.seats[1]), np.nan)
        outcomes[list(finals)] = list(finals.values())
        to_come = outcomes[numbers, seats] - before
        is_known = ~np.isnan(to_come)
        return columns[is_known], to_come[is_known].astype(np.float32)

    def _glimpses(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Of some positions as they are now: columns, the game's number, the seat, and what it has got so far."""
        rows = np.flatnonzero(self.draw.random(GAMES) < KEPT)
        seats, views = self.draw.integers(0, self.players[rows]), np.zeros(len(rows), self.states.dtype)
        self.game.look(self.states, rows, 0, len(rows), seats, views)
        return columns_of(views), self.number[rows], seats, self.margins[rows, seats]

    def _play(self) -> dict[int, np.ndarray]:
        """A decision in every game; the margins of the games that it ended, by their numbers."""
        game, views, movers = self.game, np.zeros_like(self.states), np.zeros(GAMES, np.int64)
        masks, rewards = np.zeros((GAMES, game.num_actions), np.int8), np.zeros_like(self.margins)
        over = np.zeros(GAMES, np.bool_)
        game.see(self.states, self.games, 0, GAMES, views, masks, movers)
        is_random = self.draw.random(GAMES) < RANDOM
        actions = np.where(is_random, _random_moves(self.draw, masks), self.teacher.act(views, masks))
        game.apply(self.states, self.games, 0, GAMES, actions, int(Reward.MARGIN), rewards, over)
        self.margins += rewards
        ended = np.flatnonzero(over)
        finals = dict(zip(self.number[ended].tolist(), self.margins[ended]))
        self.number[ended], self.margins[ended] = self.number.max() + 1 + np.arange(len(ended)), 0.0
        game.setup_next(self.states, ended, 0, len(ended), self.players, self.rules)
        return finals


def _random_moves(draw: np.random.Generator, masks: np.ndarray) -> np.ndarray:
    """A legal action of each mask, every one as likely."""
    return np.where(masks == 1, draw.random(masks.shape, np.float32), -1.0).argmax(1)


def fit(
    network: ActorCritic,
    value: nn.Linear,
    columns: np.ndarray,
    margins: np.ndarray,
    draw: np.random.Generator,
    on_epoch: Callable[[], object] = lambda: None,
) -> None:
    """Let the critic, and the layer that says its value, learn margins float32[n] from columns int8[n, columns].

    Their order is drawn by `draw`; `on_epoch` is called each time that all have been gone over.
    """
    parameters = [*network.critic.parameters(), *value.parameters()]
    optimizer = torch.optim.AdamW(parameters, weight_decay=WEIGHT_DECAY)
    steps = len(columns) // BATCH
    rate = torch.optim.lr_scheduler.OneCycleLR(optimizer, LEARNING_RATE, total_steps=EPOCHS * steps + 1)
    columns, margins = torch.from_numpy(columns), torch.from_numpy(margins)
    for _ in range(EPOCHS):
        order = torch.from_numpy(draw.permutation(len(columns)))
        for step in range(steps):
            rows = order[BATCH * step : BATCH * (step + 1)]
            values = value(network.critic(network.scaled(columns[rows].float())))[:, 0]
            nn.functional.mse_loss(values, margins[rows]).backward()
            optimizer.step()
            optimizer.zero_grad()
            rate.step()
        on_epoch()
