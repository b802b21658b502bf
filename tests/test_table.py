"""A game in play at a table: people choose, agents answer, nobody hears what he may not know."""

import threading

import numpy as np
import pytest

import agents
from gangzzz_env.games import GAMES
from gangzzz_env.replay import Replay
from gangzzz_env.rng import seed_words
from gangzzz_env.table import Table

GAME = next(iter(GAMES.values()))
ONE = np.zeros(1, np.int64)
NAMES = ("greedy", "boss", "trader")


def begun(num_players=2, seed=4, game=GAME, people=(0,)):
    """A table with people and agents, at the first decision of a person."""
    names = iter(NAMES)
    seats = [None if seat in people else next(names) for seat in range(num_players)]
    table = Table.begin(game, seats, seed=seed)
    table.let_agents_play()
    return table


def play(table, decisions=10**9, seed=0):
    """People choose at random, so often or to the end of the game."""
    draw = np.random.default_rng(seed)
    for _ in range(decisions):
        if table.is_over:
            break
        table.choose(table.mover, int(draw.choice([move.action for move in table.moves(table.mover)])))


class Slow:
    """An agent that thinks until it is told not to."""

    def __init__(self, seed):
        self.begun, self.enough = threading.Event(), threading.Event()
        Slow.latest = self

    def act(self, views, masks):
        self.seen = views.copy()
        self.begun.set()
        self.enough.wait(30)
        return masks.argmax(axis=1)


@pytest.fixture
def slow(monkeypatch):
    """A table at which an agent thinks, and the thread in which it does."""
    monkeypatch.setitem(agents.AGENTS, "slow", Slow)
    table = Table.begin(GAME, [None, "slow"], seed=4)
    first = table.moves(0)[0]
    thread = threading.Thread(target=table.choose, args=(0, first.action), daemon=True)
    thread.start()
    agent = Slow.latest
    assert agent.begun.wait(30)
    yield table, agent, thread
    agent.enough.set()
    thread.join(30)


def test_a_whole_game_is_played_by_people_and_agents(line_up):
    game, num_players = line_up
    table = begun(num_players, game=game)
    while not table.is_over:
        assert table.mover == 0
        play(table, 1, table.position)
    assert table.moves(0) == []
    assert 0 in table.places()
    assert sum(table.view(table.spectator)["money"][0]) == sum(table.view(table.spectator)["ledger"][0].ravel())


def test_the_same_seed_and_choices_make_the_same_game():
    games = [begun(3, seed=8) for _ in range(2)]
    for table in games:
        play(table)
    told = [(table.replay().actions, table.replay().start.tobytes()) for table in games]
    assert told[0] == told[1]
    assert begun(3, seed=9).replay().start.tobytes() != told[0][1]


def test_moves_say_what_they_do_and_are_on_the_drawing(line_up):
    game, num_players = line_up
    table = begun(num_players, game=game)
    groups = set()
    while not table.is_over:
        drawn, moves = game.draw(table.view(0)[0]), table.moves(0)
        assert len({move.words for move in moves}) == len(moves)
        for move in moves:
            groups.add(move.group.split(" ")[0])
            for place in move.places:
                word, name = place.split(" ")
                assert f'data-{word}="{name}"' in drawn, (move, place)
        play(table, 3, table.position)
    assert len(groups) > 5


def test_what_was_heard_is_told_to_each_in_his_words():
    table = begun(3, people=(0, 1))
    play(table)
    told = [table.heard(looker) for looker in (0, 1, table.spectator)]
    decisions = table.replay().decisions
    assert [heard.seat for heard in told[0]] == [decision.seat for decision in decisions]
    for own, other, public, decision in zip(*told, decisions):
        if own.seat == 0:
            assert own.words == decision.words
        if own.words.startswith("commit") and own.seat == 0:
            assert other.words == public.words == "commit a card of the gang"
            assert own.places[0].startswith("card")
            assert other.places == own.places[1:]
    assert any("you get" in words for heard in told[0] for words in heard.outcome)
    assert not any("you get" in words for heard in told[2] for words in heard.outcome)
    assert table.heard(0, since=5) == told[0][5:]


def facts(table, looker):
    """All that a table tells somebody."""
    views = [table.view(looker, position).tobytes() for position in range(table.position + 1)]
    moves = table.moves(looker) if looker == table.mover else []
    return views, moves, table.heard(looker), table.places()


@pytest.mark.parametrize("decisions", [0, 9, 22, 30, 40])
def test_all_that_a_seat_is_told_follows_from_its_view(decisions):
    table = begun(3, people=(0, 1, 2))
    play(table, decisions)
    for looker in (0, 1, 2, table.spectator):
        other = np.zeros(1, GAME.state_dtype)
        GAME.fill(table.view(looker), 0, 1, seed_words(decisions)[np.newaxis], other)
        states = table.replay().play()
        states.go_to(len(states))
        assert other.tobytes() != states.record.tobytes()
        seats = (None,) * 3
        told = [facts(Table(Replay(GAME, start, (), None, seats)), looker) for start in (states.record, other)]
        assert told[0] == told[1]


def test_an_agent_sees_only_the_view_of_its_seat(slow):
    table, agent, _ = slow
    assert agent.seen.tobytes() == table.view(1).tobytes()
    assert (agent.seen["hideout"] == -1).all()


