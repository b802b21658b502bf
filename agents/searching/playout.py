"""A playout: from a possible state of the view, through the tree, and on to the end by the scripted policy."""

from typing import NamedTuple

import numpy as np

from agents.greedy import greedy_action
from agents.judgment.glance import GLANCE_DTYPE
from agents.judgment.hideout import CHASE_DTYPE
from agents.judgment.sets import SETS_DTYPE
from agents.searching.chase_odds import add_worth, expect, finder_odds, weigh_hideouts
from agents.searching.tree import MOST_DEPTH, WAY_DTYPE, best_edge, clear_node, edge_of, enter_worth, take
from gangzzz_env.games.gangzzz.actions import NUM_ACTIONS
from gangzzz_env.games.gangzzz.flow import apply, legal, to_move
from gangzzz_env.games.gangzzz.score import is_ahead
from gangzzz_env.games.gangzzz.state import STATE_DTYPE, Decision
from gangzzz_env.games.gangzzz.tables import CROSSINGS, SEATS
from gangzzz_env.games.gangzzz.view import fill, view
from gangzzz_env.jit import rule

HARD = 0.01  # softness of the order of play where it is nearly known


class Desk(NamedTuple):
    """What playouts write on: arrays of one record, but for the mask int8[755]."""

    looks: np.ndarray
    chases: np.ndarray
    sets: np.ndarray
    states: np.ndarray  # as it is played
    seen: np.ndarray  # by the seat to move
    mask: np.ndarray
    ways: np.ndarray
    hideouts: np.ndarray  # float64[36], chance of each crossing
    odds: np.ndarray  # float64[4]
    scores: np.ndarray  # float64[2, 4]
    settings: np.ndarray


def new_desk(settings: np.ndarray) -> Desk:
    """An empty desk with settings SETTINGS_DTYPE[1]."""
    dtypes = (GLANCE_DTYPE, CHASE_DTYPE, SETS_DTYPE, STATE_DTYPE, STATE_DTYPE)
    records = [np.zeros(1, dtype) for dtype in dtypes]
    mask, ways = np.zeros(NUM_ACTIONS, np.int8), np.zeros(1, WAY_DTYPE)
    return Desk(*records, mask, ways, np.zeros(CROSSINGS), np.zeros(SEATS), np.zeros((2, SEATS)), settings)


@rule
def play_out(known, random, nodes, room, edge, hunches, desk):
    """Play a possible state of a view out, from an edge of the root on.

    Args:
        known: the view of the seat that moves at the root.
        random: u4[4], the generator of what is unknown.
        nodes: NODE_DTYPE[n], the tree.
        room: how many of them are in use.
        edge: the root's.
        hunches: WEIGHTS_DTYPE[m], the policy's weights and variations of them.
        desk: to write on.

    Returns:
        How many nodes are in use now.
    """
    fill(known, random, desk.states)
    state = desk.states[0]
    way = desk.ways[0]
    way.length = 0
    place = np.int64(0)
    last = Decision.PARK if known.decision < Decision.PARK else Decision.OVER
    while edge >= 0:
        node = nodes[place]
        take(way, place, edge)
        play(int(node.action[edge]), desk)
        place = int(node.child[edge])
        if place < 0 and node.tried[edge] >= desk.settings[0].grows_at and room < len(nodes) and state.decision < last:
            node.child[edge] = room
            clear_node(nodes[room], to_move(state))
            place = np.int64(room)
            room += 1
        if place < 0 or state.decision >= last or to_move(state) != nodes[place].mover or way.length == MOST_DEPTH:
            break
        edge = choose_edge(nodes[place], hunches, desk)
    roll_out(hunches, last, desk)
    judge(state, way, desk.settings[0].softness if known.decision < Decision.ATTACK else HARD, desk)
    enter_worth(nodes, way)
    return room


@rule
def choose_edge(node, hunches, desk):
    """The move to try at a node, of the policy's and, with more visits, more of its variations; -1 if none is legal."""
    trusted = edge_of(node, policy_move(hunches, 0, desk))
    if node.count < 1 + int(node.visits / desk.settings[0].widens_at):
        edge_of(node, policy_move(hunches, int(node.visits) % len(hunches), desk))
    legal(desk.seen[0], desk.mask)
    return best_edge(node, desk.mask, trusted, desk.settings[0])


@rule
def policy_move(hunches, which, desk):
    """What the policy does in the state on the desk, with the weights of this row."""
    state = desk.states[0]
    view(state, to_move(state), desk.seen)
    legal(desk.seen[0], desk.mask)
    return greedy_action(desk.seen[0], desk.mask, hunches[which], desk.looks[0], desk.chases[0], desk.sets[0])


@rule
def play(action, desk):
    """Play an action in the state on the desk; when the gangsters have been placed, see where the hideout may be."""
    state = desk.states[0]
    was = state.decision
    apply(state, action)
    if was == Decision.PLACE_GANGSTER and state.decision != Decision.PLACE_GANGSTER:
        weigh_hideouts(state, desk.hideouts)


@rule
def roll_out(hunches, last, desk):
    """Play the state on the desk by the policy as long as its decision is before this one."""
    state = desk.states[0]
    while state.decision < last:
        play(policy_move(hunches, 0, desk), desk)


@rule
def judge(state, way, softness, desk):
    """What a game is worth to each seat, 0-1, at its end or before its chase."""
    settings = desk.settings[0]
    if state.decision == Decision.PARK:
        finder_odds(state, desk.hideouts, softness, desk.scores, desk.odds)
        expect(state, desk.odds, settings.odds_scale, way.worth)
        return
    winners = 0
    for seat in range(int(state.num_seats)):
        winners += is_first(state, seat)
    for seat in range(int(state.num_seats)):
        way.worth[seat] = (1.0 - settings.margin_share) / winners if is_first(state, seat) else 0.0
    add_worth(state, 0, 0, settings.margin_share, settings.margin_scale, way.worth)


@rule
def is_first(state, seat):
    """11.3 Whether nobody stands better than a seat."""
    for rival in range(int(state.num_seats)):
        if rival != seat and is_ahead(state, rival, seat):
            return False
    return True
