"""The best answer to a strategy that a search finds within a budget: what beats the favorite, if anything is found.

CMA-ES (Hansen and Ostermeier 2001; the library cmaes) varies the numbers by which strategies of a family differ, on
deals that all candidates of a generation share and no two generations do. Of the most promising ones the best is chosen
on other deals, and only its rate on fresh deals, which nothing was chosen by, is told: the best of many looks better
than it is on the deals it was chosen by. That nothing is found says nothing of what was not tried.
"""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from gangzzz_env.analysis.meta_game import payoff_table
from gangzzz_env.analysis.play import Games, joined, play_lineup
from gangzzz_env.analysis.saved import Meeting
from gangzzz_env.analysis.statistics import shared
from gangzzz_env.game import Game

CANDIDATE = "the answer"
GAMES = 96  # that a candidate of a generation plays
START_GAMES = 4 * GAMES  # and each strategy that is known from the start
SIGMA = 0.5  # how far the first generation varies, in steps of a knob
REACH = 5.0  # how far a knob can be turned, in steps
SEARCH_PART, CHOICE_PART = 0.5, 0.25  # of the budget; the rest confirms
FINALISTS = 3  # of known strategies, and of single candidates; beside the middles of some generations
ROUNDS = 8  # more than the choice ever takes
FEW = 16  # games that an outsider plays before it looks at the clock
SEARCHING, CHOOSING, CONFIRMING = range(3)  # which deals


@dataclass(frozen=True)
class Knob:
    """A number by which strategies differ. At position z it is usual * ratio**z + step * z, within its bounds.

    Attributes:
        name: of the setting.
        meaning: in words.
        usual: at position 0.
        ratio: how many times as much a step makes it, 1 for a knob that adds.
        step: how much more a step makes it, 0 for a knob that multiplies.
        low, high: the bounds.
    """

    name: str
    meaning: str
    usual: float
    ratio: float = 1.0
    step: float = 0.0
    low: float = -math.inf
    high: float = math.inf

    def setting(self, position: float) -> float:
        """The number at a position."""
        return float(np.clip(self.usual * self.ratio**position + self.step * position, self.low, self.high))

    def position(self, setting: float) -> float:
        """Where the knob has a setting, within its reach."""
        if self.step:
            found = (setting - self.usual) / self.step
        else:
            found = math.log(max(setting, 1e-9) / self.usual, self.ratio)
        return float(np.clip(found, -REACH, REACH))


@dataclass(frozen=True)
class Family:
    """Strategies to search among.

    Attributes:
        name: of the strategy with all knobs at their usual settings.
        knobs: what can be varied.
        make: an agent from settings by name; the others are usual.
        known: by the names of known strategies, their settings that are not usual.
    """

    name: str
    knobs: tuple[Knob, ...]
    make: Callable[[dict[str, float]], object]
    known: dict[str, dict[str, float]] = field(default_factory=dict)

    def settings(self, positions: Sequence[float]) -> dict[str, float]:
        """The settings at the positions of all knobs."""
        return {knob.name: knob.setting(position) for knob, position in zip(self.knobs, positions)}

    def positions(self, settings: dict[str, float]) -> np.ndarray:
        """The positions of all knobs, f8[knobs]."""
        return np.array([knob.position(settings.get(knob.name, knob.usual)) for knob in self.knobs])


@dataclass(frozen=True)
class Task:
    """To whom an answer is sought, at which table.

    Attributes:
        game: what is played.
        num_players: of each game; copies of the opponent sit at all seats but one.
        opponent: its name.
        agent: the opponent.
        family: where the answer is sought.
        rules: whatever `game.read_rules` takes.
        seed: of deals and of the search.
        threads: that play at once.
    """

    game: Game
    num_players: int
    opponent: str
    agent: object
    family: Family
    rules: object = None
    seed: int = 0
    threads: int = 1

    def deals(self, stage: int, turn: int, games: int) -> np.ndarray:
        """Seeds u8 for about so many games; no two stages and turns share one."""
        count = max(1, round(games / self.num_players))
        return np.random.SeedSequence([self.seed, stage, turn]).generate_state(count, np.uint64)

    def play(self, agent: object, deals: np.ndarray) -> Games:
        """Games of an agent against copies of the opponent, every deal in every rotation."""
        lineup = (CANDIDATE, *[self.opponent] * (self.num_players - 1))
        agents = {CANDIDATE: agent, self.opponent: self.agent}
        return play_lineup(self.game, lineup, agents, deals, self.rules, threads=self.threads)


