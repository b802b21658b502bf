"""Play line-ups: seats rotated, seeds paired, all games of a line-up as one batch."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import combinations, combinations_with_replacement

import numpy as np

from gangzzz_env.game import Game
from gangzzz_env.reward import Reward
from gangzzz_env.rng import seed_words
from gangzzz_env.seated import Seated

CHUNK = 512


@dataclass(frozen=True)
class Games:
    """Games of one line-up. Arrays have a row for each game; a seat's column counts from seat 0.

    Attributes:
        lineup: the agents' names; game k seats `lineup[(seat + rotation[k]) % players]`.
        seed: u8[n], the deal; every rotation plays it once.
        rotation: i8[n].
        share: f8[n, players], of the victory: 1 for the winner, 1/k for each of k who share it, 0 in unfinished games.
        ledger: i8[n, players, sources], dollars.
        tally: i8[n, players, tallies].
        decisions: i8[n].
        is_finished: bool[n].
        digest: of each game, equal for two games that went the same way from the same start.
        actions: i2[sum of decisions], those of all games one after the other.
        waived: i8[n], decisions in which a restriction left nothing and was not kept.
    """

    lineup: tuple[str, ...]
    seed: np.ndarray
    rotation: np.ndarray
    share: np.ndarray
    ledger: np.ndarray
    tally: np.ndarray
    decisions: np.ndarray
    is_finished: np.ndarray
    digest: tuple[bytes, ...]
    actions: np.ndarray
    waived: np.ndarray

    def actions_of(self, game: int) -> np.ndarray:
        """The actions of a game, in order: i2[decisions]."""
        end = int(self.decisions[: game + 1].sum())
        return self.actions[end - int(self.decisions[game]) : end]

    def agent_at(self, game: int, seat: int) -> str:
        """Who sat there."""
        return self.lineup[(seat + int(self.rotation[game])) % len(self.lineup)]


def lineups(names: Sequence[str], num_players: int) -> list[tuple[str, ...]]:
    """Every choice of `num_players` of the agents; of fewer agents than seats, those that seat every agent."""
    if len(names) >= num_players:
        return list(combinations(names, num_players))
    return [seated for seated in combinations_with_replacement(names, num_players) if set(seated) == set(names)]


def paired_seeds(seed: int, games: int, num_players: int) -> np.ndarray:
    """Seeds u8 of the deals of `games` games, which is rounded up to whole rounds of `num_players` rotations."""
    return np.random.SeedSequence(seed).generate_state(-(-games // num_players), np.uint64)


def play_lineup(
    game: Game,
    lineup: Sequence[str],
    agents: dict[str, object],
    seeds: Sequence[int],
    rules=None,
    on_end: Callable[[int], object] = lambda count: None,
) -> Games:
    """Play every seed once in every rotation of a line-up.

    Args:
        game: what is played.
        lineup: a name for each seat, the same one may sit twice.
        agents: by name, with `act(views, masks) -> int64[n]`.
        seeds: of the deals.
        rules: whatever `game.read_rules` takes, or a list with that for each seed.
        on_end: called with how many games have just ended.

    Raises:
        ValueError: an agent played an illegal action.
    """
    deals = np.repeat(np.asarray(seeds, np.uint64), len(lineup))
    rotations = np.tile(np.arange(len(lineup)), len(seeds))
    records = np.repeat(_records(game, rules, len(seeds)), len(lineup))
    chunks = [slice(low, low + CHUNK) for low in range(0, len(deals), CHUNK)]
    batches = [
        _play_batch(game, tuple(lineup), agents, deals[chunk], rotations[chunk], records[chunk], on_end)
        for chunk in chunks
    ]
    return _join(batches)


def _records(game: Game, rules, count: int) -> np.ndarray:
    """The rules of each of so many deals, as records."""
    if not isinstance(rules, list):
        return np.repeat(game.read_rules(rules).record(), count)
    return np.concatenate([game.read_rules(each).record() for each in rules])


def _join(batches: list[Games]) -> Games:
    columns = {
        name: np.concatenate([getattr(batch, name) for batch in batches])
        for name in ("seed", "rotation", "share", "ledger", "tally", "decisions", "is_finished", "actions", "waived")
    }
    digest = tuple(digest for batch in batches for digest in batch.digest)
    return Games(lineup=batches[0].lineup, digest=digest, **columns)


def _play_batch(game, lineup, agents, deals, rotations, records, on_end) -> Games:
    names = list(dict.fromkeys(lineup))
    table = Table(game, [(name, agents[name]) for name in names], len(lineup), deals, records)
    seated = np.array([names.index(name) for name in lineup])
    agent_at = seated[(np.arange(len(lineup)) + rotations[:, None]) % len(lineup)]
    for _ in range(game.max_decisions):
        ended = table.step(agent_at)
        if ended:
            on_end(ended)
        if table.all_over:
            break
    on_end(int(np.sum(table.movers >= 0)))
    return Games(lineup, deals, rotations, *table.results())


class Table:
    """Many games that are played at once, and what is kept of them."""

    def __init__(self, game: Game, agents: list[tuple[str, object]], num_players: int, seeds, records):
        n = len(seeds)
        self.game, self.num_players = game, num_players
        self.seated = Seated(game, agents, n)
        self.states, self.movers = np.zeros(n, game.state_dtype), np.zeros(n, np.int64)
        self.rewards, self.over = np.zeros((n, game.seats[1])), np.zeros(n, np.bool_)
        self.history = np.full((n, game.max_decisions), -1, np.int16)
        self.decisions = np.zeros(n, np.int64)
        words = np.array([seed_words(int(seed)) for seed in seeds], np.uint32)
        seats = np.full(n, num_players, np.int64)
        game.setup(self.states, np.arange(n), 0, n, seats, records, words)
        self.starts = [self.states[k : k + 1].tobytes() for k in range(n)]
        game.to_move(self.states, 0, n, self.movers)

    @property
    def all_over(self) -> bool:
        """Whether no game waits for a decision."""
        return bool(np.all(self.movers < 0))

    def step(self, agent_at: np.ndarray) -> int:
        """One decision in every game, of agents agent_at[game, seat]; returns how many games it ended."""
        waiting = np.flatnonzero(self.movers >= 0)
        games, actions = self.seated.decide(self.states, waiting, agent_at[waiting, self.movers[waiting]])
        n = len(games)
        self.game.apply(self.states, games, 0, n, actions, int(Reward.WIN), self.rewards, self.over)
        self.history[games, self.decisions[games]] = actions
        self.decisions[games] += 1
        self.game.to_move(self.states, 0, len(self.states), self.movers)
        return int(np.sum(self.over[:n]))

    def results(self) -> tuple:
        """The columns of `Games` from `share` on."""
        n = len(self.states)
        standings = np.zeros((n, self.game.seats[1], 2), np.int64)
        self.game.standings(self.states, 0, n, standings)
        is_finished = self.movers < 0
        wins = (standings[:, : self.num_players, 1] == 0) & is_finished[:, None]
        share = wins / np.maximum(1, wins.sum(axis=1, keepdims=True))
        ledger = self.states["ledger"][:, : self.num_players].astype(np.int64)
        tally = self.states["tally"][:, : self.num_players].astype(np.int64)
        digest = tuple(
            blake2b(start + moves.tobytes(), digest_size=16).digest() for start, moves in zip(self.starts, self.history)
        )
        actions = self.history[self.history >= 0]
        return share, ledger, tally, self.decisions, is_finished, digest, actions, np.zeros(n, np.int64)
