"""A game of any kind is recorded, saved and played back exactly, in either direction; anything else is refused."""

import copy
import json
import os
import pickle

import numpy as np
import pytest
from gymnasium.error import ResetNeeded

import gangzzz_env
from gangzzz_env.aec import GameEnv, StrictGameEnv
from gangzzz_env.changes import changes
from gangzzz_env.games import GAMES
from gangzzz_env.replay import Replay
from gangzzz_env.sample import MaskSampler
from tests.many_games import changed_rules
from tests.playing import check_player, illegal_actions, make, play, started

MEGABYTE = 2**20


def played(line_up, seed=5, **settings):
    """An environment after a game, and its records: before the first decision, and after each."""
    env, sampler = started(line_up, seed=seed, **settings), MaskSampler(seed)
    records = [env.record.tobytes()]
    while play(env, sampler, 1):
        records.append(env.record.tobytes())
    return env, records


@pytest.mark.parametrize("kind", [GameEnv, StrictGameEnv])
def test_a_game_is_saved_and_played_back_in_either_direction(line_up, kind, tmp_path):
    env, records = played(line_up, kind=kind)
    replay, path = env.replay(), tmp_path / "game.json"
    replay.save(path)
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]
    assert path.stat().st_size < MEGABYTE
    loaded = Replay.load(path)
    assert (loaded.game, loaded.seed, loaded.decisions) == (replay.game, 5, replay.decisions)
    check_player(loaded, records)


def test_the_last_position_is_where_the_game_is_and_shows_what_each_seat_saw(line_up):
    env = started(line_up, decisions=40)
    player = env.replay().play()
    player.go_to(40)
    for seat, agent in enumerate(env.possible_agents):
        assert player.view(seat).tobytes() == env.view(agent).tobytes()
    spectator = env._game.seats[1]
    assert player.view(spectator).tobytes() not in {env.view(agent).tobytes() for agent in env.possible_agents}
    with pytest.raises(ValueError, match=f"0-{spectator}"):
        player.view(spectator + 1)


def test_a_decision_is_told_with_its_seat_its_words_and_all_that_it_changed(line_up):
    env, records = played(line_up)
    player, game = env.replay().play(), env._game
    assert player.decision is None
    before = player.record
    while player.position < len(player):
        player.forward()
        decision = player.decision
        words = game.action_name(env.num_players, decision.seat, decision.action)
        assert decision.words.startswith(words)
        assert decision.changes == changes(before, player.record) != {}
        before = player.record


def test_changes_name_the_numbers_that_differ():
    kind = np.dtype([("a", "i1"), ("b", "u2", (2, 2)), ("c", [("d", "i2"), ("e", "i4", (2,))])])
    before, after = np.zeros(1, kind), np.zeros(1, kind)
    assert changes(before, after) == {}
    after["a"], after["b"][0, 1, 0], after["c"]["e"][0, 1] = -1, 258, -70000
    assert changes(before, after) == {"a": -1, "b[1,0]": 258, "c.e[1]": -70000}


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_goes_on_with_a_replay_of_its_own(line_up, duplicate):
    env = started(line_up, decisions=20)
    copied = duplicate(env)
    assert copied.replay().to_json() == env.replay().to_json()
    play(copied, MaskSampler(1), 5)
    assert len(env.replay().decisions) == 20
    assert len(copied.replay().decisions) == 25


def test_a_replay_begins_at_the_reset_the_save_or_the_position(line_up):
    env, sampler = started(line_up, seed=3, decisions=9), MaskSampler(3)
    assert (env.replay().seed, len(env.replay().decisions)) == (3, 9)
    first = env.record
    fresh = make(line_up)
    fresh.set_up(first)
    for one in (fresh, GameEnv.from_bytes(env.to_bytes())):
        assert (one.replay().seed, one.replay().decisions) == (None, ())
        assert one.replay().start.tobytes() == first.tobytes()
        assert len(play(one, sampler, 4)) == len(one.replay().decisions)
    env.reset()
    assert (env.replay().seed, env.replay().decisions) == (None, ())
    assert env.replay().start.tobytes() == env.record.tobytes()


def test_rules_with_other_numbers_are_part_of_the_replay(line_up, tmp_path):
    game, num_players = line_up
    env = GameEnv(game, num_players, vars(changed_rules(game, 3)), "margin", None)
    env.reset(seed=3)
    play(env, MaskSampler(3))
    env.replay().save(tmp_path / "game.json")
    replay = Replay.load(tmp_path / "game.json")
    player = replay.play()
    player.go_to(len(player))
    assert player.record.tobytes() == env.record.tobytes()
    assert replay.start["rules"].tobytes() == env.rules.record().tobytes()


@pytest.mark.filterwarnings("ignore:.*may not play")
def test_an_illegal_action_that_ended_a_game_is_not_part_of_it(line_up):
    env = started(line_up, decisions=6)
    env.step(int(illegal_actions(env)[0]))
    assert len(env.replay().decisions) == 6


