"""Games in sentences: which are picked, what is told of them, and the options of the tournament that lead there."""

import json
import sys

import numpy as np
import pytest

import eval as program
from agents import make_agent
from gangzzz_env.analysis import saved, show
from gangzzz_env.analysis.commands import tournament
from gangzzz_env.analysis.play import paired_seeds, play_lineup
from gangzzz_env.games.gangzzz import GAME


def meeting(lineup, games=10, restriction=()):
    agents = {name: make_agent(name, 1) for name in lineup}
    played = play_lineup(GAME, lineup, agents, paired_seeds(2, games, len(lineup)))
    return saved.Meeting(len(lineup), lineup, GAME.read_rules(None), restriction, played)


@pytest.fixture(scope="module")
def meetings():
    return [meeting(("greedy", "random")), meeting(("boss", "greedy"), restriction=((0, "forbid", "trade.forge"),))]


def lead(meeting, row):
    money = sorted(meeting.games.ledger[row].sum(axis=1))
    return money[-1] - money[-2]


def test_the_shortest_the_longest_and_the_most_lopsided_game_are_of_all_meetings(meetings):
    games = [(meeting, row) for meeting in meetings for row in range(len(meeting.games.seed))]
    lengths, leads = [m.games.decisions[row] for m, row in games], [lead(m, row) for m, row in games]
    (place, row), *_ = show.picked(meetings, "shortest", 1)
    assert meetings[place].games.decisions[row] == min(lengths)
    (place, row), *_ = show.picked(meetings, "longest", 1)
    assert meetings[place].games.decisions[row] == max(lengths)
    (place, row), *_ = show.picked(meetings, "lopsided", 1)
    assert lead(meetings[place], row) == max(leads)


def test_the_typical_game_is_in_the_middle(meetings):
    (place, row), *_ = show.picked(meetings[1:], "typical", 1)
    for values, own in (
        (meetings[1].games.decisions, meetings[1].games.decisions[row]),
        ([lead(meetings[1], k) for k in range(len(meetings[1].games.seed))], lead(meetings[1], row)),
    ):
        assert place == 0 and np.quantile(values, 0.1) <= own <= np.quantile(values, 0.9)


def test_a_game_that_has_not_ended_is_not_picked(meetings):
    games = meetings[0].games
    games = games.rows(np.arange(len(games.seed)))
    games.is_finished[3:] = False
    cut = saved.Meeting(2, meetings[0].lineup, meetings[0].rules, (), games)
    assert sorted(show.picked([cut], "longest", 20)) == [(0, 0), (0, 1), (0, 2)]


def test_a_game_is_told_decision_by_decision_to_its_money(meetings):
    text, games = show.told(GAME, meetings[1], 4), meetings[1].games
    lines = text.splitlines()
    assert len([line for line in lines if line.startswith("  player ")]) == games.decisions[4]
    assert f"player 0 is {games.agent_at(4, 0)}, player 1 is {games.agent_at(4, 1)}" in lines[0]
    assert lines[1] == "player 0: forbid trade.forge"
    assert [line for line in lines if line[:1].isdigit()][0] == "1 Divide and Rule"
    winner = int(np.argmax(games.share[4]))
    assert lines[-1].startswith(f"won by player {winner}: player 0 ${games.ledger[4, 0].sum()}, ")


def run(*arguments):
    return program.main([str(argument) for argument in arguments])


def played(out, *arguments):
    assert run("--agents", "boss,random", "--games", "6", "--out", out, *arguments) == 0
    return saved.read(GAME, out / "games")


def test_a_tournament_shows_games_and_keeps_all_of_them(tmp_path, capsys):
    (meeting,) = played(tmp_path, "--show", "2")
    assert len(meeting.games.seed) == 6
    assert capsys.readouterr().out.count("deal ") == 2
    assert run("show", tmp_path, "--game", "0-3", "--pages", tmp_path / "pages") == 0
    assert f"game 0-3, {show.told(GAME, meeting, 3)}\n" in capsys.readouterr().out
    assert "<html" in (tmp_path / "pages/0-3.html").read_text()
    assert run("show", tmp_path, "--pick", "longest", "--show", "3") == 0
    assert capsys.readouterr().out.count("deal ") == 3


