"""Compiled and uncompiled give the same games: one hash over all that is written for every decision."""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest

from gangzzz_env.games import GAMES
from gangzzz_env.jit import COMPILED, KEPT_FOLDERS, cache_folder, sources
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


def test_a_call_keeps_no_reference_to_an_array_and_drops_none():
    """An array whose references are miscounted is thrown away while it is in use, and read as anything."""
    for game in GAMES.values():
        states, views, filled = (np.zeros(1, game.state_dtype) for _ in range(3))
        masks, observations = np.zeros((1, game.num_actions), np.int8), np.zeros((1, game.observation_size), np.int8)
        movers, rewards, over = np.zeros(1, np.int64), np.zeros((1, 4)), np.zeros(1, bool)
        players, rules, words = np.array([2]), game.read_rules(None).record(), np.ones((1, 4), np.uint32)
        standings, actions = np.zeros((1, 4, 2), np.int64), np.zeros(1, np.int64)
        arrays = (states, views, filled, masks, observations, movers, rewards, over, players, rules, words, standings)
        before = [sys.getrefcount(array) for array in arrays]
        choose = at_random(3)
        for _ in range(100):
            game.setup(states, ONE, 0, 1, players, rules, words)
            game.see(states, ONE, 0, 1, views, masks, movers)
            game.look(states, ONE, 0, 1, movers, views)
            game.legal(views, 0, 1, masks)
            game.observe(views, 0, 1, observations)
            game.fill(views, 0, 1, words, filled)
            actions[:] = choose(masks)
            game.apply(states, ONE, 0, 1, actions, 2, rewards, over)
            game.see(states, ONE, 0, 1, views, masks, movers)
            game.play(states, int(choose(masks)[0]), 2, views, masks, rewards[0])
            game.to_move(states, 0, 1, movers)
            game.standings(states, 0, 1, standings)
            game.setup_next(states, ONE, 0, 1, players, rules)
        assert [sys.getrefcount(array) for array in arrays] == before


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


SAMPLE = """
import numpy as np
from gangzzz_env.sample import MaskSampler
print(MaskSampler(1).sample(np.ones(50, np.int8)))
"""


def run_copy(folder: Path, cache: Path) -> tuple[str, str]:
    """What a program prints that runs a copy of the package, and what it says on standard error."""
    environment = os.environ | {"NUMBA_CACHE_DIR": str(cache), "PYTHONPATH": str(folder)}
    run = subprocess.run(
        [sys.executable, "-c", SAMPLE], env=environment, cwd=folder, capture_output=True, text=True, check=True
    )
    return run.stdout, run.stderr


def copied(folder: Path) -> Path:
    """A copy of the package in a folder."""
    package = folder / "gangzzz_env"
    shutil.copytree(ROOT / "gangzzz_env", package, ignore=shutil.ignore_patterns("__pycache__"))
    return package


def edit(file: Path, text: str, other: str) -> None:
    """Replace what occurs once in a file."""
    source = file.read_text(encoding="utf-8")
    assert source.count(text) == 1
    file.write_text(source.replace(text, other), encoding="utf-8")


@pytest.mark.skipif(not COMPILED, reason="nothing is kept uncompiled")
def test_an_edited_rule_takes_effect_in_the_next_run_and_an_edit_elsewhere_compiles_nothing(tmp_path):
    package, cache = copied(tmp_path), tmp_path / "cache"
    drawn, said = run_copy(tmp_path, cache)
    assert "compiling" in said
    assert run_copy(tmp_path, cache) == (drawn, "")
    edit(package / "games/gangzzz/words.py", "import numpy as np", "import numpy as np  # edited")
    assert run_copy(tmp_path, cache) == (drawn, "")
    edit(package / "rng.py", "return (next_word(random) * n) >> 32", "return n - 1 - ((next_word(random) * n) >> 32)")
    other, said = run_copy(tmp_path, cache)
    assert "compiling" in said
    assert int(other) == 49 - int(drawn)


