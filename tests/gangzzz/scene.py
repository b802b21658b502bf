"""A table on which a test puts what its rule is about, in the words of the rulebook.

Every crossing is worth 7 (avenues 3, streets 4), no tile is turned, building k of a kind stands on crossing k, nobody
has a card. `A`-`D` name gangs and gangsters, `HERE`, `NORTH` ... where a manager stands, seen from his gangster.
"""

import random
from functools import cache

import numpy as np

from gangzzz_env.games.gangzzz.actions import PASS
from gangzzz_env.games.gangzzz.rules import Rules
from gangzzz_env.games.gangzzz.state import IN_DECK, OUT_OF_GAME, Decision, Source, Stream
from gangzzz_env.games.gangzzz.tables import (
    ATTRIBUTE_NAMES,
    BUILDING_NAMES,
    BUILDING_PRODUCTS,
    BUILDING_SUBTYPE,
    CARD_ATTRIBUTES,
    CARD_EMBLEM,
    CARD_POINTS,
    CREW,
    CROSSING_NAMES,
    CROSSINGS,
    FIGHT_DICE,
    GANGS,
    KINDS,
    MANAGERS,
    SPECIALTY,
    Kind,
)
from tests.gangzzz.generator import Generator
from tests.gangzzz.table import Table

A, B, C, D = range(GANGS)
HERE, NORTH, EAST, SOUTH, WEST = range(5)
RESIDENTIAL, COMMERCIAL, CITY, UNDERWORLD = Kind
FISH, MEAT, CIGARS, ALCOHOL = range(4)
HOSPITAL, OFFICE, POLICE, GYM, ARSENAL, LIBRARY, CASINO, FORGERY = range(8)
STRENGTH, SMARTS, ARMAMENT = ATTRIBUTE_NAMES
WORTH = 7


def at(name: str) -> int:
    """The index of a crossing."""
    return CROSSING_NAMES.index(name)


def cards_with(emblem: int, *points: int) -> list[int]:
    """The first cards of an emblem with these points, each card once."""
    found = []
    for wanted in points:
        cards = np.flatnonzero((CARD_EMBLEM == emblem) & (CARD_POINTS == wanted)).tolist()
        found.append(next(card for card in cards if card not in found))
    return found


def card_of(attribute: str, value: int, place: int = 0) -> int:
    """The first (or a later) card with this value of an attribute."""
    return int(np.flatnonzero(CARD_ATTRIBUTES[:, ATTRIBUTE_NAMES.index(attribute)] == value)[place])


@cache
def generator_of(rolls: tuple[int, ...]) -> list[int]:
    """The words of a generator whose next dice show these values."""
    chance = random.Random(1)
    while True:
        words = [*(chance.randrange(2**32) for _ in range(3)), 1]
        generator = Generator(words)
        if all(1 + generator.below(6) == roll for roll in rolls):
            return words


