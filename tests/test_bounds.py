"""No index is out of bounds, which compiled code does not notice by itself: games with numba's checks on."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from gangzzz_env.jit import COMPILED

ROOT = Path(__file__).resolve().parent.parent
TESTS = (
    "tests/test_bounds.py",
    "tests/test_invariants.py",
    "tests/test_hidden.py",
    "tests/gangzzz/test_conservation.py",
    "tests/gangzzz/test_fill.py",
    "tests/agents",
)
IS_CHECKED = os.environ.get("NUMBA_BOUNDSCHECK") == "1"


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="plain Python checks by itself")
def test_whole_games_index_within_bounds(tmp_path):
    answer = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", *TESTS],
        cwd=ROOT,
        # Code compiled with checks is kept apart: the ordinary cache would answer with code that has none.
        env={**os.environ, "NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": str(tmp_path), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=1800,
    )
    assert answer.returncode == 0, answer.stdout + answer.stderr


@pytest.mark.skipif(not IS_CHECKED, reason="of the process with the checks")
def test_the_checks_are_on(line_up):
    game, _ = line_up
    with pytest.raises(IndexError):
        game.to_move(np.zeros(1, game.state_dtype), 0, 2, np.zeros(2, np.int64))
