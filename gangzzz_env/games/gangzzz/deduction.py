"""The deducer: what follows from a view about the hideout and about the notebooks of others, by 4.6.

Probabilities are those of `fill`, a random state that fits the view, computed instead of counted. They are exact, in
closed form, for three reasons:

- The hideout is uniform over the triples that are possible.
- Every clue that does not name it has as many cards in play as every other, so the clues that nobody has shown to the
  observer are dealt over the same number of cards whatever the hideout is: what a seat has noted of a clue depends on
  the hideout only by whether the clue names it.
- Where the m unknown cards of a clue lie, among those that the seat has held, the others in play outside its gangs, and
  the rest, is hypergeometric; with how many lie outside its gangs, each of its looks misses them independently.
"""

from typing import NamedTuple

import numpy as np

from gangzzz_env.games.gangzzz.score import is_in_play
from gangzzz_env.games.gangzzz.state import SPECTATOR, STATE_DTYPE, UNKNOWN, Tally, cards_in_play
from gangzzz_env.games.gangzzz.tables import CARDS, CLUES, CROSSINGS, GANGS, KINDS, SEATS
from gangzzz_env.games.gangzzz.view import is_own_place, is_possible_hideout
from gangzzz_env.jit import entry, rule

HIDEOUTS = CROSSINGS * KINDS
COPIES = CARDS // CLUES
# Cards of unknown clue as a seat sees its way to them: it has held them; they are in play outside its gangs and it has
# not; or neither. And all cards in play outside its gangs, at which it may have looked.
HAS_HELD, OUTSIDE, ELSEWHERE, LOOKED_AT = range(4)


def _choose() -> np.ndarray:
    """Ways to choose j of n cards, float64[n, j]: exact, as all are below 2**53."""
    ways = np.zeros((CARDS + 1, COPIES + 1))
    ways[:, 0] = 1
    for n in range(1, CARDS + 1):
        ways[n, 1:] = ways[n - 1, 1:] + ways[n - 1, :-1]
    return ways


CHOOSE = _choose()


class Deduction(NamedTuple):
    """What follows from n views, for each seat by its number and each clue by its index in `CLUE_NAMES`.

    Attributes:
        hideouts: float64[n, 144], the probability that Vittorio hides in building 4 * crossing + kind.
        notebooks: float64[n, 4, 16], the probability that a clue stands in a seat's notebook; 0 or 1 for the observer
            itself, 0 for seats that nobody has.
    """

    hideouts: np.ndarray
    notebooks: np.ndarray


def deduce(views: np.ndarray) -> Deduction:
    """4.6 The exact probabilities of where Vittorio hides and of what others have noted, given what a seat sees.

    `hideouts, notebooks = deduce(env.view("player_0"))`; nothing is used that the view does not say. As 4.6 has it,
    what others do is not used either, nor when they looked into a library: a look is at a card that is in play now.

    Args:
        views: STATE_DTYPE[n], of seats or of spectators, as `env.view()`, `make_vec(...).views` and agents have them.

    Raises:
        TypeError: they are no records of the game.
        ValueError: one of them is a true state, from which nothing has to be deduced.
    """
    if not isinstance(views, np.ndarray) or views.dtype != STATE_DTYPE or views.ndim != 1:
        raise TypeError(f"views must be an array of records STATE_DTYPE[n], not {type(views).__name__}")
    if (views["observer"] > SPECTATOR).any():
        raise ValueError("views must be what a seat or a spectator sees, not a true state")
    found = Deduction(np.empty((len(views), HIDEOUTS)), np.empty((len(views), SEATS, CLUES)))
    deduce_all(np.ascontiguousarray(views), 0, len(views), found.hideouts, found.notebooks)
    return found


@entry
def deduce_all(views, low, high, hideouts, notebooks):
    """Write the probabilities, float64[n, 144] and float64[n, 4, 16], of the views in [low, high)."""
    for k in range(low, high):
        deduce_hideouts(views[k], hideouts[k])
        deduce_notebooks(views[k], hideouts[k], notebooks[k])


