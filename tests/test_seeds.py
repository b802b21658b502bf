"""Case 5: a seed is a game, whatever else the process, the machine and the face do."""

import os
import random
import subprocess
import sys

import numpy as np
import pytest

from gangzzz_env.aec import GameEnv
from gangzzz_env.games import GAMES
from gangzzz_env.sample import MaskSampler
from tests.playing import digest_of_games, make, play, started


def test_5_reset_continues_and_a_seed_starts_anew(line_up):
    one, two = started(line_up, seed=7), started(line_up, seed=7)
    first = one.record.tobytes()
    play(one, MaskSampler(1))
    play(two, MaskSampler(1), 12)  # how a game was played does not move the one that follows
    seen = {first}
    for _ in range(5):
        one.reset(options={"unknown": 1})
        two.reset()
        assert one.record.tobytes() == two.record.tobytes()
        seen.add(one.record.tobytes())
    assert len(seen) == 6
    one.reset(seed=7)
    assert one.record.tobytes() == first
    assert make(line_up).reset() is None


def test_5_without_a_seed_games_differ(line_up):
    records = set()
    for _ in range(3):
        env = make(line_up)
        env.reset()
        records.add(env.record.tobytes())
    assert len(records) == 3


def test_5_global_generators_neither_matter_nor_move(line_up):
    hashes = set()
    for seed in (0, 1):
        random.seed(seed)
        np.random.seed(seed)  # noqa: NPY002
        before = random.getstate(), np.random.get_state()[1].tobytes()  # noqa: NPY002
        hashes.add(digest_of_games(make(line_up, reward="margin"), 11))
        assert (random.getstate(), np.random.get_state()[1].tobytes()) == before  # noqa: NPY002
    assert len(hashes) == 1


DIGEST_PROGRAM = """
from gangzzz_env.aec import GameEnv
from gangzzz_env.games import GAMES
from tests.playing import digest_of_games
for game in GAMES.values():
    for num_players in range(game.seats[0], game.seats[1] + 1):
        print(digest_of_games(GameEnv(game, num_players, None, "margin", None), 11))
"""


def digests_elsewhere(**environment):
    result = subprocess.run(
        [sys.executable, "-c", DIGEST_PROGRAM],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))} | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return result.stdout.split()


def test_5_processes_with_different_hash_seeds_play_the_same_games():
    here = [
        digest_of_games(GameEnv(game, num_players, None, "margin", None), 11)
        for game in GAMES.values()
        for num_players in range(game.seats[0], game.seats[1] + 1)
    ]
    assert digests_elsewhere(PYTHONHASHSEED="1") == digests_elsewhere(PYTHONHASHSEED="2") == here


@pytest.mark.slow
def test_5_uncompiled_plays_the_same_games():
    assert digests_elsewhere(NUMBA_DISABLE_JIT="1") == digests_elsewhere()
