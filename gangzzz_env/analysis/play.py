"""Play line-ups: seats rotated, seeds paired, many games at once and on several cores."""

import copy
import os
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import blake2b
from itertools import combinations, combinations_with_replacement

import numpy as np

from gangzzz_env.analysis.restrict import Restriction
from gangzzz_env.game import Game
from gangzzz_env.reward import Reward
from gangzzz_env.rng import seed_words
from gangzzz_env.seated import Seated

FEWEST, CHUNK = 8, 512  # games that are played at once
SECONDS = 8.0  # that a chunk of games takes, if it may
PER_GAME = ("seed", "rotation", "share", "ledger", "tally", "decisions", "is_finished", "waived")


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

    def rows(self, games: np.ndarray) -> "Games":
        """These games, int64[m], in this order."""
        ends = np.cumsum(self.decisions)
        actions = [self.actions[ends[game] - self.decisions[game] : ends[game]] for game in games]
        return Games(
            lineup=self.lineup,
            digest=tuple(self.digest[game] for game in games),
            actions=np.concatenate([self.actions[:0], *actions]),
            **{name: getattr(self, name)[games] for name in PER_GAME},
        )

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


class Stopped(KeyboardInterrupt):
    """Playing was interrupted.

    Attributes:
        games: `Games` that had ended by then.
    """

    def __init__(self, games: Games):
        super().__init__()
        self.games = games


def play_lineup(
    game: Game,
    lineup: Sequence[str],
    agents: dict[str, object],
    seeds: Sequence[int],
    rules=None,
    on_end: Callable[[int], object] = lambda count: None,
    threads: int = 1,
    restriction: Restriction | None = None,
    kept: Games | None = None,
) -> Games:
    """Play every seed once in every rotation of a line-up.

    How a game goes depends neither on the threads nor on the games that are played beside it, if an agent's action
    depends on the view and mask alone.

    Args:
        game: what is played.
        lineup: a name for each seat, the same one may sit twice.
        agents: by name, with `act(views, masks) -> int64[n]`; each further thread has deep copies of its own.
        seeds: of the deals.
        rules: whatever `game.read_rules` takes, or a list with that for each seed.
        on_end: called with how many games have just ended.
        threads: that play at once.
        restriction: who may not do or must do what, None for nothing.
        kept: what was played before an interrupt; it is not played again.

    Raises:
        TypeError, ValueError: an agent is missing or none, or played no action or an illegal one.
        Stopped: the user interrupted it; what had ended is kept.
    """
    _check_agents(lineup, agents)
    seeds = np.asarray(seeds, np.uint64)
    deals, rotations = np.repeat(seeds, len(lineup)), np.tile(np.arange(len(lineup)), len(seeds))
    records = np.repeat(_records(game, rules, len(seeds)), len(lineup))
    place = {pair: row for row, pair in enumerate(zip(deals.tolist(), rotations.tolist()))} if kept else {}
    left = np.setdiff1d(np.arange(len(deals)), [place[pair] for pair in _pairs(kept)] if kept else [])
    chunk = (deals[left], rotations[left], records[left])
    play = LineupPlay(game, tuple(lineup), agents, *chunk, on_end, restriction)
    try:
        return _in_order(play.run(threads), kept, place)
    except Stopped as stopped:
        raise Stopped(_in_order(stopped.games, kept, place)) from None


def _check_agents(lineup: Sequence[str], agents: dict[str, object]) -> None:
    """Raise an error if a name of the line-up has no agent."""
    for name in lineup:
        if name not in agents:
            known = ", ".join(map(repr, agents)) or "none"
            raise ValueError(f"the line-up names {name!r}, but agents has no such name; its names are: {known}")
        agent = agents[name]
        if isinstance(agent, type) or not callable(getattr(agent, "act", None)):
            raise TypeError(f"agent {name!r} is {agent!r}, but must be an object with a method act(views, masks)")


