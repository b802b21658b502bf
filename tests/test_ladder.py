"""The ladder: what is played, what a row says, what is kept and gone on with, and README's table."""

import csv
import dataclasses
import json
import re
from pathlib import Path

import numpy as np
import pytest

from agents import AGENTS
from benchmarks import ladder as program
from gangzzz_env.analysis import ladder
from gangzzz_env.analysis.play import paired_seeds, play_lineup
from gangzzz_env.games.gangzzz import GAME

README = Path(__file__).resolve().parent.parent / "README.md"
RULES = dataclasses.asdict(GAME.read_rules(None))
PAGE = f"# Page\n\n{ladder.BEGIN}\nold\n{ladder.END}\n\nafter\n"


def pairs(games, reference, players=(2,)):
    return [
        (contest.num_players, contest.agent, contest.against, contest.games)
        for contest in ladder.contests(games, reference, players, 0, RULES)
    ]


def test_each_agent_meets_the_rung_below_and_the_reference_each_once():
    games = {"a": 9, "b": 9, "c": 9, "d": 3}
    assert pairs(games, "b") == [
        (2, "a", "b", 9),
        (2, "b", "a", 9),
        (2, "c", "b", 9),
        (2, "d", "c", 3),
        (2, "d", "b", 3),
    ]
    assert [row[0] for row in pairs({"a": 1, "b": 1}, "a", (3, 4))] == [3, 4]


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_a_row_is_one_agent_against_copies_of_the_other_with_seats_rotated_and_deals_paired(num_players):
    agents = {"one": AGENTS["random"](1), "other": AGENTS["random"](2)}
    (contest,) = ladder.contests({"other": 20, "one": 30}, "other", [num_players], 7, RULES)
    ended = []
    row = ladder.play(GAME, contest, agents, ended.append)
    seeds = paired_seeds(7, 20, num_players)
    lineup = ("one", *["other"] * (num_players - 1))
    games = play_lineup(GAME, lineup, agents, seeds)
    seats = -games.rotation % num_players
    assert sum(ended) == row["n"] == len(seeds) * num_players
    assert sorted(seats.tolist()) == sorted(list(range(num_players)) * len(seeds))
    assert row["wins"] == pytest.approx(games.share[np.arange(len(seats)), seats].sum())
    assert row["low"] < row["win_rate"] == row["wins"] / row["n"] < row["high"]


@pytest.fixture
def climb(tmp_path):
    """Run the program with two quick agents."""
    (tmp_path / "page.md").write_text(PAGE)

    def run(*more, agents="random,greedy=4"):
        options = ["--agents", agents, "--num-players", "2,3", "--games", "6", "--out", str(tmp_path / "out")]
        return program.main([*options, "--page", str(tmp_path / "page.md"), *more])

    return run


def test_the_table_is_printed_written_and_put_into_the_page(climb, tmp_path, capsys):
    assert climb() == 0
    printed = capsys.readouterr().out
    rows = json.loads((tmp_path / "out" / "ladder.json").read_text())
    assert [(row["num_players"], row["agent"], row["against"], row["n"]) for row in rows] == [
        (2, "random", "greedy", 4),
        (2, "greedy", "random", 4),
        (3, "random", "greedy", 6),
        (3, "greedy", "random", 6),
    ]
    page = (tmp_path / "page.md").read_text()
    assert page.startswith(f"# Page\n\n{ladder.BEGIN}\n") and page.endswith(f"\n{ladder.END}\n\nafter\n")
    assert (tmp_path / "out" / "ladder.md").read_text() in page
    for row in rows:
        cell = f"{100 * row['win_rate']:.1f}% [{100 * row['low']:.1f}, {100 * row['high']:.1f}] of {row['n']}"
        assert cell in page and cell in printed
    lines = list(csv.DictReader((tmp_path / "out" / "ladder.csv").read_text().splitlines()))
    assert [line["agent"] for line in lines] == [row["agent"] for row in rows]
    assert not list((tmp_path / "out").glob(".*"))