TOGETHER = """
import sys
from gangzzz_env.sample import MaskSampler, start
print("ready", flush=True)
sys.stdin.readline()
sampler = MaskSampler(1)
print(sum(start.stats.cache_misses.values()))
"""


@pytest.mark.skipif(not COMPILED, reason="nothing is kept uncompiled")
def test_of_processes_that_start_at_once_one_compiles_and_the_others_wait(tmp_path):
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    settings = {"env": environment, "cwd": ROOT, "text": True, "stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    running = [subprocess.Popen([sys.executable, "-c", TOGETHER], **settings) for _ in range(3)]
    for process in running:
        assert process.stdout.readline() == "ready\n"
    for process in running:
        process.stdin.write("go\n")
        process.stdin.flush()
    assert sorted(process.communicate()[0] for process in running) == ["0\n", "0\n", "1\n"]


@pytest.mark.skipif(not COMPILED, reason="compiles")
@pytest.mark.parametrize("returned", ["rows", "(1, row)", "(1, (2, row))"])
def test_a_rule_that_returns_an_array_is_refused_as_nobody_would_count_it(returned):
    from gangzzz_env.whole_program import entry_dispatcher, rule_dispatcher

    names = {}
    exec(f"def first(rows):\n    row = rows[0]\n    return {returned}\n", names)
    first = rule_dispatcher(names["first"])

    @entry_dispatcher
    def look(rows):
        first(rows)
        return 0

    with pytest.raises(Exception, match="rule first returns an array"):
        look(np.zeros((2, 2)))


@pytest.mark.skipif(not COMPILED, reason="compiles")
def test_a_numba_whose_insides_are_not_known_compiles_the_same_and_says_once_that_it_takes_longer(tmp_path):
    known, other = copied(tmp_path / "known").parent, copied(tmp_path / "other")
    edit(other / "jit.py", "KNOWN_NUMBA = (0, 68)", "KNOWN_NUMBA = (0, 67)")
    drawn, said = run_copy(other.parent, tmp_path / "cache")
    assert said.count("compiling") == 1
    assert f"numba is {numba.__version__}, not 0.67" in said
    assert run_copy(other.parent, tmp_path / "cache") == (drawn, "")
    assert run_copy(known, tmp_path / "cache")[0] == drawn


def test_the_game_is_compiled_from_every_file_of_rules_and_the_printed_tables():
    game = ROOT / "gangzzz_env/games/gangzzz"
    with_rules = {file for file in game.glob("*.py") if "@rule" in file.read_text(encoding="utf-8")}
    found = {
        file
        for name in ("loops", "observe", "observe_deduction", "things", "tracing")
        for file in sources(game / f"{name}.py")
    }
    assert found >= with_rules | set(game.glob("data/*.csv"))
    assert not {game / "words.py", ROOT / "gangzzz_env/aec.py"} & found


def test_a_file_that_only_a_function_imports_or_by_dots_is_a_source(tmp_path):
    for name, text in (
        ("a", "def f():\n    from .b import (\n        c,\n    )"),
        ("b", "from . import d"),
        ("d", ""),
        ("e", ""),
    ):
        (tmp_path / f"{name}.py").write_text(text)
    assert [file.stem for file in sources(tmp_path / "a.py")] == ["a", "b", "d"]


def test_cache_folders_of_long_ago_are_thrown_away(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    for day in range(KEPT_FOLDERS + 5):
        folder = tmp_path / f"gangzzz_env-{day}"
        folder.mkdir()
        os.utime(folder, (86400 * day, 86400 * day))
    (tmp_path / "another").mkdir()
    used = cache_folder.__wrapped__(ROOT / "gangzzz_env/sample.py")
    kept = {folder.name for folder in tmp_path.iterdir()}
    assert kept == {used.name, "another", *(f"gangzzz_env-{day}" for day in range(6, KEPT_FOLDERS + 5))}
