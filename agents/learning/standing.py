"""How the seats stand: what decides the rest of a game, counted from a view by the judgment of the scripted agents.

A network would have to look all this up on the board: who is ahead in cards, sets and dominance, who wins fights, who
will be first at the hideout. Seats are in the order of seats from the own one. A number is rounded and kept in int8;
each is written in a unit that makes it count.
"""

import numpy as np

from agents.judgment.fights import attack_chance, commit_chance, see_strengths
from agents.judgment.glance import GLANCE_DTYPE, NEVER, glance
from agents.judgment.hideout import CHASE_DTYPE, nearest_gangster, see_chase, tour_worth
from agents.judgment.knowledge import failed_raids, knows_hideout
from gangzzz_env.games.gangzzz.dominance import AREAS, area_building, area_value
from gangzzz_env.games.gangzzz.fair_fight import ATTACKER, DEFENDER
from gangzzz_env.games.gangzzz.score import cards_of, distance, holder
from gangzzz_env.games.gangzzz.state import IN_DECK, Decision
from gangzzz_env.games.gangzzz.tables import (
    ATTRIBUTES,
    BUILDING_COINS,
    CARD_EMBLEM,
    CARD_POINTS,
    CARDS,
    CROSSINGS,
    EMBLEMS,
    GANGS,
    KINDS,
    PRODUCTS,
    SEATS,
)
from gangzzz_env.jit import entry, rule

# Of each seat: cards, areas, fights, chase; of each seat and emblem; and of the own seat alone.
EMBLEM_NUMBERS = 4
CARDS_AT, AREAS_AT, FIGHTS_AT, CHASE_AT, EMBLEMS_AT, SEAT_NUMBERS = 0, 12, 25, 30, 33, 33 + EMBLEM_NUMBERS * EMBLEMS
COUNT_AT, COUNT_UNIT = EMBLEMS_AT + 1, 4.0  # cards of an emblem, in quarters
OWN_AT = SEATS * SEAT_NUMBERS
STANDING = OWN_AT + 8
MOST, FAR, PERCENT = 127, 12, 100.0
SCRATCH_DTYPE = np.dtype(
    (
        np.record,
        [
            ("look", GLANCE_DTYPE),
            ("chase", CHASE_DTYPE),
            ("held", np.int64, (SEATS,)),  # buildings of an area
            ("coins", np.int64, (SEATS,)),  # and the coins on them
            ("count", np.int64, (SEATS * GANGS, EMBLEMS)),  # cards of an emblem in a gang
            ("points", np.int64, (SEATS * GANGS, EMBLEMS)),
        ],
    )
)


@entry
def write_standing(views, low, high, weights, out):
    """Write int8[n, STANDING] of each view in [low, high), weights WEIGHTS_DTYPE[1]."""
    scratch = np.zeros(1, SCRATCH_DTYPE)
    for k in range(low, high):
        view, room = views[k], scratch[0]
        look, chase = room.look, room.chase
        own = np.int64(view.observer)
        num_seats = np.int64(view.num_seats)
        for i in range(STANDING):
            out[k, i] = 0
        see_strengths(view, look)
        glance(view, weights[0], look)
        count_cards(view, room)
        for relative in range(num_seats):
            seat = (own + relative) % num_seats
            row = out[k, SEAT_NUMBERS * relative : SEAT_NUMBERS * (relative + 1)]
            write_cards(view, look, room, seat, row)
            write_fights(view, look, seat, row)
        write_areas(view, room, own, out[k])
        write_hideout(view, own, out[k])
        see_chase(view, weights[0], own, chase)
        write_chase(view, chase, own, out[k])
        if view.decision == Decision.ATTACKER_COMMITS or view.decision == Decision.DEFENDER_COMMITS:
            put(out[k], OWN_AT + 7, PERCENT * fight_chance(view, look, own))


@rule
def put(out, place, value):
    """Write a number, rounded, as far as int8 goes."""
    out[place] = np.int64(np.floor(max(-127.0, min(127.0, value)) + 0.5))


@rule
def count_cards(view, room):
    """10.2 What each gang has of each emblem, as far as it is seen."""
    for gang in range(SEATS * GANGS):
        for emblem in range(EMBLEMS):
            room.count[gang, emblem] = 0
            room.points[gang, emblem] = 0
    for card in range(CARDS):
        place = np.int64(view.place[card])
        if place >= 0 and place < IN_DECK:
            room.count[place, CARD_EMBLEM[card]] += 1
            room.points[place, CARD_EMBLEM[card]] += np.int64(CARD_POINTS[card])


