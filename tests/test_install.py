"""Cases 12 and 13: the package as users install it, in a hostile place, with each version of what it builds on.

One virtual environment is made, at a path with a space, and changed from test to test; all of them compile once.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
WORKERS, LONGEST = 8, 900
# Root may write anywhere and read everything; without these powers it is a user like others.
WITHOUT_POWERS = ("setpriv", "--bounding-set=-dac_override,-dac_read_search,-fowner")

PLAY = """
import hashlib, os, sys, time
began = time.monotonic()
import gangzzz_env
from gangzzz_env import gangzzz_v0
from gangzzz_env.sample import MaskSampler

env, sampler, digest = gangzzz_v0.env(num_players=3, render_mode="ansi"), MaskSampler(1), hashlib.sha256()
env.reset(seed=1)
env.step(sampler.sample(env.last()[0]["action_mask"]))
waited = time.monotonic() - began
for agent in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    digest.update(f"{agent} {reward} {env.render()}".encode() + observation["observation"].tobytes())
    env.step(None if terminated else sampler.sample(observation["action_mask"]))
place = os.path.dirname(gangzzz_env.__file__)
print(digest.hexdigest(), round(waited), os.access(place, os.W_OK), place, sep="|")
"""

# Compiles a part of the game, so that eight of them at once take a minute and not three.
SET_UP = """
import hashlib, os
import gangzzz_env
from gangzzz_env import gangzzz_v0

env = gangzzz_v0.raw_env(num_players=4)
env.reset(seed=1)
told = env.record.tobytes() + b"".join(env.view(agent).tobytes() for agent in env.possible_agents)
place = os.path.dirname(gangzzz_env.__file__)
print(hashlib.sha256(told).hexdigest(), os.access(place, os.W_OK), sep="|")
"""

API_TEST = """
import warnings
warnings.simplefilter("ignore")
import pettingzoo
from pettingzoo.test import api_test
import gangzzz_env
from gangzzz_env import gangzzz_v0

api_test(gangzzz_v0.env(3), num_cycles=100)
if hasattr(pettingzoo, "make"):
    assert str(pettingzoo.make("aec", "gangzzz_v0", num_players=3)) == "gangzzz_v0"
print(pettingzoo.__version__, hasattr(pettingzoo, "make"))
"""

MISSING = """
from gangzzz_env import gangzzz_v0
try:
    gangzzz_v0.make_sb3(2)
except ImportError as error:
    print(error)
"""

BOXED = """
import sys
import agents.box
from gangzzz_env import gangzzz_v0
env = gangzzz_v0.make_gym(opponents=["don_corleone"])
seen, info = env.reset(seed=1)
over = False
while not over:
    seen, reward, over, _, info = env.step(env.action_space.sample(seen["action_mask"]))
