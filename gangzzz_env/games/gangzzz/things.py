"""The things that decisions are about: which of them an action is, in dotted names as `influential_gentlemen.casino`.

A designer asks what a thing is worth: an action, a building, a card. An action is several things at once: placing a
manager is also the kind, the subtype and the size of the building. What only declines to act is named under `pass`, so
that nothing of `trade.*` is left to a seat that may only pass.
"""

import numpy as np

from gangzzz_env.games.gangzzz import actions
from gangzzz_env.games.gangzzz.actions import OPPONENTS, decode, opponent_seat
from gangzzz_env.games.gangzzz.fair_fight import ATTACKER, DEFENDER
from gangzzz_env.games.gangzzz.flow import to_move
from gangzzz_env.games.gangzzz.influential_gentlemen import WHERES, manager_crossing
from gangzzz_env.games.gangzzz.score import card_in_slot, crossing_value, distance, matches
from gangzzz_env.games.gangzzz.state import Decision, set_all
from gangzzz_env.games.gangzzz.tables import (
    BUILDING_NAMES,
    BUILDING_SUBTYPE,
    CARD_ATTRIBUTES,
    CARD_EMBLEM,
    CARD_POINTS,
    CARDS,
    CREW,
    EMBLEM_NAMES,
    GANG_NAMES,
    GANGS,
    KIND_NAMES,
    KINDS,
    NEIGHBORS,
    PRODUCT_NAMES,
    SUBTYPE_NAMES,
    Subtype,
)
from gangzzz_env.jit import entry, rule

# 5.2 What a site is by how many crossings are in its perimeter.
SITES = {3: "corner", 4: "edge", 5: "inside"}
# 3.2 What a crossing is by its value: up to 5, 6 to 8, from 9 on.
VALUES = ("low", "middle", "high")
VALUE_OF = np.searchsorted((6, 9), np.arange(13), side="right")
CARD_NAMES = tuple(
    f"{EMBLEM_NAMES[CARD_EMBLEM[card]]}_{CARD_POINTS[card]}_{''.join(map(str, CARD_ATTRIBUTES[card]))}"
    for card in range(CARDS)
)


def _site(crossing: int) -> str:
    return SITES[int((NEIGHBORS[crossing] >= 0).sum())]


def _building(subtype: int, name: str) -> tuple[str, ...]:
    """What a building is beside its kind: tenements are all residential buildings, workshops have one size."""
    return (name,) if subtype == Subtype.TENEMENT or name == SUBTYPE_NAMES[subtype] else (SUBTYPE_NAMES[subtype], name)


# What an action is wherever it is taken: by section of the action list, from its index in each dimension.
ALWAYS = {
    "pass": lambda index: (),
    "place gangster": lambda gangster, crossing: (
        "divide_and_rule.place_gangster",
        f"divide_and_rule.gangster_{GANG_NAMES[gangster].lower()}",
        f"divide_and_rule.{_site(crossing)}",
    ),
    "place manager": lambda gangster, slot, where, kind: (
        "influential_gentlemen.place_manager",
        f"influential_gentlemen.{KIND_NAMES[kind]}",
    ),
    "sell to yourself": lambda product: ("trade.sell_to_yourself", f"trade.{PRODUCT_NAMES[product]}"),
    "forge": lambda product, to: ("trade.forge",),
    "offer": lambda opponent, product, side, payment: (
        "trade.offer",
        f"trade.offer_to_{('sell', 'buy')[side]}",
        f"trade.offer_{('being_paid', 'without_payment', 'paying')[payment]}",
        f"trade.{PRODUCT_NAMES[product]}",
    ),
    "answer": lambda answer: (("trade.accept", "pass.answer")[answer],),
    "attack": lambda gang, opponent, target: ("fair_fight.attack",),
    "commit": lambda slot: (),
    "regroup": lambda emblem, gang, to: ("inventory.regroup", f"inventory.regroup_{EMBLEM_NAMES[emblem]}"),
    "park": lambda gangster: ("full_throttle.park",),
    "drive": lambda crossing: ("full_throttle.drive",),
    "raid": lambda kind: ("full_throttle.raid", f"full_throttle.raid_{KIND_NAMES[kind]}"),
}
# 13 What passing is called in each decision that allows it.
PASSES = {
    Decision.PLACE_MANAGER: "pass.influential_gentlemen",
    Decision.TRADE: "pass.trade",
    Decision.ATTACK: "pass.fair_fight",
    Decision.REGROUP: "pass.inventory",
    Decision.CHASE: "pass.full_throttle",
}
# What depends on where the game stands, in the order in which the functions below count on from the first of each row.
SITE_VALUES = tuple(f"divide_and_rule.{value}_value" for value in VALUES)
PLACED_AS = ("influential_gentlemen.as_assistant", "influential_gentlemen.as_manager")
BUILDINGS = tuple(
    tuple(f"influential_gentlemen.{name.replace(' ', '_')}" for name in _building(subtype, building))
    for subtype, building in zip(BUILDING_SUBTYPE, BUILDING_NAMES)
)
LEADER = ("fair_fight.attack_the_leader",)
COMMITS = ("commit.attacking", "commit.defending")
DRIVES = ("full_throttle.drive_safely", "full_throttle.drive_full_throttle")
CARD_THINGS = tuple(f"cards.{name}" for name in CARD_NAMES)


def _always(action: int) -> tuple[str, ...]:
    section, index = decode(action)
    return ALWAYS[section.name](*index)


