"""The race of the first moves: all are played from the same possible states, and those that fall behind drop out.

What a playout brings varies ten times as much as what moves differ by, but much of that is common to moves that are
played from the same state with the same dice. So they are compared state by state.
"""

import numpy as np

from agents.greedy import greedy_action
from agents.searching.chase_odds import weigh_hideouts
from agents.searching.playout import play_out
from agents.searching.tree import EDGES, clear_node, edge_of
from gangzzz_env.games.gangzzz.actions import NUM_ACTIONS, PASS
from gangzzz_env.games.gangzzz.flow import to_move
from gangzzz_env.games.gangzzz.state import Decision
from gangzzz_env.jit import entry, rule
from gangzzz_env.rng import seed_stream

RACE_DTYPE = np.dtype(
    (
        np.record,
        [
            ("words", np.int64, (2,)),  # the seed of the decision
            ("rounds", np.int64),  # states from which all that are left have been played
            ("next", np.int64),  # edge
            ("spent", np.int64),  # playouts
            ("left", np.int64),  # moves still in the race
            ("room", np.int64),  # nodes in use
            ("votes", np.int64, (NUM_ACTIONS,)),  # for candidates
            ("prior", np.float64, (EDGES,)),
            ("runs", np.int64, (EDGES,)),  # whether a move is still in the race
            ("now", np.float64, (EDGES,)),  # what each has brought from the present state
            ("gap", np.float64, (EDGES, EDGES)),  # sums, over states, of how much more a move brought than another
            ("gap2", np.float64, (EDGES, EDGES)),  # and of its squares
        ],
    )
)


@entry
def start_race(views, masks, which, octets, seed, most, nodes, races, hunches, desk):
    """List up to `most` candidates of a decision as the root's edges, and clear the statistics."""
    race, known, mask = races[0], views[which], masks[which]
    digest = np.int64(seed)
    for octet in octets[which]:
        digest = ((digest ^ np.int64(octet)) * 16777619) & 0x3FFFFFFFFF
    race.words[0] = digest & 0xFFFFFFFF
    race.words[1] = digest >> 8
    race.rounds = 0
    race.next = 0
    race.spent = 0
    race.room = 1
    clear_node(nodes[0], to_move(known))
    weigh_hideouts(known, desk.hideouts)
    vote(known, mask, hunches, race, desk)
    for _ in range(most):
        elect(nodes[0], race)
    race.left = nodes[0].count
    for edge in range(EDGES):
        race.runs[edge] = edge < nodes[0].count
        for other in range(EDGES):
            race.gap[edge, other] = 0.0
            race.gap2[edge, other] = 0.0


@rule
def vote(known, mask, hunches, race, desk):
    """Two votes for what the policy does with each of the weights, one for other moves where they are few or in trade.

    The policy's own move comes first. How to regroup it knows best.
    """
    count = 0
    for action in range(NUM_ACTIONS):
        race.votes[action] = 0
        count += mask[action]
    for which in range(len(hunches)):
        action = greedy_action(known, mask, hunches[which], desk.looks[0], desk.chases[0])
        race.votes[action] += 2 if which > 0 else 2 * NUM_ACTIONS
    decision = known.decision
    if decision == Decision.REGROUP:
        return
    for action in range(NUM_ACTIONS):
        few = count <= EDGES or decision == Decision.TRADE or (decision == Decision.ATTACK and action == PASS)
        if few and mask[action] == 1:
            race.votes[action] += 1


@rule
def elect(root, race):
    """Make the move with most votes, if any is left, an edge of the root."""
    best = 0
    for action in range(NUM_ACTIONS):
        if race.votes[action] > race.votes[best]:
            best = action
    if race.votes[best] > 0:
        race.prior[edge_of(root, best)] = race.votes[best] % (2 * NUM_ACTIONS)
        race.votes[best] = 0


@entry
def run_race(views, which, until, most, nodes, races, hunches, desk):
    """Play out until `until` playouts have been spent, or a single move is left; at first drop all but the `most` best.

    Returns the playouts spent so far.
    """
    race = races[0]
    random = np.empty(4, np.uint32)
    while race.left > most:
        drop(race, worst(nodes[0], race))
    while race.spent < until and race.left > 1:
        edge = int(race.next)
        if race.runs[edge] == 1:
            seed_stream(random, race.words[0], race.words[1], race.rounds)
            race.room = play_out(views[which], random, nodes, race.room, edge, hunches, desk)
            race.now[edge] = desk.ways[0].worth[nodes[0].mover]
            race.spent += 1
        race.next += 1
        if race.next == nodes[0].count:
            end_round(nodes[0], race, desk.settings[0])
    return int(race.spent)


@rule
def end_round(root, race, settings):
    """Compare what the moves have brought from one state, and let those drop out that are clearly behind."""
    race.next = 0
    race.rounds += 1
    for edge in range(int(root.count)):
        for other in range(int(root.count)):
            if race.runs[edge] == 1 and race.runs[other] == 1:
                gap = race.now[edge] - race.now[other]
                race.gap[edge, other] += gap
                race.gap2[edge, other] += gap * gap
    if race.rounds < settings.least_rounds:
        return
    leader = best(root, race)
    for edge in range(int(root.count)):
        if race.runs[edge] == 1 and edge != leader and lead(race, leader, edge) > settings.behind:
            drop(race, edge)


@rule
def lead(race, edge, other):
    """How far a move is ahead of another, in standard errors."""
    n = race.rounds
    mean = race.gap[edge, other] / n
    variance = (race.gap2[edge, other] / n - mean * mean) / n
    return mean / np.sqrt(variance + 1e-9)


@rule
def drop(race, edge):
    """A move drops out."""
    race.runs[edge] = 0
    race.left -= 1


@rule
def best(root, race):
    """The move in the race that has brought most."""
    leader = -1
    for edge in range(int(root.count)):
        if race.runs[edge] == 1 and (leader < 0 or race.gap[edge, leader] > 0.0):
            leader = edge
    return leader


@rule
def worst(root, race):
    """The move in the race that has brought least; the later one if they have brought the same."""
    last = -1
    for edge in range(int(root.count)):
        if race.runs[edge] == 1 and (last < 0 or race.gap[edge, last] <= 0.0):
            last = edge
    return last


@entry
def choose(nodes, races, settings):
    """The action that has brought most; the policy's own, unless another one is clearly ahead of it."""
    root, race = nodes[0], races[0]
    leader = best(root, race)
    if race.runs[0] == 1 and race.rounds > 0 and lead(race, leader, 0) < settings[0].doubt:
        leader = 0
    return root.action[leader]
