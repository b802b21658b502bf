"""Full Throttle: where Vittorio may hide, and what the chase for him is worth from a crossing.

A seat has seen no card of a clue that names the hideout, and all clues it has not seen are equally likely to be among
those three: so every triple without a flag in the notebook is as likely as any other (4.6).
"""

import numpy as np

from agents.judgment.glance import NEVER
from agents.judgment.knowledge import see_knowledge
from gangzzz_env.games.gangzzz import actions as act
from gangzzz_env.games.gangzzz.full_throttle import bounty, fine
from gangzzz_env.games.gangzzz.score import cards_of, distance
from gangzzz_env.games.gangzzz.state import set_all
from gangzzz_env.games.gangzzz.tables import CROSSINGS, GANGS, KINDS, SEATS
from gangzzz_env.games.gangzzz.view import is_possible_hideout
from gangzzz_env.jit import rule

MOST_RAIDS = 21
MOST_TURNS = 21
HASTE = 0.01  # chance a turn that something unforeseen ends the chase
CHASE_DTYPE = np.dtype(
    (
        np.record,
        [
            ("kinds", np.int16, (CROSSINGS,)),  # possible hideouts at a crossing
            ("count", np.int64),  # crossings that have some, listed in `at`
            ("at", np.int64, (CROSSINGS,)),
            ("knows", np.float64, (SEATS, CROSSINGS)),  # chance that a rival finds the hideout at once if it is there
            ("share", np.float64, (CROSSINGS,)),  # chance of one of them
            ("left", np.int64, (CROSSINGS,)),  # scratch: those not yet raided on the tour
            ("unraced", np.float64, (CROSSINGS, MOST_TURNS)),  # chance that so many turns on no rival has been there
            # standing after so many fines, if the hideout is found by this seat, by a rival, or by nobody
            ("found", np.float64, (MOST_RAIDS,)),
            ("lost", np.float64, (MOST_RAIDS,)),
            ("nobody", np.float64, (MOST_RAIDS,)),
            # what the first turn may be
            ("may_wait", np.int64),
            ("may_drive", np.int64, (CROSSINGS,)),
            ("may_raid", np.int64, (KINDS,)),
        ],
    )
)


@rule
def choose_chase(view, mask, weights, chase, seat):
    """11.1 What leads to the best expected standing: wait, raid here, or drive, perhaps with the risk of a crash."""
    see_chase(view, weights, seat, chase)
    see_allowed(mask, chase)
    here = np.int64(view.car[seat])
    best, _ = first_turn(view, chase, here, np.int64(view.rules.chase_rounds) - int(view.chase_round) + 1)
    return best if best != act.RAID else act.RAID + possible_kind(view, chase, here)


@rule
def see_allowed(mask, chase):
    """Write into `chase` what the mask allows of the first turn."""
    chase.may_wait = mask[act.PASS]
    for crossing in range(CROSSINGS):
        chase.may_drive[crossing] = mask[act.DRIVE + crossing]
    for kind in range(KINDS):
        chase.may_raid[kind] = mask[act.RAID + kind]


@rule
def first_turn(view, chase, here, rounds):
    """11.1 The best of waiting, driving and raiding at a crossing, with so many rounds left, and its worth."""
    crash = int(view.rules.crash_at_most) / 6.0
    crashed = tour_worth(view, chase, here, min(2, rounds), rounds)
    best = act.PASS
    best_worth = tour_worth(view, chase, here, np.int64(1), rounds) if chase.may_wait == 1 else NEVER
    for goal in range(CROSSINGS):
        apart = distance(here, goal)
        if apart == 0 or apart > view.rules.longest_drive or chase.may_drive[goal] == 0:
            continue
        worth = tour_worth(view, chase, goal, np.int64(1), rounds)
        if apart > view.rules.safe_drive:
            worth += crash * (crashed - worth)
        if worth > best_worth + 1e-9:
            best_worth = worth
            best = act.DRIVE + goal
    if possible_kind(view, chase, here) < KINDS:
        worth = tour_worth(view, chase, here, np.int64(0), rounds)
        if worth > best_worth + 1e-9:
            best_worth = worth
            best = act.RAID
    return best, best_worth


