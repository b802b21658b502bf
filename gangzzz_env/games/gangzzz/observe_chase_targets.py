"""The targets of an observation, the chase (section 11): what each crossing and each raid promises."""

import numpy as np

from gangzzz_env.games.gangzzz.full_throttle import bounty, can_drive, can_raid, fine
from gangzzz_env.games.gangzzz.observation_sections import FIRST, NUM_DRIVE_FEATURES, NUM_PARK_FEATURES
from gangzzz_env.games.gangzzz.score import distance
from gangzzz_env.games.gangzzz.state import set_all
from gangzzz_env.games.gangzzz.tables import CROSSINGS, GANGS, KINDS
from gangzzz_env.games.gangzzz.view import is_possible_hideout
from gangzzz_env.jit import rule

PARK_TARGETS, DRIVE_TARGETS, RAID_TARGETS, HIDEOUTS_LEFT = (
    FIRST[name] for name in ("park targets", "drive targets", "raid targets", "hideouts left")
)
MOST = 127


@rule
def count_hideouts(view, hideouts):
    """4.6 Count the possible hideouts of each crossing; returns how many in all."""
    total = 0
    for crossing in range(CROSSINGS):
        hideouts[crossing] = 0
        for kind in range(KINDS):
            if is_possible_hideout(view, crossing % 6, crossing // 6, kind):
                hideouts[crossing] += 1
                total += 1
    return total


@rule
def count_near(view, hideouts, near):
    """11.1 Count the possible hideouts within a safe drive of each crossing."""
    set_all(near, 0)
    for crossing in range(CROSSINGS):
        if hideouts[crossing] > 0:
            for start in range(CROSSINGS):
                near[start] += hideouts[crossing] * (distance(crossing, start) <= view.rules.safe_drive)


@rule
def nearest_opponent(view, seat, crossing):
    """11.1 How far the nearest opponent's car is from a crossing, -1 if none is parked."""
    nearest = -1
    for other_seat in range(np.int64(view.num_seats)):
        if other_seat != seat and view.car[other_seat] >= 0:
            apart = distance(crossing, np.int64(view.car[other_seat]))
            if nearest < 0 or apart < nearest:
                nearest = apart
    return nearest


@rule
def write_park_targets(view, seat, out):
    """11.1 What lies around each gangster."""
    hideouts = np.empty(CROSSINGS, np.int64)
    near = np.empty(CROSSINGS, np.int64)
    count_hideouts(view, hideouts)
    count_near(view, hideouts, near)
    for gang in range(GANGS):
        crossing = np.int64(view.gangster[seat, gang])
        row = PARK_TARGETS + NUM_PARK_FEATURES * gang
        out[row] = hideouts[crossing]
        out[row + 1] = min(MOST, near[crossing])
        out[row + 2] = nearest_opponent(view, seat, crossing)


@rule
def write_chase_targets(view, seat, out):
    """11.1 Every crossing as the goal of a drive, every kind of building here as the goal of a raid."""
    hideouts = np.empty(CROSSINGS, np.int64)
    near = np.empty(CROSSINGS, np.int64)
    total = count_hideouts(view, hideouts)
    count_near(view, hideouts, near)
    out[HIDEOUTS_LEFT] = min(MOST, total)
    car = np.int64(view.car[seat])
    for crossing in range(CROSSINGS):
        row = DRIVE_TARGETS + NUM_DRIVE_FEATURES * crossing
        apart = distance(car, crossing)
        out[row] = can_drive(view, seat, crossing)
        out[row + 1] = apart
        out[row + 2] = apart > view.rules.safe_drive
        out[row + 3] = hideouts[crossing]
        out[row + 4] = min(MOST, near[crossing])
        out[row + 5] = nearest_opponent(view, seat, crossing)
    for kind in range(KINDS):
        row = RAID_TARGETS + 2 * kind
        possible = can_raid(view, seat, kind) and is_possible_hideout(view, car % 6, car // 6, kind)
        out[row] = possible
        dollars = -fine(view, seat)
        if possible:
            dollars += (bounty(view, seat) + fine(view, seat)) // total
        out[row + 1] = max(-MOST, min(MOST, dollars))
