"""Case 15: a long life of one process: memory stays flat, and no thread or process is left over."""

import gc
import mmap
import os
import time
from pathlib import Path

import numpy as np
import pytest

from gangzzz_env import gangzzz_v0
from gangzzz_env.sample import MaskSampler

MILLION, NUM_ENVS, CYCLES, WARM_CYCLES = 1_000_000, 512, 20, 5
MEGABYTE = 2**20
PROCESS = Path("/proc/self")

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not PROCESS.exists(), reason="reads /proc")]


def memory() -> int:
    """Bytes of this process that are in memory."""
    gc.collect()
    return int((PROCESS / "statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")


def threads() -> int:
    """Threads of this process; one that has ended is listed for a moment longer."""
    time.sleep(0.2)
    return len(list((PROCESS / "task").iterdir()))


def children() -> str:
    """The processes that this one has started and that have not ended."""
    return "".join((task / "children").read_text() for task in (PROCESS / "task").iterdir())


def test_the_numbers_are_those_of_this_process():
    before = memory()
    with mmap.mmap(-1, 32 * MEGABYTE) as pages:  # not NumPy's, which may take memory that this process has freed
        pages.write(bytes([1]) * (32 * MEGABYTE))
        pages_in_memory = memory() - before
    assert pages_in_memory > 24 * MEGABYTE
    assert memory() - before < 8 * MEGABYTE
    games, before = gangzzz_v0.make_vec(256, threads=3, seed=0), threads()
    games.reset()
    assert threads() > before
    games.close()
    assert threads() == before


def play_on(games, sampler, masks, steps: int) -> np.ndarray:
    """So many steps of random play in a batch; the masks they lead to."""
    for _ in range(steps):
        masks = games.step(sampler.sample_batch(masks))[0]["action_mask"]
    return masks


def test_15_a_million_steps_of_a_batch_leave_nothing():
    before_threads, before_children = threads(), children()
    games, sampler = gangzzz_v0.make_vec(NUM_ENVS, 3, seed=0, threads=2), MaskSampler(0)
    masks = play_on(games, sampler, games.reset()[0]["action_mask"], 200)
    before = memory()
    play_on(games, sampler, masks, MILLION // NUM_ENVS + 1)
    assert memory() - before < 4 * MEGABYTE
    games.close()
    assert (threads(), children()) == (before_threads, before_children)


def test_15_a_hundred_thousand_steps_and_copies_of_one_game_leave_nothing():
    env, sampler = gangzzz_v0.env(2), MaskSampler(0)
    before = 0
    for number in range(1_300):
        env.reset(seed=number)
        while not any(env.terminations.values()):
            env.step(sampler.sample(env.observe(env.agent_selection)["action_mask"]))
        env = type(env).from_bytes(env.to_bytes())
        assert env.record["decisions"][0] > 0
        if number == 200:
            before = memory()
    assert memory() - before < 4 * MEGABYTE


def train_and_evaluate(cycle: int) -> None:
    """A cycle as a user's script has it: a new batch, a new model, a tournament, and nothing kept."""
    from sb3_contrib import MaskablePPO

    from agents import AGENTS
    from gangzzz_env.analysis.play import play_lineup
    from gangzzz_env.games import GAMES

    games = gangzzz_v0.make_sb3(16, opponents=["greedy", "random"], seed=cycle)
    MaskablePPO("MlpPolicy", games, n_steps=16, batch_size=128, n_epochs=1, device="cpu").learn(512)
    games.close()
    agents = {name: AGENTS[name](cycle) for name in ("greedy", "random")}
    played = play_lineup(GAMES["gangzzz_v0"], ("greedy", "random"), agents, range(10))
    assert played.is_finished.all()


def test_15_twenty_cycles_of_training_and_evaluation_leave_nothing():
    pytest.importorskip("sb3_contrib")
    sizes, counts = [], []
    for cycle in range(CYCLES):
        train_and_evaluate(cycle)
        sizes.append(memory())
        counts.append((threads(), children()))
    assert set(counts[WARM_CYCLES:]) == {counts[WARM_CYCLES]}
    growth = np.polyfit(range(CYCLES - WARM_CYCLES), sizes[WARM_CYCLES:], 1)[0]
    assert growth < MEGABYTE, f"{growth / MEGABYTE:.2f} MiB a cycle: {sizes}"
