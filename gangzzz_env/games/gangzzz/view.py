"""What a seat may know (4.3-4.6): `view` blanks the secrets of a record, `fill` makes a possible state of a view again.

This is the only place where secrets are removed; masks, observations, agents, words and search start from a view.
"""

import numpy as np

from gangzzz_env.games.gangzzz.score import is_in_play
from gangzzz_env.games.gangzzz.state import (
    EVERYBODY,
    IN_DECK,
    OUT_OF_GAME,
    REMOVED,
    SET_ASIDE,
    SPECTATOR,
    STREAMS,
    UNKNOWN,
    Decision,
    Tally,
    cards_in_play,
    is_clue_of,
    seed_streams,
    set_all,
)
from gangzzz_env.games.gangzzz.tables import CARDS, CLUES, CROSSINGS, GANGS, KINDS, SEATS
from gangzzz_env.jit import rule
from gangzzz_env.rng import below, next_word, shuffle


@rule
def is_own_place(seat, place):
    """Whether a place is one of this seat's gangs."""
    return place >= 0 and place < IN_DECK and place // GANGS == seat


@rule
def view(state, seat, out):
    """4.6 Write what a seat (or SPECTATOR) may know; the view of a view of the same seat is that view.

    Args:
        state: the true state, or a view of this seat.
        seat: 0-3, or SPECTATOR.
        out: a one-record array of `STATE_DTYPE` to write.
    """
    out[0] = state
    blank(state, seat, out[0])


@rule
def blank(state, seat, out):
    """4.6 Blank everything that a seat does not know in `out`, a copy of the state."""
    out.observer = seat
    for stream in range(STREAMS):
        set_all(out.random[stream], 0)
    set_all(out.deck, -1)
    if state.finder < 0:
        set_all(out.hideout, -1)
    for other_seat in range(SEATS):
        if other_seat != seat:
            out.notebook[other_seat] = 0
    if state.decision == Decision.DEFENDER_COMMITS and state.fight_seat[0] != seat:
        out.fight_card[0] = -1
    blank_cards(seat, out.place, out.clue, out.shown, out.held)


@rule
def blank_cards(seat, places, clues, shown, held):
    """4.4, 4.6 Blank the clues of cards that a seat never held, and where cards are and who held them.

    A seat sees the place of its own cards, of shown cards, and of cards out of the game. What is not seen becomes -1 by
    arithmetic instead of a branch, so that compiled code takes many cards at once.
    """
    flag = np.int8(1 << seat)
    first = np.int8(GANGS * seat)
    end = np.int8(min(GANGS * seat + GANGS, IN_DECK))
    for card in range(CARDS):
        is_own = (places[card] >= first) & (places[card] < end)
        is_hidden = np.int8((shown[card] == 0) & (places[card] != OUT_OF_GAME) & (not is_own))
        clues[card] |= -np.int8(held[card] & flag == 0)
        places[card] |= -is_hidden
        held[card] &= is_hidden - 1


@rule
def fill(view, random, out):
    """4.6 Write a uniformly random state that fits a view: the view of it, for the same seat, is the same again.

    Args:
        view: what a seat or a spectator knows.
        random: u4[4], the generator to fill from; it also seeds the dice and draws to come.
        out: a one-record array of `STATE_DTYPE` to write.
    """
    out[0] = view
    fill_blanks(view, random, out[0])


@rule
def fill_blanks(view, random, out):
    """4.6 Fill in what is unknown in `out`, a copy of the view."""
    out.observer = EVERYBODY
    fill_random(random, out)
    fill_hideout(view, random, out)
    fill_cards(view, random, out)
    fill_notebooks(view, random, out)
    fill_committed(view, random, out)


@rule
def fill_random(random, out):
    """4.6 The random state is unknown: start it anew."""
    seed = np.empty(4, np.uint32)
    for i in range(4):
        seed[i] = next_word(random)
    seed_streams(out, seed)


@rule
def is_possible_hideout(view, avenue, street, kind):
    """4.6 No flag of the triple in the seat's notebook, and no raid there that failed."""
    if view.ruled_out[6 * street + avenue, kind]:
        return False
    if view.observer >= SPECTATOR:
        return True
    flags = (1 << avenue) | (1 << (6 + street)) | (1 << (12 + kind))
    return int(view.notebook[view.observer]) & flags == 0