_NAMES_ALWAYS = tuple(_always(action) for action in range(actions.NUM_ACTIONS))
PARTS = ("divide_and_rule", "influential_gentlemen", "trade", "fair_fight", "inventory", "full_throttle")
_NAMES = dict.fromkeys(
    name
    for row in (*_NAMES_ALWAYS, SITE_VALUES, PLACED_AS, *BUILDINGS, LEADER, DRIVES, PASSES.values(), COMMITS)
    for name in row
)
THINGS = tuple(sorted(_NAMES, key=lambda name: (*PARTS, "pass", "commit").index(name.split(".")[0])))
THINGS += tuple(sorted(CARD_THINGS))
_PLACE = {name: place for place, name in enumerate(THINGS)}


def _table(rows) -> np.ndarray:
    """Places of things, int64[rows, longest], -1 where a row has no more."""
    rows = list(rows)
    table = np.full((len(rows), max(map(len, rows))), -1, np.int64)
    for row, names in enumerate(rows):
        table[row, : len(names)] = [_PLACE[name] for name in names]
    return table


def _places(names) -> np.ndarray:
    return np.array([_PLACE[name] for name in names], np.int64)


THINGS_ALWAYS = _table(_NAMES_ALWAYS)
PASS_THING = _table([(PASSES[decision],) if decision in PASSES else () for decision in Decision])[:, 0]
SITE_VALUE_THING, PLACED_AS_THING = _places(SITE_VALUES), _places(PLACED_AS)
BUILDING_THINGS = _table(BUILDINGS)
COMMIT_THING, DRIVE_THING, CARD_THING = _places(COMMITS), _places(DRIVES), _places(CARD_THINGS)
LEADER_THING = _PLACE[LEADER[0]]
MOST_THINGS = THINGS_ALWAYS.shape[1] + 4


@rule
def things_of(view, action, out):
    """Write which things a legal action of the seat to move is, places in THINGS, to out int64[MOST_THINGS]; how many.

    The view is that of the seat to move, or the true state.
    """
    count = 0
    for thing in THINGS_ALWAYS[action]:
        if thing >= 0:
            out[count] = thing
            count += 1
    decision = view.decision
    if action == actions.PASS:
        out[0] = PASS_THING[decision]
        return 1
    if decision == Decision.PLACE_GANGSTER:
        crossing = (action - actions.PLACE_GANGSTER) % len(NEIGHBORS)
        out[count] = SITE_VALUE_THING[VALUE_OF[crossing_value(view, crossing)]]
        return count + 1
    if decision == Decision.PLACE_MANAGER:
        return count + manager_things(view, to_move(view), action - actions.PLACE_MANAGER, out[count:])
    if decision == Decision.ATTACK:
        return count + attack_things(view, to_move(view), action - actions.ATTACK, out[count:])
    if decision == Decision.ATTACKER_COMMITS:
        return commit_things(view, ATTACKER, action - actions.COMMIT, out)
    if decision == Decision.DEFENDER_COMMITS:
        return commit_things(view, DEFENDER, action - actions.COMMIT, out)
    if decision == Decision.CHASE and actions.DRIVE <= action and action < actions.RAID:
        apart = distance(int(view.car[to_move(view)]), action - actions.DRIVE)
        out[count] = DRIVE_THING[1 if apart > view.rules.safe_drive else 0]
        return count + 1
    return count


@rule
def manager_things(view, seat, index, out):
    """4.1 Assistant or Manager, and the building by subtype and by size."""
    kind = index % KINDS
    gang = index // (CREW * WHERES * KINDS)
    slot = index // (WHERES * KINDS) % CREW
    building = view.building[manager_crossing(view, seat, gang, index // KINDS % WHERES), kind]
    out[0] = PLACED_AS_THING[1 if matches(gang, slot, BUILDING_SUBTYPE[building]) else 0]
    count = 1
    for thing in BUILDING_THINGS[building]:
        if thing >= 0:
            out[count] = thing
            count += 1
    return count


@rule
def attack_things(view, seat, index, out):
    """9.1 Whether nobody has more money than the target."""
    target = opponent_seat(seat, index // GANGS % OPPONENTS, int(view.num_seats))
    for rival in range(int(view.num_seats)):
        if view.money[rival] > view.money[target]:
            return 0
    out[0] = LEADER_THING
    return 1


@rule
def commit_things(view, side, slot, out):
    """9.3 Which side commits, and the card."""
    out[0] = COMMIT_THING[side]
    out[1] = CARD_THING[card_in_slot(view, int(view.fight_seat[side]), int(view.fight_gang[side]), slot)]
    return 2


@rule
def mark_offered(view, mask, things, offered):
    """Set offered uint8[THINGS] to 1 for what some legal action is, else to 0; things int64[MOST_THINGS] is scratch."""
    set_all(offered, 0)
    for action in range(len(mask)):
        if mask[action] == 1:
            for i in range(things_of(view, action, things)):
                offered[things[i]] = 1


@entry
def mark_things(views, low, high, masks, chosen, offered, taken):
    """Which things the mask of each view offers, uint8[n, THINGS], and which its action takes, uint8[n, THINGS].

    Views STATE[n] of the seats to move (or true states), masks int8[n, 755], actions chosen int64[n]; -1 takes nothing.
    """
    things = np.empty(MOST_THINGS, np.int64)
    for k in range(low, high):
        mark_offered(views[k], masks[k], things, offered[k])
        set_all(taken[k], 0)
        if chosen[k] >= 0:
            for i in range(things_of(views[k], chosen[k], things)):
                taken[k, things[i]] = 1


@entry
def find_things(views, low, high, masks, wanted, found):
    """Write to found int8[n, 755] which legal actions are any of the things wanted, uint8[n, THINGS]."""
    things = np.empty(MOST_THINGS, np.int64)
    for k in range(low, high):
        for action in range(actions.NUM_ACTIONS):
            found[k, action] = 0
            if masks[k, action] == 1:
                for i in range(things_of(views[k], action, things)):
                    if wanted[k, things[i]] == 1:
                        found[k, action] = 1
