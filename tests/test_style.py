"""What a linter cannot know about this code: its layers, and names that mean something else uncompiled."""

import ast
from pathlib import Path

import pytest

from gangzzz_env.games import GAMES

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("gangzzz_env", "agents", "examples", "tests", "benchmarks", "docs")
FILES = sorted(path for folder in ("gangzzz_env", "agents") for path in (ROOT / folder).rglob("*.py"))
EVERY_FILE = sorted({*ROOT.glob("*.py"), *(path for name in FOLDERS for path in (ROOT / name).rglob("*.py"))})
GENERIC = sorted({*(ROOT / "gangzzz_env").glob("*.py"), *(ROOT / "gangzzz_env/analysis").glob("*.py")})
COMPILERS = {"rule", "entry"}
# Methods of NumPy's arrays that share a name with functions of ours, and random numbers from outside the record.
FORBIDDEN_METHODS = {"view", "fill"}
FORBIDDEN_MODULES = {"np.random", "numpy.random", "random.random"}


def compiled_functions(path: Path) -> list[ast.FunctionDef]:
    """The functions of a file that `jit.py` compiles."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        and any(isinstance(mark, ast.Name) and mark.id in COMPILERS for mark in node.decorator_list)
    ]


def method_calls(function: ast.FunctionDef) -> list[str]:
    """Names of the methods that a function calls; to read an array's bytes, `.view(np.int8)`, is not one of ours."""
    calls = [node for node in ast.walk(function) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)]
    return [call.func.attr for call in calls if not ast.unparse(call).endswith(".view(np.int8)")]


def offenses(path: Path) -> list[str]:
    """What a file's compiled functions do that they may not, by name."""
    found = []
    for function in compiled_functions(path):
        found += [f"{function.name} calls .{name}(" for name in method_calls(function) if name in FORBIDDEN_METHODS]
        attributes = {ast.unparse(node) for node in ast.walk(function) if isinstance(node, ast.Attribute)}
        found += [f"{function.name} uses {name}" for name in sorted(attributes & FORBIDDEN_MODULES)]
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_compiled_functions_call_no_array_method_of_our_names_and_no_foreign_dice(path):
    assert offenses(path) == []


@pytest.mark.parametrize("path", EVERY_FILE, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_file_can_be_read_in_one_sitting(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 400


@pytest.mark.parametrize("path", [path for path in GENERIC if path.stem not in GAMES], ids=lambda path: path.name)
def test_what_is_written_for_all_games_takes_nothing_from_one(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert not node.module.startswith("gangzzz_env.games.")
        if isinstance(node, ast.Import):
            assert not any(name.name.startswith("gangzzz_env.games.") for name in node.names)


def test_the_check_sees_what_it_is_for(tmp_path):
    path = tmp_path / "bad.py"
    path.write_text("@rule\ndef blank(state):\n    state.view(1)\n    return np.random.rand()\n")
    assert offenses(path) == ["blank calls .view(", "blank uses np.random"]
