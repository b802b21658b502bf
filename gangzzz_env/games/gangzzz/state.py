"""The record of a game, and section 3: how a game is set up.

`FIELDS` is the one list of what a game consists of. -1 stands for nothing, nowhere, or (in a view) unknown. Who may see
a field: `all`, or as the entry says; `view.py` blanks the rest.
"""

from enum import IntEnum

import numpy as np

from gangzzz_env.games.gangzzz.rules import RULES_DTYPE
from gangzzz_env.games.gangzzz.tables import (
    ATTRIBUTES,
    BUILDING_PRODUCTS,
    CARDS,
    CLUES,
    CREW,
    CROSSINGS,
    FIGHT_DICE,
    GANGS,
    KINDS,
    PRODUCTS,
    SEATS,
    Kind,
    Subtype,
)
from gangzzz_env.games.gangzzz.tables import BUILDING_SUBTYPE as SUBTYPE
from gangzzz_env.jit import rule
from gangzzz_env.rng import below, next_word, seed_stream, shuffle


class Decision(IntEnum):
    """What kind of decision the game waits for."""

    PLACE_GANGSTER = 0
    PLACE_MANAGER = 1
    TRADE = 2
    ANSWER = 3
    ATTACK = 4
    ATTACKER_COMMITS = 5
    DEFENDER_COMMITS = 6
    REGROUP = 7
    PARK = 8
    CHASE = 9
    OVER = 10


DECISION_NAMES = (
    "place gangster",
    "place manager",
    "trade",
    "answer",
    "attack",
    "attacker commits",
    "defender commits",
    "regroup",
    "park",
    "chase",
    "over",
)


class Source(IntEnum):
    """Where money comes from: the columns of the ledger."""

    RENT = 0
    TRADE = 1
    SIDE_PAYMENTS = 2
    UNDERWORLD = 3
    DOMINANCE = 4
    INVENTORY = 5
    BOUNTY = 6
    FINES = 7


class Tally(IntEnum):
    """What is counted of each player beside money. A look is one card seen in a library."""

    CARDS_DRAWN = 0
    CARDS_WON = 1
    CARDS_LOST = 2
    FIGHTS = 3
    DEALS = 4
    OFFERS = 5
    RAIDS = 6
    LOOKS = 7


SOURCE_NAMES = tuple(source.name.lower() for source in Source)
TALLY_NAMES = tuple(tally.name.lower() for tally in Tally)


class Stream(IntEnum):
    """The generators of a game; the last one seeds the game that follows it."""

    SETUP = 0
    DECK = 1
    DICE = 2
    LOOKS = 3
    NEXT_GAME = 4


STREAMS, SOURCES, TALLIES, DICE = len(Stream), len(Source), len(Tally), len(FIGHT_DICE)
# Where a card is, if not in the gang 4 * seat + gang.
IN_DECK, SET_ASIDE, REMOVED, OUT_OF_GAME, UNKNOWN = 16, 17, 18, 19, -1
# Who looks at the record, if not a seat.
SPECTATOR, EVERYBODY = 4, 5
DECK_LIMIT = 91

