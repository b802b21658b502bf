"""Which rules mattered: what can happen by a clause, counted after every decision by what it changed.

A rule of the table that never fires in many games does nothing for the players: a limit that nobody reaches, a case
that does not come up.
"""

import numpy as np

from gangzzz_env.games.gangzzz.dominance import AREAS, count_held, has_majority
from gangzzz_env.games.gangzzz.fair_fight import ATTACKER, DEFENDER, fight_score, rolled_attribute
from gangzzz_env.games.gangzzz.influential_gentlemen import city_links
from gangzzz_env.games.gangzzz.inventory import count_sets
from gangzzz_env.games.gangzzz.score import building_influence, building_subtype, cards_of, is_run_by_manager
from gangzzz_env.games.gangzzz.state import OUT_OF_GAME, Decision, Tally
from gangzzz_env.games.gangzzz.tables import CROSSINGS, EMBLEMS, GANG_LIMIT, GANGS, KINDS, SEATS, Kind, Subtype
from gangzzz_env.games.gangzzz.trade import PAYMENT, refusals
from gangzzz_env.jit import rule

# clause, what is counted
RULES = (
    ("4.1", "a Manager runs a building"),
    ("4.2", "a gang is filled to 12 cards"),
    ("4.2", "the deck runs out"),
    ("6.4", "a first link of a large building"),
    ("6.4", "a second link"),
    ("6.4", "a third link"),
    ("6.4", "a link of a second large building"),
    ("6.5", "cards looked at in a library"),
    ("6.5", "a library finds the deck empty"),
    ("7.1", "the first piece of a building is dealt"),
    ("7.1", "both pieces of a building are dealt"),
    ("7.2", "a side payment is made"),
    ("7.2", "a player's refusals are used up"),
    ("8.1", "all four buildings of a crossing held by one player"),
    ("8.1", "all four buildings of a block held by one player"),
    ("8.2", "a majority that pays coins"),
    ("8.2", "a majority without coins"),
    ("9.1", "a gang hides"),
    ("9.3", "both dice show the same attribute"),
    ("9.3", "the defender's die is halved"),
    ("9.3", "a tie goes to the defender"),
    ("9.3", "the attacker wins"),
    ("9.4", "a won card finds no room and leaves the game"),
    ("10.1", "a player's regrouping moves are used up"),
    ("10.2", "a set is paid"),
    ("10.2", "a set of more than the least size is paid"),
    ("10.2", "the cap of influence cuts a pay"),
    ("10.2", "a set is not paid, for want of a building"),
    ("11.1", "a car crashes"),
    ("11.1", "a raid in vain"),
    ("11.1", "a fine beyond a player's money"),
    ("11.1", "the last round begins"),
    ("11.1", "the rounds end without a bounty"),
    ("11.2", "the hideout is found"),
    ("11.3", "cards decide between equal money"),
    ("11.3", "the victory is shared"),
)  # fmt: skip
(
    MANAGER_RUNS, GANG_FULL, DECK_OUT, FIRST_LINK, SECOND_LINK, THIRD_LINK, LINK_BEYOND, LOOKED, NOTHING_TO_SEE,
    FIRST_PIECE, BOTH_PIECES, PAID_ASIDE, REFUSED_OUT, CROSSING_DOMINATED, BLOCK_DOMINATED, COINED_MAJORITY,
    COINLESS_MAJORITY, HIDES, SAME_ATTRIBUTE, HALVED, TIE, ATTACKER_WINS, LEAVES, MOVES_OUT, SET_PAID, LARGE_SET,
    CAP_CUTS, SET_UNPAID, CRASHES, IN_VAIN, FINE_CUT, LAST_ROUND, ROUNDS_END, FOUND, CARDS_DECIDE, SHARED,
) = range(len(RULES))  # fmt: skip
# What was in vain, and the same when it was not.
_PAIRS = ((NOTHING_TO_SEE, LOOKED), (COINLESS_MAJORITY, COINED_MAJORITY), (SET_UNPAID, SET_PAID), (IN_VAIN, FOUND))
IN_VAIN_PAIRS = tuple((RULES[vain][1], RULES[other][1]) for vain, other in _PAIRS)
# 11 How a game can end.
ENDINGS = tuple(RULES[place][1] for place in (FOUND, ROUNDS_END, CARDS_DECIDE, SHARED))


@rule
def count_firing(before, after, seat, fired):
    """Add to fired int32[RULES] what a decision of a seat has brought about; states before and after it."""
    decision = before.decision
    if before.deck_count > 0 and after.deck_count == 0:
        fired[DECK_OUT] += 1
    if decision == Decision.PLACE_GANGSTER:
        count_filled(before, after, seat, fired)
    elif decision == Decision.PLACE_MANAGER:
        count_filled(before, after, seat, fired)
        count_placement(before, after, seat, fired)
    elif decision == Decision.TRADE or decision == Decision.ANSWER:
        count_trade(before, after, fired)
    elif decision == Decision.DEFENDER_COMMITS:
        count_fight(before, after, fired)
        count_filled(before, after, int(after.fight_winner), fired)
    elif decision == Decision.REGROUP:
        count_filled(before, after, seat, fired)
        if after.regroup_moves[seat] > before.regroup_moves[seat]:
            fired[MOVES_OUT] += after.regroup_moves[seat] == after.rules.regroup_moves
    elif decision == Decision.CHASE:
        count_chase(before, after, seat, fired)
    count_scoring(before, after, fired)


@rule
def count_filled(before, after, seat, fired):
    """4.2 Gangs of a seat that have just come to their limit."""
    for gang in range(GANGS):
        if before.gang_count[seat, gang] < GANG_LIMIT and after.gang_count[seat, gang] == GANG_LIMIT:
            fired[GANG_FULL] += 1


