"""The observation of a view as numbers for a network: the facts. `observation_sections.py` is the table of its layout.

Seats are counted from the view's own: seat r of an observation is seat (own + r) mod players. A spectator's own is 0.
"""

from numba import literal_unroll

from gangzzz_env.games.gangzzz.flow import to_move
from gangzzz_env.games.gangzzz.observation_sections import FIRST, OBSERVATION_SIZE, RULE_NAMES
from gangzzz_env.games.gangzzz.observe_targets import write_targets
from gangzzz_env.games.gangzzz.score import building_subtype, holder
from gangzzz_env.games.gangzzz.state import IN_DECK, SOURCES, SPECTATOR, TALLIES, set_all
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
    NEIGHBORS,
    PRODUCTS,
    SEATS,
    Kind,
    Subtype,
)
from gangzzz_env.games.gangzzz.trade import BUY, FROM, PAYMENT, PRODUCT, SELL, SIDE, TO, next_piece_pays
from gangzzz_env.jit import entry, rule

__all__ = ["OBSERVATION_SIZE", "observe", "observe_all"]

OBSERVER, PLAYERS, DECISION, TO_MOVE, TURN = (
    FIRST[name] for name in ("observer", "players", "decision", "to move", "turn")
)
DECISIONS, RULES, AVENUE_VALUES, STREET_VALUES = (
    FIRST[name] for name in ("decisions", "rules", "avenue values", "street values")
)
TILE_TURNS, BUILDINGS, GOODS, RULED_OUT, MARKET = (
    FIRST[name] for name in ("tile turns", "buildings", "goods", "ruled out", "market")
)
MONEY, MONEY_TO_SCALE, MONEY_AHEAD, LEDGER, TALLY, LICENSES = (
    FIRST[name] for name in ("money", "money to scale", "money ahead", "ledger", "tally", "licenses")
)
GANGSTERS, CREWS, FIGHT_DIE, BONUSES, GANG_COUNTS, ATTACKED, HIDES = (
    FIRST[name] for name in ("gangsters", "crews", "fight dice", "bonuses", "gang counts", "attacked", "hides")
)
OUT, REGROUP_MOVES, CHASE_PLACE, CARS, MISSES_TURN, FINDER, HIDEOUT, CHASE_ROUND = (
    FIRST[name]
    for name in ("out", "regroup moves", "chase place", "cars", "misses turn", "finder", "hideout", "chase round")
)
DECK, LAST_ROLL, DECLINED = (FIRST[name] for name in ("deck", "last roll", "declined"))
OFFER_BY, OFFER_TO, OFFER_OF, OFFER_SIDE, OFFER_PAYMENT = (
    FIRST[name] for name in ("offer by", "offer to", "offer of", "offer side", "offer payment")
)
FIGHTERS, FIGHT_GANGS, FIGHT_ROLLS, FIGHT_ATTRIBUTES, FIGHT_CARDS, FIGHT_STRENGTHS, FIGHT_WINNER = (
    FIRST[f"fight{name}"] for name in ("ers", " gangs", " rolls", " attributes", " cards", " strengths", " winner")
)
NOTEBOOK, PLACES, CLUES_SEEN, HOLDERS = (FIRST[name] for name in ("notebook", "places", "clues", "holders"))
BASE, MOST = 100, 127
OTHERS = SEATS - 1


@entry
def observe_all(views, low, high, observations):
    """The observation int8[n, OBSERVATION_SIZE] of each view."""
    for k in range(low, high):
        observe(views[k], observations[k])


@rule
def observe(view, out):
    """Write what a view says, for a network.

    Args:
        view: a record as one seat or the spectator sees it.
        out: int8[OBSERVATION_SIZE].
    """
    set_all(out, 0)
    own = int(view.observer) if view.observer < SPECTATOR else 0
    write_situation(view, own, out)
    write_rules(view.rules, out)
    write_city(view, out)
    write_market(view, own, out)
    for relative in range(int(view.num_seats)):
        seat = (own + relative) % int(view.num_seats)
        write_money(view, own, seat, relative, out)
        write_gangs(view, seat, relative, out)
        write_declined(view, own, seat, relative, out)
    write_offer(view, own, out)
    write_fight(view, own, out)
    write_cards(view, own, out)
    if to_move(view) == view.observer:
        write_targets(view, own, MARKET, out)


