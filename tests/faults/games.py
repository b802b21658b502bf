"""Games with one function changed to a faulty one: `CHANGED_GAMES` is the list, with what check says."""

import dataclasses

from tests.faults.fault import GAME


def allow_passing(views, low, high, masks):
    """The masks of the rules, and always the first action."""
    GAME.legal(views, low, high, masks)
    masks[low:high, 0] = 1


def see_passing(states, games, low, high, views, masks, movers):
    """What belongs to `allow_passing`."""
    GAME.see(states, games, low, high, views, masks, movers)
    masks[low:high, 0] |= movers[low:high] >= 0


def fill_wrongly(views, low, high, randoms, states):
    """Filled states whose public money is another."""
    GAME.fill(views, low, high, randoms, states)
    states["money"][low:high, 0] += 1


def look_at_all(states, games, low, high, seats, views):
    """Views that hide nothing."""
    for k in range(low, high):
        views[k : k + 1] = states[games[k] : games[k] + 1]


def standings_of_nobody(states, low, high, out):
    """Standings in which all are equal."""
    out[low:high] = 0


CHANGED_GAMES = {
    "the mask allows more than the rules in words": (
        {"legal": allow_passing, "see": see_passing},
        "the rule against action 0, .*, which the mask says is legal",
    ),
    "what is filled in shows": ({"fill": fill_wrongly}, "the view of a state filled in for player_0"),
    "views hide nothing": ({"look": look_at_all}, "the view of a state filled in for player_0|a filled state"),
    "standings say otherwise": ({"standings": standings_of_nobody}, "the payoffs of the game"),
    "games are longer than they say": ({"max_decisions": 30}, "decisions of a game .*: seen 31, expected at most 30"),
}


def changed(functions: dict):
    """The game with other functions."""
    return dataclasses.replace(GAME, **functions)