@rule
def count_placement(before, after, seat, fired):
    """4.1, 6.4, 6.5 What a placed manager has brought about."""
    for gang in range(GANGS):
        for slot in range(GANGS):
            where = int(after.manager[seat, gang, slot])
            if where >= 0 and before.manager[seat, gang, slot] < 0:
                crossing = where // KINDS
                fired[MANAGER_RUNS] += is_run_by_manager(after, crossing, where % KINDS)
                subtype = building_subtype(after, crossing, where % KINDS)
                if where % KINDS == Kind.CITY:
                    for link in range(city_links(before, seat, subtype), city_links(after, seat, subtype)):
                        fired[FIRST_LINK + min(link, 3)] += 1
                elif subtype == Subtype.LIBRARY:
                    fired[NOTHING_TO_SEE if before.deck_count == 0 else LOOKED] += 1


@rule
def count_trade(before, after, fired):
    """7.1, 7.2 Pieces dealt, side payments, refusals."""
    for crossing in range(CROSSINGS):
        if after.dealt[crossing] > before.dealt[crossing]:
            fired[FIRST_PIECE] += before.dealt[crossing] == 0
            fired[BOTH_PIECES] += after.dealt[crossing] == 2
    if before.decision == Decision.ANSWER:
        offerer = int(before.offer[0])
        if refusals(after, offerer) > refusals(before, offerer):
            fired[REFUSED_OUT] += refusals(after, offerer) == after.rules.max_refusals
        elif before.offer[PAYMENT] != 0:
            fired[PAID_ASIDE] += 1


@rule
def count_fight(before, after, fired):
    """9.1-9.4 How a fight went."""
    same = rolled_attribute(after, ATTACKER) == rolled_attribute(after, DEFENDER)
    fired[SAME_ATTRIBUTE if same else HALVED] += 1
    attack = fight_score(after, ATTACKER, int(after.fight_card[ATTACKER]))
    fired[TIE] += attack == fight_score(after, DEFENDER, int(after.fight_card[DEFENDER]))
    attacker_wins = after.fight_winner == after.fight_seat[ATTACKER]
    fired[ATTACKER_WINS] += attacker_wins
    seat = int(after.fight_seat[DEFENDER])
    gang = int(after.fight_gang[DEFENDER])
    fired[HIDES] += before.hides[seat, gang] < after.hides[seat, gang]
    card = int(after.fight_card[DEFENDER if attacker_wins else ATTACKER])
    fired[LEAVES] += after.place[card] == OUT_OF_GAME


@rule
def count_chase(before, after, seat, fired):
    """11.1-11.3 Crashes, raids, rounds, and how the game ended."""
    fired[CRASHES] += before.misses_turn[seat] < after.misses_turn[seat]
    if after.finder >= 0:
        fired[FOUND] += 1
    elif after.tally[seat, Tally.RAIDS] > before.tally[seat, Tally.RAIDS]:
        fired[IN_VAIN] += 1
        fired[FINE_CUT] += before.money[seat] < after.rules.fine
    last = int(after.rules.chase_rounds)
    fired[LAST_ROUND] += before.chase_round < last and after.chase_round == last
    if after.decision == Decision.OVER:
        fired[ROUNDS_END] += after.finder < 0
        count_ending(after, fired)


@rule
def count_ending(after, fired):
    """11.3 Whether money alone made the winner."""
    num_seats = int(after.num_seats)
    most = 0
    for seat in range(num_seats):
        most = max(most, int(after.money[seat]))
    richest = 0
    most_cards = -1
    shared = 0
    for seat in range(num_seats):
        if after.money[seat] == most:
            richest += 1
            cards = cards_of(after, seat)
            shared = 1 if cards > most_cards else shared + (cards == most_cards)
            most_cards = max(most_cards, cards)
    fired[CARDS_DECIDE] += richest > shared
    fired[SHARED] += shared > 1


@rule
def count_scoring(before, after, fired):
    """8 and 10.2 What was scored between two minigames."""
    if before.decision <= Decision.ANSWER and after.decision > Decision.ANSWER:
        held = np.empty(SEATS, np.int64)
        coins = np.empty(SEATS, np.int64)
        for area in range(AREAS):
            count_held(after, area, held, coins)
            for seat in range(int(after.num_seats)):
                if held[seat] == KINDS:
                    fired[CROSSING_DOMINATED if area < CROSSINGS else BLOCK_DOMINATED] += 1
                elif has_majority(after, seat, held):
                    fired[COINED_MAJORITY if coins[seat] > 0 else COINLESS_MAJORITY] += 1
    if before.decision <= Decision.REGROUP and after.decision > Decision.REGROUP:
        count = np.zeros((SEATS * GANGS, EMBLEMS), np.int64)
        points = np.zeros((SEATS * GANGS, EMBLEMS), np.int64)
        count_sets(after, count, points)
        for seat in range(int(after.num_seats)):
            for gang in range(GANGS):
                for emblem in range(EMBLEMS):
                    count_set(after, seat, emblem, count[GANGS * seat + gang, emblem], fired)


@rule
def count_set(after, seat, emblem, count, fired):
    """10.2 Whether the cards of an emblem in a gang were paid as a set, and how."""
    if count < after.rules.set_size:
        return
    influence = building_influence(after, seat, emblem)
    cap = int(after.rules.influence_cap)
    if min(influence, cap) == 0:
        fired[SET_UNPAID] += 1
        return
    fired[SET_PAID] += 1
    fired[LARGE_SET] += count > after.rules.set_size
    fired[CAP_CUTS] += influence > cap