@dataclass
class Budget:
    """What may be spent.

    Attributes:
        amount: in all.
        unit: `game` or `s`, seconds.
        games, seconds: what is spent, also by what was played before the program was interrupted.
        on_spent: called with how much more is spent, in the unit.
    """

    amount: float
    unit: str
    games: int = 0
    seconds: float = 0.0
    on_spent: Callable[[float], object] = lambda spent: None

    @property
    def part(self) -> float:
        """How much of it is spent."""
        return (self.games if self.unit == "game" else self.seconds) / self.amount

    def timed(self, play: Callable[[], Games]) -> Games:
        """Play, and count what it costs."""
        begun = time.monotonic()
        games = play()
        seconds = time.monotonic() - begun
        self.games += len(games.digest)
        self.seconds += seconds
        self.on_spent(len(games.digest) if self.unit == "game" else seconds)
        return games


@dataclass(frozen=True)
class Answer:
    """The best candidate, on deals that it was not chosen by.

    Attributes:
        num_players, opponent: of the task.
        name: of the candidate.
        settings: of its knobs, none of a candidate from outside the family.
        rate, low, high: its victories a game, with an interval that holds for all candidates that were confirmed.
        games: distinct games of the confirmation.
        searched: games before it.
    """

    num_players: int
    opponent: str
    name: str
    settings: dict[str, float]
    rate: float
    low: float
    high: float
    games: int
    searched: int

    @property
    def total(self) -> int:
        """All games, of the search and the confirmation."""
        return self.searched + self.games

    @property
    def is_counter(self) -> bool:
        """Whether it wins significantly more than par."""
        return self.low > 1 / self.num_players


def rate(games: Games) -> float:
    """The candidate's victories a game."""
    players = len(games.lineup)
    return float(games.share[np.arange(len(games.digest)), -games.rotation % players].mean())


