"""What is written about the game and its programs agrees with the code."""

import dataclasses
import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

from gangzzz_env.__main__ import main
from gangzzz_env.games.gangzzz.actions import ACTIONS, NUM_ACTIONS
from gangzzz_env.games.gangzzz.rules import Rules
from tests.gangzzz.clauses import CLAUSES

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "gangzzz_env.games.gangzzz"
RULES = (ROOT / PACKAGE.replace(".", "/") / "RULES.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")


def clauses() -> dict[str, str]:
    """The text of each clause of sections 1-11, by number."""
    parts = re.split(r"^(?:- \*\*(\d+\.\d+)\*\*|## .*)", RULES, flags=re.MULTILINE)
    return {number: text for number, text in zip(parts[1::2], parts[2::2], strict=True) if number}


def named_in(clause: str) -> list[str]:
    """What implements a clause, as `module.name`."""
    return re.findall(r"`(\w+\.\w+)`", clauses()[clause].split("*Code:*")[1])


def found(name: str):
    """The function or table of that name."""
    module, attribute = name.split(".")
    return getattr(importlib.import_module(f"{PACKAGE}.{module}"), attribute)


def names_clause(text: str, clause: str) -> bool:
    """Whether a docstring names a clause, alone or within a range as 2.1-2.4."""
    section, number = clause.split(".")
    if re.search(rf"(?<![\d.]){re.escape(clause)}(?!\d)", text):
        return True
    ranges = re.findall(rf"(?<![\d.]){section}\.(\d+)-{section}\.(\d+)", text)
    return any(int(low) <= int(number) <= int(high) for low, high in ranges)


def table(section: int) -> list[list[str]]:
    """The rows of the table of a section, without its head."""
    text = RULES.split(f"\n## {section} ")[1].split("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("|")]
    return rows[2:]


def code_blocks(language: str) -> list[str]:
    """The README's blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```", README, flags=re.MULTILINE | re.DOTALL)


def program_calls() -> list[tuple[str, list[str]]]:
    """Programs that the README's commands run, with their command if they have several, and the options given."""
    calls = re.findall(r"(?:python |`)(eval\.py [a-z]+|\w+(?:/\w+)*\.py)([^\n&`]*)", README)
    return [(program, re.findall(r"--[a-z-]+", rest)) for program, rest in calls]


def test_the_rulebook_has_every_clause_once_and_in_order():
    assert re.findall(r"^- \*\*(\d+\.\d+)\*\*", RULES, flags=re.MULTILINE) == CLAUSES


@pytest.mark.parametrize("clause", CLAUSES)
def test_each_clause_names_functions_that_exist_and_name_it(clause):
    names = named_in(clause)
    assert names
    for name in names:
        thing = found(name)
        if callable(thing):
            assert names_clause(thing.__doc__, clause), f"the docstring of {name} does not name {clause}"


@pytest.mark.parametrize("clause", CLAUSES)
def test_each_clause_has_a_test(clause):
    name = re.compile(rf"^def test_{clause.replace('.', '_')}_", re.MULTILINE)
    files = (ROOT / "tests").rglob("test_*.py")
    assert any(name.search(path.read_text(encoding="utf-8")) for path in files), f"no test_{clause.replace('.', '_')}_"


def test_section_12_is_the_table_of_the_rules():
    rows = [
        [facts["clause"], field.name, str(field.default), f"{facts['lowest']}-{facts['highest']}", facts["meaning"]]
        for field in dataclasses.fields(Rules)
        for facts in [field.metadata]
    ]
    assert table(12) == rows


def test_section_13_is_the_table_of_the_actions():
    rows = []
    for section in ACTIONS:
        index = " x ".join(f"{name} ({n})" for name, n in zip(section.dimensions, section.shape) if name)
        rows.append([str(section.first), str(section.count), section.name, index or "-"])
    assert table(13) == rows
    assert f"{NUM_ACTIONS} numbers" in RULES


def test_the_code_of_the_readme_runs(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    blocks = code_blocks("python")
    assert blocks
    for block in blocks:
        exec(compile(block, "README.md", "exec"), {})
    assert capsys.readouterr().out


@pytest.mark.parametrize("program", sorted({program for program, _ in program_calls()}))
def test_the_readme_gives_each_program_options_that_it_has(program):
    answer = subprocess.run(
        [sys.executable, *program.split(), "--help"], cwd=ROOT, capture_output=True, text=True, check=True, timeout=120
    )
    used = {option for name, options in program_calls() if name == program for option in options}
    assert used <= set(re.findall(r"--[a-z-]+", answer.stdout))


def commands() -> list[tuple[str, list[str]]]:
    """Commands of `gangzzz` that the README's blocks run, with the options they are given."""
    lines = re.findall(r"^gangzzz (\w+)(.*)$", "\n".join(code_blocks("bash")), flags=re.MULTILINE)
    return [(command, re.findall(r"--[a-z-]+", rest)) for command, rest in lines]


@pytest.mark.parametrize("command", sorted({command for command, _ in commands()}))
def test_the_readme_gives_each_command_options_that_it_has(command, capsys):
    with pytest.raises(SystemExit):
        main([command, "--help"])
    used = {option for name, options in commands() if name == command for option in options}
    assert used
    assert used <= set(re.findall(r"--[a-z-]+", capsys.readouterr().out))


@pytest.mark.parametrize("path", re.findall(r"\]\(([^)#:]+)\)", README))
def test_what_the_readme_links_to_is_there(path):
    assert (ROOT / path).exists()