@rule
def fill_hideout(view, random, out):
    """4.6 The hideout, uniformly among the triples that are possible, unless it has been found."""
    if view.finder >= 0:
        return
    count = 0
    for building in range(CROSSINGS * KINDS):
        crossing = building // KINDS
        if is_possible_hideout(view, crossing % 6, crossing // 6, building % KINDS):
            count += 1
            if below(random, count) == 0:
                out.hideout[0] = crossing % 6
                out.hideout[1] = crossing // 6
                out.hideout[2] = building % KINDS


@rule
def clue_pool(view, hideout, pool):
    """4.6 The clues in play that nobody's card is known to have: written to `pool`; returns how many."""
    in_play = cards_in_play(int(view.num_seats))
    known = np.zeros(CLUES, np.int64)
    for card in range(CARDS):
        if view.clue[card] >= 0:
            known[view.clue[card]] += 1
    count = 0
    for clue in range(CLUES):
        if not is_clue_of(hideout, clue):
            for _ in range(in_play - known[clue]):
                pool[count] = clue
                count += 1
    return count


@rule
def fill_cards(view, random, out):
    """4.6 Deal the unknown clues over shown cards, and unknown faces and clues over the unknown places."""
    num_seats = int(view.num_seats)
    in_play = cards_in_play(num_seats)
    pool = np.empty(CARDS, np.int64)
    pool_count = clue_pool(view, out.hideout, pool)
    shuffle(random, pool, pool_count)
    faces = np.empty(CARDS, np.int64)
    face_count = 0
    missing = np.zeros(IN_DECK, np.int64)
    for seat in range(num_seats):
        for gang in range(GANGS):
            missing[GANGS * seat + gang] = view.gang_count[seat, gang]
    for card in range(CARDS):
        place = int(view.place[card])
        if place == UNKNOWN:
            faces[face_count] = card
            face_count += 1
            continue
        if place < IN_DECK:
            missing[place] -= 1
        if view.clue[card] < 0:
            pool_count -= 1
            out.clue[card] = pool[pool_count]
    shuffle(random, faces, face_count)
    for place in range(IN_DECK):
        for _ in range(missing[place]):
            face_count -= 1
            pool_count -= 1
            put(out, faces[face_count], place, pool[pool_count])
            out.held[faces[face_count]] = 1 << (place // GANGS)
    for i in range(int(view.deck_count)):
        face_count -= 1
        pool_count -= 1
        put(out, faces[face_count], IN_DECK, pool[pool_count])
        out.deck[i] = faces[face_count]
    for clue in range(CLUES):
        for copy in range(CARDS // CLUES):
            if copy >= in_play or is_clue_of(out.hideout, clue):
                face_count -= 1
                put(out, faces[face_count], REMOVED if copy >= in_play else SET_ASIDE, clue)


@rule
def put(out, card, place, clue):
    """A card with this clue lies at this place."""
    out.place[card] = place
    out.clue[card] = clue


@rule
def fill_notebooks(view, random, out):
    """4.6 Another seat has noted the clues it has held, and for each look that of a random card outside its gangs."""
    for seat in range(int(view.num_seats)):
        if seat == view.observer:
            continue
        notebook = 0
        outside = np.empty(CARDS, np.int64)
        count = 0
        for card in range(CARDS):
            if (int(out.held[card]) >> seat) & 1 == 1:
                notebook |= 1 << int(out.clue[card])
            if is_in_play(int(out.place[card])) and not is_own_place(seat, int(out.place[card])):
                outside[count] = card
                count += 1
        for _ in range(view.tally[seat, Tally.LOOKS]):
            if count > 0:
                notebook |= 1 << int(out.clue[outside[below(random, count)]])
        out.notebook[seat] = notebook


@rule
def fill_committed(view, random, out):
    """4.6 A card that was committed unseen is a random one of its gang."""
    if view.decision != Decision.DEFENDER_COMMITS or view.fight_card[0] >= 0:
        return
    place = GANGS * int(view.fight_seat[0]) + int(view.fight_gang[0])
    count = 0
    for card in range(CARDS):
        if out.place[card] == place:
            count += 1
            if below(random, count) == 0:
                out.fight_card[0] = card