@rule
def write_cards(view, look, room, seat, row):
    """10.2, 11.1 Cards, the lead in them, what sets pay as they lie, merged and as hoped, managers, and by emblem."""
    cards = cards_of(view, seat)
    lead = float(MOST)
    for rival in range(np.int64(view.num_seats)):
        if rival != seat:
            lead = min(lead, cards - cards_of(view, rival) + (0.5 if seat < rival else -0.5))
    shares = 0
    lying = 0
    merged = 0.0
    hoped = 0.0
    for emblem in range(EMBLEMS):
        share = min(np.int64(look.influence[seat, emblem]), np.int64(view.rules.influence_cap))
        shares += share
        hoped += share * look.hoped_set[seat, emblem]
        if look.count[seat, emblem] >= np.int64(view.rules.set_size):
            merged += share * look.points[seat, emblem]
        for gang in range(GANGS * seat, GANGS * seat + GANGS):
            if room.count[gang, emblem] >= np.int64(view.rules.set_size):
                lying += share * np.int64(room.points[gang, emblem])
        place = EMBLEMS_AT + EMBLEM_NUMBERS * emblem
        put(row, place, float(share))
        put(row, place + 1, COUNT_UNIT * look.count[seat, emblem])
        put(row, place + 2, 4.0 * look.points[seat, emblem])
        put(row, place + 3, 4.0 * look.hoped_set[seat, emblem])
    put(row, CARDS_AT, float(cards))
    put(row, CARDS_AT + 1, 4.0 * lead)
    put(row, CARDS_AT + 2, PERCENT / (1.0 + np.exp(-lead)))
    put(row, CARDS_AT + 3, PERCENT if lead > 0 else 0.0)
    put(row, CARDS_AT + 4, float(shares))
    put(row, CARDS_AT + 5, float(lying))
    put(row, CARDS_AT + 6, merged)
    put(row, CARDS_AT + 7, hoped)
    put(row, CARDS_AT + 8, float(look.unplaced[seat]))
    reached = 0
    for crossing in range(CROSSINGS):
        reached += look.reach[seat, crossing] > 0
    put(row, CARDS_AT + 9, float(reached))
    for side in range(2):
        pieces = 0
        for product in range(PRODUCTS):
            pieces += np.int64(look.goods[seat, side, product])
        put(row, CARDS_AT + 10 + side, float(pieces))


@rule
def write_areas(view, room, own, out):
    """8.1, 8.2 Of each seat: the pay now, areas by own (1-3) and a rival's (0-2) buildings, and their pay if alone."""
    num_seats = np.int64(view.num_seats)
    held, coins = room.held, room.coins
    for area in range(AREAS):
        taken = 0
        all_coins = 0
        for seat in range(num_seats):
            held[seat] = 0
            coins[seat] = 0
        for index in range(KINDS):
            crossing, kind = area_building(area, index, view)
            dollars = np.int64(BUILDING_COINS[view.building[crossing, kind]])
            all_coins += dollars
            seat = holder(view, crossing, kind)
            if seat >= 0:
                taken += 1
                held[seat] += 1
                coins[seat] += dollars
        if taken > 0:
            pays = (area_value(view, area) + all_coins) * np.int64(view.rules.domination_percent) // 100
            for seat in range(num_seats):
                row = SEAT_NUMBERS * ((seat - own) % num_seats) + AREAS_AT
                add_area(view, held[seat], strongest_rival(held, seat, num_seats), coins[seat], pays, out, row)


@rule
def strongest_rival(held, seat, num_seats):
    """8.2 The most buildings that another seat holds."""
    most = 0
    for rival in range(num_seats):
        if rival != seat:
            most = max(most, np.int64(held[rival]))
    return most