# name, type, shape, who may see it, meaning
FIELDS = (
    ("observer", "i1", (), "all", "seat whose view this is, SPECTATOR, or EVERYBODY for the true state"),
    ("num_seats", "i1", (), "all", "players, 2-4"),
    ("decision", "i1", (), "all", "Decision"),
    ("turn_seat", "i1", (), "all", "seat whose turn it is (an opponent may have to answer or to defend)"),
    ("decisions", "i2", (), "all", "decisions made so far"),
    ("rules", RULES_DTYPE, (), "all", "section 12"),
    ("avenue_value", "i1", (6,), "all", "3.2, 1-6"),
    ("street_value", "i1", (6,), "all", "3.2, 1-6"),
    ("turn", "i1", (CROSSINGS,), "all", "1.5 quarter turns of the tile"),
    ("building", "u1", (CROSSINGS, KINDS), "all", "row of buildings.csv"),
    ("manager_at", "i1", (CROSSINGS, KINDS), "all", "16 * seat + 4 * gangster + slot"),
    ("pieces", "i1", (CROSSINGS, PRODUCTS), "all", "7.1 unsold supply or unmet demand"),
    ("dealt", "i1", (CROSSINGS,), "all", "7.1 pieces of the commercial building dealt so far"),
    ("ruled_out", "i1", (CROSSINGS, KINDS), "all", "11.1 raided in vain"),
    ("money", "i4", (SEATS,), "all", "dollars"),
    ("ledger", "i4", (SEATS, SOURCES), "all", "dollars by Source; adds up to money"),
    ("tally", "i2", (SEATS, TALLIES), "all", "counts by Tally"),
    ("licenses", "i1", (SEATS,), "all", "6.5 forged licenses"),
    ("gangster", "i1", (SEATS, GANGS), "all", "5.1 crossing of each gangster"),
    ("manager", "i2", (SEATS, GANGS, CREW), "all", "6.1 4 * crossing + kind where each manager works"),
    ("fight_die", "i1", (SEATS, GANGS), "all", "3.4 row of FIGHT_DICE"),
    ("bonus", "i1", (SEATS, GANGS, ATTRIBUTES), "all", "6.5 bonus of each gang"),
    ("gang_count", "i1", (SEATS, GANGS), "all", "cards in each gang"),
    ("is_out", "i1", (SEATS,), "all", "3.5 out of the current minigame"),
    ("declined", "i1", (SEATS, SEATS, PRODUCTS, 2), "all", "7.2 declined offers of seat, to seat, product, sell/buy"),
    ("offer", "i1", (5,), "all", "7.2 from, to, product, 0 sells / 1 buys, payment -1/0/+1 side payments"),
    ("attacked", "i1", (SEATS, GANGS), "all", "9.1 has attacked"),
    ("hides", "i1", (SEATS, GANGS), "all", "9.1 has lost a defense"),
    ("fight_seat", "i1", (2,), "all", "9.1 attacker, defender of the current or last fight"),
    ("fight_gang", "i1", (2,), "all", "9.1 their gangs"),
    ("fight_roll", "i1", (2,), "all", "9.2 their dice, 1-6"),
    ("fight_card", "i1", (2,), "all, but only the attacker before the defender has committed", "9.3 their cards"),
    ("fight_winner", "i1", (), "all", "9.3 seat that won the last fight, -1 while it is open"),
    ("last_roll", "i1", (), "all", "sum of the last casino roll, or the last full-throttle die"),
    ("regroup_moves", "i1", (SEATS,), "all", "10.1 moves made"),
    ("chase_order", "i1", (SEATS,), "all", "11.1 seats in order of play"),
    ("chase_round", "i1", (), "all", "11.1 0 while parking, then from 1"),
    ("car", "i1", (SEATS,), "all", "11.1 crossing of each car"),
    ("misses_turn", "i1", (SEATS,), "all", "11.1 crashed"),
    ("finder", "i1", (), "all", "11.2 seat that uncovered the hideout"),
    ("place", "i1", (CARDS,), "own, shown and out-of-game cards", "4 * seat + gang, IN_DECK, SET_ASIDE, ..."),
    ("clue", "i1", (CARDS,), "who has ever held the card", "2.5 index into CLUE_NAMES"),
    ("shown", "i1", (CARDS,), "all", "4.4 its face has been shown"),
    ("held", "i1", (CARDS,), "all of shown cards; the owner of others", "bit mask of the seats that ever held it"),
    ("notebook", "u2", (SEATS,), "its seat", "4.5 bit mask of the clues seen"),
    ("hideout", "i1", (3,), "nobody until it is found", "3.3 avenue, street, kind"),
    ("deck_count", "i1", (), "all", "cards in the deck"),
    ("deck", "i1", (DECK_LIMIT,), "nobody", "3.3 the deck; the last of its deck_count cards is drawn next"),
    ("random", "u4", (STREAMS, 4), "nobody", "generators by Stream"),
)

STATE_DTYPE = np.dtype((np.record, np.dtype([(name, kind, shape) for name, kind, shape, _, _ in FIELDS])))

# Fields that start at -1; the others start at 0.
NOTHING_YET = (
    *("manager_at", "gangster", "manager", "fight_die", "offer", "fight_seat", "fight_gang", "fight_roll"),
    *("fight_card", "fight_winner", "last_roll", "chase_order", "car", "finder", "deck"),
)


def _empty_table() -> np.ndarray:
    """A record, in an array of one, in which nothing has happened: 0, or -1 where that means nothing yet."""
    empty = np.zeros(1, STATE_DTYPE)
    for name in NOTHING_YET:
        empty[name] = -1
    return empty


EMPTY = _empty_table()


@rule
def set_all(items, value):
    """Set every item of a one-dimensional array."""
    for i in range(len(items)):
        items[i] = value


@rule
def set_in_order(items):
    """Number the items of an array from 0."""
    for i in range(len(items)):
        items[i] = i


