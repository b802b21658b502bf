"""What each minigame is worth: greedy against greedy that plays this one at random, and greedy's decisions a second."""

import sys
import time

import numpy as np
from aec_speed import machine

from agents.greedy import Greedy
from gangzzz_env.analysis.play import paired_seeds, play_lineup
from gangzzz_env.analysis.statistics import wilson
from gangzzz_env.games.gangzzz import GAME
from gangzzz_env.games.gangzzz.state import Decision
from gangzzz_env.program import Parser, count, seed
from gangzzz_env.sample import MaskSampler

MINIGAMES = {
    "Divide and Rule": (Decision.PLACE_GANGSTER,),
    "Influential Gentlemen": (Decision.PLACE_MANAGER,),
    "An Offer You Can't Refuse": (Decision.TRADE, Decision.ANSWER),
    "Fair Fight": (Decision.ATTACK, Decision.ATTACKER_COMMITS, Decision.DEFENDER_COMMITS),
    "Inventory": (Decision.REGROUP,),
    "Full Throttle": (Decision.PARK, Decision.CHASE),
}


class Careless:
    """Greedy, but random in some kinds of decision."""

    def __init__(self, decisions: tuple[Decision, ...], seed: int):
        self.decisions, self.greedy, self.sampler = decisions, Greedy(), MaskSampler(seed)

    def act(self, views: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Actions int64[n] for views STATE_DTYPE[n] with masks int8[n, 755]."""
        actions = self.greedy.act(views, masks)
        careless = np.isin(views["decision"], self.decisions)
        if careless.any():
            actions[careless] = self.sampler.sample_batch(masks[careless])
        return actions


class Timed:
    """Another agent, with the seconds that it takes and the decisions it makes."""

    def __init__(self, agent):
        self.agent, self.seconds, self.decisions = agent, 0.0, 0

    def act(self, views: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """What the other agent does."""
        start = time.perf_counter()
        actions = self.agent.act(views, masks)
        self.seconds += time.perf_counter() - start
        self.decisions += len(views)
        return actions


def win_rate(agent, opponent, seeds: np.ndarray, num_players: int) -> tuple[float, int]:
    """The share of victories of one agent among copies of another, and the number of games."""
    lineup = ("one",) + ("other",) * (num_players - 1)
    games = play_lineup(GAME, lineup, {"one": agent, "other": opponent}, seeds)
    shares = [games.share[k, (num_players - games.rotation[k]) % num_players] for k in range(len(games.share))]
    return float(np.mean(shares)), len(shares)


def main() -> None:
    """Measure and print."""
    parser = Parser(prog="minigame_worth.py", description=__doc__)
    parser.add_argument("--games", type=count, default=4000, metavar="N", help="games of each minigame (default 4000)")
    parser.add_argument("--num-players", type=count, default=2, metavar="N", help="players of a game (default 2)")
    parser.add_argument("--seed", type=seed, default=0, metavar="N", help="seed of deals and random play (default 0)")
    arguments = parser.parse_args()
    try:
        num_players = GAME.read_num_players(arguments.num_players)
    except (TypeError, ValueError) as error:
        parser.error(str(error))
    print(machine())
    seeds = paired_seeds(arguments.seed, arguments.games, num_players)
    win_rate(Greedy(), Greedy(), seeds[:1], num_players)
    greedy = Timed(Greedy())
    for minigame, decisions in MINIGAMES.items():
        rate, games = win_rate(greedy, Careless(decisions, arguments.seed), seeds, num_players)
        low, high = wilson(rate * games, games)
        print(f"{minigame:26} greedy wins {rate:6.1%} of {games} games ({low:.1%} to {high:.1%})")
    print(f"greedy alone: {greedy.decisions / greedy.seconds:,.0f} decisions/s")


if __name__ == "__main__":
    sys.exit(main())
