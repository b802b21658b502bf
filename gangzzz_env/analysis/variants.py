"""Variants of the rules on the same deals: what is played, and what moved.

Each deal is played by a line-up drawn at random, in every rotation and by every variant, all in one batch. So that luck
can be told from the rules, the first variant also plays as many deals of its own, the null: what differs there differs
by chance alone.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from gangzzz_env.analysis import statistics
from gangzzz_env.analysis.figures import Figure, deal_sums, figures
from gangzzz_env.analysis.play import Games, lineups, play_lineup
from gangzzz_env.analysis.saved import Meeting
from gangzzz_env.game import Game

CHUNK = 512  # deals; the looks of who plays until it is clear enough


@dataclass(frozen=True)
class Variant:
    """Rules under a name.

    Attributes:
        name: for people.
        rules: what `game.read_rules` returned.
    """

    name: str
    rules: object


@dataclass(frozen=True)
class Plan:
    """What is played.

    Attributes:
        game: of all games.
        num_players: of each game.
        agents: their names; each line-up seats as many of them as it can.
        variants: the first is what the others are compared with.
        deals: for each variant, and for the null.
        seed: of deals and line-ups.
        nulls: 1, or 0 if no null is played.
    """

    game: Game
    num_players: int
    agents: tuple[str, ...]
    variants: tuple[Variant, ...]
    deals: int
    seed: int
    nulls: int = 1

    @property
    def played(self) -> int:
        """How many sets of deals are played: one by each variant, and the null."""
        return len(self.variants) + self.nulls

    @property
    def games(self) -> int:
        """How many games are played altogether."""
        return self.deals * self.num_players * self.played

    @property
    def figures(self) -> tuple[Figure, ...]:
        """What is counted."""
        return figures(self.game, self.num_players, self.agents)

    def parts(self) -> list[tuple[tuple[str, ...], np.ndarray]]:
        """The batches in the order of playing: a line-up, and which deals it plays."""
        seated = lineups(self.agents, self.num_players)
        drawn = np.random.default_rng([self.seed, 0]).integers(len(seated), size=self.deals)
        chunks = np.split(np.arange(self.deals), range(CHUNK, self.deals, CHUNK))
        grouped = ((lineup, chunk[drawn[chunk] == k]) for chunk in chunks for k, lineup in enumerate(seated))
        return [(lineup, deals) for lineup, deals in grouped if len(deals)]

    def looks(self) -> set[int]:
        """After how many parts all deals of some chunks are played."""
        dealt = np.cumsum([len(deals) for _, deals in self.parts()])
        return {place for place, count in enumerate(dealt, 1) if count % CHUNK == 0 or count == self.deals}

    def seeds(self) -> tuple[np.ndarray, np.ndarray]:
        """The seeds of the deals, and those of the null, u8[deals] each."""
        words = np.random.SeedSequence([self.seed, 1]).generate_state(2 * self.deals, np.uint64)
        return words[: self.deals], words[self.deals :]


@dataclass(frozen=True)
class Players:
    """Who plays.

    Attributes:
        agents: by name, with `act(views, masks)`.
        threads: on which games are played side by side.
    """

    agents: dict[str, object]
    threads: int = 1


def play(plan: Plan, players: Players, done: int, on_end: Callable[[int], object]) -> Iterator[tuple[Meeting, ...]]:
    """Play the parts of a plan that come after `done` of them: of each, a meeting for each variant and the null's."""
    seeds, others = plan.seeds()
    rules = [variant.rules for variant in (*plan.variants, *plan.variants[: plan.nulls])]
    for lineup, deals in plan.parts()[done:]:
        dealt = np.concatenate([*[seeds[deals]] * len(plan.variants), *[others[deals]] * plan.nulls])
        played = [each for each in rules for _ in deals]
        games = play_lineup(plan.game, lineup, players.agents, dealt, played, on_end, players.threads)
        yield tuple(
            Meeting(plan.num_players, lineup, each, (), part) for each, part in zip(rules, _split(games, len(rules)))
        )


def _split(games: Games, count: int) -> list[Games]:
    """Games in `count` equal parts."""
    return [games.rows(rows) for rows in np.split(np.arange(len(games.digest)), count)]


