"""The targets of an observation, fights and regrouping (sections 9 and 10): margins, cards and sets."""

import numpy as np

from gangzzz_env.games.gangzzz.actions import OPPONENTS, opponent_seat, other
from gangzzz_env.games.gangzzz.fair_fight import ATTACKER, can_attack, die_counts, fight_score, rolled_attribute
from gangzzz_env.games.gangzzz.inventory import influence
from gangzzz_env.games.gangzzz.observation_sections import (
    FIRST,
    NUM_ATTACK_FEATURES,
    NUM_COMMIT_FEATURES,
    NUM_REGROUP_FEATURES,
)
from gangzzz_env.games.gangzzz.regroup import has_room
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

ATTACK_TARGETS, COMMIT_TARGETS, REGROUP_TARGETS = (
    FIRST[name] for name in ("attack targets", "commit targets", "regroup targets")
)
MOST = 127


@rule
def clip(number):
    """A number within what an observation can hold."""
    return max(-MOST, min(MOST, number))


@rule
def estimate_strengths(view, strongest):
    """9.3 The strongest card of every gang by attribute: of the known ones, or 3 with one unknown card, 4 with more."""
    known = np.zeros(SEATS * GANGS, np.int64)
    for card in range(CARDS):
        place = np.int64(view.place[card])
        if 0 <= place < SEATS * GANGS:
            known[place] += 1
            for attribute in range(ATTRIBUTES):
                value = np.int64(CARD_ATTRIBUTES[card, attribute])
                if value > strongest[place, attribute]:
                    strongest[place, attribute] = value
    for seat in range(np.int64(view.num_seats)):
        for gang in range(GANGS):
            place = GANGS * seat + gang
            unknown = np.int64(view.gang_count[seat, gang]) - known[place]
            for attribute in range(ATTRIBUTES):
                if unknown > 0:
                    strongest[place, attribute] = max(strongest[place, attribute], min(4, 2 + unknown))
                strongest[place, attribute] += np.int64(view.bonus[seat, gang, attribute])


@rule
def write_attack_targets(view, seat, out):
    """9.1 Every gang against every gang of an opponent: how the 36 rolls would end, best card against the estimate."""
    strongest = np.zeros((SEATS * GANGS, ATTRIBUTES), np.int64)
    estimate_strengths(view, strongest)
    num_seats = np.int64(view.num_seats)
    for gang in range(GANGS):
        for opponent in range(num_seats - 1):
            target_seat = opponent_seat(seat, opponent, num_seats)
            for target in range(GANGS):
                if can_attack(view, seat, gang, target_seat, target):
                    row = ATTACK_TARGETS + NUM_ATTACK_FEATURES * ((gang * OPPONENTS + opponent) * GANGS + target)
                    out[row] = 1
                    write_rolls(view, seat, gang, target_seat, target, strongest, row, out)
                    out[row + 3] = np.int64(view.gang_count[seat, gang])
                    out[row + 4] = np.int64(view.gang_count[target_seat, target])


@rule
def write_rolls(view, seat, gang, target_seat, target, strongest, row, out):
    """9.2, 9.3 How many of the 36 rolls the attacker wins, and twice the mean margin."""
    die = np.int64(view.fight_die[seat, gang])
    target_die = np.int64(view.fight_die[target_seat, target])
    divisor = np.int64(view.rules.mismatch_divisor)
    won = 0
    margins = 0
    for roll in range(1, 7):
        attribute = np.int64(FIGHT_DICE[die, roll - 1])
        ahead = roll + strongest[GANGS * seat + gang, attribute] - strongest[GANGS * target_seat + target, attribute]
        for target_roll in range(1, 7):
            matching = FIGHT_DICE[target_die, target_roll - 1] == attribute
            margin = ahead - (target_roll if matching else target_roll // divisor)
            margins += margin
            won += margin > 0
    out[row + 1] = won
    out[row + 2] = clip(margins // 18)


@rule
def write_commit_targets(view, side, out):
    """9.3 The cards that can be committed: what each scores in this fight, and what it is worth in the inventory."""
    strongest = np.zeros((SEATS * GANGS, ATTRIBUTES), np.int64)
    estimate_strengths(view, strongest)
    seat = np.int64(view.fight_seat[side])
    gang = np.int64(view.fight_gang[side])
    attribute = rolled_attribute(view, ATTACKER)
    enemy = die_counts(view, 1 - side)
    enemy += strongest[GANGS * view.fight_seat[1 - side] + view.fight_gang[1 - side], attribute]
    same = np.zeros(EMBLEMS, np.int64)
    for card in range(CARDS):
        same[CARD_EMBLEM[card]] += view.place[card] == GANGS * seat + gang
    row = COMMIT_TARGETS
    for card in range(CARDS):
        if view.place[card] == GANGS * seat + gang:
            emblem = np.int64(CARD_EMBLEM[card])
            score = fight_score(view, side, card)
            out[row] = 1
            out[row + 1] = np.int64(CARD_ATTRIBUTES[card, attribute])
            out[row + 2] = score
            out[row + 3] = clip(score - enemy)
            out[row + 4] = np.int64(CARD_POINTS[card])
            out[row + 5] = influence(view, seat, emblem)
            out[row + 6] = same[emblem]
            out[row + 7] = np.int64(view.shown[card])
            row += NUM_COMMIT_FEATURES


@rule
def write_regroup_targets(view, seat, out):
    """10.1 Every move of a card: its points, what the two sets would pay more, and how many there are."""
    count = np.zeros((EMBLEMS, GANGS), np.int64)
    points = np.zeros((EMBLEMS, GANGS), np.int64)
    most = np.zeros((EMBLEMS, GANGS), np.int64)
    for card in range(CARDS):
        place = np.int64(view.place[card])
        if place >= 0 and place // GANGS == seat:
            emblem = np.int64(CARD_EMBLEM[card])
            count[emblem, place % GANGS] += 1
            points[emblem, place % GANGS] += np.int64(CARD_POINTS[card])
            most[emblem, place % GANGS] = max(most[emblem, place % GANGS], np.int64(CARD_POINTS[card]))
    for emblem in range(EMBLEMS):
        weight = influence(view, seat, emblem)
        for gang in range(GANGS):
            for index in range(GANGS - 1):
                to = other(index, gang)
                row = REGROUP_TARGETS + NUM_REGROUP_FEATURES * ((GANGS * emblem + gang) * (GANGS - 1) + index)
                if count[emblem, gang] > 0 and has_room(view, seat, to):
                    out[row] = 1
                    out[row + 1] = most[emblem, gang]
                    write_sets(view, count[emblem], points[emblem], gang, to, most[emblem, gang], weight, row, out)


@rule
def write_sets(view, count, points, gang, to, moved, weight, row, out):
    """10.2 What the sets of an emblem in two gangs pay more once a card with so many points has moved."""
    before = set_points(view, count[gang], points[gang]) + set_points(view, count[to], points[to])
    after = set_points(view, count[gang] - 1, points[gang] - moved)
    after += set_points(view, count[to] + 1, points[to] + moved)
    out[row + 2] = clip((after - before) * weight)
    out[row + 3] = count[gang]
    out[row + 4] = count[to]


@rule
def set_points(view, count, points):
    """10.2 The points that count: all of a set that is large enough, else none."""
    return points if count >= view.rules.set_size else 0
