"""Tournaments: rotation, pairing, copies, what is written, and bad input."""

import csv
import dataclasses
import json

import numpy as np
import pytest

import eval as program
from agents import AGENTS, make_agent
from gangzzz_env.analysis import metrics, play
from gangzzz_env.analysis.commands import tournament
from gangzzz_env.games.gangzzz import GAME
from gangzzz_env.games.gangzzz.actions import PASS, PLACE_MANAGER
from gangzzz_env.games.gangzzz.tables import KINDS, Kind


class Passer:
    """Passes whenever it may, else takes the first legal action."""

    def act(self, views, masks):
        return np.array([self.choose(view, mask) for view, mask in zip(views, masks)])

    def choose(self, view, mask):
        return int(np.argmax(mask))


class Modest(Passer):
    """Collects one rent, then passes."""

    def choose(self, view, mask):
        placements = [a for a in np.flatnonzero(mask) if (a - PLACE_MANAGER) % KINDS == Kind.RESIDENTIAL]
        may_place = mask[PASS] == 1 and mask[PLACE_MANAGER : PLACE_MANAGER + 320].any()
        if may_place and placements and self.wants_rent(view):
            return placements[0]
        return super().choose(view, mask)

    def wants_rent(self, view):
        return (view["manager"][view["observer"]] >= 0).sum() < 1


class GoodFromSeatOne(Modest):
    """Collects all rents from seat 1, and none from elsewhere."""

    def wants_rent(self, view):
        return view["observer"] == 1


class Random:
    """Uniformly random legal actions."""

    def __init__(self, seed):
        self.generator = np.random.default_rng(seed)

    def act(self, views, masks):
        return np.array([self.generator.choice(np.flatnonzero(mask)) for mask in masks])


class Cheat(Passer):
    """Raids at once."""

    def choose(self, view, mask):
        return 751


class Audited:
    """Another agent, with a count of its decisions and of those that its mask does not allow."""

    def __init__(self, agent):
        self.agent, self.decisions, self.illegal = agent, 0, 0

    def act(self, views, masks):
        actions = self.agent.act(views, masks)
        self.decisions += len(actions)
        self.illegal += (masks[np.arange(len(actions)), actions] != 1).sum()
        return actions


def rates(games, table):
    return {tuple(row[key] for key in ("agent", "seat") if key in row): row for row in summary(games)[table]}


def summary(games):
    return metrics.summary(GAME, [games])


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_case_1_no_agent_plays_an_illegal_action_in_a_tournament(num_players):
    names = list(AGENTS)
    agents = {name: Audited(make_agent(name, 1)) for name in names}
    for first in range(len(names)):
        lineup = [names[(first + seat) % len(names)] for seat in range(num_players)]
        assert play.play_lineup(GAME, lineup, agents, play.paired_seeds(1, 16, num_players)).is_finished.all()
    assert all(agent.decisions > 1000 and agent.illegal == 0 for agent in agents.values())


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_case_7_an_agent_that_wins_only_from_seat_1_shows_by_seat(num_players):
    lineup = ("good", *["modest"] * (num_players - 1))
    agents = {"good": GoodFromSeatOne(), "modest": Modest()}
    games = play.play_lineup(GAME, lineup, agents, play.paired_seeds(5, 5 * num_players, num_players))
    by_seat = rates(games, "seats")
    for seat in range(num_players):
        assert by_seat["good", seat]["n"] == 5
        assert by_seat["modest", seat]["n"] == 5 * (num_players - 1)
        assert by_seat["good", seat]["win_rate"] == (1.0 if seat == 1 else 0.0)


def test_case_7_every_rotation_of_a_lineup_plays_the_same_deals():
    seeds = play.paired_seeds(3, 12, 3)
    games = play.play_lineup(GAME, ("a", "b", "c"), dict.fromkeys("abc", Passer()), seeds)
    dealt = {rotation: games.seed[games.rotation == rotation].tolist() for rotation in range(3)}
    assert dealt[0] == dealt[1] == dealt[2] == seeds.tolist()
    assert len(set(dealt[0])) == 4