def test_before_reset_there_is_nothing_to_replay(line_up):
    with pytest.raises(ResetNeeded, match="reset"):
        make(line_up).replay()


def a_replay(decisions=30):
    game = next(iter(GAMES.values()))
    return started((game, 2), seed=1, decisions=decisions).replay()


def rewritten(change) -> str:
    """The text of a replay with other facts and the digest that belongs to them, as another program may write it."""
    facts = json.loads(a_replay().to_json())
    change(facts)
    facts["digest"] = gangzzz_env.replay._digest(facts)
    return json.dumps(facts)


def test_damaged_and_foreign_files_are_refused_in_a_sentence(tmp_path):
    text, path = a_replay().to_json(), tmp_path / "game.json"
    middle = text.index('"action"', len(text) // 2) + len('"action": ')
    damaged = (
        text[:-20],
        text[: len(text) // 2],
        text[:middle] + "1" + text[middle:],
        text.replace('"seed": 1', '"seed": 2'),
    )
    for other in (
        b"",
        b"\xff\xfe",
        b"[]",
        b"7",
        b"{}",
        b'{"format": 3}',
        b"[" * 100_000,
        *(one.encode() for one in damaged),
    ):
        path.write_bytes(other)
        with pytest.raises(ValueError, match="replay") as caught:
            Replay.load(path)
        assert str(path) in str(caught.value)
    with pytest.raises(ValueError, match="cannot be read"):
        Replay.load(tmp_path / "none.json")
    with pytest.raises(ValueError, match="cannot be read"):
        Replay.load(tmp_path)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda facts: facts.update(version="0.0.9"), "recorded by gangzzz_env 0.0.9 .*, but this is"),
        (lambda facts: facts.update(format="gangzzz_env replay 0"), "may play otherwise"),
        (lambda facts: facts.update(layout="0"), "may play otherwise"),
        (lambda facts: facts.update(game="chess_v6"), "replay of 'chess_v6'; this version has gangzzz_v0"),
        (lambda facts: facts.pop("start"), "damaged"),
        (lambda facts: facts["start"].pop("money"), "damaged"),
        (lambda facts: facts["start"].update(money=[1, 2]), "damaged"),
        (lambda facts: facts["start"].update(money=10**30), "damaged"),
        (lambda facts: facts["decisions"][3].pop("seat"), "damaged"),
        (lambda facts: facts.update(decisions=5), "damaged"),
    ],
)
def test_a_replay_of_another_version_or_with_entries_missing_is_refused_in_a_sentence(change, said):
    with pytest.raises(ValueError, match=said):
        Replay.from_json(rewritten(change))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            lambda facts: facts["decisions"][17]["changes"].update({"money[0]": 99}),
            "decision 17 leads to another state",
        ),
        (lambda facts: facts["decisions"][17].update(seat=3), "decision 17 leads to another state"),
        (lambda facts: facts["decisions"][17].update(action=754), "decision 17, action 754, is illegal"),
        (lambda facts: facts["decisions"][17].update(action=-1), "decision 17, action -1, is illegal"),
    ],
)
def test_an_engine_that_plays_otherwise_is_noticed_at_its_first_other_decision(change, said):
    with pytest.raises(ValueError, match=said):
        Replay.from_json(rewritten(change)).play()


def test_the_words_of_a_decision_may_be_others():
    def change(facts):
        facts["decisions"][17]["words"] = "a new translation"

    player = Replay.from_json(rewritten(change)).play()
    player.go_to(18)
    assert player.decision.words == "a new translation"


def test_a_file_is_written_whole_or_not_at_all(tmp_path, monkeypatch):
    path = tmp_path / "game.json"
    a_replay(3).save(path)
    before = path.read_text()

    def full(*paths):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(ValueError, match="cannot be written: No space left"):
        a_replay(9).save(path)
    assert path.read_text() == before


@pytest.mark.parametrize(
    "change",
    [
        lambda facts: facts["start"].update(num_seats=77),
        lambda facts: facts["start"].update(turn_seat=0.5),
        lambda facts: facts["start"].update(observer=True),
        lambda facts: facts["start"]["gangster"][0].__setitem__(0, 99),
        lambda facts: facts["start"]["rules"].update(bounty=-3),
        lambda facts: facts["decisions"][0].update(action=1.5),
        lambda facts: facts["decisions"][0].update(action=None),
        lambda facts: facts["decisions"][0].update(seat=True),
        lambda facts: facts["decisions"][0].update(words=["a", "list"]),
        lambda facts: facts.update(seed="x"),
        lambda facts: facts.update(seed=-1),
    ],
)
def test_what_cannot_come_up_in_a_game_is_refused_before_it_is_played(change):
    with pytest.raises(ValueError, match="damaged replay"):
        Replay.from_json(rewritten(change))


def test_every_state_of_a_game_can_be_the_start_of_a_replay(line_up):
    game, num_players = line_up
    env, sampler = started(line_up, seed=4), MaskSampler(4)
    game.check_state(env.record)
    while play(env, sampler, 1):
        game.check_state(env.record)
