"""The verbs that every minigame shares: pay, draw, join a gang, distances, who holds what; and who has won."""

import numpy as np

from gangzzz_env.games.gangzzz.state import (
    EVERYBODY,
    IN_DECK,
    OUT_OF_GAME,
    Decision,
    Tally,
    set_all,
)
from gangzzz_env.games.gangzzz.tables import (
    BUILDING_SUBTYPE,
    CARDS,
    CREW,
    DISTANCES,
    GANG_LIMIT,
    GANGS,
    MANAGERS,
    SPECIALTY,
)
from gangzzz_env.jit import rule


@rule
def pay(state, seat, source, dollars):
    """Dollars from the bank to a seat (to the bank if negative), entered in the ledger."""
    state.money[seat] += dollars
    state.ledger[seat, source] += dollars


@rule
def crossing_value(state, crossing):
    """3.2 The value of a crossing: its avenue's die plus its street's."""
    return int(state.avenue_value[crossing % 6]) + int(state.street_value[crossing // 6])


@rule
def distance(crossing, other_crossing):
    """1.3 Manhattan distance on the grid."""
    return int(DISTANCES[crossing, other_crossing])


@rule
def building_subtype(state, crossing, kind):
    """1.4 The subtype of the building of this kind at a crossing."""
    return int(BUILDING_SUBTYPE[state.building[crossing, kind]])


@rule
def matches(gang, slot, subtype):
    """4.1 Whether the specialty of a gangster's crew slot is this subtype: he would be Manager there, not Assistant."""
    return SPECIALTY[gang, slot] == subtype


@rule
def holder(state, crossing, kind):
    """Who holds a building: the seat whose manager is on it, or -1."""
    manager = int(state.manager_at[crossing, kind])
    return manager // MANAGERS if manager >= 0 else -1


@rule
def is_run_by_manager(state, crossing, kind):
    """4.1 Whether the one on this building is a Manager there (nobody or an Assistant: no)."""
    manager = int(state.manager_at[crossing, kind])
    if manager < 0:
        return False
    return matches(manager % MANAGERS // CREW, manager % CREW, building_subtype(state, crossing, kind))


@rule
def smallest_gang(state, seat):
    """4.2 A player's smallest gang, the first letter on ties."""
    smallest = 0
    for gang in range(1, GANGS):
        if state.gang_count[seat, gang] < state.gang_count[seat, smallest]:
            smallest = gang
    return smallest


@rule
def gang_with_room(state, seat, gang):
    """4.2 The gang that a card for this gang joins: itself, the smallest one if it is full, -1 if all are full."""
    if state.gang_count[seat, gang] < GANG_LIMIT:
        return gang
    smallest = smallest_gang(state, seat)
    return smallest if state.gang_count[seat, smallest] < GANG_LIMIT else -1


@rule
def note_clue(state, seat, card):
    """4.5 The clue of a card goes into a player's notebook."""
    state.notebook[seat] |= np.uint16(1 << int(state.clue[card]))


@rule
def join_gang(state, card, seat, gang):
    """4.2 A card joins a gang that has room for it; its owner sees the clue (4.4, 4.5)."""
    state.place[card] = GANGS * seat + gang
    state.gang_count[seat, gang] += 1
    state.held[card] |= 1 << seat
    note_clue(state, seat, card)


@rule
def leave_gang(state, card):
    """The other side of `join_gang`: the card is nowhere until it is put somewhere."""
    place = int(state.place[card])
    state.gang_count[place // GANGS, place % GANGS] -= 1


@rule
def draw(state, seat, gang, count):
    """4.2 Draw cards in the name of a gangster; if all gangs are full or the deck is empty, nothing is drawn."""
    for _ in range(count):
        room = gang_with_room(state, seat, gang)
        if state.deck_count == 0 or room < 0:
            return
        state.deck_count -= 1
        card = int(state.deck[state.deck_count])
        state.deck[state.deck_count] = -1
        join_gang(state, card, seat, room)
        state.tally[seat, Tally.CARDS_DRAWN] += 1


@rule
def win_card(state, card, winner, gang):
    """9.4 and 4.2 A card taken in a fight joins the winning gang, else the smallest, else it leaves the game."""
    leave_gang(state, card)
    room = gang_with_room(state, winner, gang)
    if room < 0:
        state.place[card] = OUT_OF_GAME
    else:
        join_gang(state, card, winner, room)


@rule
def card_in_slot(state, seat, gang, slot):
    """13 The slot-th card of a gang in the order of card numbers, or -1."""
    for card in range(CARDS):
        if state.place[card] == GANGS * seat + gang:
            if slot == 0:
                return card
            slot -= 1
    return -1


@rule
def cards_of(state, seat):
    """All cards a player holds."""
    total = 0
    for gang in range(GANGS):
        total += int(state.gang_count[seat, gang])
    return total


@rule
def building_influence(state, seat, subtype):
    """10.2 A player's influence in a subtype before the cap: 1 for each building, 2 where a Manager runs it."""
    influence = 0
    for gang in range(GANGS):
        for slot in range(CREW):
            where = int(state.manager[seat, gang, slot])
            if where >= 0 and building_subtype(state, where // 4, where % 4) == subtype:
                influence += 2 if matches(gang, slot, subtype) else 1
    return influence


@rule
def is_ahead(state, seat, rival):
    """11.3 Whether a seat stands strictly better than a rival: more money, on ties more cards."""
    if state.money[seat] != state.money[rival]:
        return state.money[seat] > state.money[rival]
    return cards_of(state, seat) > cards_of(state, rival)


@rule
def is_over(state):
    """11.3 Whether the game has ended."""
    return state.decision == Decision.OVER


@rule
def payoff(state, out):
    """11.3 Write for each seat by how many seats it stands better and worse: out[seat] = (better than, worse than).

    Args:
        state: the record.
        out: int64[4, 2]; a seat with (n - 1, 0) has won alone, (k, 0) shares the victory.
    """
    num_seats = int(state.num_seats)
    set_all(out[:, 0], 0)
    set_all(out[:, 1], 0)
    for seat in range(num_seats):
        for rival in range(num_seats):
            if is_ahead(state, seat, rival):
                out[seat, 0] += 1
                out[rival, 1] += 1


@rule
def may_see(state, seat):
    """Whether this record shows what a seat knows: it is that seat's view, or the true state."""
    return state.observer == seat or state.observer == EVERYBODY


@rule
def is_in_play(place):
    """4.6 Whether a place is in play: in a gang or the deck."""
    return 0 <= place <= IN_DECK
