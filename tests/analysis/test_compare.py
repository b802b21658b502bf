"""`eval.py compare`: what it tells and writes, when it stops, how it goes on, and bad input."""

import csv
import json
from pathlib import Path

import pytest

pytest.importorskip("scipy")
import eval as program
from gangzzz_env.analysis import variants
from gangzzz_env.analysis.commands import what_if
from gangzzz_env.analysis.saved import read
from gangzzz_env.games.gangzzz import GAME

FAST = ["--agents", "random,greedy"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("rich.toml").write_text("bounty = 300\n")
    return tmp_path


def compare(*arguments):
    return program.main(["compare", *FAST, *arguments])


def compared(folder="compare"):
    return json.loads(Path(folder, "compare.json").read_text())


@pytest.mark.usefixtures("folder")
def test_a_changed_rule_is_found_and_told(capsys):
    assert compare("rulebook", "rich.toml", "--games", "100") == 0
    printed = capsys.readouterr().out
    assert "rich.toml differs from rulebook in" in printed
    (told,) = compared()["variants"]
    bounty = next(row for row in told["figures"] if row["figure"] == "income_bounty")
    assert bounty["is_clear"] and bounty["difference_low"] > 0 > bounty["chance_low"]
    assert bounty["after"] - bounty["before"] == pytest.approx(bounty["difference"])
    assert f"{bounty['difference']:+.2f} [{bounty['difference_low']:+.2f}, {bounty['difference_high']:+.2f}]" in printed
    lines = list(csv.DictReader(Path("compare/compare.csv").read_text().splitlines()))
    assert [line["figure"] for line in lines] == [row["figure"] for row in told["figures"]]
    assert float(lines[0]["before"]) == told["figures"][0]["before"]
    page = Path("compare/index.html").read_text()
    assert "rich.toml against rulebook" in page and "pre-flight check" in page
    assert "src=" not in page and 'href="http' not in page


@pytest.mark.usefixtures("folder")
def test_the_same_file_twice_differs_by_exactly_zero_beside_what_chance_does(capsys):
    assert compare("rich.toml", "rich.toml", "--games", "40") == 0
    assert "rich.toml (2) has the same rules as rich.toml: all 40 games went the same" in capsys.readouterr().out
    (told,) = compared()["variants"]
    numbers = [row[name] for row in told["figures"] for name in ("difference", "difference_low", "difference_high")]
    assert set(numbers) == {0.0}
    assert any(row["chance"] for row in told["figures"])


@pytest.mark.usefixtures("folder")
def test_what_changes_no_game_is_said_with_how_rare_it_may_be(capsys):
    Path("none.toml").write_text("max_refusals = 9\n")
    assert compare("rulebook", "none.toml", "--games", "40", "--agents", "greedy,don") == 0
    assert (
        "no game went otherwise than by rulebook in 40 games, so fewer than 16 % of deals do" in capsys.readouterr().out
    )


@pytest.mark.usefixtures("folder")
def test_it_plays_until_it_is_known_well_enough(monkeypatch, capsys):
    monkeypatch.setattr(variants, "CHUNK", 16)
    assert compare("rulebook", "rulebook", "--until", "50", "--games", "4000") == 0
    first = compared()["variants"][0]["deals"]
    assert 0 < first < 500 and first % 16 == 0
    printed = capsys.readouterr().out
    half = float(printed.split("is known up to ")[1].split(" points")[0])
    assert half <= 50
    assert compare("rulebook", "rulebook", "--until", "25", "--games", "4000", "--out", "longer") == 0
    assert first < compared("longer")["variants"][0]["deals"] < 1000


@pytest.mark.usefixtures("folder")
def test_ctrl_c_keeps_finished_games_and_the_command_goes_on_to_the_same_result(monkeypatch, capsys):
    assert compare("rulebook", "rich.toml", "--games", "80", "--out", "whole") == 0
    monkeypatch.setattr(variants, "CHUNK", 10)
    assert compare("rulebook", "rich.toml", "--games", "80", "--out", "chunks") == 0
    play = what_if.play

    def stops(*given):
        for place, part in enumerate(play(*given)):
            if place == 2:
                raise KeyboardInterrupt
            yield part

    monkeypatch.setattr(what_if, "play", stops)
    assert compare("rulebook", "rich.toml", "--games", "80") == 130
    assert "--resume goes on" in capsys.readouterr().err
    assert len(read(GAME, "compare/games")) == 2 * 3
    assert not Path("compare/compare.json").exists()
    started = []
    monkeypatch.setattr(what_if, "play", lambda *given: started.append(given[2]) or play(*given))
    assert compare("rulebook", "rich.toml", "--games", "80", "--resume") == 0
    assert started == [2]
    assert compared()["variants"] == compared("chunks")["variants"] == compared("whole")["variants"]
    assert compare("rulebook", "rich.toml", "--games", "80", "--resume") == 0
    assert compared()["variants"] == compared("whole")["variants"]


FILES = {
    "unknown.toml": "salary = 3",
    "range.toml": "recruits = 6",
    "type.toml": 'bounty = "much"',
    "no.toml": "a=",
    "used/note": "mine",
}


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["rulebook"], "rulebook is to be compared with nothing"),
        (["rulebook", "missing.toml"], "missing.toml cannot be read"),
        (["rulebook", "unknown.toml"], "unknown.toml: unknown rule 'salary'"),
        (["range.toml", "rulebook"], "range.toml: rule recruits is 6, but must be an integer in 0-5"),
        (["type.toml", "rulebook"], "rule bounty is 'much'"),
        (["rulebook", "no.toml"], "no.toml is not TOML"),
        (["rulebook", "rulebook", "--until", "0"], "'0' must be a number above 0"),
        (["rulebook", "rulebook", "--until", "much"], "'much' must be a number"),
        (["rulebook", "rulebook", "--games", "0"], "'0' must be a whole number from 1 on"),
        (["rulebook", "rulebook", "--num-players", "5"], "num_players is 5, but Gangzzz is for 2 to 4"),
        (["rulebook", "rulebook", "--agents", "nobody"], "unknown agent 'nobody'"),
        (["rulebook", "rulebook", "--out", "used"], "output folder used exists"),
        (["rulebook", "rulebook", "--out", "no.toml"], "output folder no.toml exists"),
        (["rulebook", "rulebook", "--out", "used", "--resume"], "output folder used holds nothing to go on with"),
        (["rulebook", "rulebook", "--out", "done", "--resume", "--seed", "1"], "done was made with another seed"),
        (["rulebook", "rulebook", "--out", "damaged", "--resume", "--games", "2"], "meetings.json is damaged"),
        (["rulebook", "range.toml", "--out", "new"], "range.toml"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2_before_any_work(arguments, named, folder, monkeypatch, capsys):
    Path("used").mkdir()
    for name, text in FILES.items():
        Path(name).write_text(text)
    for place in {"done", "damaged"} & set(arguments):
        assert compare("rulebook", "rulebook", "--games", "2", "--out", place) == 0
        Path(place, "games", "meetings.json").write_text("{" if place == "damaged" else "")
    monkeypatch.setattr(what_if, "play", None)
    capsys.readouterr()
    with pytest.raises(SystemExit) as stop:
        compare(*arguments)
    said = capsys.readouterr()
    assert stop.value.code == 2
    assert said.err.count("\n") == 1 and said.out == ""
    assert named in said.err
    assert not Path("new").exists() and not Path("compare").exists()