def test_while_an_agent_thinks_all_else_goes_on(slow):
    table, agent, thread = slow
    assert table.thinking == 1
    assert table.position == 1
    assert table.view(0)["decisions"][0] == 1
    with pytest.raises(ValueError, match="it is not the turn of player 0: player 1 is to move"):
        table.take(0, 0)
    tick = table.tick
    agent.enough.set()
    thread.join(30)
    assert table.thinking is None
    assert table.mover == 0
    assert table.wait_for(tick, 1) != tick


def test_a_move_taken_back_while_an_agent_thinks_stays_taken_back(slow):
    table, agent, thread = slow
    table.undo(0)
    assert (table.position, table.mover) == (0, 0)
    agent.enough.set()
    thread.join(30)
    assert (table.position, table.mover) == (0, 0)


def test_after_the_table_is_left_no_agent_is_heard(slow):
    table, agent, thread = slow
    table.leave()
    agent.enough.set()
    thread.join(30)
    assert table.position == 1


def test_undo_goes_back_to_the_decision_before_and_the_same_choice_meets_the_same_answer():
    table = begun(3)
    play(table, 4)
    position, before = table.position, table.view(0).tobytes()
    action = table.moves(0)[0].action
    heard = table.choose(0, action)
    table.undo(0)
    assert (table.position, table.view(0).tobytes()) == (position, before)
    assert table.choose(0, action) == heard
    for _ in range(5):
        table.undo(0)
    with pytest.raises(ValueError, match="player 0 has no move to take back"):
        table.undo(0)


def test_with_two_people_no_move_is_taken_back():
    table = begun(3, people=(0, 2))
    play(table, 3)
    with pytest.raises(ValueError, match="only where all the others are agents"):
        table.undo(0)


def test_a_saved_game_goes_on_as_if_it_had_not_been_saved(tmp_path):
    table = begun(3)
    play(table, 6)
    table.save(tmp_path / "game.json")
    other = Table.load(tmp_path / "game.json")
    assert (other.seats, other.seed, other.position) == (table.seats, 4, table.position)
    for each in (table, other):
        play(each)
    assert facts(table, 0) == facts(other, 0)
    other.undo(0)
    assert other.mover == 0


def test_a_replay_that_tells_no_seats_is_played_with_those_that_are_given(tmp_path):
    table = begun()
    play(table, 6)
    replay = table.replay()
    Replay(GAME, replay.start, replay.decisions, 4).save(tmp_path / "game.json")
    with pytest.raises(ValueError, match="game.json: the game does not tell who sits where"):
        Table.load(tmp_path / "game.json")
    assert Table.load(tmp_path / "game.json", ["boss", None]).people == (1,)
    with pytest.raises(ValueError, match="3 people and agents for a game of 2"):
        Table.load(tmp_path / "game.json", ["boss", None, None])


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"seat": 0', '"seat": 1', "is a damaged replay: it is not what was saved"),
        ("gangzzz_env replay 1", "chess", "is not a replay of gangzzz_env"),
        ('"version": "', '"version": "9', "was recorded by gangzzz_env 9"),
        ('"greedy"', "7", "is a damaged replay"),
    ],
)
def test_a_damaged_or_foreign_file_is_refused_in_one_sentence(tmp_path, old, new, said):
    path = tmp_path / "game.json"
    table = begun()
    play(table, 3)
    table.save(path)
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ValueError, match=said) as error:
        Table.load(path)
    assert "\n" not in str(error.value)


def test_a_hint_is_the_move_of_an_agent_with_reasons_where_it_has_any():
    table = begun()
    play(table, 2)
    hint = table.hint(0, "greedy")
    masks = np.zeros((1, GAME.num_actions), np.int8)
    GAME.legal(table.view(0), 0, 1, masks)
    assert hint.move.action == agents.make_agent("greedy").act(table.view(0), masks)[0]
    assert hint.reasons == ()
    assert hint.move in table.moves(0)
    with pytest.raises(ValueError, match="unknown agent 'nobody'"):
        table.hint(0, "nobody")
    with pytest.raises(ValueError, match="player 1 is not to move"):
        table.hint(1, "greedy")


@pytest.mark.slow
def test_a_hint_of_a_search_has_reasons():
    table = begun()
    hint = table.hint(0, "search:50")
    assert any(reason.startswith(hint.move.words.split(" (")[0]) for reason in hint.reasons)
    assert all("to win, by" in reason for reason in hint.reasons)


def test_illegal_choices_are_refused_in_one_sentence_and_change_nothing():
    table = begun()
    before = facts(table, 0)
    bad = [
        (0, 10**6, "is no integer in 0-"),
        (0, "1", "is no integer"),
        (0, True, "is no integer"),
        (0, 0, "is not legal"),
    ]
    for seat, action, said in [*bad, (1, 0, "seat 1 is not a person's")]:
        with pytest.raises(ValueError, match=said):
            table.choose(seat, action)
    assert facts(table, 0) == before


@pytest.mark.parametrize(
    ("seats", "said"),
    [
        ([None], "Gangzzz is for 2 to 4"),
        ([None] * 5, "Gangzzz is for 2 to 4"),
        ([None, "nobody"], "unknown agent 'nobody'"),
    ],
)
def test_seats_that_do_not_fit_are_refused(seats, said):
    with pytest.raises(ValueError, match=said):
        Table.begin(GAME, seats)