def _pairs(games: Games) -> list[tuple[int, int]]:
    """The deal and the rotation of each game."""
    return list(zip(games.seed.tolist(), games.rotation.tolist()))


def _in_order(games: Games, kept: Games | None, place: dict[tuple[int, int], int]) -> Games:
    """The games with those that were kept, in the order of their places."""
    if kept is None:
        return games
    both = joined([games, kept])
    return both.rows(np.argsort([place[pair] for pair in _pairs(both)]))


def _records(game: Game, rules, count: int) -> np.ndarray:
    """The rules of each of so many deals, as records."""
    if not isinstance(rules, list):
        return np.repeat(game.read_rules(rules).record(), count)
    return np.concatenate([game.read_rules(each).record() for each in rules])


def all_cores() -> int:
    """As many threads as this program may run at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Portions:
    """Hands the rows 0 to `total` to threads, in chunks that each take about `SECONDS` and end about together."""

    def __init__(self, total: int, threads: int):
        self.total, self.threads = total, threads
        self._first, self._size, self._lock = 0, FEWEST, threading.Lock()

    def take(self) -> range:
        """The next rows; none if all are taken."""
        with self._lock:
            left = self.total - self._first
            even = -(-left // self.threads)
            size = min(left, self._size, max(FEWEST, self._size // 8, even))
            self._first += size
            return range(self._first - size, self._first)

    def took(self, count: int, seconds: float) -> None:
        """Hear how long so many rows have taken."""
        self._size = int(min(max(FEWEST, count * SECONDS / max(seconds, 1e-9)), CHUNK))


class LineupPlay:
    """Games of one line-up that are played by several threads.

    Args:
        game, lineup, agents, on_end, restriction: as `play_lineup` takes them.
        deals: u8[n], the seed of each game.
        rotations: i8[n], and who sits where.
        records: RULES[n], and by which rules.
    """

    def __init__(self, game: Game, lineup: tuple[str, ...], agents, deals, rotations, records, on_end, restriction):
        self.game, self.lineup, self.deals, self.rotations = game, lineup, deals, rotations
        self.agents = {name: agents[name] for name in lineup}
        self.records, self.on_end, self.restriction = records, on_end, restriction
        self._tables: dict[int, Table] = {}
        self._ended: dict[int, Games] = {}
        self._stop, self._lock = threading.Event(), threading.Lock()

    def run(self, threads: int) -> Games:
        """Play all games; returns them in order."""
        portions = Portions(len(self.deals), threads)
        try:
            if threads == 1:
                self._work(portions, self.agents)
            else:
                self._share(portions, [self.agents, *(copy.deepcopy(self.agents) for _ in range(threads - 1))])
        except KeyboardInterrupt:
            self._keep_finished()
            raise Stopped(self._games()) from None
        return self._games()

    def _share(self, portions: Portions, agents: list[dict]) -> None:
        """Play with a thread for each of these agents."""
        with ThreadPoolExecutor(len(agents)) as pool:
            try:
                for working in [pool.submit(self._work, portions, each) for each in agents]:
                    working.result()
            finally:
                self._stop.set()

    def _work(self, portions: Portions, agents: dict) -> None:
        """Play one portion after the other, until none is left or another thread has failed."""
        try:
            while rows := portions.take():
                begun = time.perf_counter()
                self._play(rows, agents)
                portions.took(len(rows), time.perf_counter() - begun)
                if self._stop.is_set():
                    return
        except BaseException:
            self._stop.set()
            raise

    def _play(self, rows: range, agents: dict) -> None:
        table = self._tables[rows.start] = self._set_up(rows, agents)
        for _ in range(self.game.max_decisions):
            ended = table.step()
            if ended:
                self._tell(ended)
            if self._stop.is_set():
                return
            if table.all_over:
                break
        self._tell(int(np.sum(table.movers >= 0)))
        self._ended[rows.start] = self._games_of(table, rows)
        del self._tables[rows.start]

    def _set_up(self, rows: range, agents: dict) -> "Table":
        names, players, chunk = list(agents), len(self.lineup), slice(rows.start, rows.stop)
        seated = np.array([names.index(name) for name in self.lineup])
        agent_at = seated[(np.arange(players) + self.rotations[chunk, None]) % players]
        deals, records = self.deals[chunk], self.records[chunk]
        return Table(self.game, list(agents.items()), agent_at, deals, records, self.restriction)

    def _tell(self, ended: int) -> None:
        with self._lock:
            self.on_end(ended)

    def _games_of(self, table: "Table", rows: range) -> Games:
        deals, rotations = self.deals[rows.start : rows.stop], self.rotations[rows.start : rows.stop]
        return Games(self.lineup, deals, rotations, *table.results())

    def _keep_finished(self) -> None:
        """Of the tables that were left, keep what has ended."""
        for first, table in self._tables.items():
            games = self._games_of(table, range(first, first + len(table.movers)))
            self._ended[first] = games.rows(np.flatnonzero(games.is_finished))

    def _games(self) -> Games:
        """All that is kept, in the order of the rows."""
        none = self._games_of(self._set_up(range(0), self.agents), range(0))
        return joined([none, *(self._ended[first] for first in sorted(self._ended))])


def joined(parts: Sequence[Games]) -> Games:
    """The games of all parts, which are of one line-up, one after the other."""
    columns = {name: np.concatenate([getattr(part, name) for part in parts]) for name in (*PER_GAME, "actions")}
    digest = tuple(digest for part in parts for digest in part.digest)
    return Games(lineup=parts[0].lineup, digest=digest, **columns)


class Table:
    """Many games that are played at once, and what is kept of them.

    Args:
        game: what is played.
        agents: with their names.
        agent_at: i8[n, players], which agent sits where.
        seeds: of the deals.
        records: the rules of each game, RULES[n].
        restriction: as `play_lineup` takes it.
    """

    def __init__(self, game: Game, agents: list[tuple[str, object]], agent_at, seeds, records, restriction):
        n, num_players = agent_at.shape
        self.game, self.num_players, self.agent_at = game, num_players, agent_at
        self.restriction, self.names = restriction, tuple(name for name, _ in agents)
        self.seated = Seated(game, agents, n, self._narrow)
        self.waived = np.zeros(n, np.int64)
        self.states, self.movers = np.zeros(n, game.state_dtype), np.zeros(n, np.int64)
        self.rewards, self.over = np.zeros((n, game.seats[1])), np.zeros(n, np.bool_)
        self.history = np.full((n, game.max_decisions), -1, np.int16)
        self.decisions = np.zeros(n, np.int64)
        words = np.array([seed_words(int(seed)) for seed in seeds], np.uint32).reshape(n, 4)
        seats = np.full(n, num_players, np.int64)
        game.setup(self.states, np.arange(n), 0, n, seats, records, words)
        self.starts = [self.states[k : k + 1].tobytes() for k in range(n)]
        game.to_move(self.states, 0, n, self.movers)

    @property
    def all_over(self) -> bool:
        """Whether no game waits for a decision."""
        return bool(np.all(self.movers < 0))

    def step(self) -> int:
        """One decision in every game; returns how many games it ended."""
        waiting = np.flatnonzero(self.movers >= 0)
        games, actions = self.seated.decide(self.states, waiting, self.agent_at[waiting, self.movers[waiting]])
        n = len(games)
        self.game.apply(self.states, games, 0, n, actions, int(Reward.WIN), self.rewards, self.over)
        self.history[games, self.decisions[games]] = actions
        self.decisions[games] += 1
        self.game.to_move(self.states, 0, len(self.states), self.movers)
        return int(np.sum(self.over[:n]))

    def _narrow(self, games, seated, views, masks) -> None:
        """Take out of the masks of these games what the restriction forbids to who is to move."""
        if self.restriction is not None:
            self.waived[games] += self.restriction.narrow(self.names, seated, self.movers[games], views, masks)

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
        return share, ledger, tally, self.decisions, is_finished, digest, actions, self.waived
