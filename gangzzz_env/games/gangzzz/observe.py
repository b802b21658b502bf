"""The observation of a view as numbers for a network. `observation_sections.py` is the table of its layout.

Seats are counted from the view's own: seat r of an observation is seat (own + r) mod players. A spectator's own is 0.
"""

import numpy as np

from gangzzz_env.games.gangzzz.flow import to_move
from gangzzz_env.games.gangzzz.observation_sections import FIRST, OBSERVATION_SIZE
from gangzzz_env.games.gangzzz.observation_sources import (
    COPY_ADDED,
    COPY_RUNS,
    CREW_PLACES,
    NUMBER_FROM,
    NUMBER_TO,
    ONE_HOT_ROWS,
    PIECES,
    SEAT_COPY_ADDED,
    SEAT_COPY_FROM,
    SEAT_COPY_RUNS,
    SEEN_PIECES,
)
from gangzzz_env.games.gangzzz.observe_chase_targets import write_chase_targets, write_park_targets
from gangzzz_env.games.gangzzz.observe_fight_targets import (
    write_attack_targets,
    write_commit_targets,
    write_regroup_targets,
)
from gangzzz_env.games.gangzzz.observe_manager_targets import write_manager_targets
from gangzzz_env.games.gangzzz.observe_targets import write_answer_targets, write_gangster_targets, write_trade_targets
from gangzzz_env.games.gangzzz.score import building_subtype, holder
from gangzzz_env.games.gangzzz.state import SPECTATOR, Decision, set_all
from gangzzz_env.games.gangzzz.tables import (
    ATTRIBUTES,
    CARD_ATTRIBUTES,
    CARDS,
    CLUES,
    CREW,
    CROSSINGS,
    FIGHT_DICE,
    GANGS,
    KINDS,
    PRODUCTS,
    Kind,
    Subtype,
)
from gangzzz_env.games.gangzzz.trade import BUY, FROM, PAYMENT, SELL, next_piece_pays
from gangzzz_env.jit import entry, rule

__all__ = ["OBSERVATION_SIZE", "observe_all"]

OBSERVER, TO_MOVE, GOODS, RULED_OUT, MARKET, CREWS, CHASE_PLACE = (
    FIRST[name] for name in ("observer", "to move", "goods", "ruled out", "market", "crews", "chase place")
)
MONEY, MONEY_TO_SCALE, MONEY_AHEAD, OFFER_PAYMENT = (
    FIRST[name] for name in ("money", "money to scale", "money ahead", "offer payment")
)
FIGHT_ATTRIBUTES, FIGHT_STRENGTHS, NOTEBOOK, PLACES, HOLDERS = (
    FIRST[name] for name in ("fight attributes", "fight strengths", "notebook", "places", "holders")
)
BASE, MOST = 100, 127
BYTE = 256
MOST_HUNDREDS = BYTE * BYTE // 2 // BASE + 1  # of a number of two bytes


@entry
def observe_all(views, low, high, observations):
    """Write the observation int8[n, OBSERVATION_SIZE] of each view, STATE[n] contiguous, for k in [low, high)."""
    for k in range(low, high):
        write_observation(views[k : k + 1], observations[k])


@rule
def write_observation(views, out):
    """Write the observation of a view, a record in an array of one."""
    write_facts(views[0], views.view(np.int8), out)
    write_targets(views[0], out)


@rule
def write_facts(view, raw, out):
    """Write what a view says; `raw` int8[bytes of a record] is its memory."""
    own = own_seat(view)
    num_seats = np.int64(view.num_seats)
    set_all(out, 0)
    copy_bytes(raw, own, num_seats, out)
    write_numbers(raw, own, num_seats, out)
    mark_one_hots(raw, own, num_seats, out)
    write_observer(view, own, out)
    write_city(view, out)
    write_market(view, own, out)
    write_players(view, own, out)
    write_fight(view, out)
    write_cards(view, own, out)


