"""Fair Fight: whom to attack and what to commit, by the chance to win against unknown cards and the worth of cards."""

import numpy as np

from agents.judgment.glance import HIGHEST, MEAN_POINTS, NEVER, see_cards, see_holdings
from gangzzz_env.games.gangzzz import actions as act
from gangzzz_env.games.gangzzz.actions import OPPONENTS, opponent_seat
from gangzzz_env.games.gangzzz.fair_fight import ATTACKER, DEFENDER, die_counts, rolled_attribute
from gangzzz_env.games.gangzzz.score import cards_of
from gangzzz_env.games.gangzzz.state import UNKNOWN, Decision, set_all
from gangzzz_env.games.gangzzz.tables import (
    ATTRIBUTES,
    CARD_ATTRIBUTES,
    CARD_EMBLEM,
    CARD_POINTS,
    CARDS,
    EMBLEMS,
    FIGHT_DICE,
    GANG_LIMIT,
    GANGS,
    SEATS,
)
from gangzzz_env.jit import rule

# How many cards have so much of an attribute.
FACES = np.array([np.bincount(column, minlength=HIGHEST + 1) for column in CARD_ATTRIBUTES.T])
# 9.3 What a die counts by the divisor of a mismatch, both up to 6.
MISMATCHED = np.arange(7) // np.maximum(np.arange(7), 1)[:, np.newaxis]


@rule
def choose_attack(view, mask, weights, look, seat):
    """9 The attack with the greatest expected gain, its own and what it leaves for the other gangs, or none."""
    see_fights(view, look, seat)
    price_attacks(view, mask, weights, look, seat)
    targets = GANGS * (int(view.num_seats) - 1)
    best_score = NEVER
    best = act.PASS
    for gang in range(GANGS):
        for target in range(targets):
            gain = look.gain[gang, target]
            if gain == NEVER or (mask[act.PASS] == 1 and gain <= weights.attack_at):
                continue
            score = gain + weights.leave * gains_left(look, gang, target, targets)
            if score > best_score:
                best_score = score
                best = act.ATTACK + OPPONENTS * GANGS * gang + target
    return best


@rule
def see_fights(view, look, seat):
    """Write into `look` what fights are judged by."""
    see_strengths(view, look)
    see_cards(view, look)
    see_holdings(view, look, seat)


