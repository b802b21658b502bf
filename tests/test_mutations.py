"""Whether the tests notice mistakes: each of `mutations.toml` is made in a copy of the game, and a test turns red."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.gangzzz.clauses import CLAUSES

ROOT = Path(__file__).resolve().parent.parent
ENGINE = Path("gangzzz_env/games/gangzzz")
TESTS = Path("tests/gangzzz")
MUTATIONS = tomllib.loads((ROOT / "tests/mutations.toml").read_text(encoding="utf-8"))["mutation"]
NAMES = [f"{mutation['clause']}-{mutation['mistake'].strip()[:50]}" for mutation in MUTATIONS]
EACH = pytest.mark.parametrize("number", range(len(MUTATIONS)), ids=NAMES)
ALL_PASSED, SOME_FAILED = 0, 1


def mutated(mutation: dict) -> str:
    """The text of the file with its mistake; fails if what it replaces does not occur once."""
    text = (ROOT / ENGINE / mutation["file"]).read_text(encoding="utf-8")
    found = text.count(mutation["text"])
    assert found == 1, f"{mutation['file']} has {mutation['text']!r} {found} times, not once: mend tests/mutations.toml"
    return text.replace(mutation["text"], mutation["mistake"])


def copy_of_the_project(folder: Path) -> Path:
    """The package and its tests, to make mistakes in."""
    for name in ("gangzzz_env", "agents", "tests"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def run_uncompiled(folder: Path, tests: list[str]) -> tuple[int, str]:
    """What pytest answers to these tests of a folder: its exit code and what it says."""
    answer = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", *tests],
        cwd=folder,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    return answer.returncode, answer.stdout + answer.stderr


def run_with_mistake(folder: Path, mutation: dict) -> tuple[int, str]:
    """What the test of a mutation answers when its mistake is made in a copy of its own."""
    copy = copy_of_the_project(folder)
    (copy / ENGINE / mutation["file"]).write_text(mutated(mutation), encoding="utf-8")
    try:
        return run_uncompiled(copy, [str(TESTS / mutation["test"])])
    finally:
        shutil.rmtree(copy)


@pytest.fixture(scope="module")
def answers(request, tmp_path_factory):
    """By number of the mutations that are asked for: what pytest will have answered, two at a time."""
    items = [item for item in request.session.items if getattr(item, "originalname", "") == "test_the_test_turns_red"]
    with ThreadPoolExecutor(2) as workers:
        yield {
            number: workers.submit(run_with_mistake, tmp_path_factory.mktemp("mistake"), MUTATIONS[number])
            for number in (item.callspec.params["number"] for item in items)
        }


def test_every_clause_has_a_mistake():
    assert {mutation["clause"] for mutation in MUTATIONS} == {*CLAUSES, "12", "13"}


@EACH
def test_a_mistake_can_be_made_and_its_test_is_of_its_clause(number):
    mutation = MUTATIONS[number]
    assert mutated(mutation)
    file, test = mutation["test"].split("::")
    assert re.search(rf"^def {re.escape(test.split('[')[0])}\(", (ROOT / TESTS / file).read_text(), re.MULTILINE)
    assert test.startswith(f"test_{mutation['clause'].replace('.', '_')}_")


@pytest.mark.slow
def test_without_a_mistake_all_these_tests_pass(tmp_path):
    tests = sorted({str(TESTS / mutation["test"]) for mutation in MUTATIONS})
    code, said = run_uncompiled(copy_of_the_project(tmp_path), tests)
    assert code == ALL_PASSED, said


@pytest.mark.slow
@EACH
def test_the_test_turns_red(number, answers):
    code, said = answers[number].result()
    assert code == SOME_FAILED, f"{MUTATIONS[number]} was not noticed:\n{said}"
