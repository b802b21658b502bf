"""Observations with deduction: the same as without, then the probabilities of `deduction.deduce`, in 127ths.

Nothing else of the game changes, and what is compiled for observations without it serves here too: `observe`,
`advance` and `observe_seats` write those, and then these sections.
"""

import numpy as np

from gangzzz_env.games.gangzzz import loops
from gangzzz_env.games.gangzzz.deduction import HIDEOUTS, deduce_hideouts, deduce_notebooks
from gangzzz_env.games.gangzzz.observation_sections import FIRST, SURE
from gangzzz_env.games.gangzzz.observe import observe_all, own_seat
from gangzzz_env.games.gangzzz.state import STATE_DTYPE
from gangzzz_env.games.gangzzz.tables import CLUES, SEATS
from gangzzz_env.games.gangzzz.view import view as write_view
from gangzzz_env.jit import entry, rule

HIDEOUT_CHANCES, NOTEBOOK_CHANCES = FIRST["hideout chances"], FIRST["notebook chances"]


def observe(views, low, high, observations):
    """Write the observation int8[n, DEDUCED_SIZE] of each view, STATE[n] contiguous, for k in [low, high)."""
    observe_all(views, low, high, observations)
    write_chances(views, low, high, observations)


def advance(
    # what is played, and by what
    states, num_seats, rules, low, high, actions, reward_kind, restart,
    # what is written
    rewards, over, finals, movers, views, masks, shown, observations,
):  # fmt: skip
    """A step of a batch as `loops.advance` makes it, with observations int8[n, DEDUCED_SIZE]."""
    played = (states, num_seats, rules, low, high, actions, reward_kind, restart)
    loops.advance(*played, rewards, over, finals, movers, views, masks, shown, observations)
    if len(observations) > 0:
        write_chances(views, low, high, observations)


def observe_seats(states, games, low, high, observations):
    """What every seat of each game sees, observations int8[n, 4, DEDUCED_SIZE], as `loops.observe_seats` writes it."""
    loops.observe_seats(states, games, low, high, observations)
    write_chances_of_seats(states, games, low, high, observations)


@entry
def write_chances(views, low, high, observations):
    """Write what follows from each view into its observation."""
    hideouts = np.empty(HIDEOUTS)
    notebooks = np.empty((SEATS, CLUES))
    for k in range(low, high):
        write_chances_of(views[k], hideouts, notebooks, observations[k])


@entry
def write_chances_of_seats(states, games, low, high, observations):
    """Write what follows from the view of every seat that a game has into its observation."""
    view = np.empty(1, STATE_DTYPE)
    hideouts = np.empty(HIDEOUTS)
    notebooks = np.empty((SEATS, CLUES))
    for k in range(low, high):
        for seat in range(np.int64(states[games[k]].num_seats)):
            write_view(states[games[k]], seat, view)
            write_chances_of(view[0], hideouts, notebooks, observations[k, seat])


@rule
def write_chances_of(view, hideouts, notebooks, out):
    """Write what follows from a view; `hideouts` and `notebooks` are written on the way."""
    deduce_hideouts(view, hideouts)
    deduce_notebooks(view, hideouts, notebooks)
    for building in range(HIDEOUTS):
        out[HIDEOUT_CHANCES + building] = in_127ths(hideouts[building])
    own, num_seats = own_seat(view), np.int64(view.num_seats)
    for opponent in range(num_seats - 1):
        seat = (own + 1 + opponent) % num_seats
        for clue in range(CLUES):
            out[NOTEBOOK_CHANCES + CLUES * opponent + clue] = in_127ths(notebooks[seat, clue])


@rule
def in_127ths(chance):
    """A probability rounded to 127ths; only what is impossible is 0, and only what is sure is 127."""
    if chance == 0.0 or chance == 1.0:
        return np.int64(SURE * chance)
    return max(1, min(SURE - 1, np.int64(SURE * chance + 0.5)))
