"""Greedy: in every minigame the action that looks best at once, by the judgment of what things are worth."""

import numpy as np

from agents.judgment.bargains import choose_answer, choose_trade
from agents.judgment.crews import choose_building
from agents.judgment.fights import choose_attack, choose_commit
from agents.judgment.glance import GLANCE_DTYPE
from agents.judgment.hideout import CHASE_DTYPE, choose_chase, choose_parking
from agents.judgment.sets import SETS_DTYPE, choose_regrouping
from agents.judgment.sites import choose_site
from agents.judgment.weights import weights
from gangzzz_env.games.gangzzz.flow import to_move
from gangzzz_env.games.gangzzz.state import Decision
from gangzzz_env.jit import entry, rule


class Greedy:
    """A sensible player of every minigame, deterministic, who reads only the view.

    Args:
        seed: not used; all constructors of agents take one.
        **changes: other weights than those of `judgment.weights.WEIGHTS`.
    """

    def __init__(self, seed: int = 0, **changes: float):
        self.weights = weights(**changes)

    def act(self, views: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Actions int64[n] for the seats to move in views STATE_DTYPE[n] with masks int8[n, 755]."""
        chosen = np.empty(len(views), np.int64)
        greedy_actions(views, masks, 0, len(views), self.weights, chosen)
        return chosen


@entry
def greedy_actions(views, masks, low, high, weights, actions):
    """Write the action for each view in [low, high), weights WEIGHTS_DTYPE[1]."""
    looks = np.zeros(1, GLANCE_DTYPE)
    chases = np.zeros(1, CHASE_DTYPE)
    sets = np.zeros(1, SETS_DTYPE)
    for k in range(low, high):
        actions[k] = greedy_action(views[k], masks[k], weights[0], looks[0], chases[0], sets[0])


@rule
def greedy_action(view, mask, weights, look, chase, sets):
    """The action for a view, of those that the mask int8[755] allows, which may be fewer than the rules allow."""
    action = best_action(view, mask, weights, look, chase, sets)
    if mask[action] == 0:
        action = 0
        while mask[action] == 0:
            action += 1
    return action


@rule
def best_action(view, mask, weights, look, chase, sets):
    """The action that looks best; one that the mask does not allow if it allows none that looks good."""
    seat = to_move(view)
    decision = view.decision
    if decision == Decision.PLACE_GANGSTER:
        return choose_site(view, mask, weights, look, seat)
    if decision == Decision.PLACE_MANAGER:
        return choose_building(view, mask, weights, look, seat)
    if decision == Decision.TRADE:
        return choose_trade(view, mask, weights, seat)
    if decision == Decision.ANSWER:
        return choose_answer(view)
    if decision == Decision.ATTACK:
        return choose_attack(view, mask, weights, look, seat)
    if decision == Decision.ATTACKER_COMMITS or decision == Decision.DEFENDER_COMMITS:
        return choose_commit(view, mask, weights, look, seat)
    if decision == Decision.REGROUP:
        return choose_regrouping(view, mask, look, sets, seat)
    if decision == Decision.PARK:
        return choose_parking(view, mask, weights, chase, seat)
    return choose_chase(view, mask, weights, chase, seat)
