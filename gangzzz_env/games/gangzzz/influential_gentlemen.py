"""Minigame 2, Influential Gentlemen (section 6): place managers, and what every building does at once."""

from gangzzz_env.games.gangzzz import actions
from gangzzz_env.games.gangzzz.score import (
    building_subtype,
    crossing_value,
    draw,
    matches,
    note_clue,
    pay,
)
from gangzzz_env.games.gangzzz.state import Source, Stream, Tally
from gangzzz_env.games.gangzzz.tables import (
    ATTRIBUTES,
    BUILDING_COINS,
    BUILDING_SIZE,
    CREW,
    GANGS,
    KINDS,
    MANAGERS,
    NEIGHBORS,
    Kind,
    Subtype,
)
from gangzzz_env.jit import rule
from gangzzz_env.rng import below, shuffle

WHERES = actions.WHERES
STRENGTH, SMARTS, ARMAMENT = range(ATTRIBUTES)


@rule
def manager_crossing(state, seat, gang, where):
    """6.1 The crossing here, north, east, south or west of a gangster, or -1 beyond the city."""
    return int(NEIGHBORS[state.gangster[seat, gang], where])


@rule
def can_place_manager(state, seat, gang, where, kind):
    """6.1 The crossing is in the gangster's perimeter (5.2) and no manager is on its building of this kind."""
    crossing = manager_crossing(state, seat, gang, where)
    return crossing >= 0 and state.manager_at[crossing, kind] < 0


@rule
def legal_place_manager(state, seat, mask):
    """6.1 Pass, or any unplaced manager on any free building in his gangster's perimeter."""
    mask[actions.PASS] = 1
    for gang in range(GANGS):
        for where in range(WHERES):
            for kind in range(KINDS):
                if not can_place_manager(state, seat, gang, where, kind):
                    continue
                for slot in range(CREW):
                    if state.manager[seat, gang, slot] < 0:
                        index = ((CREW * gang + slot) * WHERES + where) * KINDS + kind
                        mask[actions.PLACE_MANAGER + index] = 1


@rule
def has_placement(state, seat):
    """6.1 Whether a player has a legal placement left."""
    for gang in range(GANGS):
        unplaced = False
        for slot in range(CREW):
            unplaced = unplaced or state.manager[seat, gang, slot] < 0
        if not unplaced:
            continue
        for where in range(WHERES):
            for kind in range(KINDS):
                if can_place_manager(state, seat, gang, where, kind):
                    return True
    return False


@rule
def apply_place_manager(state, seat, action):
    """6.1, 6.3 Place the manager; the building pays or acts at once. Passing is being out."""
    if action == actions.PASS:
        state.is_out[seat] = 1
        return
    index = action - actions.PLACE_MANAGER
    kind = index % KINDS
    gang = index // (CREW * WHERES * KINDS)
    slot = index // (WHERES * KINDS) % CREW
    crossing = manager_crossing(state, seat, gang, index // KINDS % WHERES)
    subtype = building_subtype(state, crossing, kind)
    is_manager = matches(gang, slot, subtype)
    links_before = city_links(state, seat, subtype)
    state.manager[seat, gang, slot] = KINDS * crossing + kind
    state.manager_at[crossing, kind] = MANAGERS * seat + CREW * gang + slot
    if kind == Kind.RESIDENTIAL:
        pay(state, seat, Source.RENT, rent(state, crossing, is_manager))
    elif kind == Kind.CITY:
        cards = city_cards(state, is_manager) + link_cards(state, links_before, city_links(state, seat, subtype))
        draw(state, seat, gang, cards)
    elif kind == Kind.UNDERWORLD:
        act_in_underworld(state, seat, gang, crossing, is_manager)


@rule
def rent(state, crossing, is_manager):
    """6.2 The crossing's value; a Manager (older text: anyone) also gets the building's coins."""
    dollars = crossing_value(state, crossing)
    if is_manager or state.rules.old_rent == 1:
        dollars += int(BUILDING_COINS[state.building[crossing, Kind.RESIDENTIAL]])
    return dollars


@rule
def city_cards(state, is_manager):
    """6.4 Cards drawn in a city building: Assistant 1, Manager 2."""
    return int(state.rules.city_cards_manager) if is_manager else int(state.rules.city_cards_assistant)


@rule
def count_links(large, small):
    """6.4 links = min(3 L, s)."""
    return min(3 * large, small)


@rule
def city_links(state, seat, subtype):
    """6.4 A player's links of a city subtype."""
    large = 0
    small = 0
    for gang in range(GANGS):
        for slot in range(CREW):
            where = int(state.manager[seat, gang, slot])
            if where >= 0 and building_subtype(state, where // KINDS, where % KINDS) == subtype:
                if BUILDING_SIZE[state.building[where // KINDS, where % KINDS]] == 1:
                    large += 1
                else:
                    small += 1
    return count_links(large, small)


@rule
def link_cards(state, links_before, links_now):
    """6.4 Cards for the links gained: the 1st, 2nd, 3rd link of a large building draws 1, 2, 3."""
    cards = 0
    for number in range(links_before, links_now):
        if number % 3 == 0:
            cards += int(state.rules.link_cards_1)
        elif number % 3 == 1:
            cards += int(state.rules.link_cards_2)
        else:
            cards += int(state.rules.link_cards_3)
    return cards


@rule
def protection_money(state, crossing):
    """6.5 Half the crossing's value, rounded down."""
    return crossing_value(state, crossing) * int(state.rules.protection_percent) // 100


@rule
def act_in_underworld(state, seat, gang, crossing, is_manager):
    """6.5 Protection money, and what the subtype does; a Manager gets one more of it."""
    rules = state.rules
    pay(state, seat, Source.UNDERWORLD, protection_money(state, crossing))
    subtype = building_subtype(state, crossing, Kind.UNDERWORLD)
    size = int(BUILDING_SIZE[state.building[crossing, Kind.UNDERWORLD]])
    extra = int(rules.manager_extra) if is_manager else 0
    if subtype == Subtype.FORGERY:
        state.licenses[seat] += int(rules.licenses) + extra
    elif subtype == Subtype.ARSENAL:
        state.bonus[seat, gang, ARMAMENT] += int(rules.trainer_bonus) * size + extra
    elif subtype == Subtype.GYM:
        state.bonus[seat, gang, STRENGTH] += int(rules.trainer_bonus) * size + extra
        draw(state, seat, gang, int(rules.gym_cards))
    elif subtype == Subtype.LIBRARY:
        state.bonus[seat, gang, SMARTS] += int(rules.trainer_bonus) * size + extra
        look_at_deck(state, seat, int(rules.library_looks) * size + extra)
    else:
        roll_in_casino(state, seat, int(rules.casino_dice) * size + extra)


@rule
def look_at_deck(state, seat, count):
    """6.5 Look at random cards of the deck: their clues go into the notebook, and the deck is shuffled."""
    in_deck = int(state.deck_count)
    looks = min(count, in_deck)
    if looks == 0:
        return
    random = state.random[Stream.LOOKS]
    shuffle(random, state.deck, in_deck)
    for i in range(looks):
        note_clue(state, seat, state.deck[in_deck - 1 - i])
    state.tally[seat, Tally.LOOKS] += looks
    shuffle(random, state.deck, in_deck)


@rule
def roll_in_casino(state, seat, dice):
    """6.5 Roll the dice and win their sum."""
    if dice == 0:
        return
    total = 0
    for _ in range(dice):
        total += 1 + below(state.random[Stream.DICE], 6)
    state.last_roll = total
    pay(state, seat, Source.UNDERWORLD, total)