@pytest.mark.parametrize(("lineup", "distinct"), [(("a", "a"), 1), (("a", "b"), 2)])
def test_case_8_copies_of_a_game_are_counted_and_prove_nothing(lineup, distinct):
    agents = {"a": Modest(), "b": Passer()}
    games = play.play_lineup(GAME, lineup, agents, [7] * 20)
    (counts,) = summary(games)["games"]
    assert (counts["games"], counts["distinct"], counts["unfinished"]) == (40, distinct, 0)
    assert sum(row["n"] for row in summary(games)["agents"]) == 2 * distinct


def test_case_8_games_of_one_deal_that_went_otherwise_are_no_copies():
    games = play.play_lineup(GAME, ("a", "a"), {"a": Random(1)}, [7] * 10)
    assert summary(games)["games"][0]["distinct"] == 20


def test_copies_are_left_out_of_the_mean_of_decisions_and_unfinished_games_are_counted():
    games = dataclasses.replace(
        play.play_lineup(GAME, ("a", "a"), {"a": Passer()}, [1, 2]),
        digest=(b"one", b"one", b"one", b"other"),
        decisions=np.array([10, 10, 10, 40]),
        is_finished=np.array([True, True, True, False]),
    )
    (counts,) = summary(games)["games"]
    assert (counts["distinct"], counts["unfinished"], counts["decisions"]) == (2, 1, 25)


def test_shared_victories_are_shared_and_the_money_adds_up():
    games = play.play_lineup(GAME, ("a", "b", "c"), dict.fromkeys("abc", Passer()), [1, 2])
    assert games.share.sum(axis=1) == pytest.approx(1)
    assert np.all(games.share == 1 / 3)
    for row in summary(games)["agents"]:
        assert row["money"] == pytest.approx(sum(row[source] for source in GAME.sources))


def test_lineups_seat_every_choice_of_agents():
    assert play.lineups(["a", "b", "c"], 2) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert play.lineups(["a", "b"], 3) == [("a", "a", "b"), ("a", "b", "b")]
    assert play.lineups(["a"], 2) == [("a", "a")]


def test_games_are_rounded_up_to_whole_rounds_of_rotations():
    assert len(play.paired_seeds(0, 1000, 3)) == 334


def test_games_of_one_seed_are_the_same_in_other_batches(monkeypatch):
    agents = {"a": Modest(), "b": Passer()}
    whole = play.play_lineup(GAME, ("a", "b"), agents, [1, 2, 3])
    monkeypatch.setattr(play, "CHUNK", 2)
    parts = play.play_lineup(GAME, ("a", "b"), agents, [1, 2, 3])
    assert whole.digest == parts.digest
    assert np.array_equal(whole.ledger, parts.ledger)


def test_an_illegal_action_of_an_agent_is_named():
    with pytest.raises(ValueError, match="agent cheat played 751, which its mask does not allow"):
        play.play_lineup(GAME, ("cheat", "cheat"), {"cheat": Cheat()}, [1])


@pytest.mark.parametrize(
    ("agents", "error", "told"),
    [
        ({"greedy": Passer()}, ValueError, "names 'gredy', but agents has no such name; its names are: 'greedy'"),
        ({"greedy": Passer(), "gredy": "greedy"}, TypeError, "agent 'gredy' is 'greedy', but must be an object with"),
        ({"greedy": Passer(), "gredy": Passer}, TypeError, "agent 'gredy' is <class .*, but must be an object with"),
    ],
)
def test_a_seat_without_an_agent_is_named_before_any_game(agents, error, told):
    with pytest.raises(error, match=told):
        play.play_lineup(GAME, ("greedy", "gredy"), agents, [])


