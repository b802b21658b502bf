"""What games say about the choice of a strategy: of one number of players, at one strength of play."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gangzzz_env.analysis.equilibrium import Equilibrium, equilibrium
from gangzzz_env.analysis.meta_game import (
    Beats,
    Dominated,
    PayoffTable,
    Worst,
    beats,
    complete,
    cycles,
    dominated,
    payoff_table,
    worst,
)
from gangzzz_env.analysis.ratings import Ratings, ratings
from gangzzz_env.analysis.saved import Meeting

ALONE = 0.95  # part of the resamples in which a strategy must be the only one, to be called dominating


@dataclass(frozen=True)
class Study:
    """What the games of one number of players at one strength of play say.

    Attributes:
        strength: its name.
        num_players: of each game.
        table, even, edges, dominated, ratings: of these games.
        cycles: each by who beats whom.
        worst: of each strategy, the best of them first.
    """

    strength: str
    num_players: int
    table: PayoffTable
    even: Equilibrium
    edges: tuple[Beats, ...]
    cycles: tuple[tuple[Beats, ...], ...]
    worst: tuple[Worst, ...]
    dominated: tuple[Dominated, ...]
    ratings: Ratings

    @property
    def dominating(self) -> Worst | None:
        """The strategy that dominates, if one does."""
        alone = dict(zip(self.even.strategies, self.even.alone))
        return next((row for row in self.worst if row.is_clear and alone[row.strategy] >= ALONE), None)


def study(meetings: Sequence[Meeting], num_players: int, strength: str, agents: Mapping[str, str]) -> Study | None:
    """Look at the games of one number of players at one strength; None if fewer than two strategies met there.

    Args:
        meetings: by the same rules, without restriction.
        num_players: of each game.
        strength: its name.
        agents: by strategy, the name of the agent that plays it at this strength.
    """
    named = {agent: strategy for strategy, agent in agents.items()}
    table = payoff_table([meeting for meeting in meetings if meeting.num_players == num_players], named)
    table = _renamed(table, named)
    if len(complete(table)) < 2:
        return None
    edges = tuple(beats(table))
    return Study(
        strength=strength,
        num_players=num_players,
        table=table,
        even=equilibrium(table),
        edges=edges,
        cycles=tuple(cycles(edges)),
        worst=tuple(worst(table)),
        dominated=tuple(dominated(table)),
        ratings=ratings(table),
    )


def _renamed(table: PayoffTable, named: Mapping[str, str]) -> PayoffTable:
    cells = [cell.renamed(named) for cell in table.cells.values()]
    strategies = tuple(named[agent] for agent in table.strategies)
    return PayoffTable(table.num_players, strategies, {(cell.strategy, cell.others): cell for cell in cells})


def cycle_in_words(way: Sequence[Beats]) -> str:
    """A cycle, as `A beats B beats C beats A`."""
    return " beats ".join([edge.winner for edge in way] + [way[0].winner])
