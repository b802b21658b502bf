"""The search for a counter: it finds a planted weakness, and claims none where there is none."""

import json

import numpy as np
import pytest

import eval as program
from agents import make_agent
from agents.boss import DUEL
from agents.family import GREEDY_FAMILY, STYLES
from agents.greedy import Greedy
from gangzzz_env.analysis import best_response
from gangzzz_env.analysis.best_response import (
    CANDIDATE,
    Answer,
    Budget,
    Family,
    Knob,
    Search,
    Task,
    differences,
    outsider,
    rate,
    sentence,
)
from gangzzz_env.analysis.commands import counter
from gangzzz_env.games.gangzzz import GAME

# Blind to city buildings and their cards.
CRIPPLED = {"card": 1.0, "city": 0.1, "rent": 0.2}


@pytest.fixture(autouse=True)
def small_generations(monkeypatch):
    monkeypatch.setattr(best_response, "GAMES", 24)
    monkeypatch.setattr(best_response, "START_GAMES", 48)


def task(opponent, family=GREEDY_FAMILY, players=2):
    return Task(GAME, players, "opponent", opponent, family, seed=3)


def search(task, games, kept=None):
    return Search(task, Budget(games, "game"), [] if kept is None else kept, lambda: None)


def test_a_planted_weakness_is_found_and_confirmed():
    narrow = Family("crippled", GREEDY_FAMILY.knobs, lambda changes: Greedy(**(CRIPPLED | changes)))
    narrow = Family(narrow.name, tuple(k for k in narrow.knobs if k.name in CRIPPLED), narrow.make)
    answer = search(task(Greedy(**CRIPPLED), narrow), 1500).run()
    assert answer.is_counter and answer.low > 0.55
    assert "A counter to opponent was found with 2 players" in sentence(answer)


@pytest.mark.parametrize("players", [2, 3])
def test_none_is_claimed_against_an_exact_copy(players):
    copies = Family("greedy", GREEDY_FAMILY.knobs[:2], lambda settings: Greedy())
    answer = search(task(Greedy(), copies, players), 400).run()
    assert answer.rate == pytest.approx(1 / players)
    assert not answer.is_counter
    assert sentence(answer).startswith(f"No counter to opponent was found with {players} players within")


def test_what_is_told_stands_on_deals_that_nothing_was_chosen_by(monkeypatch):
    played = {}
    play = Task.play

    def note(self, agent, deals):
        played.setdefault(len(played), deals)
        return play(self, agent, deals)

    monkeypatch.setattr(Task, "play", note)
    small = Family("greedy", GREEDY_FAMILY.knobs[:1], GREEDY_FAMILY.make)
    answer = search(task(Greedy(), small), 400).run()
    before = np.concatenate([deals for _, deals in sorted(played.items())[:-1]])
    assert not set(played[len(played) - 1].tolist()) & set(before.tolist())
    assert answer.total == 2 * (len(before) + len(played[len(played) - 1]))


def test_a_search_goes_on_from_what_it_has_kept():
    small = Family("greedy", GREEDY_FAMILY.knobs[:3], GREEDY_FAMILY.make)
    whole, kept = [], []
    first = search(task(Greedy(), small), 700, whole).run()

    def stop():
        if len(kept) == 2:
            raise KeyboardInterrupt

    budget = Budget(700, "game")
    with pytest.raises(KeyboardInterrupt):
        Search(task(Greedy(), small), budget, kept, stop).run()
    again = Search(task(Greedy(), small), Budget(700, "game", budget.games), kept, lambda: None).run()
    assert kept == whole
    assert again == first


def test_a_knob_is_where_its_setting_says():
    for knob in GREEDY_FAMILY.knobs:
        assert knob.setting(0) == knob.usual == knob.setting(knob.position(knob.usual))
    assert Knob("card", "", 27.0, ratio=2.0).setting(1) == 54
    assert Knob("won", "", 0.0, step=20.0, low=0.0).setting(-1) == 0
    positions = GREEDY_FAMILY.positions({"card": 54.0})
    assert GREEDY_FAMILY.settings(positions)["card"] == pytest.approx(54)


