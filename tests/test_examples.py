"""The examples run, learn, and refuse bad input in a sentence."""

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ("train_rllib.py", "ppo_cleanrl.py")
needs_ray = pytest.mark.skipif(find_spec("ray") is None, reason='needs ray: pip install -e ".[rllib]"')
needs_no_ray = pytest.mark.skipif(find_spec("ray") is not None, reason="ray is installed")


def run(example, *arguments, timeout=600):
    """What an example says, in a process of its own."""
    command = [sys.executable, str(ROOT / "examples" / example), *map(str, arguments)]
    # One thread for the network's arithmetic: on a busy machine, two wait for each other.
    surroundings = os.environ | {"OMP_NUM_THREADS": "1"}
    return subprocess.run(command, cwd=ROOT, env=surroundings, capture_output=True, text=True, timeout=timeout)


def win_rates(text):
    """Rate, low and high, in percent, of each evaluation that is told."""
    return [tuple(map(float, found)) for found in re.findall(r"wins ([\d.]+)% \[([\d.]+), ([\d.]+)\]", text)]


@pytest.mark.parametrize("example", EXAMPLES)
@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["--iterations", "0"], "'0' must be a whole number from 1 on"),
        (["--seed", "-1"], "'-1' must be a whole number from 0 on"),
        (["--speed", "3"], "--speed"),
    ],
)
def test_bad_arguments_are_one_sentence_and_exit_code_2(example, arguments, named):
    answer = run(example, *arguments)
    assert answer.returncode == 2
    assert answer.stdout == ""
    assert answer.stderr.count("\n") == 1
    assert named in answer.stderr


@needs_no_ray
def test_without_ray_the_example_names_the_extra():
    answer = run("train_rllib.py")
    assert answer.returncode == 2
    assert answer.stderr.count("\n") == 1
    assert "[rllib]" in answer.stderr


def test_ppo_cleanrl_plays_learns_and_saves(tmp_path):
    answer = run(
        "ppo_cleanrl.py", "--iterations", 1, "--games", 20, "--num-players", 3, "--out", tmp_path / "network.pt"
    )
    assert answer.returncode == 0, answer.stderr
    assert len(win_rates(answer.stdout)) == 2
    assert (tmp_path / "network.pt").exists()


def test_ppo_cleanrl_refuses_a_file_it_cannot_write_before_it_plays(tmp_path):
    answer = run("ppo_cleanrl.py", "--out", tmp_path / "missing" / "network.pt")
    assert answer.returncode == 2
    assert answer.stdout == ""
    assert answer.stderr.count("\n") == 1
    assert "network.pt cannot be written" in answer.stderr


@pytest.mark.slow
def test_ppo_cleanrl_learns_to_beat_random():
    answer = run("ppo_cleanrl.py", "--iterations", 6, timeout=1800)
    assert answer.returncode == 0, answer.stderr
    (_, _, high), (_, low, _) = win_rates(answer.stdout)
    assert low > 60 > high


@needs_ray
@pytest.mark.slow
def test_train_rllib_runs_with_a_runner_of_its_own_and_saves(tmp_path):
    answer = run("train_rllib.py", "--iterations", 1, "--games", 20, "--num-env-runners", 1, "--out", tmp_path / "run")
    assert answer.returncode == 0, answer.stderr
    assert len(win_rates(answer.stdout)) == 2
    assert (tmp_path / "run" / "rllib_checkpoint.json").exists()


@needs_ray
@pytest.mark.slow
def test_train_rllib_joins_a_cluster_by_its_address_and_refuses_one_that_is_too_small(tmp_path):
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    try:
        arguments = ("--address", cluster.address, "--iterations", 1, "--games", 20, "--out", tmp_path / "run")
        answer = run("train_rllib.py", *arguments)
        small = run("train_rllib.py", *arguments, "--num-env-runners", 4)
    finally:
        cluster.shutdown()
    assert answer.returncode == 0, answer.stderr
    assert small.returncode == 2
    assert "4 env runners need 5 CPUs, but the cluster" in small.stderr.splitlines()[-1]


@needs_ray
def test_train_rllib_refuses_bad_values_before_ray_starts(tmp_path):
    (tmp_path / "file").touch()
    for arguments, named in (
        (["--num-players", 5], "num_players is 5, but Gangzzz is for 2 to 4"),
        (["--out", tmp_path / "file"], "cannot be written"),
    ):
        answer = run("train_rllib.py", *arguments)
        assert answer.returncode == 2
        assert named in answer.stderr.splitlines()[-1]