@rule
def add_area(view, held, rival_held, coins, pays, out, row):
    """Add what an area is to one seat."""
    if held == KINDS:
        out[row] = min(MOST, out[row] + pays)
    elif held > 0:
        out[row + 1 + 3 * (held - 1) + min(rival_held, 2)] += 1
        if rival_held == 0:
            out[row + 10 + held - 1] = min(MOST, out[row + 10 + held - 1] + pays // 4)
        if held >= view.rules.min_majority and held > rival_held:
            out[row] = min(MOST, out[row] + coins)


@rule
def write_fights(view, look, seat, row):
    """9.1-9.3 Gangs that may still attack, their best chances, those above a half, bonuses, and cards not seen."""
    ready = 0
    chances = 0.0
    likely = 0.0
    bonus = 0
    hidden = 0
    for gang in range(GANGS):
        hidden += np.int64(look.hidden[GANGS * seat + gang])
        for attribute in range(ATTRIBUTES):
            bonus += np.int64(view.bonus[seat, gang, attribute])
        best = best_attack(view, look, seat, gang)
        ready += best >= 0
        chances += max(best, 0.0)
        likely += max(2.0 * best - 1.0, 0.0)
    put(row, FIGHTS_AT, float(ready))
    put(row, FIGHTS_AT + 1, 25.0 * chances)
    put(row, FIGHTS_AT + 2, 25.0 * likely)
    put(row, FIGHTS_AT + 3, float(bonus))
    put(row, FIGHTS_AT + 4, float(hidden))


@rule
def best_attack(view, look, seat, gang):
    """9.1 The chance of a gang's best attack, -1 if it can attack nobody."""
    best = -1.0
    home = np.int64(view.gangster[seat, gang])
    if home < 0 or view.is_out[seat] or view.attacked[seat, gang] or view.gang_count[seat, gang] == 0:
        return best
    for rival in range(np.int64(view.num_seats)):
        for target in range(GANGS):
            goal = np.int64(view.gangster[rival, target])
            if rival == seat or goal < 0 or view.hides[rival, target] or view.gang_count[rival, target] == 0:
                continue
            if distance(home, goal) <= view.rules.fight_range:
                best = max(best, attack_chance(view, look, GANGS * seat + gang, GANGS * rival + target))
    return best


@rule
def fight_chance(view, look, own):
    """9.3 The chance of the own side in the open fight, with the card committed or the best one; 0 for others."""
    side = ATTACKER if view.fight_seat[ATTACKER] == own else DEFENDER
    best = 0.0
    if view.fight_seat[side] == own:
        for card in range(CARDS):
            committed = np.int64(view.fight_card[side])
            if view.place[card] == GANGS * own + np.int64(view.fight_gang[side]) and committed in (-1, card):
                best = max(best, commit_chance(view, look, side, card))
    return best


@rule
def write_hideout(view, own, out):
    """4.6, 11.1 How few hideouts are left for the own seat: doublings, and one over their number; rivals' knowledge."""
    flags = np.int64(view.notebook[own])
    left = 1
    raided = failed_raids(view)
    for first, end in ((0, 6), (6, 12), (12, 16)):
        unseen = 0
        for clue in range(first, end):
            unseen += 1 - ((flags >> clue) & 1)
        left *= unseen
    put(out, OWN_AT, 16.0 * np.log2(float(max(left, 1))))
    put(out, OWN_AT + 1, PERCENT / max(left, 1))
    num_seats = np.int64(view.num_seats)
    for seat in range(num_seats):
        knows = knows_hideout(view, seat, raided)
        put(out, SEAT_NUMBERS * ((seat - own) % num_seats) + CHASE_AT, PERCENT * knows)


@rule
def write_chase(view, chase, own, out):
    """11.1 How far all are from where the hideout may be, the stakes, and what the own seat's best tour is worth."""
    num_seats = np.int64(view.num_seats)
    for seat in range(num_seats):
        row = SEAT_NUMBERS * ((seat - own) % num_seats) + CHASE_AT
        total = 0.0
        weighted = 0.0
        nearest = FAR
        for i in range(np.int64(chase.count)):
            crossing = np.int64(chase.at[i])
            car = np.int64(view.car[seat])
            apart = distance(car, crossing) if car >= 0 else nearest_gangster(view, seat, crossing)
            total += chase.kinds[crossing]
            weighted += chase.kinds[crossing] * min(apart, FAR)
            nearest = min(nearest, apart)
        put(out, row + 1, 8.0 * weighted / max(total, 1.0))
        put(out, row + 2, 8.0 * nearest)
    put(out, OWN_AT + 2, float(chase.count))
    put(out, OWN_AT + 3, PERCENT * chase.found[0])
    put(out, OWN_AT + 4, PERCENT * chase.lost[0])
    put(out, OWN_AT + 5, PERCENT * chase.nobody[0])
    if view.decision >= Decision.REGROUP:
        put(out, OWN_AT + 6, PERCENT * best_tour(view, chase, own))


@rule
def best_tour(view, chase, own):
    """11.1 What the tour from the car is worth, or before parking that from the best gangster."""
    rounds = np.int64(view.rules.chase_rounds)
    if view.car[own] >= 0:
        return tour_worth(view, chase, np.int64(view.car[own]), np.int64(0), rounds - np.int64(view.chase_round) + 1)
    best = NEVER
    for gang in range(GANGS):
        home = np.int64(view.gangster[own, gang])
        if home >= 0:
            best = max(best, tour_worth(view, chase, home, np.int64(0), rounds))
    return best
