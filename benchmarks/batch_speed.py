"""Random legal play in the batch against PettingZoo's connect_four_v3.env(), in one run, automatic resets included.

The kinds of play take turns, round by round, so that a busy machine is busy for all of them; the best round counts.
"""

import os
import sys
import time
from collections.abc import Callable

from aec_speed import BASELINE, machine, play_game
from pettingzoo.classic import connect_four_v3

from gangzzz_env import gangzzz_v0
from gangzzz_env.program import Parser, count
from gangzzz_env.sample import MaskSampler


def connect_four() -> Callable[[], int]:
    """Plays a game of connect four; returns the number of its decisions."""
    env, sampler = connect_four_v3.env(), MaskSampler(0)

    def play() -> int:
        env.reset()
        return play_game(env, sampler)

    return play


def batch(num_envs: int, num_players: int, **settings) -> Callable[[], int]:
    """Plays a decision in every game of a batch; returns how many."""
    games = gangzzz_v0.make_vec(num_envs, num_players, seed=0, **settings)
    games.reset()

    def play() -> int:
        games.step(games.sample_actions())
        return num_envs

    return play


def copies(num_envs: int, num_players: int) -> Callable[[], int]:
    """Copies every game of a batch; returns how many."""
    games = gangzzz_v0.make_vec(num_envs, num_players, seed=0, threads=1)
    games.reset()

    def copy() -> int:
        return len(games.get_states())

    return copy


def per_second(play: Callable[[], int], seconds: float) -> float:
    """How many of what `play` counts are done in a second."""
    done, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        done += play()
    return done / (time.perf_counter() - start)


def main() -> None:
    """Measure and print."""
    parser = Parser(prog="batch_speed.py", description=__doc__)
    parser.add_argument("--num-envs", type=count, default=256, metavar="N", help="games of the batch (default 256)")
    parser.add_argument("--num-players", type=count, default=2, metavar="N", help="players of a game (default 2)")
    parser.add_argument("--rounds", type=count, default=5, metavar="N", help="rounds, of which the best counts")
    parser.add_argument("--seconds", type=count, default=1, metavar="S", help="seconds of a round (default 1)")
    arguments = parser.parse_args()
    games = arguments.num_envs, arguments.num_players
    threads = os.cpu_count()
    kinds = {
        BASELINE: connect_four(),
        "view, mask and observation, 1 thread": batch(*games, threads=1),
        f"the same, {threads} threads": batch(*games, threads=threads),
        "mask only, 1 thread": batch(*games, threads=1, observe=False),
        f"mask only, {threads} threads": batch(*games, threads=threads, observe=False),
    }
    copy, copied = copies(*games), 0.0
    best = dict.fromkeys(kinds, 0.0)
    for _ in range(arguments.rounds):
        for name, play in kinds.items():
            best[name] = max(best[name], per_second(play, arguments.seconds))
        copied = max(copied, per_second(copy, arguments.seconds))
    print(machine())
    for name, speed in best.items():
        print(f"{name:<38} {speed:>11,.0f} decisions/s  {speed / best[BASELINE]:>6.1f} times {BASELINE}")
    print(
        f"a copy of a game takes {1e6 / copied:.2f} microseconds, a record {gangzzz_v0.GAME.state_dtype.itemsize} bytes"
    )


if __name__ == "__main__":
    sys.exit(main())
