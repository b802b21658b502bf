"""Search: tries the likely moves in possible states of its view, played on by a scripted policy, and takes the best."""

import re
import time

import numpy as np

from agents.judgment.weights import WEIGHTS_DTYPE, weights
from agents.searching.inspect import Tree
from agents.searching.playout import new_desk
from agents.searching.race import RACE_DTYPE, choose, run_race
from agents.searching.settings import settings
from agents.searching.tree import EDGES, NODE_DTYPE

STAGES = (EDGES, 6, 3, 2)  # moves that are left in the race in each stage of the budget
CHUNK = 256  # playouts
PLAYOUTS_A_MOVE = 25  # that the budget must have for a move to be tried
USUAL_RATE = 1000.0  # playouts a second
NODES = 4096
VARIATIONS, VARIETY = 24, 0.7  # of the policy's weights, and the standard deviation of their logarithms
PREFIX = "search:"
BUDGET = re.compile(r"([1-9][0-9]{0,8})(ms)?")


class Search:
    """Information-set Monte Carlo tree search, deterministic for a seed unless it is limited by time.

    >>> agent = make_agent("search:2000")
    >>> actions = agent.act(games.views, games.masks)
    >>> print(agent.inspect())  # what the last of these decisions was made by

    Args:
        budget: playouts a decision, as "2000", or milliseconds a decision, as "500ms".
        seed: of what is imagined.
        policy: the weights of the policy that plays on, `WEIGHTS_DTYPE[1]`.
        **changes: other settings than those of `searching.settings.SETTINGS`.

    Attributes:
        tree: what the last decision was made by, None before the first one.

    Raises:
        ValueError: the budget is no such number.
    """

    def __init__(self, budget: str, seed: int = 0, policy: np.ndarray | None = None, **changes: float):
        self.playouts, self.seconds = read_budget(budget)
        self.seed = int(np.random.SeedSequence(seed).generate_state(1)[0])
        self.hunches = vary(weights() if policy is None else policy)
        self.nodes, self.races, self.desk = (
            np.zeros(NODES, NODE_DTYPE),
            np.zeros(1, RACE_DTYPE),
            new_desk(settings(**changes)),
        )
        self.tree: Tree | None = None

    def act(self, views: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Actions int64[n] for the seats to move in views STATE_DTYPE[n] with masks int8[n, 755]."""
        views = np.ascontiguousarray(views)
        octets = np.frombuffer(views, np.uint8).reshape(len(views), views.dtype.itemsize)
        return np.array([self._decide(views, masks, octets, which) for which in range(len(views))], np.int64)

    def inspect(self) -> str:
        """The last decision in words: what was tried, how often, and how good it looked."""
        return "nothing decided yet" if self.tree is None else str(self.tree)

    def reasons(self) -> list[str]:
        """Why the last decision was made: of each move that was tried how good it looked, the most tried first."""
        tried = [] if self.tree is None else self.tree.moves()
        return [f"{move.words}: about {move.worth:.0%} to win, by {move.visits} playouts" for move in tried]

    def _decide(self, views, masks, octets, which) -> int:
        begun = time.perf_counter()
        budget = self.playouts or USUAL_RATE * self.seconds
        most = int(min(max(budget // PLAYOUTS_A_MOVE, 2), EDGES))
        race, question = self.races, (views, masks, octets, which, self.seed)
        race["room"] = 0
        self._run(question, 0, most)
        for stage, left in enumerate(STAGES, 1):
            part = stage / len(STAGES)
            if self.seconds:
                self._run_until(question, begun + part * self.seconds, min(most, left))
            else:
                self._run(question, int(part * self.playouts), min(most, left))
        action = int(choose(self.nodes, race, self.desk.settings))
        spent = time.perf_counter() - begun
        nodes = self.nodes[: race["room"][0]].copy()
        self.tree = Tree(nodes, race.copy(), action, int(views["num_seats"][which]), spent)
        return action

    def _run(self, question: tuple, until: int, left: int) -> int:
        """Play out until so many playouts have been spent or the race is decided; how many have been.

        An interrupt gets through after each `CHUNK` of them.
        """
        spent, race = 0, self.races
        while True:
            chunk = min(until, spent + CHUNK)
            spent = run_race(*question, chunk, left, self.nodes, race, self.hunches, self.desk)
            if spent >= until or race["left"][0] <= 1:
                return spent

    def _run_until(self, question: tuple, end: float, left: int) -> None:
        """Play out until this time or until the race is decided, in chunks that double up to half the time left."""
        chunk, now = 1, time.perf_counter()
        while now < end and self.races["left"][0] > 1:
            before, spent = now, int(self.races["spent"][0])
            done = self._run(question, spent + chunk, left) - spent
            now = time.perf_counter()
            fits = int(0.5 * done * (end - now) / (now - before))
            chunk = max(1, min(2 * chunk, fits))


def read_budget(text: str) -> tuple[int, float]:
    """Playouts and seconds of a budget, one of them 0.

    Raises:
        ValueError: it is neither a number of playouts nor of milliseconds.
    """
    found = BUDGET.fullmatch(text)
    if found is None:
        raise ValueError(
            f"agent {PREFIX}{text} has no budget; it must be a whole number of playouts from 1 on, as search:2000, "
            "or of milliseconds, as search:500ms"
        )
    return (0, int(found[1]) / 1000.0) if found[2] else (int(found[1]), 0.0)


def vary(policy: np.ndarray) -> np.ndarray:
    """WEIGHTS_DTYPE[1 + VARIATIONS]: the policy's weights, and the same with each made larger or smaller."""
    draw = np.random.default_rng(0)
    varied = np.repeat(policy, 1 + VARIATIONS)
    for name in WEIGHTS_DTYPE.names:
        varied[name][1:] *= np.exp(VARIETY * draw.standard_normal(VARIATIONS))
    return varied
