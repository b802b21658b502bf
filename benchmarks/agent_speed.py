"""Microseconds of processor time that each agent takes for a decision, by its kind, beside a step of the environment.

Each agent plays a batch of games against itself. Then the same decisions are asked of it again, kind by kind, and the
same actions are played again in the batch, in one thread with view, mask and observation. Agents and environment take
turns, round by round, so that a busy machine is busy for all of them; the best round counts.
"""

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from aec_speed import machine

from agents import AGENTS, make_agent
from gangzzz_env import gangzzz_v0
from gangzzz_env.games.gangzzz.state import DECISION_NAMES
from gangzzz_env.program import Parser, count


@dataclass
class Played:
    """What an agent was asked and did: views and masks a row a decision, actions int64[steps, games]."""

    games: object
    views: np.ndarray
    masks: np.ndarray
    actions: np.ndarray


def play(agent, num_envs: int, num_players: int, steps: int) -> Played:
    """Let an agent play a batch of games against itself, for so many decisions of each game."""
    games = gangzzz_v0.make_vec(num_envs, num_players, threads=1)
    games.reset(seed=0)
    views, masks, actions = [], [], []
    for _ in range(steps):
        views.append(games.views.copy())
        masks.append(games.masks.copy())
        actions.append(agent.act(games.views, games.masks).copy())
        games.step(actions[-1])
    return Played(games, np.concatenate(views), np.concatenate(masks), np.array(actions))


def again(played: Played) -> Callable[[], None]:
    """Plays the same actions in the same games."""

    def steps() -> None:
        for actions in played.actions:
            played.games.step(actions)

    return steps


def by_kind(agent, played: Played) -> dict[str, tuple[int, Callable[[], None]]]:
    """For each kind of decision how many there were, and what asks for them again."""
    kinds = {}
    for kind, name in enumerate(DECISION_NAMES):
        rows = np.flatnonzero(played.views["decision"] == kind)
        if len(rows) > 0:
            views, masks = played.views[rows], played.masks[rows]
            kinds[name] = len(rows), lambda views=views, masks=masks: agent.act(views, masks)
    return kinds


def spent(work: Callable[[], None]) -> float:
    """Microseconds of processor time."""
    start = time.process_time()
    work()
    return 1e6 * (time.process_time() - start)


def measure(name: str, num_envs: int, num_players: int, steps: int, rounds: int) -> None:
    """Measure an agent and print a line for each kind of decision, and one for all."""
    agent = make_agent(name)
    played = play(agent, num_envs, num_players, steps)
    kinds, step = by_kind(agent, played), again(played)
    best, environment = dict.fromkeys(kinds, np.inf), np.inf
    for _ in range(rounds):
        played.games.reset(seed=0)
        environment = min(environment, spent(step))
        for kind, (_, ask) in kinds.items():
            best[kind] = min(best[kind], spent(ask))
    decisions = len(played.views)
    environment /= decisions
    for kind, (asked, _) in kinds.items():
        print(f"{name:<12} {kind:<18} {best[kind] / asked:>7.2f} microseconds, {asked / decisions:>6.1%} of decisions")
    mean = sum(best.values()) / decisions
    times = f"{mean / environment:.2f} times the environment's {environment:.2f}"
    print(f"{name:<12} {'all':<18} {mean:>7.2f} microseconds, {times}")


def main() -> None:
    """Measure and print."""
    parser = Parser(prog="agent_speed.py", description=__doc__)
    parser.add_argument("--num-envs", type=count, default=128, metavar="N", help="games of the batch (default 128)")
    parser.add_argument("--num-players", type=count, default=2, metavar="N", help="players of a game (default 2)")
    parser.add_argument("--steps", type=count, default=250, metavar="N", help="decisions of each game (default 250)")
    parser.add_argument("--rounds", type=count, default=5, metavar="N", help="rounds, of which the best counts")
    arguments = parser.parse_args()
    try:
        num_players = gangzzz_v0.GAME.read_num_players(arguments.num_players)
    except (TypeError, ValueError) as error:
        parser.error(str(error))
    print(machine())
    for name in AGENTS:
        measure(name, arguments.num_envs, num_players, arguments.steps, arguments.rounds)


if __name__ == "__main__":
    sys.exit(main())