@rule
def write_targets(view, out):
    """Write the targets of what a view's seat is to decide, after the facts; nothing if another seat is to move."""
    decision = view.decision
    seat = to_move(view)
    if seat < 0 or seat != view.observer:
        return
    if decision == Decision.PLACE_GANGSTER:
        write_gangster_targets(view, seat, out)
    elif decision == Decision.PLACE_MANAGER:
        write_manager_targets(view, seat, MARKET, out)
    elif decision == Decision.TRADE:
        write_trade_targets(view, seat, MARKET, out)
    elif decision == Decision.ANSWER:
        write_answer_targets(view, MARKET, out)
    elif decision == Decision.ATTACK:
        write_attack_targets(view, seat, out)
    elif decision == Decision.REGROUP:
        write_regroup_targets(view, seat, out)
    elif decision == Decision.PARK:
        write_park_targets(view, seat, out)
    elif decision == Decision.CHASE:
        write_chase_targets(view, seat, out)
    else:
        write_commit_targets(view, np.int64(decision == Decision.DEFENDER_COMMITS), out)


@rule
def own_seat(view):
    """The seat from which the seats of an observation are counted."""
    return np.int64(view.observer) if view.observer < SPECTATOR else np.int64(0)


@rule
def signed(number):
    """The number from -128 to 127 with the same lowest byte."""
    return ((number + BYTE // 2) & (BYTE - 1)) - BYTE // 2


@rule
def copy_bytes(raw, own, num_seats, out):
    """Copy the facts that stand in the record as they are: those of all in long runs, and those of the seats."""
    for run in range(len(COPY_RUNS)):
        first, source, low, high = COPY_RUNS[run]
        targets, items, added = out[first : first + high - low], raw[source : source + high - low], COPY_ADDED[low:high]
        for i in range(len(targets)):
            targets[i] = signed(np.int64(items[i]) + added[i])
    sources = SEAT_COPY_FROM[own, num_seats - 2]
    for run in range(len(SEAT_COPY_RUNS)):
        first, low, high = SEAT_COPY_RUNS[run]
        targets, places, added = out[first : first + high - low], sources[low:high], SEAT_COPY_ADDED[low:high]
        for i in range(len(targets)):
            targets[i] = raw[places[i]] + added[i]


@rule
def write_numbers(raw, own, num_seats, out):
    """Write the facts of two bytes as two digits to base 100; what cannot be negative is divided faster."""
    sources = NUMBER_FROM[own, num_seats - 2]
    for i in range(len(NUMBER_TO)):
        number = BYTE * np.int64(raw[sources[i] + 1]) + (np.int64(raw[sources[i]]) & (BYTE - 1))
        hundreds = (number + BASE * MOST_HUNDREDS) // BASE - MOST_HUNDREDS
        out[NUMBER_TO[i]] = hundreds
        out[NUMBER_TO[i] + 1] = number - BASE * hundreds


@rule
def mark_one_hots(raw, own, num_seats, out):
    """Mark what is one of a few: seats in the order of seats from the own one; nothing for -1."""
    for row in range(len(ONE_HOT_ROWS)):
        first, source, added, is_seat = ONE_HOT_ROWS[row]
        value = np.int64(raw[source])
        if value >= 0 and is_seat == 1:
            out[first + (value - own) % num_seats] = 1
        elif value >= 0:
            out[first + value + added] = 1


@rule
def write_observer(view, own, out):
    """4.5 Whose view it is, the notebook, and who decides now."""
    out[OBSERVER + min(np.int64(view.observer), SPECTATOR)] = 1
    seat = to_move(view)
    if seat >= 0:
        out[TO_MOVE + (seat - own) % np.int64(view.num_seats)] = 1
    if view.offer[FROM] >= 0:
        out[OFFER_PAYMENT] = view.offer[PAYMENT]
    if view.observer < SPECTATOR:
        for clue in range(CLUES):
            out[NOTEBOOK + clue] = (np.int64(view.notebook[own]) >> clue) & 1


@rule
def write_city(view, out):
    """7.1, 11.1 Of each crossing the unsold pieces and the raids in vain."""
    ruled_out, unsold, dealt = view.ruled_out, view.pieces, view.dealt
    for crossing in range(CROSSINGS):
        raided = 0
        pieces = 0
        for kind in range(KINDS):
            raided |= np.int64(ruled_out[crossing, kind]) << kind
        for product in range(PRODUCTS):
            pieces = (PIECES + 1) * pieces + np.int64(unsold[crossing, product])
        out[RULED_OUT + crossing] = raided
        out[GOODS + crossing] = (PRODUCTS + 1) ** 2 * np.int64(dealt[crossing]) + SEEN_PIECES[pieces]


@rule
def write_players(view, own, out):
    """Of each player the money, the place in the chase, and where the crews work."""
    num_seats = np.int64(view.num_seats)
    for relative in range(num_seats):
        seat = (own + relative) % num_seats
        money = np.int64(view.money[seat])
        out[MONEY + 3 * relative] = money // (BASE * BASE)
        out[MONEY + 3 * relative + 1] = money // BASE % BASE
        out[MONEY + 3 * relative + 2] = money % BASE
        out[MONEY_TO_SCALE + relative] = min(money, MOST)
        out[MONEY_AHEAD + relative] = max(-MOST, min(MOST, np.int64(view.money[own]) - money))
        for place in range(num_seats):
            if view.chase_order[place] == seat:
                out[CHASE_PLACE + relative] = place + 1
        for gang in range(GANGS):
            for slot in range(CREW):
                working = view.manager[seat, gang, slot]
                if working >= 0:
                    crews = CREWS + (GANGS * relative + gang) * CREW
                    out[crews + slot] = CREW_PLACES[view.gangster[seat, gang], working]


@rule
def write_market(view, own, out):
    """7.3 What the best next piece pays each player, by supply or demand and product."""
    for crossing in range(CROSSINGS):
        seat = holder(view, crossing, Kind.COMMERCIAL)
        if seat < 0:
            continue
        relative = (seat - own) % np.int64(view.num_seats)
        side = SELL if building_subtype(view, crossing, Kind.COMMERCIAL) == Subtype.WAREHOUSE else BUY
        for product in range(PRODUCTS):
            if view.pieces[crossing, product] > 0:
                place = MARKET + (2 * relative + side) * PRODUCTS + product
                out[place] = max(np.int64(out[place]), next_piece_pays(view, crossing))


@rule
def write_fight(view, out):
    """9.2, 9.3 What the dice of the current or last fight show, and what is on its cards, where known."""
    for side in range(2):
        if view.fight_roll[side] > 0:
            die = view.fight_die[view.fight_seat[side], view.fight_gang[side]]
            out[FIGHT_ATTRIBUTES + ATTRIBUTES * side + np.int64(FIGHT_DICE[die, view.fight_roll[side] - 1])] = 1
        if view.fight_card[side] >= 0:
            for attribute in range(ATTRIBUTES):
                strength = CARD_ATTRIBUTES[view.fight_card[side], attribute]
                out[FIGHT_STRENGTHS + ATTRIBUTES * side + attribute] = strength


@rule
def write_cards(view, own, out):
    """4.6 Of every card what is known: its place, and whether it was shown and who has held it."""
    num_seats = np.int64(view.num_seats)
    first = np.int8(GANGS * own)
    end = np.int8(GANGS * num_seats)
    everybody = (1 << num_seats) - 1
    place, shown, held = view.place, view.shown, view.held
    for card in range(CARDS):
        turned = np.int8(place[card] - first)
        turned += np.int8(turned < 0) * end
        is_in_gang = (place[card] >= 0) & (place[card] < end)
        out[PLACES + card] = 1 + (turned if is_in_gang else place[card])
        holders = np.int64(held[card])
        out[HOLDERS + card] = 16 * shown[card] + ((holders >> own | holders << (num_seats - own)) & everybody)