@rule
def setup(out, num_seats, rules, seed):
    """3 Set up a new game.

    Args:
        out: a one-record array of `STATE_DTYPE` to write.
        num_seats: players, 2-4.
        rules: a record of `RULES_DTYPE`.
        seed: u4[4], as `rng.seed_words` makes them.
    """
    out[0] = EMPTY[0]
    deal_game(out[0], num_seats, rules, seed)


@rule
def deal_game(state, num_seats, rules, seed):
    """3 Everything that is prepared before the first decision, on an empty table."""
    state.observer = EVERYBODY
    state.num_seats = num_seats
    state.rules = rules
    seed_streams(state, seed)
    lay_city(state)
    roll_values(state)
    build_deck(state)
    deal_fight_dice(state)


@rule
def seed_streams(state, seed):
    """Every stream starts from words of its own, so that what one of them is asked does not move the others."""
    master = np.empty(4, np.uint32)
    seed_stream(master, seed[0], seed[1], np.int64(seed[2]) ^ np.int64(seed[3]))
    for stream in range(STREAMS):
        seed_stream(state.random[stream], next_word(master), next_word(master), next_word(master))


@rule
def lay_city(state):
    """3.1 Tiles with random turns, the 36 buildings of each kind over the crossings; 2.2 their pieces."""
    random = state.random[Stream.SETUP]
    order = np.empty(CROSSINGS, np.int64)
    for crossing in range(CROSSINGS):
        state.turn[crossing] = below(random, 4)
    for kind in range(KINDS):
        for i in range(CROSSINGS):
            order[i] = CROSSINGS * kind + i
        shuffle(random, order, CROSSINGS)
        for crossing in range(CROSSINGS):
            state.building[crossing, kind] = order[crossing]
    for crossing in range(CROSSINGS):
        lay_pieces(state, crossing)


@rule
def lay_pieces(state, crossing):
    """2.2 Two pieces of one product in a warehouse (mixed: its own and the next), one each of two products in a bar."""
    row = int(state.building[crossing, Kind.COMMERCIAL])
    first = int(BUILDING_PRODUCTS[row, 0])
    second = int(BUILDING_PRODUCTS[row, 1])
    if SUBTYPE[row] == Subtype.WAREHOUSE and state.rules.mixed_warehouses == 1:
        second = (first + 1) % PRODUCTS
    state.pieces[crossing, first] += 1
    state.pieces[crossing, second] += 1


@rule
def roll_values(state):
    """3.2 A die for each avenue and each street."""
    random = state.random[Stream.SETUP]
    for i in range(6):
        state.avenue_value[i] = 1 + below(random, 6)
    for i in range(6):
        state.street_value[i] = 1 + below(random, 6)


@rule
def cards_in_play(num_seats):
    """3.3 Cards left of each clue: 7, 6 or 5 with 4, 3 or 2 players."""
    return 3 + num_seats


@rule
def build_deck(state):
    """2.5 and 3.3 Deal the clues over the cards, take cards away, set the hideout aside, shuffle the rest."""
    random = state.random[Stream.SETUP]
    state.hideout[0] = below(random, 6)
    state.hideout[1] = below(random, 6)
    state.hideout[2] = below(random, 4)
    cards = np.empty(CARDS, np.int64)
    set_in_order(cards)
    shuffle(random, cards, CARDS)
    copies = CARDS // CLUES
    in_play = cards_in_play(int(state.num_seats))
    count = 0
    for i in range(CARDS):
        card = cards[i]
        clue = i // copies
        state.clue[card] = clue
        if i % copies >= in_play:
            state.place[card] = REMOVED
        elif is_clue_of(state.hideout, clue):
            state.place[card] = SET_ASIDE
        else:
            state.place[card] = IN_DECK
            state.deck[count] = card
            count += 1
    state.deck_count = count
    shuffle(state.random[Stream.DECK], state.deck, count)


@rule
def is_clue_of(hideout, clue):
    """Whether a clue names the avenue, the street or the kind of this hideout."""
    return clue == hideout[0] or clue == 6 + hideout[1] or clue == 12 + hideout[2]


@rule
def deal_fight_dice(state):
    """3.4 One of the 90 dice for each gang, without repetition."""
    dice = np.empty(DICE, np.int64)
    set_in_order(dice)
    shuffle(state.random[Stream.SETUP], dice, DICE)
    for seat in range(int(state.num_seats)):
        for gang in range(GANGS):
            state.fight_die[seat, gang] = dice[GANGS * seat + gang]