@rule
def possible_kind(view, chase, crossing):
    """11.1 The first kind of building at a crossing where the hideout may be, of those that may be raided, or KINDS."""
    for kind in range(KINDS):
        if chase.may_raid[kind] == 1 and is_possible_hideout(view, crossing % 6, crossing // 6, kind):
            return kind
    return KINDS


@rule
def choose_parking(view, mask, weights, chase, seat):
    """11.1 The gangster at whose crossing the first turn is worth most, with a drive at full throttle if need be."""
    see_chase(view, weights, seat, chase)
    chase.may_wait = 1
    set_all(chase.may_drive, 1)
    set_all(chase.may_raid, 1)
    best = 0
    best_worth = NEVER
    for gang in range(GANGS):
        if mask[act.PARK + gang] == 0:
            continue
        _, worth = first_turn(view, chase, np.int64(view.gangster[seat, gang]), np.int64(view.rules.chase_rounds))
        if worth > best_worth + 1e-9:
            best_worth = worth
            best = gang
    return act.PARK + best


@rule
def see_chase(view, weights, seat, chase):
    """Write into `chase` where the hideout may be, and what is at stake."""
    chase.count = 0
    total = 0.0
    see_knowledge(view, weights, seat, chase.knows)
    for crossing in range(CROSSINGS):
        chase.kinds[crossing] = 0
        for kind in range(KINDS):
            chase.kinds[crossing] += is_possible_hideout(view, crossing % 6, crossing // 6, kind)
        if chase.kinds[crossing] > 0:
            chase.at[chase.count] = crossing
            chase.count += 1
            see_race(view, weights, seat, crossing, chase)
            total += chase.share[crossing] * int(chase.kinds[crossing])
    for i in range(int(chase.count)):
        chase.share[chase.at[i]] /= total
    see_stakes(view, weights, seat, chase)


@rule
def see_race(view, weights, seat, crossing, chase):
    """Write into `chase` how the rivals' ways speak for a hideout at a crossing, and when they may be there."""
    chase.share[crossing] = 1.0
    for turn in range(MOST_TURNS):
        chase.unraced[crossing, turn] = 1.0 - turn * HASTE
    for rival in range(int(view.num_seats)):
        if rival == seat:
            continue
        knows = chase.knows[rival, crossing]
        ahead = 1 if is_ahead(view, rival, seat) else 0
        if not drives_there(view, rival, crossing, int(view.chase_round) - 1 + ahead):
            chase.share[crossing] *= 1.0 - weights.tail * knows
        late = int(view.misses_turn[rival]) - (ahead if view.chase_round == 0 else 0)
        for turn in range(MOST_TURNS):
            there = chance_there(view, rival, crossing, turn - late)
            chase.unraced[crossing, turn] *= 1.0 - weights.hazard * knows * there


@rule
def is_ahead(view, rival, seat):
    """11.1 Whether a rival plays before a seat."""
    for position in range(int(view.num_seats)):
        if view.chase_order[position] == rival:
            return True
        if view.chase_order[position] == seat:
            return False
    return False


@rule
def drives_there(view, rival, crossing, turns):
    """Whether a rival who has had so many turns may well be on his way to a crossing, not yet there for a turn."""
    if view.car[rival] < 0:
        return True
    apart = nearest_gangster(view, rival, crossing)
    drives = safe_drives(view, apart)
    if turns > drives:
        return False
    return distance(np.int64(view.car[rival]), crossing) <= max(apart - max(turns, 0) * int(view.rules.safe_drive), 0)


@rule
def chance_there(view, rival, crossing, turns):
    """The chance that so many turns suffice a rival for driving to a crossing and raiding there."""
    car = np.int64(view.car[rival])
    apart = distance(car, crossing) if car >= 0 else nearest_gangster(view, rival, crossing)
    if turns > safe_drives(view, apart):
        return 1.0
    longest = int(view.rules.longest_drive)
    return 1.0 - int(view.rules.crash_at_most) / 6.0 if turns > (apart + longest - 1) // longest else 0.0


@rule
def nearest_gangster(view, seat, crossing):
    """The distance from a crossing to the nearest gangster of a seat."""
    nearest = 99
    for gang in range(GANGS):
        if view.gangster[seat, gang] >= 0:
            nearest = min(nearest, distance(np.int64(view.gangster[seat, gang]), crossing))
    return nearest


@rule
def see_stakes(view, weights, seat, chase):
    """Write into `chase` how the game may end."""
    lead = 1e9
    loss = 0.0
    for rival in range(int(view.num_seats)):
        if rival == seat:
            continue
        dollars = float(int(view.money[seat]) - int(view.money[rival]))
        lead = min(lead, dollars + 0.5 if cards_of(view, seat) > cards_of(view, rival) else dollars)
        loss = max(loss, float(bounty(view, rival)))
    prize = float(bounty(view, seat))
    one_fine = float(fine(view, seat))
    for fines in range(MOST_RAIDS):
        chase.found[fines] = standing(weights, lead + prize)
        chase.lost[fines] = standing(weights, lead - loss)
        chase.nobody[fines] = standing(weights, lead)
        lead -= one_fine


@rule
def standing(weights, lead):
    """How good it is to end the game with this lead: near 0 or 1 once it is sure, with a little for every dollar."""
    return 1.0 / (1.0 + np.exp(min(-lead / weights.nerve * 4.0, 700.0))) + 0.0005 * lead


@rule
def tour_worth(view, chase, start, late, rounds):
    """The standing to expect from touring the possible hideouts, stopping when that is best.

    It does not stop before the first raid if the tour begins at once at a possible hideout.

    Args:
        view: the view of the seat that tours.
        chase: what `see_chase` has written.
        start: the crossing where the tour begins.
        late: turns that pass before the first of the tour.
        rounds: turns that are left, with those.
    """
    chase.left[start] = 0
    for i in range(int(chase.count)):
        chase.left[chase.at[i]] = int(chase.kinds[chase.at[i]])
    here = start
    fines = 0
    turn = late
    gained = 0.0
    best = NEVER
    if late > 0 or chase.left[here] == 0:
        best = rest_worth(chase, fines, rounds)
    while turn < rounds:
        if chase.left[here] == 0:
            goal = next_goal(view, chase, here, turn)
            if goal < 0:
                break
            turn += safe_drives(view, distance(here, goal))
            here = goal
            continue
        gained += ending_worth(chase, here, turn, chase.found[fines], chase.lost[fines])
        chase.left[here] -= 1
        fines += 1
        turn += 1
        best = max(best, gained + rest_worth(chase, fines, rounds))
    return best


@rule
def ending_worth(chase, crossing, turn, first, raced):
    """The standing that a hideout at a crossing adds, if no rival is there before so many turns, and if one is."""
    unraced = chase.unraced[crossing, min(turn, MOST_TURNS - 1)]
    return chase.share[crossing] * (unraced * first + (1.0 - unraced) * raced)


@rule
def rest_worth(chase, fines, rounds):
    """The standing that the hideouts not yet raided add if this seat only waits, after so many fines."""
    worth = 0.0
    for i in range(int(chase.count)):
        crossing = np.int64(chase.at[i])
        ending = ending_worth(chase, crossing, rounds, chase.nobody[fines], chase.lost[fines])
        worth += chase.left[crossing] * ending
    return worth


@rule
def safe_drives(view, apart):
    """Turns for driving so far without risk (with risk if the rules allow no other way)."""
    step = int(view.rules.safe_drive)
    if step == 0 or step > int(view.rules.longest_drive):
        step = int(view.rules.longest_drive)
    return (apart + step - 1) // step


@rule
def next_goal(view, chase, here, turn):
    """The crossing to tour next: most possible hideouts for the turns it takes, or -1."""
    best = -1
    best_rate = 0.0
    for i in range(int(chase.count)):
        crossing = np.int64(chase.at[i])
        if chase.left[crossing] > 0 and crossing != here:
            drives = safe_drives(view, distance(here, crossing))
            unraced = chase.unraced[crossing, min(turn + drives, MOST_TURNS - 1)]
            rate = chase.share[crossing] * chase.left[crossing] * (0.1 + unraced) / (drives + 0.5)
            rate -= 1e-6 * distance(here, crossing)
            if rate > best_rate:
                best_rate = rate
                best = crossing
    return best
