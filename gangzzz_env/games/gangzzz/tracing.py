"""Saved games played again from their actions, and what every decision was like."""

import numpy as np

from gangzzz_env.games.gangzzz import actions, flow, state
from gangzzz_env.games.gangzzz.dominance import AREAS, count_held, has_majority
from gangzzz_env.games.gangzzz.firing import count_firing
from gangzzz_env.games.gangzzz.inventory import count_sets, set_pays
from gangzzz_env.games.gangzzz.state import DECISION_NAMES, STATE_DTYPE, Decision
from gangzzz_env.games.gangzzz.tables import CARDS, CROSSINGS, EMBLEM_NAMES, EMBLEMS, GANGS, KINDS, SEATS
from gangzzz_env.games.gangzzz.things import CARD_THINGS, MOST_THINGS, PARTS, THINGS, mark_offered, things_of
from gangzzz_env.jit import entry, rule

# The part of the game of each decision, a place in PARTS.
_PART_NAMES = {
    Decision.PLACE_GANGSTER: "divide_and_rule",
    Decision.PLACE_MANAGER: "influential_gentlemen",
    Decision.TRADE: "trade",
    Decision.ANSWER: "trade",
    Decision.ATTACK: "fair_fight",
    Decision.ATTACKER_COMMITS: "fair_fight",
    Decision.DEFENDER_COMMITS: "fair_fight",
    Decision.REGROUP: "inventory",
    Decision.PARK: "full_throttle",
    Decision.CHASE: "full_throttle",
}
PART_OF = np.array([PARTS.index(_PART_NAMES.get(decision, PARTS[-1])) for decision in range(len(DECISION_NAMES))])
# What a seat can have had by the end of a game: cards ever held, and what was scored without a decision.
HOLDINGS = (*CARD_THINGS, "dominance.crossing", "dominance.block", "dominance.majority")
HOLDINGS += tuple(f"inventory.set_of_{emblem}" for emblem in EMBLEM_NAMES)
CROSSING, BLOCK, MAJORITY, SETS = range(CARDS, CARDS + 4)
MOST_COUNTED = 255


@entry
def trace(states, low, high, played, starts, movers, parts, choices, money, offered, taken, held, fired):
    """Play games again, from their set-up, and write what every decision was like.

    Read: states STATE[n], just set up, which are played on to where their actions end; played int16[.], the actions of
    all games, of game k the rows starts[k] to starts[k + 1].
    Written, for each decision: movers int8, the seat; parts int8, a place in PARTS; choices int16, how many actions
    were legal; money int32[., 4] after it. For each game and seat: offered and taken uint8[n, 4, things], decisions
    that offered and took each thing, at most 255; held uint8[n, 4, holdings]. For each game: fired int32[n, rules], how
    often each rule fired, of which the first is -1 where an action is not legal.
    """
    mask = np.empty(actions.NUM_ACTIONS, np.int8)
    things = np.empty(MOST_THINGS, np.int64)
    seen = np.empty(len(THINGS), np.uint8)
    before = np.zeros(1, STATE_DTYPE)
    for k in range(low, high):
        game = states[k]
        for row in range(starts[k], starts[k + 1]):
            seat = flow.to_move(game)
            if seat < 0:
                fired[k, 0] = -1
                break
            flow.legal(game, mask)
            action = np.int64(played[row])
            if action < 0 or mask[action] == 0:
                fired[k, 0] = -1
                break
            movers[row] = seat
            parts[row] = PART_OF[game.decision]
            choices[row] = count_legal(mask)
            mark_offered(game, mask, things, seen)
            add_offered(seen, offered[k, seat])
            add_taken(game, action, things, taken[k, seat])
            before[0] = game
            flow.apply(game, action)
            count_firing(before[0], game, seat, fired[k])
            for each in range(state.SEATS):
                money[row, each] = game.money[each]
        for seat in range(int(game.num_seats)):
            count_holdings(game, seat, held[k, seat])


@rule
def count_legal(mask):
    """How many actions a mask allows."""
    count = 0
    for action in range(len(mask)):
        count += mask[action]
    return count


@rule
def add_offered(seen, counts):
    """One decision more for each thing that was offered."""
    for thing in range(len(seen)):
        if counts[thing] < MOST_COUNTED:
            counts[thing] += seen[thing]


@rule
def add_taken(game, action, things, counts):
    """One decision more for each thing that the action takes."""
    for i in range(things_of(game, action, things)):
        if counts[things[i]] < MOST_COUNTED:
            counts[things[i]] += 1


@rule
def count_holdings(game, seat, held):
    """What a seat has had by now: cards, areas that it dominates or has the majority of, sets that pay."""
    for card in range(CARDS):
        held[card] = (int(game.held[card]) >> seat) & 1
    buildings = np.empty(SEATS, np.int64)
    coins = np.empty(SEATS, np.int64)
    for area in range(AREAS):
        count_held(game, area, buildings, coins)
        if buildings[seat] == KINDS:
            held[CROSSING if area < CROSSINGS else BLOCK] += 1
        elif has_majority(game, seat, buildings):
            held[MAJORITY] += 1
    count = np.zeros((SEATS * GANGS, EMBLEMS), np.int64)
    points = np.zeros((SEATS * GANGS, EMBLEMS), np.int64)
    count_sets(game, count, points)
    for gang in range(GANGS):
        for emblem in range(EMBLEMS):
            held[SETS + emblem] += set_pays(game, seat, gang, emblem, count, points) > 0