def test_a_tournament_forbids_and_forces(tmp_path, capsys):
    arguments = ("--for", "boss", "--forbid", "*.casino", "--force", "fair_fight.attack", "--forbid", "*.park")
    (meeting,) = played(tmp_path, *arguments)
    told = (("boss", "forbid", "*.casino"), ("boss", "forbid", "*.park"), ("boss", "force", "fair_fight.attack"))
    assert meeting.restriction == told
    assert "in 6 decisions nothing else was legal" in capsys.readouterr().out
    settings = json.loads((tmp_path / "eval.json").read_text())["settings"]
    assert settings["forbid"] == ["*.casino", "*.park"] and settings["whom"] == "boss"


def test_a_tournament_restricts_an_agent_only_where_it_plays(tmp_path):
    assert (
        run("--agents", "boss,random,greedy", "--games", "2", "--out", tmp_path, "--for", "boss", "--forbid", "trade.*")
        == 0
    )
    restricted = {meeting.lineup: bool(meeting.restriction) for meeting in saved.read(GAME, tmp_path / "games")}
    assert restricted == {("boss", "random"): True, ("boss", "greedy"): True, ("random", "greedy"): False}


class Interrupts:
    """An agent that stops the program after so many of its decisions, as its user would."""

    left = sys.maxsize

    def __init__(self, agent):
        self.agent = agent

    def act(self, views, masks):
        Interrupts.left -= len(views)
        if Interrupts.left < 0:
            raise KeyboardInterrupt
        return self.agent.act(views, masks)


def test_an_interrupted_tournament_goes_on_where_it_was(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(tournament, "make_given", lambda name, seed: Interrupts(make_agent(name, seed)))
    arguments = ("--agents", "boss,greedy,random", "--games", "24", "--threads", "1")
    monkeypatch.setattr(Interrupts, "left", sys.maxsize)
    assert run(*arguments, "--out", tmp_path / "whole") == 0
    monkeypatch.setattr(Interrupts, "left", 24 * 76 + 900)
    assert run(*arguments, "--out", tmp_path / "parts") == 130
    assert "the same command goes on" in capsys.readouterr().err
    kept = saved.read(GAME, tmp_path / "parts/games")
    assert [len(meeting.games.seed) for meeting in kept][0] == 24 and 0 < len(kept[1].games.seed) < 24
    left = 3 * 24 - sum(len(meeting.games.seed) for meeting in kept)
    monkeypatch.setattr(Interrupts, "left", left * 90)
    assert run(*arguments, "--out", tmp_path / "parts") == 0
    assert (tmp_path / "parts/eval.csv").read_text() == (tmp_path / "whole/eval.csv").read_text()
    whole, parts = (saved.read(GAME, tmp_path / name / "games") for name in ("whole", "parts"))
    assert [m.games.digest for m in whole] == [m.games.digest for m in parts]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--forbid", "trade.*"], "give either --seat K or --for AGENT"),
        (["--seat", "0"], "give either --seat K or --for AGENT"),
        (["--seat", "0", "--for", "boss", "--forbid", "trade.*"], "give either --seat K or --for AGENT"),
        (["--seat", "2", "--forbid", "trade.*"], "seat 2, but must be for a seat in 0-1"),
        (["--for", "don", "--forbid", "trade.*"], "--for names 'don', but the agents are boss, random"),
        (["--seat", "0", "--forbid", "salary"], "pattern 'salary' fits nothing"),
        (["--seat", "0", "--forbid", "*"], "has nothing left to do from the start"),
        (["--seat", "0", "--forbid", "trade.*", "--force", "trade.offer"], "both forbidden and forced to seat 0"),
        (["--show", "0"], "'0' must be a whole number from 1 on"),
        (["show", "nowhere"], "folder nowhere holds no saved games"),
        (["show", "played", "--game", "3"], "game '3' must be the number of a meeting and of a game of it"),
        (["show", "played", "--game", "1-0"], "game 1-0 is of meeting 1, but the meetings are 0-0"),
        (["show", "played", "--game", "0-2"], "game 0-2 is not there: meeting 0 has games 0-1"),
        (["show", "played", "--pick", "nicest"], "invalid choice: 'nicest'"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(arguments, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    saved.write(GAME, "played", [meeting(("random", "random"), 2)])
    with pytest.raises(SystemExit) as stop:
        program.main(arguments if arguments[0] == "show" else ["--agents", "boss,random", *arguments])
    assert stop.value.code == 2
    told = capsys.readouterr()
    assert said in told.err and told.err.count("\n") == 1 and told.out == ""
