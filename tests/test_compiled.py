"""Compiled and uncompiled give the same games: one hash over all that is written for every decision."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from gangzzz_env.games import GAMES
from gangzzz_env.jit import COMPILED
from tests.many_games import at_random, changed_rules

ROOT = Path(__file__).resolve().parent.parent
ONE = np.zeros(1, np.int64)


def digest_of_game(game, num_players: int, seed: int, apart: int = 5) -> str:
    """Play a random game (odd seeds: other rules) and hash all that is written; observe and fill now and then."""
    states, views, filled = (np.zeros(1, game.state_dtype) for _ in range(3))
    masks, observations = np.zeros((1, game.num_actions), np.int8), np.zeros((1, game.observation_size), np.int8)
    movers, rewards, over = np.zeros(1, np.int64), np.zeros((1, 4)), np.zeros(1, bool)
    rules = (changed_rules(game, seed) if seed % 2 else game.read_rules(None)).record()
    game.setup(states, ONE, 0, 1, np.array([num_players]), rules, np.full((1, 4), seed, np.uint32))
    choose, fillings, digest = at_random(seed), np.full((1, 4), seed, np.uint32), hashlib.sha256()
    while not over[0]:
        game.see(states, ONE, 0, 1, views, masks, movers)
        if states["decisions"][0] % apart == 0:
            game.observe(views, 0, 1, observations)
            game.fill(views, 0, 1, fillings, filled)
        for part in (states, views, masks, movers, observations, filled):
            digest.update(part.tobytes())
        game.apply(states, ONE, 0, 1, choose(masks), seed % 3, rewards, over)
        digest.update(rewards.tobytes())
    return digest.hexdigest()


def digests(seeds: range) -> list[str]:
    """One line for each game, number of players and seed."""
    return [
        f"{game.name} {num_players} {seed} {digest_of_game(game, num_players, seed)}"
        for game in GAMES.values()
        for num_players in range(game.seats[0], game.seats[1] + 1)
        for seed in seeds
    ]


def uncompiled_digests(seeds: range) -> list[str]:
    """The same in a process that compiles nothing."""
    program = f"from tests.test_compiled import digests; print(*digests({seeds!r}), sep='\\n')"
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)}
    run = subprocess.run(
        [sys.executable, "-c", program], env=environment, cwd=ROOT, capture_output=True, text=True, check=True
    )
    return run.stdout.split("\n")[:-1]


@pytest.mark.skipif(not COMPILED, reason="compares with compiled games")
def test_compiled_and_uncompiled_give_the_same_games():
    assert digests(range(1, 2)) == uncompiled_digests(range(1, 2))


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="compares with compiled games")
def test_compiled_and_uncompiled_give_the_same_games_of_many_seeds():
    assert digests(range(2, 14)) == uncompiled_digests(range(2, 14))


def test_the_hash_differs_between_games():
    lines = [line.split()[-1] for line in digests(range(2))]
    assert len(set(lines)) == len(lines)