@rule
def mark(out, first, index):
    """One-hot: 1 at an index, nothing for -1."""
    if index >= 0:
        out[first + index] = 1


@rule
def mark_seat(view, own, out, first, seat):
    """One-hot in the order of seats from the view's own; nothing for -1."""
    if seat >= 0:
        out[first + (seat - own) % int(view.num_seats)] = 1


@rule
def write_digits(out, first, number):
    """A number as two digits to base 100; the higher one is negative with the number."""
    out[first] = number // BASE
    out[first + 1] = number % BASE


@rule
def write_situation(view, own, out):
    """Who looks, what is asked, how far the game is."""
    mark(out, OBSERVER, min(int(view.observer), SPECTATOR))
    out[PLAYERS + int(view.num_seats) - 2] = 1
    out[DECISION + int(view.decision)] = 1
    mark_seat(view, own, out, TO_MOVE, to_move(view))
    mark_seat(view, own, out, TURN, int(view.turn_seat))
    mark_seat(view, own, out, FINDER, int(view.finder))
    write_digits(out, DECISIONS, int(view.decisions))
    for i in range(3):
        out[HIDEOUT + i] = int(view.hideout[i]) + 1
    out[CHASE_ROUND] = int(view.chase_round)
    out[DECK] = int(view.deck_count)
    out[LAST_ROLL] = int(view.last_roll)


@rule
def write_rules(rules, out):
    """12 Every number of the rules, two digits each."""
    first = RULES
    for name in literal_unroll(RULE_NAMES):
        write_digits(out, first, int(rules[name]))
        first += 2


@rule
def write_city(view, out):
    """1, 3 and 7.1 The board: values, tiles, buildings, unsold pieces, raids in vain."""
    for i in range(6):
        out[AVENUE_VALUES + i] = int(view.avenue_value[i])
        out[STREET_VALUES + i] = int(view.street_value[i])
    for crossing in range(CROSSINGS):
        out[TILE_TURNS + crossing] = int(view.turn[crossing])
        raided = 0
        for kind in range(KINDS):
            out[BUILDINGS + KINDS * crossing + kind] = int(view.building[crossing, kind]) - CROSSINGS * kind
            raided |= int(view.ruled_out[crossing, kind]) << kind
        out[RULED_OUT + crossing] = raided
        pieces = 0
        for product in range(PRODUCTS):
            for _ in range(int(view.pieces[crossing, product])):
                pieces = (PRODUCTS + 1) * pieces + product + 1
        out[GOODS + crossing] = (PRODUCTS + 1) ** 2 * int(view.dealt[crossing]) + pieces


@rule
def write_market(view, own, out):
    """7.3 What the best next piece pays each player, by supply or demand and product."""
    for crossing in range(CROSSINGS):
        seat = holder(view, crossing, Kind.COMMERCIAL)
        if seat < 0:
            continue
        relative = (seat - own) % int(view.num_seats)
        side = SELL if building_subtype(view, crossing, Kind.COMMERCIAL) == Subtype.WAREHOUSE else BUY
        for product in range(PRODUCTS):
            if view.pieces[crossing, product] > 0:
                place = MARKET + (2 * relative + side) * PRODUCTS + product
                out[place] = max(int(out[place]), next_piece_pays(view, crossing))


@rule
def write_money(view, own, seat, relative, out):
    """3.5 A player's money, ledger and tallies."""
    money = int(view.money[seat])
    write_digits(out, MONEY + 3 * relative + 1, money % (BASE * BASE))
    out[MONEY + 3 * relative] = money // (BASE * BASE)
    out[MONEY_TO_SCALE + relative] = min(money, MOST)
    out[MONEY_AHEAD + relative] = max(-MOST, min(MOST, int(view.money[own]) - money))
    for source in range(SOURCES):
        write_digits(out, LEDGER + 2 * (SOURCES * relative + source), int(view.ledger[seat, source]))
    for tally in range(TALLIES):
        out[TALLY + TALLIES * relative + tally] = int(view.tally[seat, tally])
    out[LICENSES + relative] = int(view.licenses[seat])
    out[OUT + relative] = int(view.is_out[seat])
    out[REGROUP_MOVES + relative] = int(view.regroup_moves[seat])
    out[CARS + relative] = int(view.car[seat]) + 1
    out[MISSES_TURN + relative] = int(view.misses_turn[seat])
    for place in range(int(view.num_seats)):
        if view.chase_order[place] == seat:
            out[CHASE_PLACE + relative] = place + 1


