"""A playout: from a possible state of the view, through the tree, and on to the end by the scripted policy."""

from typing import NamedTuple

import numpy as np

from agents.greedy import greedy_action
from agents.judgment.glance import GLANCE_DTYPE
from agents.judgment.hideout import CHASE_DTYPE
from agents.searching.tree import MOST_DEPTH, WAY_DTYPE, best_edge, clear_node, edge_of, enter_worth, take
from gangzzz_env.games.gangzzz.actions import NUM_ACTIONS
from gangzzz_env.games.gangzzz.flow import apply, legal, to_move
from gangzzz_env.games.gangzzz.score import is_ahead
from gangzzz_env.games.gangzzz.state import STATE_DTYPE, Decision
from gangzzz_env.games.gangzzz.view import fill, view
from gangzzz_env.jit import rule

GROWS_AT = 8  # playouts of a move before it gets a node
WIDENS_AT = 40  # visits of a node for each move beside the policy's
MARGIN_SHARE = 0.5  # of the worth of an outcome; the rest is the victory
MARGIN_SCALE = 30.0  # dollars ahead that make a victory likely


class Desk(NamedTuple):
    """What playouts write on: arrays of one record, but for the mask int8[755]."""

    looks: np.ndarray
    chases: np.ndarray
    states: np.ndarray  # as it is played
    seen: np.ndarray  # by the seat to move
    mask: np.ndarray
    ways: np.ndarray


def new_desk() -> Desk:
    """An empty desk."""
    dtypes = (GLANCE_DTYPE, CHASE_DTYPE, STATE_DTYPE, STATE_DTYPE)
    records = [np.zeros(1, dtype) for dtype in dtypes]
    return Desk(*records, np.zeros(NUM_ACTIONS, np.int8), np.zeros(1, WAY_DTYPE))


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
    while edge >= 0:
        node = nodes[place]
        take(way, place, edge)
        apply(state, int(node.action[edge]))
        place = int(node.child[edge])
        if place < 0 and node.tried[edge] >= GROWS_AT and room < len(nodes) and to_move(state) >= 0:
            node.child[edge] = room
            clear_node(nodes[room], to_move(state))
            place = np.int64(room)
            room += 1
        if place < 0 or to_move(state) != nodes[place].mover or way.length == MOST_DEPTH:
            break
        edge = choose_edge(nodes[place], hunches, desk)
    roll_out(hunches, desk)
    judge(state, way)
    enter_worth(nodes, way)
    return room


@rule
def choose_edge(node, hunches, desk):
    """The move to try at a node, of the policy's and, with more visits, more of its variations; -1 if none is legal."""
    trusted = edge_of(node, policy_move(hunches, 0, desk))
    if node.count < 1 + int(node.visits) // WIDENS_AT:
        edge_of(node, policy_move(hunches, int(node.visits) % len(hunches), desk))
    legal(desk.seen[0], desk.mask)
    return best_edge(node, desk.mask, trusted)


@rule
def policy_move(hunches, which, desk):
    """What the policy does in the state on the desk, with the weights of this row."""
    state = desk.states[0]
    view(state, to_move(state), desk.seen)
    if uses_mask(state.decision):
        legal(desk.seen[0], desk.mask)
    return greedy_action(desk.seen[0], desk.mask, hunches[which], desk.looks[0], desk.chases[0])


@rule
def uses_mask(decision):
    """Whether the policy looks at the mask."""
    return decision == Decision.PLACE_GANGSTER or decision == Decision.TRADE or decision == Decision.ATTACK


@rule
def roll_out(hunches, desk):
    """Play the state on the desk to its end by the policy."""
    state = desk.states[0]
    while to_move(state) >= 0:
        apply(state, policy_move(hunches, 0, desk))


@rule
def judge(state, way):
    """What the end of a game is worth to each seat, 0-1: its share of the victory, and how far it is ahead."""
    num_seats = int(state.num_seats)
    winners = 0
    for seat in range(num_seats):
        winners += is_first(state, seat)
    for seat in range(num_seats):
        lead = 1e9
        for rival in range(num_seats):
            if rival != seat:
                lead = min(lead, float(int(state.money[seat]) - int(state.money[rival])))
        way.worth[seat] = MARGIN_SHARE / (1.0 + np.exp(-lead / MARGIN_SCALE))
        if is_first(state, seat):
            way.worth[seat] += (1.0 - MARGIN_SHARE) / winners


@rule
def is_first(state, seat):
    """11.3 Whether nobody stands better than a seat."""
    for rival in range(int(state.num_seats)):
        if rival != seat and is_ahead(state, rival, seat):
            return False
    return True
