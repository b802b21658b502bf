"""The tree: a node for each sequence of actions that has been played often, with what came of each move there.

A node is an information set of the seat that moves there: what is unknown differs from playout to playout, and its
statistics are those of all of them (Cowling, Powley and Whitehouse 2012). So a move counts how often it was allowed.
"""

import numpy as np

from gangzzz_env.games.gangzzz.tables import SEATS
from gangzzz_env.jit import rule

EDGES = 16  # moves of a node
MOST_DEPTH = 32  # nodes on the way of a playout
NODE_DTYPE = np.dtype(
    (
        np.record,
        [
            ("mover", np.int64),  # seat
            ("visits", np.int64),
            ("count", np.int64),  # moves listed
            ("action", np.int64, (EDGES,)),
            ("child", np.int64, (EDGES,)),  # node, -1 for none yet
            ("tried", np.int64, (EDGES,)),
            ("allowed", np.int64, (EDGES,)),  # visits in which the move was legal
            ("worth", np.float64, (EDGES,)),  # sum of what it brought the mover
        ],
    )
)
# The way of a playout through the tree, and what it brought each seat.
WAY_DTYPE = np.dtype(
    (
        np.record,
        [
            ("length", np.int64),
            ("node", np.int64, (MOST_DEPTH,)),
            ("edge", np.int64, (MOST_DEPTH,)),
            ("worth", np.float64, (SEATS,)),
        ],
    )
)


@rule
def clear_node(node, mover):
    """Make a node of the seat that moves there, without moves."""
    node.mover = mover
    node.visits = 0
    node.count = 0


@rule
def edge_of(node, action):
    """The edge of an action, which is added if there is room; -1 if there is none."""
    for edge in range(int(node.count)):
        if node.action[edge] == action:
            return edge
    edge = int(node.count)
    if edge == EDGES:
        return -1
    node.count += 1
    node.action[edge] = action
    node.child[edge] = -1
    node.tried[edge] = 0
    node.allowed[edge] = 0
    node.worth[edge] = 0.0
    return edge


@rule
def best_edge(node, mask, trusted, settings):
    """The legal edge with the highest upper bound (PUCT with counts of availability); `trusted` is the policy's."""
    best = trusted
    best_bound = -1.0
    mean = mean_worth(node)
    for edge in range(int(node.count)):
        if mask[node.action[edge]] == 0:
            continue
        node.allowed[edge] += 1
        tried = int(node.tried[edge])
        prior = settings.trust if edge == trusted else (1.0 - settings.trust) / EDGES
        worth = node.worth[edge] / tried if tried > 0 else mean
        bound = worth + settings.explore * prior * np.sqrt(node.allowed[edge] + 0.0) / (1.0 + tried)
        if bound > best_bound:
            best_bound = bound
            best = edge
    return best


@rule
def mean_worth(node):
    """What the moves of a node have brought its mover in the mean."""
    tried = 0
    worth = 0.0
    for edge in range(int(node.count)):
        tried += int(node.tried[edge])
        worth += node.worth[edge]
    return worth / tried if tried > 0 else 0.5


@rule
def take(way, place, edge):
    """Go on by an edge of a node."""
    way.node[way.length] = place
    way.edge[way.length] = edge
    way.length += 1


@rule
def enter_worth(nodes, way):
    """Enter what a playout brought into the nodes on its way."""
    for step in range(int(way.length)):
        node = nodes[way.node[step]]
        edge = int(way.edge[step])
        node.visits += 1
        node.tried[edge] += 1
        node.worth[edge] += way.worth[node.mover]
