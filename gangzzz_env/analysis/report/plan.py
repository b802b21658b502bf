"""Which games a report plays: everybody against everybody, one against copies, mixed tables, and copies alone.

Each line-up has deals of its own, so chapters that look at all games stand on many; and the deals
of a line-up follow from the seed, the players and the line-up, so another rules file plays the same ones.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

import numpy as np

# Parts of the games of each number of players.
COPIES, MIXED = 0.2, 0.2
# Who sits at a mixed table, from any agent on: distances that seat each agent with many others.
DISTANCES = (0, 1, 3, 6)


@dataclass(frozen=True)
class Planned:
    """A meeting that is to be played.

    Attributes:
        num_players: of each game.
        lineup: names of agents.
        seeds: u8[n] of the deals, each played in every rotation that differs.
        rules: what `game.read_rules` returned.
        restriction: as `saved.Meeting` has it.
    """

    num_players: int
    lineup: tuple[str, ...]
    seeds: np.ndarray
    rules: object
    restriction: tuple[tuple[int | str, str, str], ...] = ()

    @property
    def rotations(self) -> int:
        """Into how many different seatings the line-up can be rotated: copies alone have but one."""
        turns = range(1, self.num_players + 1)
        return next(turn for turn in turns if self.lineup[turn:] + self.lineup[:turn] == self.lineup)

    @property
    def games(self) -> int:
        """How many games that is."""
        return len(self.seeds) * self.rotations

    @property
    def key(self) -> tuple:
        """What tells a meeting from others."""
        return self.num_players, self.lineup, self.rules, self.restriction


def plan(
    names: Sequence[str], alone: Sequence[str], players: Sequence[int], games: int, seed: int, rules
) -> list[Planned]:
    """The meetings without restriction, about as many games with each number of players.

    Args:
        names: of the agents that meet.
        alone: those that also play in all seats.
        players: the numbers of players.
        games: about how many altogether.
        seed: of the deals.
        rules: what `game.read_rules` returned.
    """
    planned = []
    for number in players:
        share = games / len(players)
        pairs, mixed = _pairs(names, number), _mixed(names, number)
        mixed_share = share * MIXED if mixed else 0.0
        groups = ((pairs, share * (1 - COPIES) - mixed_share), (mixed, mixed_share))
        groups += (([(name,) * number for name in alone], share * COPIES),)
        planned += [
            Planned(number, lineup, _seeds(seed, number, lineup, part / len(lineups)), rules)
            for lineups, part in groups
            for lineup in lineups
        ]
    return planned


def _pairs(names: Sequence[str], number: int) -> list[tuple[str, ...]]:
    """One of each agent against copies of each other one."""
    both = combinations(names, 2) if number == 2 else permutations(names, 2)
    return [(one, *[other] * (number - 1)) for one, other in both]


def _mixed(names: Sequence[str], number: int) -> list[tuple[str, ...]]:
    """Tables of as many different agents as there are players, if that is more than two: each agent sits as often."""
    if number == 2 or len(names) <= DISTANCES[number - 1]:
        return []
    return [tuple(names[(first + step) % len(names)] for step in DISTANCES[:number]) for first in range(len(names))]


def _seeds(seed: int, number: int, lineup: tuple[str, ...], games: float) -> np.ndarray:
    """Deals of a line-up's own: u8, for about so many games, of which copies alone play each deal once."""
    words = [seed, number, *"|".join(lineup).encode()]
    seatings = 1 if len(set(lineup)) == 1 else number
    return np.random.SeedSequence(words).generate_state(max(2, round(games / seatings)), np.uint64)
