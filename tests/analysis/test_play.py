"""Games on several threads: the same whatever the threads and chunks, and an interrupt keeps what has ended."""

import dataclasses
import threading

import numpy as np
import pytest

from agents import AGENTS, make_agent
from gangzzz_env.analysis import play
from gangzzz_env.games.gangzzz import GAME

SLOW = ("don_corleone", "search:20")


def played(lineup, games, threads, on_end=lambda count: None):
    agents = {name: make_agent(name, 1) for name in lineup}
    return play.play_lineup(GAME, lineup, agents, play.paired_seeds(7, games, len(lineup)), None, on_end, threads)


def same(one, other):
    for field in dataclasses.fields(one):
        assert np.array_equal(getattr(one, field.name), getattr(other, field.name)), field.name


@pytest.mark.parametrize("name", [*AGENTS, SLOW[1]])
def test_games_are_the_same_with_more_threads_and_in_other_chunks(name, monkeypatch):
    lineup, games = (name, "greedy", name), 6 if name in SLOW else 60
    one = played(lineup, games, 1)
    monkeypatch.setattr(play, "FEWEST", 3)
    monkeypatch.setattr(play, "CHUNK", 5)
    same(one, played(lineup, games, 3))


def test_all_threads_play_at_once():
    meeting = threading.Barrier(2, timeout=60)

    class Waits:
        def act(self, views, masks):
            if not meeting.broken:
                meeting.wait()
            return masks.argmax(axis=1)

        def __deepcopy__(self, memo):
            return self

    with pytest.raises(ValueError, match="agent cheat played"):
        play.play_lineup(GAME, ("a", "cheat"), {"a": Waits(), "cheat": Cheat()}, range(40), threads=2)


class Cheat:
    def act(self, views, masks):
        return np.full(len(views), 751)


@pytest.mark.parametrize("threads", [1, 2])
def test_each_game_that_ends_is_heard_of(threads):
    heard = []
    played(("greedy", "random"), 40, threads, heard.append)
    assert sum(heard) == 40


@pytest.mark.parametrize("threads", [1, 2])
def test_an_interrupt_keeps_the_games_that_have_ended(threads):
    whole = play.play_lineup(GAME, ("a", "b"), dict.fromkeys("ab", make_agent("random", 1)), range(40))
    agents = {"a": make_agent("random", 1), "b": Interrupts(make_agent("random", 1), 900)}
    with pytest.raises(play.Stopped) as stop:
        play.play_lineup(GAME, ("a", "b"), agents, range(40), threads=threads)
    kept = stop.value.games
    assert 0 < len(kept.seed) < 80 and kept.is_finished.all()
    places = [list(zip(whole.seed, whole.rotation)).index(pair) for pair in zip(kept.seed, kept.rotation)]
    assert places == sorted(places)
    same(kept, whole.rows(np.array(places)))


class Interrupts:
    """Another agent, until it has been asked so often; then it is as if the user stopped the program."""

    def __init__(self, agent, views):
        self.agent, self.left = agent, views

    def act(self, views, masks):
        self.left -= len(views)
        if self.left < 0:
            raise KeyboardInterrupt
        return self.agent.act(views, masks)


def test_rows_of_games_keep_their_actions():
    games = played(("greedy", "random"), 6, 1)
    some = games.rows(np.array([4, 1]))
    for place, row in enumerate((4, 1)):
        assert some.actions_of(place).tolist() == games.actions_of(row).tolist()
        assert (some.seed[place], some.digest[place]) == (games.seed[row], games.digest[row])


def test_portions_are_small_at_first_grow_with_the_pace_and_end_together():
    portions = play.Portions(10_000, 2)
    first = portions.take()
    assert first == range(play.FEWEST)
    portions.took(8, 8 * play.SECONDS / 200)
    assert len(portions.take()) == 200
    portions.took(200, 1e-9)
    assert len(portions.take()) == play.CHUNK
    rows = []
    while part := portions.take():
        rows.append(len(part))
    assert rows[-1] <= play.FEWEST and sum(rows) == 10_000 - 8 - 200 - play.CHUNK