class Search:
    """A search for an answer, which goes on from what an earlier one has kept.

    Args:
        task: what is sought.
        budget: what may be spent.
        kept: the rates of each generation of an earlier search of the same task; new ones are added.
        on_kept: called when there is a new one.
    """

    def __init__(self, task: Task, budget: Budget, kept: list[list[float]], on_kept: Callable[[], object]):
        self.task, self.budget, self.kept, self.on_kept = task, budget, kept, on_kept

    def run(self, candidates: int = 1) -> Answer:
        """Search, choose and confirm; the interval holds for so many candidates that are confirmed together."""
        family = self.task.family
        finalists = self._finalists()
        searched = self.budget.games
        name, settings = self._best(finalists, self._games(CHOICE_PART, searched))
        fresh = self.task.deals(CONFIRMING, len(self.kept), self._games(1 - SEARCH_PART - CHOICE_PART, searched))
        before, games = self.budget.games, self._play(family.make(settings), fresh)
        return confirmed(self.task, name, settings, games, before, candidates)

    def _games(self, part: float, searched: int) -> int:
        """How many games are a part of the budget, by what the search has played in its own part."""
        return max(GAMES, int(searched * part / SEARCH_PART))

    def _best(self, finalists: list[tuple[str, dict[str, float]]], games: int) -> tuple[str, dict[str, float]]:
        """Who wins most in about so many games; after each round the worse half is out (sequential halving).

        Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed bandits", ICML 2013.
        """
        rounds, wins, turn = math.ceil(math.log2(len(finalists))), [0.0] * len(finalists), len(self.kept) * ROUNDS
        left = list(range(len(finalists)))
        while len(left) > 1:
            deals = self.task.deals(CHOOSING, turn, games // rounds // len(left))
            for place in left:
                agent = self.task.family.make(finalists[place][1])
                wins[place] += rate(self._play(agent, deals)) * len(deals)
            left = sorted(left, key=lambda place: -wins[place])[: (len(left) + 1) // 2]
            turn += 1
        return finalists[left[0]]

    def _play(self, agent: object, deals: np.ndarray) -> Games:
        return self.budget.timed(lambda: self.task.play(agent, deals))

    def _finalists(self) -> list[tuple[str, dict[str, float]]]:
        """Names and settings: the best known strategies, middles of generations, the candidates that won most."""
        family, middles, tried = self.task.family, [], []
        known = list({family.name: {}, **family.known}.items())
        rates = self._known_rates(known)
        best = [known[place] for place in sorted(range(len(known)), key=lambda place: -rates[place])[:FINALISTS]]
        for positions, rates, middle in self._generations(family.positions(best[0][1])):
            tried += zip(rates, positions)
            middles.append(middle)
        middles = middles[len(middles) // 3 :: max(1, len(middles) // 3)]
        most = [positions for _, positions in sorted(tried, key=lambda pair: -pair[0])[:FINALISTS]]
        return [*best, *((CANDIDATE, family.settings(positions)) for positions in [*middles, *most])]

    def _known_rates(self, known: list[tuple[str, dict[str, float]]]) -> list[float]:
        if not self.kept:
            deals = self.task.deals(SEARCHING, 0, START_GAMES)
            self._keep([rate(self._play(self.task.family.make(settings), deals)) for _, settings in known])
        return self.kept[0]

    def _generations(self, start: np.ndarray) -> Iterator[tuple[list[np.ndarray], list[float], np.ndarray]]:
        """Positions, rates and the middle of each generation, the kept ones first."""
        from cmaes import CMA

        bounds = np.tile([-REACH, REACH], (len(start), 1))
        optimizer, turn = CMA(mean=start, sigma=SIGMA, bounds=bounds, seed=self.task.seed), 1
        while turn < len(self.kept) or self.budget.part < SEARCH_PART:
            positions = [optimizer.ask() for _ in range(optimizer.population_size)]
            if turn == len(self.kept):
                self._keep(self._rates(positions, turn))
            optimizer.tell([(place, -rate) for place, rate in zip(positions, self.kept[turn])])
            yield positions, self.kept[turn], optimizer.mean
            turn += 1

    def _rates(self, positions: list[np.ndarray], turn: int) -> list[float]:
        family, deals = self.task.family, self.task.deals(SEARCHING, turn, GAMES)
        return [rate(self._play(family.make(family.settings(place)), deals)) for place in positions]

    def _keep(self, rates: list[float]) -> None:
        self.kept.append(rates)
        self.on_kept()


def outsider(task: Task, name: str, agent: object, budget: Budget, candidates: int) -> Answer:
    """How an agent from outside the family does as an answer, in as many games as the budget has for it."""
    parts = []
    while budget.part < 1:
        deals = task.deals(CONFIRMING, len(parts), FEW)
        parts.append(budget.timed(lambda deals=deals: task.play(agent, deals)))
    return confirmed(task, name, {}, joined(parts), 0, candidates)


def confirmed(
    task: Task, name: str, settings: dict[str, float], games: Games, searched: int, candidates: int
) -> Answer:
    """The answer that fresh games confirm, after `searched` others; of so many candidates all intervals hold."""
    rules = task.game.read_rules(task.rules)
    meeting = Meeting(task.num_players, games.lineup, rules, (), games)
    cell = payoff_table([meeting], games.lineup).among(CANDIDATE, task.opponent)
    low, high = cell.interval(shared(candidates))
    won = float(cell.estimate.value)
    return Answer(task.num_players, task.opponent, name, settings, won, low, high, len(cell.deals), searched)


def sentence(answer: Answer) -> str:
    """What was found, in words: of what was not found it says within how many games, and no more."""
    told = f"[{100 * answer.low:.1f}, {100 * answer.high:.1f}] of {answer.games:,} fresh games"
    won = f"{100 * answer.rate:.1f} % {told}, where {100 / answer.num_players:.1f} % would be even"
    within = f"to {answer.opponent} was found with {answer.num_players} players within {answer.total:,} games"
    who = answer.name if answer.name != CANDIDATE else "a strategy of its own"
    if answer.is_counter:
        return f"A counter {within}: {who} wins {won}."
    return f"No counter {within}; the best candidate, {who}, wins {won}."


def differences(family: Family, settings: dict[str, float], most: int = 6) -> list[str]:
    """By what a strategy differs most from the usual one of its family, each in words, the farthest off first."""
    moved = [(family.positions(settings)[place], knob) for place, knob in enumerate(family.knobs)]
    farthest = sorted(moved, key=lambda pair: -abs(pair[0]))[:most]
    return [
        f"{'more' if position > 0 else 'less'} for {knob.name} ({knob.meaning}): "
        f"{settings[knob.name]:.3g} instead of {knob.usual:.3g}"
        for position, knob in farthest
        if position and knob.name in settings
    ]