@rule
def write_gangs(view, seat, relative, out):
    """A player's gangsters, crews and gangs."""
    for gang in range(GANGS):
        at = GANGS * relative + gang
        out[GANGSTERS + at] = int(view.gangster[seat, gang]) + 1
        out[FIGHT_DIE + at] = int(view.fight_die[seat, gang]) + 1
        out[GANG_COUNTS + at] = int(view.gang_count[seat, gang])
        out[ATTACKED + at] = int(view.attacked[seat, gang])
        out[HIDES + at] = int(view.hides[seat, gang])
        for attribute in range(ATTRIBUTES):
            out[BONUSES + ATTRIBUTES * at + attribute] = int(view.bonus[seat, gang, attribute])
        for slot in range(CREW):
            out[CREWS + CREW * at + slot] = crew_place(view, seat, gang, slot)


@rule
def crew_place(view, seat, gang, slot):
    """6.1 Where a manager works, seen from his gangster: 1 + 4 * where + kind, 0 nowhere."""
    working = int(view.manager[seat, gang, slot])
    if working < 0:
        return 0
    for where in range(NEIGHBORS.shape[1]):
        if NEIGHBORS[view.gangster[seat, gang], where] == working // KINDS:
            return 1 + KINDS * where + working % KINDS
    return 0


@rule
def write_declined(view, own, seat, relative, out):
    """7.2 A player's declined offers, to the others in the order of seats from the view's own."""
    num_seats = int(view.num_seats)
    place = DECLINED + relative * OTHERS * PRODUCTS * 2
    for other_relative in range(num_seats):
        if other_relative == relative:
            continue
        other_seat = (own + other_relative) % num_seats
        for product in range(PRODUCTS):
            for side in range(2):
                out[place] = int(view.declined[seat, other_seat, product, side])
                place += 1


@rule
def write_offer(view, own, out):
    """7.2 The offer that waits for an answer."""
    if view.offer[FROM] < 0:
        return
    mark_seat(view, own, out, OFFER_BY, int(view.offer[FROM]))
    mark_seat(view, own, out, OFFER_TO, int(view.offer[TO]))
    out[OFFER_OF + int(view.offer[PRODUCT])] = 1
    out[OFFER_SIDE + int(view.offer[SIDE])] = 1
    out[OFFER_PAYMENT] = int(view.offer[PAYMENT])


@rule
def write_fight(view, own, out):
    """9.1-9.4 The current or last fight: who, with what dice, and the cards that are known."""
    mark_seat(view, own, out, FIGHT_WINNER, int(view.fight_winner))
    for side in range(2):
        seat = int(view.fight_seat[side])
        roll = int(view.fight_roll[side])
        card = int(view.fight_card[side])
        mark_seat(view, own, out, FIGHTERS + SEATS * side, seat)
        mark(out, FIGHT_GANGS + GANGS * side, int(view.fight_gang[side]))
        out[FIGHT_ROLLS + side] = roll
        out[FIGHT_CARDS + side] = card + 1
        if roll > 0:
            die = int(view.fight_die[seat, view.fight_gang[side]])
            out[FIGHT_ATTRIBUTES + ATTRIBUTES * side + int(FIGHT_DICE[die, roll - 1])] = 1
        if card >= 0:
            for attribute in range(ATTRIBUTES):
                out[FIGHT_STRENGTHS + ATTRIBUTES * side + attribute] = int(CARD_ATTRIBUTES[card, attribute])


@rule
def write_cards(view, own, out):
    """4.5, 4.6 The notebook, and of every card what is known: place, clue, whether shown and who has held it."""
    for clue in range(CLUES):
        if view.observer < SPECTATOR:
            out[NOTEBOOK + clue] = (int(view.notebook[own]) >> clue) & 1
    num_seats = int(view.num_seats)
    for card in range(CARDS):
        place = int(view.place[card])
        if 0 <= place < IN_DECK:
            place = GANGS * ((place // GANGS - own) % num_seats) + place % GANGS
        out[PLACES + card] = place + 1
        out[CLUES_SEEN + card] = int(view.clue[card]) + 1
        held = 0
        for relative in range(num_seats):
            held |= ((int(view.held[card]) >> ((own + relative) % num_seats)) & 1) << relative
        out[HOLDERS + card] = 16 * int(view.shown[card]) + held
