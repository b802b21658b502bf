"""Random legal play through env() and raw_env() against PettingZoo's connect_four_v3.env(), in one run.

Every environment is asked as its users ask it, by `last()` and `step()`, and all choose with the same sampler. The
environments take turns, round by round, so that a busy machine is busy for all of them; the best round counts.
"""

import platform
import sys
import time
from collections.abc import Callable
from importlib.metadata import version

from pettingzoo.classic import connect_four_v3

from gangzzz_env import gangzzz_v0
from gangzzz_env.program import Parser, count
from gangzzz_env.sample import MaskSampler

BASELINE = "connect_four_v3.env()"
ENVIRONMENTS: dict[str, Callable] = {
    BASELINE: connect_four_v3.env,
    "gangzzz_v0.env()": gangzzz_v0.env,
    "gangzzz_v0.raw_env()": gangzzz_v0.raw_env,
}


def play(env, sampler: MaskSampler, seconds: float) -> float:
    """Decisions a second of random legal play, resets included, for so many seconds."""
    decisions, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        env.reset()
        decisions += play_game(env, sampler)
    return decisions / (time.perf_counter() - start)


def play_game(env, sampler: MaskSampler) -> int:
    """One game, closing turns included; returns the number of its decisions."""
    decisions = 0
    while env.agents:
        observation, _, termination, truncation, _ = env.last()
        if termination or truncation:
            env.step(None)
        else:
            env.step(sampler.sample(observation["action_mask"]))
            decisions += 1
    return decisions


def measure(rounds: int, seconds: float) -> dict[str, float]:
    """Decisions a second of each environment: its best round."""
    envs = {name: make() for name, make in ENVIRONMENTS.items()}
    samplers = {name: MaskSampler(0) for name in envs}
    for name, env in envs.items():
        env.reset(seed=0)
        play_game(env, samplers[name])
    best = dict.fromkeys(envs, 0.0)
    for _ in range(rounds):
        for name, env in envs.items():
            best[name] = max(best[name], play(env, samplers[name], seconds))
    return best


def machine() -> str:
    """What the figures were measured on."""
    packages = ", ".join(f"{name} {version(name)}" for name in ("numpy", "numba", "gymnasium", "pettingzoo"))
    return f"{platform.machine()} {platform.system()}, Python {platform.python_version()}, {packages}"


def main() -> None:
    """Measure and print."""
    parser = Parser(prog="aec_speed.py", description=__doc__)
    parser.add_argument("--rounds", type=count, default=5, metavar="N", help="rounds of each environment (default 5)")
    parser.add_argument("--seconds", type=count, default=2, metavar="S", help="seconds of a round (default 2)")
    arguments = parser.parse_args()
    best = measure(arguments.rounds, arguments.seconds)
    print(machine())
    for name, speed in best.items():
        print(f"{name:<24} {speed:>10,.0f} decisions/s  {speed / best[BASELINE]:>6.2f} times {BASELINE}")


if __name__ == "__main__":
    sys.exit(main())