@rule
def deduce_hideouts(view, hideouts):
    """4.6 The probability of each building, float64[144]: even over the possible ones, or that which was found."""
    count = 0
    for building in range(HIDEOUTS):
        crossing = building // KINDS
        is_possible = is_possible_hideout(view, crossing % 6, crossing // 6, building % KINDS)
        if view.finder >= 0:
            is_possible = building == KINDS * (6 * int(view.hideout[1]) + int(view.hideout[0])) + int(view.hideout[2])
        hideouts[building] = 1.0 if is_possible else 0.0
        count += is_possible
    for building in range(HIDEOUTS):
        hideouts[building] /= count


@rule
def deduce_notebooks(view, hideouts, notebooks):
    """4.6 The probability that each clue stands in each notebook, float64[4, 16], by those of the hideouts."""
    named = np.zeros(CLUES)
    weigh_clues(hideouts, named)
    cards = np.zeros((SEATS, 4), np.int64)
    seen = np.zeros(CLUES, np.int64)
    noted = np.zeros(SEATS, np.int64)
    outside = np.zeros((SEATS, CLUES), np.int64)
    count_places(view, cards)
    count_clues(view, cards, seen, noted, outside)
    for seat in range(SEATS):
        for clue in range(CLUES):
            if seat == view.observer:
                chance = float((int(view.notebook[seat]) >> clue) & 1)
            elif seat >= view.num_seats:
                chance = 0.0
            elif (noted[seat] >> clue) & 1 == 1:
                chance = 1.0
            else:
                left = cards_in_play(int(view.num_seats)) - seen[clue]
                looks = int(view.tally[seat, Tally.LOOKS])
                chance = (1.0 - named[clue]) * (1.0 - chance_unseen(cards[seat], left, outside[seat, clue], looks))
            notebooks[seat, clue] = chance


@rule
def weigh_clues(hideouts, named):
    """The probability that each clue names the hideout, float64[16]: exactly 1 where all possible ones share it."""
    count = 0.0
    for building in range(HIDEOUTS):
        if hideouts[building] > 0.0:
            crossing = building // KINDS
            count += 1.0
            named[crossing % 6] += 1.0
            named[6 + crossing // 6] += 1.0
            named[12 + building % KINDS] += 1.0
    for clue in range(CLUES):
        named[clue] /= count


@rule
def count_places(view, cards):
    """Count, into int64[4, 4], the cards of which a view says nothing but how many a gang or the deck has."""
    num_seats = int(view.num_seats)
    total = int(view.deck_count)
    missing = np.zeros(SEATS, np.int64)
    for seat in range(num_seats):
        for gang in range(GANGS):
            missing[seat] += int(view.gang_count[seat, gang])
        for card in range(CARDS):
            missing[seat] -= is_own_place(seat, int(view.place[card]))
        total += missing[seat]
    for seat in range(num_seats):
        cards[seat, HAS_HELD] = missing[seat]
        cards[seat, OUTSIDE] = total - missing[seat]
        cards[seat, LOOKED_AT] = total - missing[seat]


@rule
def count_clues(view, cards, seen, noted, outside):
    """Add the cards whose place a view shows.

    Args:
        view: whose cards are counted.
        cards: int64[4, 4], what `count_places` has counted for each seat.
        seen: int64[16], written: cards whose clue the observer knows.
        noted: int64[4], written: bit mask of the clues that each seat is known to have held.
        outside: int64[4, 16], written: known cards of each clue in play outside each seat's gangs.
    """
    for card in range(CARDS):
        place = int(view.place[card])
        if place == UNKNOWN:
            continue
        clue = int(view.clue[card])
        if clue >= 0:
            seen[clue] += 1
        for seat in range(int(view.num_seats)):
            has_held = (int(view.held[card]) >> seat) & 1 == 1
            is_outside = is_in_play(place) and not is_own_place(seat, place)
            cards[seat, LOOKED_AT] += is_outside
            if clue < 0:
                cards[seat, HAS_HELD if has_held else (OUTSIDE if is_outside else ELSEWHERE)] += 1
            elif has_held:
                noted[seat] |= 1 << clue
            elif is_outside:
                outside[seat, clue] += 1


@rule
def chance_unseen(cards, left, outside, looks):
    """The probability that a seat has noted nothing of a clue that does not name the hideout.

    Args:
        cards: int64[4], the cards of unknown clue, as `HAS_HELD` and so on say.
        left: how many of them are of this clue; the seat has held none of the others of this clue.
        outside: cards known to be of this clue at which it may have looked.
        looks: how often it has looked.
    """
    total = cards[HAS_HELD] + cards[OUTSIDE] + cards[ELSEWHERE]
    ways = 0.0
    for lie_outside in range(left + 1):
        lie = CHOOSE[cards[OUTSIDE], lie_outside] * CHOOSE[cards[ELSEWHERE], left - lie_outside]
        missed = 1.0 - (outside + lie_outside) / max(cards[LOOKED_AT], 1)
        ways += lie * missed**looks
    return ways / max(CHOOSE[total, left], 1.0)