def test_what_was_finished_before_a_stop_is_kept_and_not_played_again(climb, tmp_path, monkeypatch, capsys):
    play, played = ladder.play, []

    def stop_at_the_third(game, contest, agents, on_end):
        if len(played) == 2:
            raise KeyboardInterrupt
        played.append(contest)
        return play(game, contest, agents, on_end)

    monkeypatch.setattr(ladder, "play", stop_at_the_third)
    assert climb() == 130
    assert "goes on" in capsys.readouterr().err
    assert len(json.loads((tmp_path / "out" / "ladder.json").read_text())) == 2
    assert (tmp_path / "page.md").read_text() == PAGE
    again = []
    monkeypatch.setattr(ladder, "play", lambda *given: again.append(given[1]) or play(*given))
    assert climb() == 0
    assert [contest.num_players for contest in again] == [3, 3]
    assert climb() == 0
    assert len(again) == 2


@pytest.mark.parametrize("other", [["--seed", "1"], ["--games", "8"], ["--rules", "rules.toml"]])
def test_contests_with_other_settings_are_played(climb, other, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("rules.toml").write_text("bounty = 60\n")
    climb("--num-players", "2", agents="random,greedy")
    first = json.loads((tmp_path / "out" / "ladder.json").read_text())
    climb("--num-players", "2", *other, agents="random,greedy")
    both = json.loads((tmp_path / "out" / "ladder.json").read_text())
    assert both[:2] == first
    assert len(both) == 4


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["--agents", "random,nobody"], "nobody"),
        (["--agents", "random,greedy=few"], "'few' must be a whole number from 1 on"),
        (["--reference", "boss"], "--reference is boss, but must be one of the agents random, greedy"),
        (["--num-players", "2,5"], "num_players is 5, but Gangzzz is for 2 to 4"),
        (["--num-players", "2,"], "'' must be a whole number from 1 on"),
        (["--games", "0"], "'0' must be a whole number from 1 on"),
        (["--rules", "missing.toml"], "missing.toml cannot be read"),
        (["--page", "missing.md"], "page missing.md cannot be read"),
        (["--page", "plain.md"], "page plain.md must hold the lines"),
        (["--out", "plain.md"], "output folder plain.md cannot be written"),
        (["--out", "other"], "ladder.json is no ladder"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2_before_any_work(arguments, named, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(ladder, "play", None)
    Path("plain.md").write_text("nothing")
    Path("other").mkdir()
    Path("other/ladder.json").write_text('[{"agent": "random"}]')
    with pytest.raises(SystemExit) as stop:
        program.main(["--agents", "random,greedy", *arguments])
    said = capsys.readouterr()
    assert stop.value.code == 2
    assert said.err.count("\n") == 1
    assert named in said.err


def test_the_readme_shows_the_ladder_of_all_agents():
    """As `python benchmarks/ladder.py --page README.md` writes it."""
    table = README.read_text(encoding="utf-8").split(ladder.BEGIN)[1].split(ladder.END)[0]
    lines = [line.strip("| ").split(" | ") for line in table.splitlines() if line.startswith("|")]
    heads = [line for line in lines if line[0].startswith("agent")]
    assert [head[1:] for head in heads] == 2 * [["2 players, par 50%", "3 players, par 33%", "4 players, par 25%"]]
    middle = lines.index(heads[1])
    names = [line[0] for line in lines[2:middle]]
    assert {name for name in names if ":" not in name} == set(AGENTS)  # and search:200 or the like
    assert [line[0] for line in lines[middle + 2 :]] == [f"{a} against {b}" for b, a in zip(names, names[1:])]
    for line in lines[2:middle] + lines[middle + 2 :]:
        for cell in line[1:]:
            assert re.fullmatch(r"\d+\.\d% \[\d+\.\d, \d+\.\d\] of \d+|-", cell)