print(*info["opponents"], agents.box.BOX, sep="|")
"""

TRAIN = """
import sys, warnings
sys.modules |= dict.fromkeys(["pytest", "_pytest", "ruff", "coverage", "pygame"])
warnings.simplefilter("ignore")
from sb3_contrib import MaskablePPO
from gangzzz_env import gangzzz_v0
MaskablePPO("MlpPolicy", gangzzz_v0.make_sb3(4, seed=1), n_steps=16, batch_size=32, n_epochs=1, device="cpu").learn(64)
import agents.learned, agents.learning
print("learned")
"""

pytestmark = pytest.mark.slow


class Installed:
    """A virtual environment with the package and nothing but what it needs."""

    def __init__(self, folder: Path):
        self.folder, self.cache = folder, folder / "compiled code"
        self.python = str(folder / "venv" / "bin" / "python")
        self.source = folder / "source"
        self.cache.mkdir()
        ignored = shutil.ignore_patterns("__pycache__")
        for name in ("gangzzz_env", "agents"):
            shutil.copytree(ROOT / name, self.source / name, ignore=ignored)
        for name in ("pyproject.toml", "README.md", "LICENSE"):
            shutil.copy(ROOT / name, self.source)
        subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True, timeout=LONGEST)
        self.pip("install", str(self.source))

    def pip(self, *arguments: str) -> str:
        """What pip says; it must succeed."""
        return self.run("-m", "pip", *arguments)

    def run(self, *arguments: str) -> str:
        """What a program of this environment prints; it must succeed."""
        run = subprocess.run([self.python, *arguments], **self.manner, env=self.usual, timeout=LONGEST)
        assert run.returncode == 0, run.stdout + run.stderr
        return run.stdout

    @property
    def usual(self) -> dict:
        """The environment variables of this process, without those that lead to the checkout."""
        known = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "NUMBA"))}
        return known | {"NUMBA_CACHE_DIR": str(self.cache)}

    @property
    def manner(self) -> dict:
        """How programs are run: from a folder that is not the checkout."""
        return {"cwd": self.folder, "capture_output": True, "text": True}

    def played(self) -> str:
        """The hash of a game, which is played by the installed package."""
        digest, _, _, place = self.run("-c", PLAY).strip().split("|")
        assert place.startswith(str(self.folder))
        return digest


@pytest.fixture(scope="module")
def installed():
    """The package, installed alone."""
    with tempfile.TemporaryDirectory(prefix="gangzzz env ") as folder:
        yield Installed(Path(folder).resolve())


@pytest.fixture(scope="module")
def digest():
    """The hash of the same game, played by the checkout."""
    run = subprocess.run(
        [sys.executable, "-c", PLAY], cwd=ROOT, capture_output=True, text=True, check=True, timeout=LONGEST
    )
    return run.stdout.split("|")[0]


@pytest.fixture
def read_only(installed):
    """The package in a folder that cannot be written."""
    folder = next((installed.folder / "venv" / "lib").glob("python*/site-packages"))
    places = [folder, *(path for path in folder.rglob("*") if path.is_dir())]
    modes = {place: place.stat().st_mode for place in places}
    for place, mode in modes.items():
        place.chmod(mode & ~0o222)
    yield folder
    for place, mode in modes.items():
        place.chmod(mode)


@pytest.fixture
def powers() -> tuple[str, ...]:
    """What a command begins with that is to run without the powers of root."""
    if os.geteuid() != 0:
        return ()
    if shutil.which(WITHOUT_POWERS[0]) is None:
        pytest.skip("root can write everywhere, and there is no setpriv to keep it from that")
    return WITHOUT_POWERS


def test_12_cold_workers_start_at_once_in_a_hostile_place(installed, read_only, powers, digest):
    manner = {"cwd": "/", "env": {"TMPDIR": str(installed.cache)}, "text": True}  # neither HOME nor DISPLAY nor PATH
    manner |= {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    workers = [subprocess.Popen([*powers, installed.python, "-c", SET_UP], **manner) for _ in range(WORKERS)]
    told = [worker.communicate(timeout=LONGEST) for worker in workers]
    assert [worker.returncode for worker in workers] == [0] * WORKERS, told
    here = subprocess.run([sys.executable, "-c", SET_UP], cwd=ROOT, capture_output=True, text=True, check=True)
    expected = here.stdout.split("|")[0]
    assert {out.strip() for out, _ in told} == {f"{expected}|False"}, "other games, or the folder can be written"
    assert all("compiling" in said or "another program that compiles" in said for _, said in told)
    first = subprocess.run([*powers, installed.python, "-c", PLAY], **manner, timeout=LONGEST)
    second = subprocess.run([*powers, installed.python, "-c", PLAY], **manner, timeout=LONGEST)
    assert (second.stdout.split("|")[0], second.stderr) == (digest, "")
    seconds = [int(run.stdout.split("|")[1]) for run in (first, second)]
    print("seconds to the first step, cold and warm:", *seconds)


def test_13_the_package_alone_needs_nothing_else_and_plays(installed, digest):
    assert "No broken requirements" in installed.pip("check")
    assert installed.played() == digest
    names = set(re.findall(r"^(\S+)==", installed.pip("freeze"), re.MULTILINE))
    assert not names & {"torch", "pygame", "stable_baselines3", "ray", "matplotlib", "tqdm"}
    assert 'pip install "gangzzz_env[train]"' in installed.run("-c", MISSING)


def test_13_the_agent_in_the_box_plays_without_any_extra(installed):
    name, place = installed.run("-c", BOXED).strip().split("|")
    assert (name, place.startswith(str(installed.folder))) == ("don_corleone", True)


@pytest.mark.parametrize("version", ["1.24.3", "1.25.0", "1.26.1", "1.27.0"])
def test_13_every_version_of_pettingzoo_has_the_environment(installed, digest, version):
    installed.pip("install", f"pettingzoo=={version}")
    assert "No broken requirements" in installed.pip("check")
    assert installed.played() == digest
    has_registry = tuple(map(int, version.split("."))) >= (1, 27)
    assert installed.run("-c", API_TEST).split()[-2:] == [version, str(has_registry)]


@pytest.mark.parametrize("version", ["gymnasium==1.2.2", "--upgrade gymnasium"])
def test_13_gymnasium_old_and_new(installed, digest, version):
    installed.pip("install", *version.split())
    assert "No broken requirements" in installed.pip("check")
    assert installed.played() == digest


@pytest.mark.parametrize("extra", sorted(EXTRAS.keys() - {"progress"}))
def test_13_each_extra_can_be_installed_alone(installed, extra):
    """What is large is not written to the disk: pip says what it would install."""
    told = in_one_spelling(installed.pip("install", "--dry-run", f"{installed.source}[{extra}]"))
    for needed in EXTRAS[extra]:
        assert in_one_spelling(re.match(r"[\w-]+", needed)[0]) in told


def in_one_spelling(name: str) -> str:
    """Names of packages are spelled with hyphens, underscores and capitals as one likes."""
    return name.lower().replace("-", "_")


def test_13_the_extra_progress_is_a_bar(installed):
    installed.pip("install", f"{installed.source}[progress]")
    assert "No broken requirements" in installed.pip("check")
    assert (
        installed.run("-c", "from gangzzz_env.program import progress; print(type(progress(1, '')).__name__)")
        == "tqdm\n"
    )


def test_13_the_extra_train_needs_nothing_of_dev():
    pytest.importorskip("sb3_contrib")
    run = subprocess.run([sys.executable, "-c", TRAIN], cwd=ROOT, capture_output=True, text=True, timeout=LONGEST)
    assert run.stdout == "learned\n", run.stderr
