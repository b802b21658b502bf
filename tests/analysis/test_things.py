"""What actions are about: offered and taken things agree with a plain reading of the rulebook's tables."""

import re

import numpy as np
import pytest

from gangzzz_env.games.gangzzz import GAME
from gangzzz_env.games.gangzzz.state import Decision
from gangzzz_env.games.gangzzz.tables import BUILDING_NAMES, CARDS, KIND_NAMES, SUBTYPE_NAMES
from tests.analysis.named_things import named_things
from tests.many_games import at_random, play_all, set_up


def seen(states: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The views and the masks of the seats to move."""
    n = len(states)
    views, masks = np.zeros(n, GAME.state_dtype), np.zeros((n, GAME.num_actions), np.int8)
    GAME.see(states, np.arange(n), 0, n, views, masks, np.zeros(n, np.int64))
    return views, masks


def marked(states: np.ndarray, actions: np.ndarray) -> tuple[list[set[str]], list[set[str]]]:
    """The names of the things that each game offers and takes."""
    views, masks = seen(states)
    offered, taken = (np.full((len(states), len(GAME.things)), 9, np.uint8) for _ in range(2))
    GAME.mark_things(views, 0, len(states), masks, actions, offered, taken)
    return [[{GAME.things[t] for t in np.flatnonzero(row)} for row in table] for table in (offered, taken)]


def watched(num_players: int, seeds: range) -> list[np.ndarray]:
    """States of all kinds that come up in random games, the printed rules and others."""
    found, choose = [], at_random(num_players)
    play_all(GAME, set_up(GAME, num_players, seeds), choose, lambda before, after: found.append(before))
    return found


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_things_are_those_that_the_tables_name(num_players):
    decisions = set()
    for states in watched(num_players, range(4))[::3]:
        views, masks = seen(states)
        choose = at_random(int(states["decisions"][0]))
        actions = choose(masks)
        offered, taken = marked(states, actions)
        for k in range(len(states)):
            legal = np.flatnonzero(masks[k])
            assert taken[k] == named_things(views[k], int(actions[k]))
            assert offered[k] == set().union(*(named_things(views[k], int(action)) for action in legal))
            decisions.add(int(views["decision"][k]))
    assert decisions >= set(Decision) - {Decision.ANSWER, Decision.OVER}


def test_wanted_things_are_found_among_the_legal_actions():
    random = np.random.default_rng(5)
    for states in watched(3, range(2))[::5]:
        views, masks = seen(states)
        wanted = (random.random((len(states), len(GAME.things))) < 0.1).astype(np.uint8)
        found = np.full(masks.shape, 9, np.int8)
        GAME.find_things(views, 0, len(states), masks, wanted, found)
        for k in range(len(states)):
            names = {GAME.things[t] for t in np.flatnonzero(wanted[k])}
            right = [a for a in np.flatnonzero(masks[k]) if named_things(views[k], int(a)) & names]
            assert np.flatnonzero(found[k]).tolist() == right


def test_no_action_takes_nothing():
    states = set_up(GAME, 2, range(2))
    assert marked(states, np.full(2, -1))[1] == [set(), set()]


def test_names_are_of_a_part_of_the_game_and_given_once():
    assert len(set(GAME.things)) == len(GAME.things)
    assert all(re.fullmatch(r"[a-z_]+\.[a-z_]+(_[123]_[1-5]{3})?", name) for name in GAME.things)


def test_every_card_and_every_building_has_a_name():
    assert sum(name.startswith("cards.") for name in GAME.things) == CARDS
    buildings = {*KIND_NAMES, *(set(SUBTYPE_NAMES) - {"tenement"}), *(n.replace(" ", "_") for n in BUILDING_NAMES)}
    assert {f"influential_gentlemen.{name}" for name in buildings} < set(GAME.things)