@dataclass(frozen=True)
class Evidence:
    """What was counted of the games of a variant, for each deal.

    Attributes:
        deals: i8[d], numbers of the deals in the order of playing; the null's are negative.
        top: f8[d, figures], numerators.
        bottom: f8[d, figures], denominators.
    """

    deals: np.ndarray
    top: np.ndarray
    bottom: np.ndarray

    def estimate(self) -> statistics.OfDeals:
        """All figures."""
        return statistics.clustered_ratio(self.top, self.bottom, self.deals)

    def rates(self, columns: slice) -> np.ndarray:
        """Some figures of each deal by itself: f8[d, columns]."""
        return self.top[:, columns] / self.bottom[:, columns]


def counts(plan: Plan, part: Sequence[Meeting]) -> list[tuple[np.ndarray, np.ndarray]]:
    """What is counted of the meetings of one part, each by itself."""
    return [deal_sums(plan.game, plan.agents, meeting) for meeting in part]


def evidence(plan: Plan, counted: Sequence[list[tuple[np.ndarray, np.ndarray]]]) -> list[Evidence]:
    """What was counted for each variant and, last, for the null.

    Args:
        plan: what was played.
        counted: the `counts` of its first parts, up to the end of a chunk: a part is one line-up's.
    """
    deals = np.concatenate([numbers for _, numbers in plan.parts()[: len(counted)]])
    order = np.argsort(deals)
    found = []
    for place in range(plan.played):
        top, bottom = (np.concatenate(column)[order] for column in zip(*(part[place] for part in counted)))
        found.append(Evidence(deals[order] if place < len(plan.variants) else -1 - deals[order], top, bottom))
    return found


@dataclass(frozen=True)
class Moved:
    """How a variant differs from the first one.

    Attributes:
        variant: which.
        before: the figures of the first variant.
        after: those of this one.
        difference: after minus before, deal by deal.
        low, high: the ends of intervals that hold together for all figures and variants.
        changed: in how many deals a figure differs.
        deals: that were played.
    """

    variant: Variant
    before: np.ndarray
    after: np.ndarray
    difference: statistics.Estimate
    low: np.ndarray
    high: np.ndarray
    changed: int
    deals: int

    @property
    def is_clear(self) -> np.ndarray:
        """Which figures differ for certain: their interval leaves out 0, bool[figures]."""
        return (self.low > 0) | (self.high < 0)


def moved(plan: Plan, found: Sequence[Evidence]) -> list[Moved]:
    """How each variant but the first differs from it."""
    looks = len(plan.figures) * (len(plan.variants) - 1)
    first = found[0].estimate()
    return [
        _moved(variant, found[0], each, statistics.paired_difference(first, each.estimate()), first, looks)
        for variant, each in zip(plan.variants[1:], found[1:])
    ]


def null(plan: Plan, found: Sequence[Evidence]) -> Moved:
    """How the first variant differs from itself on other deals."""
    first, again = found[0].estimate(), found[-1].estimate()
    looks = len(plan.figures) * max(1, len(plan.variants) - 1)
    difference = statistics.independent_difference(first, again)
    return _moved(plan.variants[0], found[0], found[-1], difference, first, looks)


def _moved(variant, before: Evidence, after: Evidence, difference, first, looks: int) -> Moved:
    low, high = difference.interval(statistics.shared(looks))
    changed = np.any((before.top != after.top) | (before.bottom != after.bottom), axis=1).sum()
    value = first.value + difference.value
    return Moved(variant, first.value, value, difference, low, high, int(changed), len(before.deals))


def seat_intervals(plan: Plan, found: Sequence[Evidence], until: float) -> tuple[np.ndarray, np.ndarray]:
    """Always-valid intervals of what each variant but the first moved of each seat's win rate, [variants - 1, seats].

    Args:
        plan: what was played.
        found: what was counted.
        until: the half-width that is wanted, in points.
    """
    seats = slice(0, plan.num_players)
    confidence = statistics.shared((len(plan.variants) - 1) * plan.num_players)
    moves = [each.rates(seats) - found[0].rates(seats) for each in found[1:-1]]
    ends = [[statistics.always_valid(column, -100, 100, until, confidence) for column in deals.T] for deals in moves]
    low, high = np.array([[(low[-1], high[-1]) for low, high in seat] for seat in ends]).transpose(2, 0, 1)
    return low, high
