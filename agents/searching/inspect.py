"""What a search can be asked: the moves it tried, how often, what they brought, and what it looked at beyond them."""

from dataclasses import dataclass

import numpy as np

from gangzzz_env.games.gangzzz import GAME


@dataclass(frozen=True)
class Move:
    """A move of a node of the tree.

    Attributes:
        action: its number.
        words: the same in words.
        visits: playouts that tried it.
        worth: what they brought the mover in the mean, 0-1.
        prior: share of the policy's variations that would have played it.
    """

    action: int
    words: str
    visits: int
    worth: float
    prior: float


@dataclass(frozen=True)
class Tree:
    """What a decision was made by.

    Attributes:
        nodes: NODE_DTYPE[n], the root first.
        race: RACE_DTYPE[1].
        action: the decision.
        num_seats: players.
        seconds: that it took.
    """

    nodes: np.ndarray
    race: np.ndarray
    action: int
    num_seats: int
    seconds: float

    @property
    def playouts(self) -> int:
        """How many there were; none where there is only one move to try."""
        return int(self.race["spent"][0])

    @property
    def playouts_per_second(self) -> float:
        """Over all of the decision."""
        return self.playouts / self.seconds

    @property
    def depth(self) -> int:
        """Decisions on the longest way in the tree, the root's included."""
        depths = np.ones(len(self.nodes), np.int64)
        for place in range(len(self.nodes)):
            children = self._children(place)
            depths[children[children >= 0]] = depths[place] + 1
        return int(depths.max())

    def moves(self, *actions: int) -> list[Move]:
        """The moves that were tried after these actions, the most visited first; none if there is no node.

        `worth` is that of the seat that moves there; `prior` is known of the root's moves, and nan below.
        """
        place = 0
        for action in actions:
            edges = np.flatnonzero(self.nodes["action"][place, : self.nodes["count"][place]] == action)
            place = int(self._children(place)[edges[0]]) if len(edges) else -1
            if place < 0:
                return []
        rows = [self._move(place, edge) for edge in range(int(self.nodes["count"][place]))]
        return sorted(rows, key=lambda move: -move.visits)

    def _children(self, place: int) -> np.ndarray:
        return self.nodes["child"][place, : self.nodes["count"][place]]

    def _move(self, place: int, edge: int) -> Move:
        node = self.nodes[place]
        action, visits = int(node.action[edge]), int(node.tried[edge])
        words = GAME.action_name(self.num_seats, int(node.mover), action)
        prior = float(self.race["prior"][0, edge]) if place == 0 else np.nan
        return Move(action, words, visits, float(node.worth[edge]) / max(visits, 1), prior)

    def __str__(self):
        """The root's moves as a table."""
        words = f"{self.playouts} playouts, {self.playouts_per_second:.0f} a second, "
        lines = [words + f"{len(self.nodes)} nodes, {self.depth} deep"]
        for move in self.moves():
            chosen = ">" if move.action == self.action else " "
            lines.append(f"{chosen} {move.visits:6} {move.worth:7.4f} {move.prior:6.2f}  {move.words}")
        return "\n".join(lines)
