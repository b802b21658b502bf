"""Meetings in a folder: what is saved is what is read, whole or not at all, and damage is told."""

import dataclasses
import json
import shutil

import numpy as np
import pytest

from agents import make_agent
from gangzzz_env.analysis import saved
from gangzzz_env.analysis.play import paired_seeds, play_lineup
from gangzzz_env.games.gangzzz import GAME


def meeting(num_players=2, rules=None, restriction=(), seed=1):
    lineup = ("greedy", *["random"] * (num_players - 1))
    agents = {name: make_agent(name, 1) for name in lineup}
    games = play_lineup(GAME, lineup, agents, paired_seeds(seed, 6, num_players), rules)
    return saved.Meeting(num_players, lineup, GAME.read_rules(rules), restriction, games)


@pytest.fixture(scope="module")
def meetings():
    return [meeting(), meeting(3, {"bounty": 60}, ((0, "forbid", "trade.*"), ("greedy", "force", "*.casino")))]


@pytest.fixture(scope="module")
def whole(meetings, tmp_path_factory):
    folder = tmp_path_factory.mktemp("saved") / "games"
    saved.write(GAME, folder, meetings)
    return folder


@pytest.fixture
def folder(whole, tmp_path):
    return shutil.copytree(whole, tmp_path / "copy")


def same(one, other):
    assert one.facts == other.facts and one.restriction == other.restriction and one.rules == other.rules
    for field in dataclasses.fields(one.games):
        mine, theirs = getattr(one.games, field.name), getattr(other.games, field.name)
        assert np.array_equal(mine, theirs), field.name
        assert not isinstance(mine, np.ndarray) or mine.dtype == theirs.dtype, field.name


def test_what_is_saved_is_what_is_read(meetings, whole):
    for one, other in zip(meetings, saved.read(GAME, whole), strict=True):
        same(one, other)


def test_actions_of_a_game_that_was_read_lead_to_its_money(whole):
    for meeting in saved.read(GAME, whole):
        games, n = meeting.games, len(meeting.games.seed)
        assert games.decisions.sum() == len(games.actions)
        assert np.concatenate([games.actions_of(game) for game in range(n)]).tolist() == games.actions.tolist()


def test_saving_again_leaves_nothing_of_what_was_there(meetings, folder):
    saved.write(GAME, folder, meetings[1:])
    assert len(list(folder.iterdir())) == 2
    same(saved.read(GAME, folder)[0], meetings[1])


def test_a_program_that_is_killed_while_it_saves_leaves_what_was_there(meetings, folder, monkeypatch):
    def killed(path, content):
        if path.name == saved.LIST:
            raise OSError(28, "No space left on device")
        path.write_bytes(content)

    monkeypatch.setattr(saved, "write_whole", killed)
    with pytest.raises(ValueError, match="cannot be written: No space left on device"):
        saved.write(GAME, folder, [meeting(seed=2)])
    for one, other in zip(meetings, saved.read(GAME, folder), strict=True):
        same(one, other)


def test_a_damaged_file_of_games_is_told(folder):
    path = next(folder.glob("games-*.npz"))
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    with pytest.raises(ValueError, match="games-.* are damaged: they are not what was saved"):
        saved.read(GAME, folder)


def test_a_missing_file_of_games_is_told(folder):
    next(folder.glob("games-*.npz")).unlink()
    with pytest.raises(ValueError, match="games-.* cannot be read: No such file"):
        saved.read(GAME, folder)


def edited(folder, **changes):
    path = folder / saved.LIST
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"version": "0.0.7"}, "holds games of version '0.0.7', but this is"),
        ({"game": "gangzzz_v9"}, "holds games of game 'gangzzz_v9', but this is 'gangzzz_v0'"),
        ({"layout": "f00"}, "holds games of layout 'f00'"),
        ({"meetings": [{}]}, "is damaged: an entry is missing"),
        ({"meetings": 3}, "is damaged: an entry is missing"),
    ],
)
def test_games_of_another_version_and_a_damaged_list_are_told(changes, said, folder):
    edited(folder, **changes)
    with pytest.raises(ValueError, match=said):
        saved.read(GAME, folder)


@pytest.mark.parametrize("text", ["{", "[]", ""])
def test_a_list_that_is_none_is_told(text, folder):
    (folder / saved.LIST).write_text(text)
    with pytest.raises(ValueError, match="is damaged"):
        saved.read(GAME, folder)


def test_a_folder_without_games_is_told(tmp_path):
    assert not saved.is_saved(tmp_path)
    with pytest.raises(ValueError, match="holds no saved games"):
        saved.read(GAME, tmp_path)
