"""The race of the first moves: all are played from the same possible states, and those that fall behind drop out.

What a playout brings varies ten times as much as what moves differ by, but much of that is common to moves that are
played from the same state with the same dice. So they are compared state by state.
"""

import numpy as np

from agents.greedy import greedy_action
from agents.searching.chase_odds import weigh_hideouts
from agents.searching.playout import play_out
from agents.searching.tree import EDGES, clear_node, edge_of
from gangzzz_env.games.gangzzz.actions import NUM_ACTIONS, PASS, RAID
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


@rule
def start_race(known, mask, octets, seed, most, root, race, hunches, desk):
    """List up to `most` candidates of a decision as the root's edges, and clear the statistics."""
    digest = np.int64(seed)
    for octet in octets:
        digest = ((digest ^ np.int64(octet)) * 16777619) & 0x3FFFFFFFFF
    race.words[0] = digest & 0xFFFFFFFF
    race.words[1] = digest >> 8
    race.rounds = 0
    race.next = 0
    race.spent = 0
    race.room = 1
    clear_node(root, to_move(known))
    weigh_hideouts(known, desk.hideouts)
    vote(known, mask, hunches, race, desk)
    for _ in range(most):
        elect(root, race, len(hunches) - 1)
    race.left = root.count
    for edge in range(EDGES):
        race.runs[edge] = edge < root.count
        for other in range(EDGES):
            race.gap[edge, other] = 0.0
            race.gap2[edge, other] = 0.0


@rule
def vote(known, mask, hunches, race, desk):
    """Two votes for what the policy does with each of the weights, one for other moves where they are few.

    The policy's own move comes first. How to regroup it knows best.
    """
    count = 0
    for action in range(NUM_ACTIONS):
        race.votes[action] = 0
        count += int(mask[action])
    for which in range(len(hunches) if count > 1 else 1):
        action = greedy_action(known, mask, hunches[which], desk.looks[0], desk.chases[0], desk.sets[0])
        race.votes[action] += 2 if which > 0 else 2 * NUM_ACTIONS
    if known.decision == Decision.REGROUP:
        return
    for action in range(NUM_ACTIONS):
        if mask[action] == 1 and (count <= EDGES or is_always_tried(known.decision, action)):
            race.votes[action] += 1


@rule
def is_always_tried(decision, action):
    """Whether a move gets a vote though no weights may speak for it: all of trade, not to attack, and to raid."""
    if decision == Decision.ATTACK:
        return action == PASS
    return decision == Decision.TRADE or (decision == Decision.CHASE and action >= RAID)


@rule
def elect(root, race, variations):
    """Make the move with most votes, if any is left, an edge of the root; its prior is the variations' share."""
    best = 0
    for action in range(NUM_ACTIONS):
        if race.votes[action] > race.votes[best]:
            best = action
    if race.votes[best] > 0:
        race.prior[edge_of(root, best)] = race.votes[best] % (2 * NUM_ACTIONS) // 2 / variations
        race.votes[best] = 0


@entry
def run_race(views, masks, octets, which, seed, until, most, nodes, races, hunches, desk):
    """Play out until `until` playouts have been spent or a single move is left; returns the playouts spent so far.

    A race with no room in use starts anew. At first all but the `most` best moves drop out.

    Args:
        views: STATE_DTYPE[n], the one that decides is the `which`-th.
        masks: int8[n, 755].
        octets: uint8[n, bytes of a record], the views.
        which: row of views, masks and octets.
        seed: of what is unknown, together with the view.
        until: playouts.
        most: moves.
        nodes: NODE_DTYPE[m], the tree.
        races: RACE_DTYPE[1].
        hunches: WEIGHTS_DTYPE[k], the policy's weights and variations of them.
        desk: to write on.
    """
    race = races[0]
    random = np.empty(4, np.uint32)
    if race.room == 0:
        start_race(views[which], masks[which], octets[which], seed, most, nodes[0], race, hunches, desk)
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
        if race.runs[edge] == 1 and edge != leader:
            mean, error = lead(race, leader, edge)
            if mean + settings.tolerance > settings.behind * error:
                drop(race, edge)


@rule
def lead(race, edge, other):
    """By how much a move is ahead of another in the mean, and the standard error of that."""
    n = race.rounds
    mean = race.gap[edge, other] / n
    variance = race.gap2[edge, other] / n - mean * mean
    return mean, np.sqrt(max(variance, 0.0) / n)


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
    if race.runs[0] == 1 and race.rounds > 0:
        mean, error = lead(race, leader, 0)
        if mean <= settings[0].doubt * error:
            leader = 0
    return root.action[leader]