def test_the_family_knows_the_styles_as_they_are():
    views = np.zeros(0, GAME.state_dtype)
    for name in STYLES:
        made, known = make_agent(name), GREEDY_FAMILY.make(GREEDY_FAMILY.known[name])
        assert made.weights.tobytes() == known.weights.tobytes()
        assert len(made.act(views, np.zeros((0, GAME.num_actions), np.int8))) == 0
    assert GREEDY_FAMILY.known["boss of two"] == DUEL


def test_what_a_strategy_does_more_and_less_is_said_in_words():
    told = differences(GREEDY_FAMILY, {"rent": 4.0, "hurry": 0.6, "card": 27.0})
    assert told[0] == "more for rent (how much a dollar of rent counts): 4 instead of 1"
    assert told[1].startswith("less for hurry") and len(told) == 2


def test_the_words_say_no_more_than_was_done():
    answer = Answer(4, "boss", CANDIDATE, {}, 0.26, 0.22, 0.3, 2000, 18000)
    assert sentence(answer) == (
        "No counter to boss was found with 4 players within 20,000 games; the best candidate, a strategy of its own, "
        "wins 26.0 % [22.0, 30.0] of 2,000 fresh games, where 25.0 % would be even."
    )


def test_an_agent_from_outside_is_tried_within_the_budget():
    budget = Budget(100, "game")
    answer = outsider(task(make_agent("random")), "greedy", Greedy(), budget, 2)
    assert answer.is_counter and answer.name == "greedy"
    assert budget.games == answer.games == 112


def test_the_rate_is_of_the_candidate_wherever_it_sits():
    games = task(make_agent("random")).play(Greedy(), np.arange(10, dtype=np.uint64))
    won = [games.share[k, seat] for k in range(20) for seat in range(2) if games.agent_at(k, seat) == CANDIDATE]
    assert rate(games) == pytest.approx(np.mean(won)) and rate(games) > 0.8


@pytest.fixture
def small_family(monkeypatch):
    small = Family("greedy", GREEDY_FAMILY.knobs[:2], GREEDY_FAMILY.make)
    monkeypatch.setattr(counter, "GREEDY_FAMILY", small)


def test_the_command_tells_writes_and_goes_on(small_family, tmp_path, capsys, monkeypatch):
    command = ["counter", "--against", "random", "--games", "300", "--also", "landlord", "--out", str(tmp_path)]
    keep, generations = Search._keep, []

    def stop(self, rates):
        keep(self, rates)
        generations.append(rates)
        if len(generations) == 1:
            raise KeyboardInterrupt

    monkeypatch.setattr(Search, "_keep", stop)
    assert program.main(command) == 130
    assert "goes on" in capsys.readouterr().err
    assert len(json.loads((tmp_path / "counter.json").read_text())["generations"]) == 1
    assert program.main(command) == 0
    said = capsys.readouterr().out
    assert said.count("A counter to random was found with 2 players within") == 2
    found = json.loads((tmp_path / "counter.json").read_text())
    assert found["generations"] == generations
    assert [answer["sentence"] in said for answer in found["answers"]] == [True, True]
    assert not list(tmp_path.glob(".*"))


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (["--against", "nobody"], "nobody"),
        (["--budget", "0"], "'0' must be a number above 0"),
        (["--budget", "soon"], "'soon' must be"),
        (["--num-players", "5"], "num_players is 5"),
        (["--rules", "missing.toml"], "missing.toml cannot be read"),
        (["--also", "greedy,don,boss,sleuth,trader"], "--also names 5 agents, but at most 4 are allowed"),
        (["--out", "other"], "counter.json is no search"),
        (["--out", "mine"], "counter.json is of another search (seed differ"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(options, named, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for folder, content in (("other", "[]"), ("mine", json.dumps({"settings": SETTINGS}))):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "counter.json").write_text(content)
    with pytest.raises(SystemExit) as stop:
        program.main(["counter", "--against", "greedy", *options])
    said = capsys.readouterr().err
    assert stop.value.code == 2 and said.count("\n") == 1 and named in said


SETTINGS = counter.settings("greedy", 2, GAME.read_rules(None), 7)
