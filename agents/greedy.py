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
from gangzzz_env.jit import entry


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
        view, mask, look = views[k], masks[k], looks[0]
        seat = to_move(view)
        decision = view.decision
        if decision == Decision.PLACE_GANGSTER:
            actions[k] = choose_site(view, mask, weights[0], look, seat)
        elif decision == Decision.PLACE_MANAGER:
            actions[k] = choose_building(view, weights[0], look, seat)
        elif decision == Decision.TRADE:
            actions[k] = choose_trade(view, mask, weights[0], seat)
        elif decision == Decision.ANSWER:
            actions[k] = choose_answer(view)
        elif decision == Decision.ATTACK:
            actions[k] = choose_attack(view, mask, weights[0], look, seat)
        elif decision == Decision.ATTACKER_COMMITS or decision == Decision.DEFENDER_COMMITS:
            actions[k] = choose_commit(view, weights[0], look, seat)
        elif decision == Decision.REGROUP:
            actions[k] = choose_regrouping(view, look, sets[0], seat)
        elif decision == Decision.PARK:
            actions[k] = choose_parking(view, weights[0], chases[0], seat)
        else:
            actions[k] = choose_chase(view, weights[0], chases[0], seat)
