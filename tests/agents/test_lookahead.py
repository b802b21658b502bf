"""Look-ahead: the rows that the network scores, and the lessons it learns from."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the extra `train` is not installed")
pytest.importorskip("sb3_contrib", reason="the extra `train` is not installed")

from agents import make_agent
from agents.learned import Learned
from agents.learning.lookahead import GAMES, HORIZON, MOVES, Classroom
from agents.learning.network import ROWS, WIDTH, ActorCritic
from agents.learning.scoring import HEADS
from agents.learning.seen import seen
from gangzzz_env.games.gangzzz import GAME
from gangzzz_env.games.gangzzz.actions import ACTIONS, PASS


class Positions:
    """Two-player games of greedy, each broken off somewhere, as the seats to move see them."""

    def __init__(self, num_players: int):
        classroom = Classroom(GAME, make_agent("greedy"), num_players, None, 5)
        classroom.warm_up()
        self.states, games = classroom.states, np.arange(GAMES)
        self.views, self.movers = np.zeros(GAMES, GAME.state_dtype), np.zeros(GAMES, np.int64)
        self.masks = np.zeros((GAMES, GAME.num_actions), np.int8)
        GAME.see(self.states, games, 0, GAMES, self.views, self.masks, self.movers)
        self.inputs = torch.from_numpy(seen(self.views, self.masks, None)).float()


@pytest.fixture(scope="module")
def positions():
    """Two-player games, broken off somewhere."""
    return Positions(2)


@pytest.mark.parametrize("decision", HEADS)
def test_every_legal_action_but_passing_has_a_row(positions, decision):
    asked = np.flatnonzero(positions.views["decision"] == decision)
    has_row = np.zeros((len(asked), GAME.num_actions), bool)
    has_row[:, PASS] = True
    first = {section.name: section.first for section in ACTIONS}
    for actions, targets in HEADS[decision]:
        games, numbers, _ = ROWS.of(targets, positions.inputs[asked])
        has_row[games, first[actions] + numbers] = True
    assert not (positions.masks[asked].astype(bool) & ~has_row).any()


def test_a_look_ahead_ends_where_the_teacher_would_play_to(positions):
    """From the same filled state, each move played on by hand gives the money that the outcome says."""
    classroom = Classroom(GAME, make_agent("greedy"), 2, None, 5)
    views, movers = positions.views[:12], positions.movers[:12]
    moves = positions.masks[:12].argmax(1)
    random = np.random.default_rng(3).integers(0, 2**32, (12, 4), np.uint32)
    dollars, seen_by, goes_on = classroom._rollouts(views, random.copy(), movers, moves)
    states = np.zeros(12, GAME.state_dtype)
    GAME.fill(views, 0, 12, random.copy(), states)
    ends = []
    for k in range(12):
        game, before, action = states[k : k + 1], margin(states[k], movers[k]), moves[k]
        for _ in range(HORIZON):
            if action >= 0:
                GAME.apply(game, np.zeros(1, int), 0, 1, np.array([action]), 0, np.zeros((1, 4)), np.zeros(1, bool))
                action = move_of_greedy(game)
        assert dollars[k] == pytest.approx(margin(game[0], movers[k]) - before)
        if action >= 0:
            ends.append(k)
    assert goes_on.tolist() == ends
    assert 0 < len(ends) < 12
    seen_by_hand = np.zeros(len(ends), GAME.state_dtype)
    GAME.look(states, np.array(ends), 0, len(ends), movers[ends], seen_by_hand)
    assert seen_by.tobytes() == seen_by_hand.tobytes()


def move_of_greedy(game) -> int:
    """What greedy would do in a game, -1 if it is over."""
    view, mask, mover = np.zeros(1, GAME.state_dtype), np.zeros((1, GAME.num_actions), np.int8), np.zeros(1, int)
    GAME.to_move(game, 0, 1, mover)
    if mover[0] < 0:
        return -1
    GAME.see(game, np.zeros(1, int), 0, 1, view, mask, mover)
    return int(make_agent("greedy").act(view, mask)[0])


def margin(state, seat: int) -> int:
    """Dollars that a seat is ahead."""
    return int(state["money"][seat]) - int(state["money"][1 - seat])


def test_the_moves_tried_are_legal_each_once_and_the_first_is_the_teachers():
    classroom = Classroom(GAME, make_agent("greedy"), 2, None, 5)
    classroom.warm_up()
    before = classroom.states.copy()
    lesson = classroom.lessons(ActorCritic(), torch.nn.Linear(WIDTH, 1))
    views, movers = np.zeros(GAMES, GAME.state_dtype), np.zeros(GAMES, np.int64)
    masks = np.zeros((GAMES, GAME.num_actions), np.int8)
    GAME.see(before, np.arange(GAMES), 0, GAMES, views, masks, movers)
    assert lesson.moves[:, 0].tolist() == make_agent("greedy").act(views, masks).tolist()
    for moves, mask in zip(lesson.moves, masks):
        tried = moves[moves >= 0]
        assert len(set(tried)) == len(tried) == min(MOVES, mask.sum())
        assert mask[tried].all()


def test_a_learned_agent_plays_the_same_in_any_batch(trained, positions):
    agent, views, masks = Learned(trained), positions.views[:200], positions.masks[:200]
    alone = [agent.act(views[k : k + 1], masks[k : k + 1])[0] for k in range(200)]
    assert agent.act(views, masks).tolist() == alone
