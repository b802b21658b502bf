"""Agents of a file of one's own, by the name `mine.py:Mine`."""

import numpy as np
import pytest

import eval as evaluation
from agents import make_agent, make_given
from gangzzz_env.games.gangzzz import GAME
from gangzzz_env.table import Table

MINE = """
import numpy as np

class Hasty:
    def act(self, views, masks):
        return masks.argmax(axis=1)

class Seeded(Hasty):
    def __init__(self, seed):
        self.seed = seed

class Broken(Hasty):
    def __init__(self):
        raise RuntimeError("no weights")

def hasty(seed):
    return Hasty()

number = 3
def nothing():
    return 3
"""


@pytest.fixture
def mine(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(MINE)
    return path


@pytest.mark.parametrize("name", ["Hasty", "Seeded", "hasty"])
def test_a_class_or_function_of_a_file_is_an_agent(mine, name):
    agent = make_given(f"{mine}:{name}", 7)
    assert agent.act(None, np.array([[0, 1, 1], [1, 0, 0]])).tolist() == [1, 0]
    assert getattr(agent, "seed", 7) == 7


def test_other_names_are_what_they_are(mine):
    assert type(make_given("greedy", 1)) is type(make_agent("greedy", 1))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("mine.py", "agent '.*mine.py' is a file; say which class of it"),
        ("yours.py:Mine", "there is no file .*yours.py that agent 'Mine' could come from"),
        ("mine.py:Hasti", "mine.py has no class or function 'Hasti'"),
        ("mine.py:number", "mine.py has no class or function 'number'"),
        ("mine.py:nothing", "what nothing of .*mine.py makes is no agent: it has no act"),
        ("mine.py:Broken", r"Broken of .*mine.py makes no agent: RuntimeError: no weights \(mine.py, line 14\)"),
        ("typo.py:Mine", r"typo.py cannot be run: NameError: name 'clas' is not defined \(typo.py, line 2\)"),
    ],
)
def test_what_is_no_agent_is_said_in_one_sentence(mine, tmp_path, name, said):
    (tmp_path / "typo.py").write_text("import numpy\nclas\n")
    with pytest.raises(ValueError, match=said):
        make_given(str(tmp_path / name))


def test_a_tournament_takes_it(mine, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert evaluation.main(["--agents", "mine.py:Hasty,random", "--games", "4"]) == 0
    assert "mine.py:Hasty" in capsys.readouterr().out


def test_a_name_that_comes_from_elsewhere_runs_no_file(mine):
    with pytest.raises(ValueError, match="unknown agent|there is no such folder"):
        make_agent(f"{mine}:Hasty")
    with pytest.raises(ValueError, match="unknown agent|there is no such folder"):
        Table.begin(GAME, [None, f"{mine}:Hasty"], seed=1)


def test_a_wrong_command_is_told_the_right_ones(capsys):
    with pytest.raises(SystemExit) as stopped:
        evaluation.main(["reprot"])
    assert stopped.value.code == 2
    assert "there is no command 'reprot'; the commands are report, show" in capsys.readouterr().err
