"""A start from look-ahead: what each of a few moves leads to if a scripted agent plays on for a while, for every seat.

To follow the best of such rollouts is better than the agent that plays them (Tesauro and Galperin 1996). They are too
slow and too noisy to choose a move by, so the network learns them: a score of each action becomes its worth in `UNIT`s.
All moves of a decision are played on from the same possible state, with the same dice (common random numbers), and
after `HORIZON` decisions the critic says what is to come: so an outcome varies by a third of what whole games vary by.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import torch
from torch import nn

from agents.learning import appraisal
from agents.learning.network import WIDTH, ActorCritic
from agents.learning.scoring import LIKELY, WORTH
from agents.learning.seen import advised_moves, seen
from gangzzz_env.game import Game
from gangzzz_env.reward import MARGIN_SCALE, Reward
from gangzzz_env.rng import seed_words

UNIT = 10.0  # dollars
GAMES, WORKERS, WARM_UP = 512, 2, 128
HORIZON = 16  # decisions played on, the move itself included; then the critic says what is to come
MOVES, CHOSEN = 6, 4  # tried in each decision: the teacher's and the network's likely ones are so many, others random
FOLLOWS_TEACHER, FOLLOWS_NETWORK = 0.45, 0.45  # how the games go on; otherwise with any of the moves tried
BATCH, LEARNING_RATE, LESSONS_KEPT, USES = 512, 1e-3, 131_072, 4
STEPS_A_ROUND = GAMES * USES // BATCH


@dataclass(frozen=True)
class Lessons:
    """Decisions: inputs int8[n, SEEN], masks bool[n, actions], moves int64[n, MOVES], -1 for none, and their outcomes
    float32[n, MOVES].

    An outcome is the dollars more than the others' mean that the seat got from there on, and may expect after that. The
    first move is the teacher's.
    """

    inputs: np.ndarray
    masks: np.ndarray
    moves: np.ndarray
    outcomes: np.ndarray


class Classroom:
    """Games in which a teacher shows what moves lead to, of each of the player counts as many."""

    def __init__(self, game: Game, teacher: object, players: Sequence[int], rules, seed: int):
        self.game, self.teacher, self.seed = game, teacher, seed
        self.states, self.games = np.zeros(GAMES, game.state_dtype), np.arange(GAMES)
        self.players, self.rules = np.resize(players, GAMES), np.repeat(game.read_rules(rules).record(), GAMES)
        seeds = np.stack([seed_words(seed + i) for i in range(GAMES)])
        game.setup(self.states, self.games, 0, GAMES, self.players, self.rules, seeds)
        self.draw = np.random.default_rng(seed)

    def warm_up(self) -> np.ndarray:
        """Let the teacher play every game for another while, so that all kinds of decisions come at once.

        Returns:
            int8[n, SEEN], what was seen meanwhile.
        """
        game, inputs = self.game, []
        until = self.draw.integers(0, WARM_UP, GAMES)
        views, movers = np.zeros(GAMES, game.state_dtype), np.zeros(GAMES, np.int64)
        masks = np.zeros((GAMES, game.num_actions), np.int8)
        rewards, over = np.zeros((GAMES, game.seats[1])), np.zeros(GAMES, np.bool_)
        for turn in range(until.max()):
            games = np.flatnonzero(until > turn)
            n = len(games)
            game.see(self.states, games, 0, n, views, masks, movers)
            inputs.append(seen(views[:n], masks[:n], self.teacher))
            game.apply(self.states, games, 0, n, advised_moves(inputs[-1]), int(Reward.MARGIN), rewards, over)
            ended = games[over[:n]]
            game.setup_next(self.states, ended, 0, len(ended), self.players, self.rules)
        return np.concatenate(inputs)

    def positions(self, count: int) -> tuple[np.ndarray, np.ndarray]:
        """So many positions of the teacher's games, as `TeacherGames.positions`."""
        games = appraisal.TeacherGames(self.game, self.teacher, self.players, self.rules[:1], self.seed)
        return games.positions(count)

    def lessons(self, network: ActorCritic, value: nn.Linear) -> Lessons:
        """The next decision of every game; games that end start anew."""
        game, n = self.game, GAMES
        views, movers = np.zeros(n, game.state_dtype), np.zeros(n, np.int64)
        masks = np.zeros((n, game.num_actions), np.int8)
        game.see(self.states, self.games, 0, n, views, masks, movers)
        inputs = seen(views, masks, self.teacher)
        moves = self._moves(network, inputs, masks)
        outcomes = self._outcomes(network, value, views, movers, moves)
        self._play_on(moves)
        return Lessons(inputs, masks.astype(np.bool_), moves, outcomes)

    def _moves(self, network: ActorCritic, inputs: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """The teacher's move, likely ones of the network (drawn by Gumbel's maxima), and random ones."""
        with torch.no_grad():
            logits = network.forward_actor(torch.from_numpy(inputs).float()).numpy()
        rows = np.arange(GAMES)[:, None]
        keys = np.where(masks == 1, logits + self.draw.gumbel(size=logits.shape), -np.inf)
        keys[rows[:, 0], advised_moves(inputs)] = np.inf
        likely = np.argsort(-keys, axis=1)[:, :CHOSEN]
        keys = np.where(masks == 1, self.draw.random(keys.shape), -np.inf)
        keys[rows, likely] = -np.inf
        moves = np.concatenate([likely, np.argsort(-keys, axis=1)[:, : MOVES - CHOSEN]], 1)
        repeated = np.concatenate([np.zeros((GAMES, CHOSEN), bool), keys[rows, moves[:, CHOSEN:]] == -np.inf], 1)
        return np.where((masks[rows, moves] == 1) & ~repeated, moves, -1)

    def _outcomes(self, network, value, views: np.ndarray, movers: np.ndarray, moves: np.ndarray) -> np.ndarray:
        """What each move leads to, float32[n, MOVES]; 0 where there is none."""
        random = self.draw.integers(0, 2**32, (GAMES, 4), np.uint32)
        outcomes = np.zeros((GAMES, MOVES), np.float32)

        def work(part: np.ndarray) -> None:
            games, places = np.nonzero(moves[part] >= 0)
            games = part[games]
            found = self._rollouts(views[games], random[games], movers[games], moves[games, places])
            dollars, seen_by, goes_on = found
            dollars[goes_on] += MARGIN_SCALE * appraisal.worth(network, value, seen_by)
            outcomes[games, places] = dollars

        with ThreadPoolExecutor(WORKERS) as pool:
            list(pool.map(work, np.array_split(np.arange(GAMES), WORKERS)))
        return outcomes

    def _rollouts(self, views, random, movers, moves) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Let the teacher play on for all after each move.

        Returns:
            Dollars of margin float64[n] that its mover gets meanwhile, the views of those movers whose games are not
            over, and the indices of those.
        """
        game, n = self.game, len(moves)
        states, rows, totals = np.zeros(n, game.state_dtype), np.arange(n), np.zeros(n)
        game.fill(np.ascontiguousarray(views), 0, n, np.ascontiguousarray(random), states)
        seen_by, masks = np.zeros(n, game.state_dtype), np.zeros((n, game.num_actions), np.int8)
        rewards, over, waits = np.zeros((n, game.seats[1])), np.zeros(n, np.bool_), np.zeros(n, np.int64)
        games, actions = rows, moves
        for turn in range(HORIZON):
            k = len(games)
            game.apply(states, games, 0, k, actions, int(Reward.MARGIN), rewards, over)
            totals[games] += rewards[rows[:k], movers[games]]
            games = games[~over[:k]]
            k = len(games)
            if turn < HORIZON - 1:
                game.see(states, games, 0, k, seen_by, masks, waits)
                actions = self.teacher.act(seen_by[:k], masks[:k])
        game.look(states, games, 0, k, movers[games], seen_by)
        return MARGIN_SCALE * totals, seen_by[:k], games

    def _play_on(self, moves: np.ndarray) -> None:
        game, n = self.game, GAMES
        whose = self.draw.random(n)
        any_move = self.draw.integers(0, MOVES, n)
        place = np.where(whose < FOLLOWS_TEACHER, 0, np.where(whose < FOLLOWS_TEACHER + FOLLOWS_NETWORK, 1, any_move))
        actions = moves[self.games, place]
        actions = np.where(actions < 0, moves[:, 0], actions)
        rewards, over = np.zeros((n, game.seats[1])), np.zeros(n, np.bool_)
        game.apply(self.states, self.games, 0, n, actions, int(Reward.MARGIN), rewards, over)
        ended = np.flatnonzero(over)
        game.setup_next(self.states, ended, 0, len(ended), self.players, self.rules)


class Pupil:
    """A network that learns from a classroom, and the layer that says its value.

    Args:
        classroom: where it learns.
        positions: how many its critic learns from, before the lessons.
        decisions: how many lessons it gets.
        seed: of the network and of the lessons' order.
        width: of the network.
    """

    def __init__(self, classroom: Classroom, positions: int, decisions: int, seed: int, width: int = WIDTH):
        torch.manual_seed(int(seed_words(seed, 1)[0]))
        self.classroom, self.draw = classroom, np.random.default_rng(seed)
        self.network, self.value = ActorCritic(width), nn.Linear(width, 1)
        self.positions, self.rounds, self.done = positions, max(1, decisions // GAMES), 0
        self.learners = [p for name, p in self.network.named_parameters() if not name.startswith("critic")]
        self.optimizer = torch.optim.Adam(self.learners)
        steps = self.rounds * STEPS_A_ROUND
        self.rate = torch.optim.lr_scheduler.OneCycleLR(self.optimizer, LEARNING_RATE, total_steps=steps)
        self.kept: list[Lessons] = []

    def learn(
        self,
        on_positions: Callable[[int], object] = lambda count: None,
        on_round: Callable[[], object] = lambda: None,
    ) -> None:
        """Learn to the end; after each round, of `GAMES` lessons, `state` may be taken, in `on_round`."""
        if not self.done:
            self.network.fit_scale(self.classroom.warm_up())
            self.appraise(on_positions)
        while self.done < self.rounds:
            self.kept = [*self.kept, self.classroom.lessons(self.network, self.value)][-LESSONS_KEPT // GAMES :]
            for _ in range(STEPS_A_ROUND):
                _loss(self.network, _batch(self.kept, self.draw)).backward()
                nn.utils.clip_grad_norm_(self.learners, 10.0)
                self.optimizer.step()
                self.optimizer.zero_grad()
                self.rate.step()
            self.done += 1
            on_round()

    def appraise(self, on_positions: Callable[[int], object]) -> None:
        """Learn what positions are worth in the teacher's games."""
        columns, margins = self.classroom.positions(self.positions)
        appraisal.fit(self.network, self.value, columns, margins, self.draw, lambda: on_positions(self.positions))

    def state(self) -> dict:
        """Everything that the rest of the lessons depends on, for `set_state`."""
        return {
            "modules": [module.state_dict() for module in (self.network, self.value, self.optimizer, self.rate)],
            "rounds": self.done,
            "kept": [[torch.from_numpy(array) for array in vars(lessons).values()] for lessons in self.kept],
            "draws": [draw.bit_generator.state for draw in (self.draw, self.classroom.draw)],
            "games": torch.frombuffer(bytearray(self.classroom.states.tobytes()), dtype=torch.uint8),
        }

    def set_state(self, state: dict) -> None:
        """Go on exactly as the pupil that `state` was taken from would have."""
        for module, saved in zip((self.network, self.value, self.optimizer, self.rate), state["modules"]):
            module.load_state_dict(saved)
        self.done = state["rounds"]
        self.kept = [Lessons(*(tensor.numpy() for tensor in lessons)) for lessons in state["kept"]]
        self.draw.bit_generator.state, self.classroom.draw.bit_generator.state = state["draws"]
        self.classroom.states[:] = np.frombuffer(state["games"].numpy().tobytes(), self.classroom.states.dtype)


def _batch(kept: list[Lessons], draw: np.random.Generator) -> Lessons:
    """Random decisions of the lessons that are kept."""
    rounds, games = draw.integers(0, len(kept), BATCH), draw.integers(0, GAMES, BATCH)
    pairs = list(zip(rounds.tolist(), games.tolist()))
    return Lessons(
        *(np.stack([getattr(kept[a], name)[b] for a, b in pairs]) for name in ("inputs", "masks", "moves", "outcomes"))
    )


def _loss(network: ActorCritic, lesson: Lessons) -> torch.Tensor:
    """How unlikely the teacher's move is found, and the error of the moves' worth."""
    inputs, moves = torch.from_numpy(lesson.inputs).float(), torch.from_numpy(lesson.moves)
    outcomes, tried = torch.from_numpy(lesson.outcomes), (moves >= 0).float()
    scores = network.scores(inputs, network.facts(inputs))
    worth = scores[..., WORTH].gather(1, moves.clamp(min=0))
    errors = (worth - outcomes / UNIT) * tried
    errors = (errors - errors.sum(1, keepdim=True) / tried.sum(1, keepdim=True)) * tried
    likely = scores[..., LIKELY].masked_fill(~torch.from_numpy(lesson.masks), -torch.inf)
    return nn.functional.cross_entropy(likely, moves[:, 0]) + errors.square().sum() / tried.sum()