class Scene(Table):
    """A game with a plain city, to be arranged; `rules` are changes of section 12."""

    def __init__(self, num_players: int = 2, **rules: int):
        super().__init__(num_players, seed=1, rules=Rules(**rules))
        self._built = set()
        self.state.avenue_value[:], self.state.street_value[:], self.state.turn[:] = 3, 4, 0
        self.state.building[:] = np.arange(CROSSINGS)[:, np.newaxis] + CROSSINGS * np.arange(KINDS)
        for crossing in range(CROSSINGS):
            self._lay_pieces(crossing)

    def _lay_pieces(self, crossing: int) -> None:
        self.state.pieces[crossing] = 0
        for product in BUILDING_PRODUCTS[self.state.building[crossing, COMMERCIAL]]:
            self.state.pieces[crossing, product] += 1

    def build(self, name: str, crossing: str, *products: int) -> None:
        """Exchange the building of a crossing for one of this name (and products) that the test has not used yet."""
        rows = [
            row
            for row, other in enumerate(BUILDING_NAMES)
            if other == name and row not in self._built and products in ((), tuple(BUILDING_PRODUCTS[row].tolist()))
        ]
        row, kind, here = rows[0], rows[0] // CROSSINGS, at(crossing)
        self._built.add(row)
        there = int(np.flatnonzero(self.state.building[:, kind] == row)[0])
        self.state.building[there, kind] = self.state.building[here, kind]
        self.state.building[here, kind] = row
        self._lay_pieces(here)
        self._lay_pieces(there)

    def value(self, crossing: str, avenue: int, street: int) -> None:
        """Give the avenue and the street of a crossing their dice."""
        self.state.avenue_value[at(crossing) % 6] = avenue
        self.state.street_value[at(crossing) // 6] = street

    def stand(self, seat: int, gang: int, crossing: str) -> None:
        """A gangster stands at a crossing."""
        self.state.gangster[seat, gang] = at(crossing)

    def manager(self, seat: int, crossing: str, kind: int, gang: int | None = None) -> None:
        """One of a player's (or of one gangster's) free managers, whose specialty it is, runs a building."""
        self._employ(seat, at(crossing), kind, gang, self._specialists(at(crossing), kind))

    def assistant(self, seat: int, crossing: str, kind: int, gang: int | None = None) -> None:
        """One of a player's (or of one gangster's) free managers, whose specialty it is not, works in a building."""
        self._employ(seat, at(crossing), kind, gang, ~self._specialists(at(crossing), kind))

    def _specialists(self, crossing, kind):
        return SPECIALTY == BUILDING_SUBTYPE[self.state.building[crossing, kind]]

    def _employ(self, seat, crossing, kind, gang, crew):
        free = (self.state.manager[seat] < 0) & crew
        if gang is not None:
            free &= np.arange(GANGS)[:, np.newaxis] == gang
        gang, slot = np.argwhere(free)[0].tolist()
        self.state.manager[seat, gang, slot] = KINDS * crossing + kind
        self.state.manager_at[crossing, kind] = MANAGERS * seat + CREW * gang + slot

    def give(self, seat: int, gang: int, *cards: int) -> None:
        """Cards join a gang, whoever would have had them."""
        for card in cards:
            if self.state.place[card] != IN_DECK:
                self._exchange(card, int(self.state.deck[0]))
            self._set_deck([other for other in self.deck() if other != card])
            self.state.place[card] = GANGS * seat + gang
            self.state.gang_count[seat, gang] += 1
            self.state.held[card] |= 1 << seat
            self.state.notebook[seat] |= 1 << int(self.state.clue[card])

    def _exchange(self, card, other):
        for field in (self.state.place, self.state.clue):
            field[card], field[other] = int(field[other]), int(field[card])
        self.state.deck[0] = card

    def give_any(self, seat: int, gang: int, count: int) -> None:
        """So many cards of the deck join a gang."""
        self.give(seat, gang, *self.deck()[:count])

    def deck(self) -> list[int]:
        """The deck; its last card is drawn next."""
        return self.state.deck[: self.state.deck_count].tolist()

    def _set_deck(self, cards):
        self.state.deck_count = len(cards)
        self.state.deck[:] = -1
        self.state.deck[: len(cards)] = cards

    def empty_deck(self) -> None:
        """All cards of the deck leave the game."""
        self.state.place[self.deck()] = OUT_OF_GAME
        self._set_deck([])

    def load_dice(self, *rolls: int) -> None:
        """The next dice show these values."""
        self.state.random[Stream.DICE] = generator_of(rolls)

    def give_die(self, seat: int, gang: int, value: int, attribute: str) -> None:
        """A gang has a fight die that shows this attribute beside this value."""
        marked = FIGHT_DICE[:, value - 1] == ATTRIBUTE_NAMES.index(attribute)
        self.state.fight_die[seat, gang] = np.flatnonzero(marked)[0]

    def ask(self, decision: Decision, seat: int = 0) -> "Scene":
        """A player is asked; gangsters who stand nowhere yet stand in a row of their own, cars by gangster A."""
        state = self.state
        for gang in range(GANGS):
            for player in range(int(state.num_seats)):
                if decision != Decision.PLACE_GANGSTER and state.gangster[player, gang] < 0:
                    state.gangster[player, gang] = 6 * player + gang
        if decision == Decision.CHASE and state.chase_round == 0:
            state.chase_round = 1
            state.chase_order[: state.num_seats] = np.arange(state.num_seats)
            without = state.car < 0
            state.car[without] = state.gangster[without, A]
        state.decision, state.turn_seat = decision, seat
        return self

    def close(self, decision: Decision) -> None:
        """The last player who is in this minigame passes."""
        self.ask(decision)
        self.state.is_out[1:] = 1
        self.apply(PASS)

    def allows(self, action: int) -> bool:
        return action in self.legal()

    def play(self, *moves: int) -> None:
        """Play legal actions one after the other."""
        for action in moves:
            assert self.allows(action), f"{action} is illegal"
            self.apply(action)

    @property
    def decision(self) -> Decision:
        return Decision(int(self.state.decision))

    def earned(self, seat: int, source: Source) -> int:
        return int(self.state.ledger[seat, source])

    def gang(self, seat: int, gang: int) -> list[int]:
        """The cards of a gang, by number."""
        return np.flatnonzero(self.state.place == GANGS * seat + gang).tolist()