def run(tmp_path, *arguments):
    out = tmp_path / "out"
    assert program.main(["--agents", "random", "--games", "4", "--out", str(out), *arguments]) == 0
    lines = (out / "eval.csv").read_text().splitlines()
    return json.loads((out / "eval.json").read_text()), list(csv.DictReader(lines))


@pytest.fixture
def only_random(monkeypatch):
    monkeypatch.setattr(tournament, "make_given", lambda name, seed: Random(seed))


@pytest.mark.usefixtures("only_random")
def test_json_and_csv_say_what_the_table_says(tmp_path, capsys):
    tables, rows = run(tmp_path, "--agents", "a,b", "--num-players", "3", "--seed", "9")
    printed = capsys.readouterr().out
    assert tables["settings"]["agents"] == ["a", "b"]
    assert tables["settings"]["rules"]["bounty"] == 30
    for row in tables["agents"]:
        assert f"{100 * row['win_rate']:.1f}% [{100 * row['low']:.1f}, {100 * row['high']:.1f}]" in printed
        (same,) = [r for r in rows if (r["lineup"], r["agent"], r["seat"]) == ("all", row["agent"], "all")]
        assert float(same["win_rate"]) == row["win_rate"]
        assert int(same["n"]) == row["n"]
    assert len(rows) == len(tables["agents"]) + len(tables["seats"]) + len(tables["lineups"])
    assert [row["games"] for row in tables["games"]] == [6, 6]
    assert not list((tmp_path / "out").glob(".*"))


@pytest.mark.usefixtures("only_random")
def test_a_seed_gives_the_same_tournament_again(tmp_path):
    first, again, other = (run(tmp_path, "--seed", seed)[0] for seed in ("1", "1", "2"))
    assert first == again
    assert first["agents"] != other["agents"]


@pytest.mark.usefixtures("only_random")
def test_rules_of_a_file_are_played_and_written_down(tmp_path):
    rules = tmp_path / "rules.toml"
    rules.write_text("protection_percent = 0\ncasino_dice = 0\nmanager_extra = 0\n")
    tables, _ = run(tmp_path, "--rules", str(rules))
    assert tables["settings"]["rules"]["casino_dice"] == 0
    assert tables["agents"][0]["underworld"] == 0.0


BAD_RULES = {
    "unknown.toml": "salary = 3",
    "type.toml": 'bounty = "much"',
    "range.toml": "recruits = 6",
    "no.toml": "a=",
}


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["--agents", "nobody"], "nobody"),
        (["--agents", "no/such/checkpoint"], "no/such/checkpoint"),
        (["--agents", ""], "agent"),
        (["--num-players", "1"], "num_players is 1, but Gangzzz is for 2 to 4"),
        (["--num-players", "5"], "num_players is 5, but Gangzzz is for 2 to 4"),
        (["--num-players", "two"], "'two' must be a whole number from 1 on"),
        (["--games", "0"], "'0' must be a whole number from 1 on"),
        (["--seed", "-1"], "'-1' must be a whole number from 0 on"),
        (["--rules", "missing.toml"], "missing.toml cannot be read"),
        (["--rules", "unknown.toml"], "unknown rule 'salary'"),
        (["--rules", "type.toml"], "rule bounty is 'much', but must be an integer in 0-500"),
        (["--rules", "range.toml"], "rule recruits is 6, but must be an integer in 0-5"),
        (["--rules", "no.toml"], "no.toml is not TOML"),
        (["--out", "unknown.toml"], "output folder unknown.toml cannot be written"),
        (["--games"], "expected one argument"),
        (["--speed", "3"], "--speed"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2_before_any_work(arguments, named, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tournament, "play_lineup", None)
    for name, text in BAD_RULES.items():
        (tmp_path / name).write_text(text)
    with pytest.raises(SystemExit) as stop:
        program.main(["--agents", "random,random", *arguments])
    assert stop.value.code == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert named in said.err
