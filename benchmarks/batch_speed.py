"""Random legal play in the batch: decisions a second in one thread and in all, with every observation and mask made."""

import os
import sys
import time

from aec_speed import machine

from gangzzz_env import gangzzz_v0
from gangzzz_env.program import Parser, count
from gangzzz_env.sample import MaskSampler


def play(num_envs: int, num_players: int, threads: int, seconds: float) -> float:
    """Decisions a second of random legal play in a batch, automatic resets included."""
    games, sampler = gangzzz_v0.make_vec(num_envs, num_players, seed=0, threads=threads), MaskSampler(0)
    observations, _ = games.reset(seed=0)
    observations = games.step(sampler.sample_batch(observations["action_mask"]))[0]
    steps, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        observations = games.step(sampler.sample_batch(observations["action_mask"]))[0]
        steps += 1
    speed = steps * num_envs / (time.perf_counter() - start)
    games.close()
    return speed


def main() -> None:
    """Measure and print."""
    parser = Parser(prog="batch_speed.py", description=__doc__)
    parser.add_argument("--num-envs", type=count, default=512, metavar="N", help="games of the batch (default 512)")
    parser.add_argument("--num-players", type=count, default=2, metavar="N", help="players of a game (default 2)")
    parser.add_argument("--rounds", type=count, default=3, metavar="N", help="rounds, of which the best counts")
    parser.add_argument("--seconds", type=count, default=3, metavar="S", help="seconds of a round (default 3)")
    arguments = parser.parse_args()
    print(machine())
    for threads in sorted({1, os.cpu_count()}):
        speeds = [
            play(arguments.num_envs, arguments.num_players, threads, arguments.seconds) for _ in range(arguments.rounds)
        ]
        each = max(speeds) / threads
        print(f"{threads} threads: {max(speeds):>12,.0f} decisions/s, {each:>12,.0f} per core")


if __name__ == "__main__":
    sys.exit(main())
