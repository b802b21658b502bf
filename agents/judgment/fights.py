"""Fair Fight: whom to attack and what to commit, by the chance to win against unknown cards and the worth of cards."""

import numpy as np

from agents.judgment.glance import HIGHEST, MEAN_POINTS, NEVER, glance
from gangzzz_env.games.gangzzz import actions as act
from gangzzz_env.games.gangzzz.actions import OPPONENTS, opponent_seat
from gangzzz_env.games.gangzzz.fair_fight import ATTACKER, DEFENDER, die_counts, rolled_attribute
from gangzzz_env.games.gangzzz.score import cards_of
from gangzzz_env.games.gangzzz.state import UNKNOWN, Decision
from gangzzz_env.games.gangzzz.tables import (
    ATTRIBUTES,
    CARD_ATTRIBUTES,
    CARD_EMBLEM,
    CARD_POINTS,
    CARDS,
    EMBLEMS,
    FIGHT_DICE,
    GANGS,
    SEATS,
)
from gangzzz_env.jit import rule


@rule
def choose_attack(view, mask, weights, look, seat):
    """9 The attack with the greatest expected gain, its own and what it leaves for the other gangs, or none."""
    see_strengths(view, look)
    glance(view, weights, look)
    price_attacks(view, mask, weights, look, seat)
    best_score = NEVER
    best = act.PASS
    for gang in range(GANGS):
        for target in range(OPPONENTS * GANGS):
            if look.gain[gang, target] <= weights.attack_at:
                continue
            score = look.gain[gang, target] + weights.leave * gains_left(look, gang, target)
            if score > best_score:
                best_score = score
                best = act.ATTACK + OPPONENTS * GANGS * gang + target
    return best


@rule
def price_attacks(view, mask, weights, look, seat):
    """The chance and the expected gain of each attack into `look`; the gain is `NEVER` where it is not allowed."""
    set_gain = won_card_worth(view, weights, look, seat)
    num_seats = int(view.num_seats)
    for gang in range(GANGS):
        stake = least_stake(view, weights, look, seat, gang)
        for target in range(OPPONENTS * GANGS):
            look.gain[gang, target] = NEVER
            if mask[act.ATTACK + OPPONENTS * GANGS * gang + target] == 0:
                continue
            rival = opponent_seat(seat, target // GANGS, num_seats)
            standing = race_worth(view, weights, seat, rival, np.int64(0))
            prize = race_worth(view, weights, seat, rival, np.int64(1)) - standing + set_gain
            loss = standing - race_worth(view, weights, seat, rival, np.int64(-1))
            chance = attack_chance(view, look, GANGS * seat + gang, GANGS * rival + target % GANGS)
            look.chance[gang, target] = chance
            look.gain[gang, target] = chance * prize - (1.0 - chance) * (stake + loss)


@rule
def gains_left(look, gang, target):
    """9.1 What the seat's other gangs can still gain after an attack: its target hides if it is beaten."""
    total = 0.0
    for other in range(GANGS):
        if other == gang:
            continue
        most = 0.0
        most_elsewhere = 0.0
        for goal in range(OPPONENTS * GANGS):
            most = max(most, look.gain[other, goal])
            if goal != target:
                most_elsewhere = max(most_elsewhere, look.gain[other, goal])
        total += most - look.chance[gang, target] * (most - most_elsewhere)
    return total


@rule
def race_worth(view, weights, seat, rival, won):
    """11 What it is worth to hold most cards and so to be first in the chase, once cards are won from a rival."""
    own = cards_of(view, seat) + won
    lead = 1e9
    to_come = 0
    for other in range(int(view.num_seats)):
        if view.is_out[other] == 0:
            for gang in range(GANGS):
                to_come += 1 - int(view.attacked[other, gang])
        if other != seat:
            cards = cards_of(view, other) - (won if other == rival else 0)
            lead = min(lead, own - cards + (0.5 if seat < other else -0.5))
    return weights.race / (1.0 + np.exp(-lead / (0.3 + weights.fray * np.sqrt(to_come))))


@rule
def least_stake(view, weights, look, seat, gang):
    """The stake of the card of a gang that is missed least."""
    stake = 1e9
    for card in range(CARDS):
        if view.place[card] == GANGS * seat + gang:
            stake = min(stake, own_card_stake(view, weights, look, seat, card))
    return stake


@rule
def choose_commit(view, weights, look, seat):
    """9.3 The card with the best balance of winning a card and losing this one."""
    see_strengths(view, look)
    glance(view, weights, look)
    side = ATTACKER if view.decision == Decision.ATTACKER_COMMITS else DEFENDER
    gang = GANGS * seat + int(view.fight_gang[side])
    rival = int(view.fight_seat[ATTACKER + DEFENDER - side])
    standing = race_worth(view, weights, seat, rival, np.int64(0))
    prize = race_worth(view, weights, seat, rival, np.int64(1)) - standing + won_card_worth(view, weights, look, seat)
    loss = standing - race_worth(view, weights, seat, rival, np.int64(-1))
    slot = 0
    best = act.COMMIT
    best_gain = NEVER
    for card in range(CARDS):
        if view.place[card] != gang:
            continue
        chance = commit_chance(view, look, side, card)
        stake = own_card_stake(view, weights, look, seat, card) + loss
        gain = chance * prize - (1.0 - chance) * stake
        if gain > best_gain + 1e-9:
            best_gain = gain
            best = act.COMMIT + slot
        slot += 1
    return best


@rule
def see_strengths(view, look):
    """Write into `look` what is known of everybody's cards, by attribute."""
    for attribute in range(ATTRIBUTES):
        for x in range(HIGHEST + 1):
            look.below[attribute, x] = 0.0
    for gang in range(SEATS * GANGS):
        look.hidden[gang] = int(view.gang_count[gang // GANGS, gang % GANGS])
        for attribute in range(ATTRIBUTES):
            look.strongest[gang, attribute] = 0
    unseen = 0
    for card in range(CARDS):
        place = int(view.place[card])
        unseen += place == UNKNOWN
        if place < SEATS * GANGS:
            see_face(card, place, look)
    for attribute in range(ATTRIBUTES):
        for x in range(1, HIGHEST + 1):
            look.below[attribute, x] = look.below[attribute, x - 1] + look.below[attribute, x] / max(unseen, 1)
            for gang in range(SEATS * GANGS):
                chance = 1.0 if x >= look.strongest[gang, attribute] else 0.0
                for _ in range(look.hidden[gang]):
                    chance *= look.below[attribute, x]
                look.at_most[gang, attribute, x] = chance


@rule
def see_face(card, place, look):
    """Enter a card of a gang, or one whose place is unknown."""
    for attribute in range(ATTRIBUTES):
        x = int(CARD_ATTRIBUTES[card, attribute])
        if place == UNKNOWN:
            look.below[attribute, x] += 1.0
        else:
            look.strongest[place, attribute] = max(look.strongest[place, attribute], x)
    if place != UNKNOWN:
        look.hidden[place] -= 1


@rule
def chance_at_most(look, gang, attribute, x):
    """The chance that the best card of a gang has at most x of an attribute, for any x."""
    return 0.0 if x < 1 else look.at_most[gang, attribute, min(x, HIGHEST)]


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
            die = answer if int(FIGHT_DICE[target_die, answer - 1]) == attribute else answer // divisor
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
