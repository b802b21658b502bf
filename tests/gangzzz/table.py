"""One game of the engine at a table of its own, for tests: states in, decisions out, by the `loops`."""

import dataclasses
import random

import numpy as np
import pytest

from gangzzz_env.games.gangzzz import loops
from gangzzz_env.games.gangzzz.actions import (
    ACCEPT,
    ANSWER,
    ATTACK,
    DRIVE,
    FORGE,
    NUM_ACTIONS,
    OFFER,
    PARK,
    PASS,
    RAID,
    REGROUP,
    SELL,
)
from gangzzz_env.games.gangzzz.rules import Rules
from gangzzz_env.games.gangzzz.state import IN_DECK, SPECTATOR, STATE_DTYPE, Decision, Tally
from gangzzz_env.games.gangzzz.tables import CROSSINGS
from gangzzz_env.rng import seed_words

ONE = np.zeros(1, np.int64)
NUMBERS_OF_PLAYERS = (2, 3, 4)
LINE_UPS = pytest.mark.parametrize("num_players", NUMBERS_OF_PLAYERS)


class Table:
    """A game in progress: `states` is its record in an array of one."""

    def __init__(self, num_players: int, seed: int, rules: Rules | None = None):
        self.states = np.zeros(1, STATE_DTYPE)
        self._mask = np.zeros((1, NUM_ACTIONS), np.int8)
        self._rewards, self._over, self._mover = np.zeros((1, 4)), np.zeros(1, bool), np.zeros(1, np.int64)
        record = (rules or Rules()).record()
        loops.setup(self.states, ONE, 0, 1, np.array([num_players]), record, seed_words(seed)[np.newaxis])

    @property
    def state(self) -> np.record:
        return self.states[0]

    @property
    def is_over(self) -> bool:
        return bool(self.states["decision"][0] == Decision.OVER)

    def mover(self) -> int:
        loops.to_move(self.states, 0, 1, self._mover)
        return int(self._mover[0])

    def legal(self) -> list[int]:
        loops.legal(self.states, 0, 1, self._mask)
        return np.flatnonzero(self._mask[0]).tolist()

    def apply(self, action: int) -> None:
        loops.apply(self.states, ONE, 0, 1, np.array([action]), 0, self._rewards, self._over)


def look(states: np.ndarray, seat: int) -> np.ndarray:
    """The view of a seat or the spectator, of an array of one."""
    views = np.zeros(1, STATE_DTYPE)
    loops.look(states, ONE, 0, 1, np.array([seat]), views)
    return views


def fill(views: np.ndarray, seed: int) -> np.ndarray:
    """A possible state of a view, of an array of one."""
    states = np.zeros(1, STATE_DTYPE)
    loops.fill(views, 0, 1, seed_words(seed)[np.newaxis], states)
    return states


def observers(num_players: int) -> tuple[int, ...]:
    """All who may look: the seats and the spectator."""
    return (*range(num_players), SPECTATOR)


def random_rules(chance: random.Random) -> Rules:
    """Every number of the rules anywhere in its range."""
    fields = dataclasses.fields(Rules)
    return Rules(**{f.name: chance.randint(f.metadata["lowest"], f.metadata["highest"]) for f in fields})


# Ways to play, for tests: (table, legal actions, chance) -> action.


def play_randomly(table: Table, legal: list[int], chance: random.Random) -> int:
    return chance.choice(legal)


def play_first(table: Table, legal: list[int], chance: random.Random) -> int:
    return legal[0]


def play_last(table: Table, legal: list[int], chance: random.Random) -> int:
    return legal[-1]


def play_busily(table: Table, legal: list[int], chance: random.Random) -> int:
    """Seldom pass; each kind of action as likely as the others; accept most offers."""
    if len(legal) > 1 and legal[0] == PASS and chance.random() < 0.97:
        legal = legal[1:]
    if legal[0] == ANSWER:
        return ACCEPT if chance.random() < 0.6 else legal[1]
    groups = {}
    for action in legal:
        groups.setdefault(
            sum(action >= first for first in (SELL, FORGE, OFFER, ATTACK, REGROUP, DRIVE, RAID)), []
        ).append(action)
    return chance.choice(groups[chance.choice(sorted(groups))])


def play_the_chase(table: Table, legal: list[int], chance: random.Random) -> int:
    """Busily until the chase; in it, with a look at the true hideout, drive there and raid, mostly."""
    decision = int(table.states["decision"][0])
    if decision not in (Decision.PARK, Decision.CHASE) or chance.random() < 0.25:
        return play_busily(table, legal, chance)
    avenue, street, kind = table.states["hideout"][0].tolist()
    hideout = 6 * street + avenue
    if RAID + kind in legal and table.states["car"][0, table.mover()] == hideout:
        return RAID + kind
    gangsters = table.states["gangster"][0, table.mover()].tolist()
    ends = {PARK + gang: crossing for gang, crossing in enumerate(gangsters)}
    ends |= {DRIVE + crossing: crossing for crossing in range(CROSSINGS)}
    near = [action for action in legal if action in ends]
    return min(near, key=lambda action: _distance(ends[action], hideout), default=legal[0])


def _distance(crossing: int, other: int) -> int:
    return abs(crossing % 6 - other % 6) + abs(crossing // 6 - other // 6)


def play_hard_to_end(table: Table, legal: list[int], chance: random.Random) -> int:
    """The greatest delayer: never passes, offers what is declined, never finds the hideout."""
    if legal[0] == ANSWER:
        return legal[1]
    avenue, street, kind = table.states["hideout"][0].tolist()
    offers = [action for action in legal if OFFER <= action < ANSWER]
    harmless = [action for action in legal if action not in (PASS, RAID + kind)]
    return chance.choice(offers or harmless or legal)


PLAYERS = {
    "random": play_randomly,
    "busy": play_busily,
    "chaser": play_the_chase,
    "first": play_first,
    "last": play_last,
    "delayer": play_hard_to_end,
}


def table_when(is_reached, num_players: int = 3, way: str = "busy", seeds: range = range(100)) -> Table:
    """A game that has come to where `is_reached(record)` is true."""
    for seed in seeds:
        chance, table = random.Random(seed), Table(num_players, seed)
        while not table.is_over:
            if is_reached(table.state):
                return table
            table.apply(PLAYERS[way](table, table.legal(), chance))
        if is_reached(table.state):
            return table
    raise LookupError("no such game")


def in_mid_fight(state) -> bool:
    """The attacker has committed; there have been fights before."""
    return state.decision == Decision.DEFENDER_COMMITS and state.shown.sum() >= 4 and state.tally[:, Tally.LOOKS].any()


def owner(state, card: int) -> int | None:
    """The seat in whose gangs a card is."""
    place = int(state.place[card])
    return place // 4 if 0 <= place < IN_DECK else None