@rule
def price_attacks(view, mask, weights, look, seat):
    """The chance and the expected gain of each attack into `look`; the gain is `NEVER` where it is not allowed."""
    num_seats = int(view.num_seats)
    price_cards(view, weights, look, seat)
    price_stakes(view, weights, look, seat)
    for gang in range(GANGS):
        for target in range(GANGS * (num_seats - 1)):
            look.gain[gang, target] = NEVER
            if mask[act.ATTACK + OPPONENTS * GANGS * gang + target] == 0:
                continue
            rival = opponent_seat(seat, target // GANGS, num_seats)
            chance = attack_chance(view, look, GANGS * seat + gang, GANGS * rival + target % GANGS)
            stake = look.stake[gang] + look.loss[rival]
            look.chance[gang, target] = chance
            look.gain[gang, target] = chance * look.prize[rival] - (1.0 - chance) * stake


@rule
def price_stakes(view, weights, look, seat):
    """The stake of the card of each gang that is missed least, into `look`."""
    set_all(look.stake, 1e9)
    for card in range(CARDS):
        place = int(view.place[card])
        if place >= 0 and place // GANGS == seat:
            stake = own_card_stake(view, weights, look, seat, card)
            look.stake[place % GANGS] = min(look.stake[place % GANGS], stake)


@rule
def gains_left(look, gang, target, targets):
    """9.1 What the seat's other gangs can still gain after an attack: its target hides if it is beaten."""
    total = 0.0
    for other in range(GANGS):
        if other == gang:
            continue
        most = 0.0
        most_elsewhere = 0.0
        for goal in range(targets):
            most = max(most, look.gain[other, goal])
            if goal != target:
                most_elsewhere = max(most_elsewhere, look.gain[other, goal])
        total += most - look.chance[gang, target] * (most - most_elsewhere)
    return total


@rule
def price_cards(view, weights, look, seat):
    """What a card won from each rival is worth, and what one lost to him costs but for the card, into `look`."""
    set_gain = won_card_worth(view, weights, look, seat)
    fights = fights_to_come(view)
    standing = race_worth(view, weights, seat, seat, 0, fights)
    for rival in range(int(view.num_seats)):
        if rival != seat:
            look.prize[rival] = race_worth(view, weights, seat, rival, 1, fights) - standing + set_gain
            look.loss[rival] = standing - race_worth(view, weights, seat, rival, -1, fights)


@rule
def fights_to_come(view):
    """9.1 How many attacks may still be made."""
    to_come = 0
    for seat in range(int(view.num_seats)):
        if view.is_out[seat] == 0:
            for gang in range(GANGS):
                to_come += 1 - int(view.attacked[seat, gang])
    return to_come


@rule
def race_worth(view, weights, seat, rival, won, to_come):
    """11 What it is worth to hold most cards and so to be first in the chase, once cards are won from a rival."""
    own = cards_of(view, seat) + won
    lead = 1e9
    for other in range(int(view.num_seats)):
        if other != seat:
            cards = cards_of(view, other) - (won if other == rival else 0)
            lead = min(lead, own - cards + (0.5 if seat < other else -0.5))
    return weights.race / (1.0 + np.exp(-lead / (0.3 + weights.fray * np.sqrt(to_come))))


@rule
def choose_commit(view, mask, weights, look, seat):
    """9.3 The card with the best balance of winning a card and losing this one."""
    see_fights(view, look, seat)
    price_cards(view, weights, look, seat)
    side = ATTACKER if view.decision == Decision.ATTACKER_COMMITS else DEFENDER
    gang = GANGS * seat + int(view.fight_gang[side])
    rival = int(view.fight_seat[ATTACKER + DEFENDER - side])
    slot = 0
    best = act.COMMIT
    best_gain = NEVER
    for card in range(CARDS):
        if view.place[card] != gang:
            continue
        chance = commit_chance(view, look, side, card)
        stake = own_card_stake(view, weights, look, seat, card) + look.loss[rival]
        gain = chance * look.prize[rival] - (1.0 - chance) * stake
        if mask[act.COMMIT + slot] == 1 and gain > best_gain + 1e-9:
            best_gain = gain
            best = act.COMMIT + slot
        slot += 1
    return best


@rule
def see_strengths(view, look):
    """Write into `look` what is known of everybody's cards, by attribute."""
    for gang in range(SEATS * GANGS):
        look.hidden[gang] = int(view.gang_count[gang // GANGS, gang % GANGS])
        set_all(look.strongest[gang], 0)
    for attribute in range(ATTRIBUTES):
        for x in range(HIGHEST + 1):
            look.unseen[attribute, x] = FACES[attribute, x]
    unseen = CARDS
    for card in range(CARDS):
        place = int(view.place[card])
        if place != UNKNOWN:
            unseen -= 1
            see_face(card, place, look)
    for attribute in range(ATTRIBUTES):
        below = 0.0
        for x in range(1, HIGHEST + 1):
            below += look.unseen[attribute, x] / max(unseen, 1)
            chance = 1.0
            for cards in range(GANG_LIMIT + 1):
                look.at_most[attribute, x, cards] = chance
                chance *= below


@rule
def see_face(card, place, look):
    """Enter a card whose place is known."""
    for attribute in range(ATTRIBUTES):
        x = int(CARD_ATTRIBUTES[card, attribute])
        look.unseen[attribute, x] -= 1
        if place < SEATS * GANGS:
            look.strongest[place, attribute] = max(look.strongest[place, attribute], x)
    if place < SEATS * GANGS:
        look.hidden[place] -= 1


@rule
def chance_at_most(look, gang, attribute, x):
    """The chance that the best card of a gang has at most x of an attribute, for any x."""
    if x < 1 or x < look.strongest[gang, attribute]:
        return 0.0
    return look.at_most[attribute, min(x, HIGHEST), look.hidden[gang]]


@rule
def attack_chance(view, look, attacker, target):
    """9.2, 9.3 The chance that an attack wins if both sides commit their best card; gangs as 4 * seat + gang."""
    own_die = int(view.fight_die[attacker // GANGS, attacker % GANGS])
    target_die = int(view.fight_die[target // GANGS, target % GANGS])
    divisor = int(view.rules.mismatch_divisor)
    chance = 0.0
    for roll in range(1, 7):
        attribute = int(FIGHT_DICE[own_die, roll - 1])
        score = (
            look.strongest[attacker, attribute] + int(view.bonus[attacker // GANGS, attacker % GANGS, attribute]) + roll
        )
        score -= int(view.bonus[target // GANGS, target % GANGS, attribute])
        for answer in range(1, 7):
            die = answer if FIGHT_DICE[target_die, answer - 1] == attribute else int(MISMATCHED[divisor, answer])
            chance += chance_at_most(look, target, attribute, score - die - 1)
    return chance / 36.0


@rule
def commit_chance(view, look, side, card):
    """9.3 The chance that a card wins the open fight for its side if the other side commits its best card."""
    other_side = DEFENDER if side == ATTACKER else ATTACKER
    seat, gang = int(view.fight_seat[side]), int(view.fight_gang[side])
    rival, rival_gang = int(view.fight_seat[other_side]), int(view.fight_gang[other_side])
    attribute = rolled_attribute(view, ATTACKER)
    score = int(CARD_ATTRIBUTES[card, attribute]) + int(view.bonus[seat, gang, attribute]) + die_counts(view, side)
    score -= int(view.bonus[rival, rival_gang, attribute]) + die_counts(view, other_side)
    least_lead = 1 if side == ATTACKER else 0
    return chance_at_most(look, GANGS * rival + rival_gang, attribute, score - least_lead)


@rule
def own_card_stake(view, weights, look, seat, card):
    """What a seat loses with one of its cards: what it does for a set, and for the bounty."""
    emblem = int(CARD_EMBLEM[card])
    share = min(int(look.influence[seat, emblem]), int(view.rules.influence_cap)) * weights.set_share
    spare = look.count[seat, emblem] - int(view.rules.set_size)
    stake = float(view.rules.bounty_per_card)
    if spare == 0.0:
        stake += share * look.points[seat, emblem]
    elif spare > 0.0:
        stake += share * int(CARD_POINTS[card])
    return stake


@rule
def won_card_worth(view, weights, look, seat):
    """What an unknown card is worth to a seat: what it may do for a set, and for the bounty, and for winning it."""
    total = 0.0
    for emblem in range(EMBLEMS):
        share = min(int(look.influence[seat, emblem]), int(view.rules.influence_cap)) * weights.set_share
        missing = int(view.rules.set_size) - look.count[seat, emblem]
        if missing <= 0.0:
            total += share * MEAN_POINTS
        elif missing == 1.0:
            total += share * (look.points[seat, emblem] + MEAN_POINTS)
    return int(view.rules.bounty_per_card) + total / EMBLEMS + weights.won_card
