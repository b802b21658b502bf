"""Search: legal everywhere, the same for the same view and seed, consistent in what it tells, and not blind."""

import time

import numpy as np
import pytest

from agents import make_agent
from agents.greedy import greedy_actions
from agents.judgment.weights import weights
from agents.search import PLAYOUTS_A_MOVE, Search
from gangzzz_env import gangzzz_v0
from gangzzz_env.games.gangzzz import GAME
from gangzzz_env.games.gangzzz.actions import encode
from gangzzz_env.games.gangzzz.state import Decision
from tests.gangzzz.scene import RESIDENTIAL, UNDERWORLD, A, B, C, D, Scene, at
from tests.gangzzz.table import look
from tests.many_games import changed_rules

BUDGET = "60"


def question(scene: Scene) -> tuple[np.ndarray, np.ndarray]:
    """The view of the player to move, and the mask."""
    mask = np.zeros((1, 755), np.int8)
    mask[0, scene.legal()] = 1
    return look(scene.states, scene.mover()), mask


def positions(count: int, num_players: int = 2, rules=None):
    """Views and masks of as many games, each a few decisions further than the one before."""
    games, greedy = gangzzz_v0.make_vec(count, num_players, seed=3, rules=rules, threads=1), make_agent("greedy")
    games.reset()
    views, masks = games.views.copy(), games.masks.copy()
    for turn in range(1, 70):
        games.step(greedy.act(games.views, games.masks))
        now = np.arange(count) * 69 // count == turn
        views[now], masks[now] = games.views[now], games.masks[now]
    return views, masks


@pytest.mark.parametrize("budget", ["", "0", "00", "abc", "5s", "-3", "2.5", "10MS", "ms", "0ms", " 5", "5 "])
def test_a_bad_budget_is_refused_in_a_sentence(budget):
    with pytest.raises(ValueError, match="whole number of playouts from 1 on, as search:2000, or of milliseconds, as"):
        make_agent(f"search:{budget}")


def test_a_budget_is_a_number_of_playouts_or_of_milliseconds():
    assert (make_agent("search:2000").playouts, make_agent("search:2000").seconds) == (2000, 0)
    assert (make_agent("search:500ms").playouts, make_agent("search:500ms").seconds) == (0, 0.5)


def test_the_same_moves_in_any_batch_and_again():
    views, masks = positions(12)
    first, again, one_by_one = (Search(BUDGET, 4) for _ in range(3))
    actions = first.act(views, masks)
    assert (masks[np.arange(12), actions] == 1).all()
    assert (again.act(views[::-1], masks[::-1])[::-1] == actions).all()
    assert [int(one_by_one.act(views[k : k + 1], masks[k : k + 1])[0]) for k in range(12)] == actions.tolist()


def test_another_seed_imagines_otherwise():
    views, masks = positions(1)
    trees = [Search(BUDGET, seed) for seed in (1, 2)]
    for agent in trees:
        agent.act(views, masks)
    assert [move.worth for move in trees[0].tree.moves()] != [move.worth for move in trees[1].tree.moves()]


@pytest.mark.parametrize("num_players", [2, 3, 4])
@pytest.mark.parametrize("changed", [False, True])
def test_games_end_legally_by_any_rules(num_players, changed):
    rules = changed_rules(GAME, num_players) if changed else None
    games, agent = gangzzz_v0.make_vec(1, num_players, seed=1, rules=rules, threads=1), Search("20")
    games.reset()
    for _ in range(GAME.max_decisions):
        action = agent.act(games.views, games.masks)
        assert games.masks[0, action[0]] == 1
        _, _, terminations, _, _ = games.step(action)
        if terminations.any():
            return
    pytest.fail("the game has not ended")


def test_only_the_view_counts():
    """States that differ in all that the seat does not know, but give the same view."""
    views, masks = positions(6)
    states, seen = np.zeros(6, GAME.state_dtype), np.zeros(6, GAME.state_dtype)
    randoms = np.random.default_rng(1).integers(1, 2**32, (6, 4), dtype=np.uint32)
    GAME.fill(views, 0, 6, randoms, states)
    GAME.see(states, np.arange(6), 0, 6, seen, np.zeros((6, 755), np.int8), np.zeros(6, np.int64))
    assert (Search(BUDGET).act(seen, masks) == Search(BUDGET).act(views, masks)).all()


def test_what_it_is_asked_is_not_written_to():
    views, masks = positions(3)
    before = views.tobytes(), masks.tobytes()
    Search(BUDGET).act(views, masks)
    assert (views.tobytes(), masks.tobytes()) == before


def test_the_statistics_add_up():
    views, masks = positions(10)
    agent = Search("300")
    for k in range(10):
        action = agent.act(views[k : k + 1], masks[k : k + 1])[0]
        tree = agent.tree
        moves = tree.moves()
        assert tree.action == action
        assert action in [move.action for move in moves]
        assert sum(move.visits for move in moves) == tree.playouts <= 300
        assert all(0.0 <= move.worth <= 1.0 for move in moves)
        assert sum(move.prior for move in moves) <= 1.0 + 1e-9
        for place, node in enumerate(tree.nodes):
            assert node.visits == node.tried[: node.count].sum()
            assert (node.tried[: node.count] <= node.visits).all()
            if place:
                assert node.visits > 0
        assert str(tree.playouts) in agent.inspect()
        assert moves[0].words in agent.inspect()


def test_an_even_race_spends_all_its_playouts():
    """The first gangster, where no move drops out before it is 99 standard errors behind."""
    views, masks = positions(1)
    agent = Search("200", tolerance=0.0, behind=99.0)
    agent.act(views, masks)
    assert agent.tree.playouts == 200
    assert len(agent.tree.moves()) == 200 // PLAYOUTS_A_MOVE
    assert agent.tree.depth > 1
    assert agent.tree.playouts_per_second > 0


def test_the_tree_tells_the_replies():
    views, masks = positions(1)
    agent = Search("400", tolerance=0.0, behind=99.0)
    agent.act(views, masks)
    most = agent.tree.moves()[0]
    replies = agent.tree.moves(most.action)
    assert 0 < sum(reply.visits for reply in replies) < most.visits
    assert agent.tree.moves(most.action, 754) == []


def test_a_lone_legal_action_needs_no_playout():
    games, greedy, agent = gangzzz_v0.make_vec(16, 2, seed=3, threads=1), make_agent("greedy"), Search(BUDGET)
    games.reset()
    while not (lone := np.flatnonzero(games.masks.sum(1) == 1)).size:
        games.step(greedy.act(games.views, games.masks))
    action = agent.act(games.views[lone[:1]], games.masks[lone[:1]])
    assert games.masks[lone[0], action[0]] == 1
    assert agent.tree.playouts == 0


def hunt(*possible: tuple[int, int, int]) -> Scene:
    """The chase, player 0 to move at the corner, who has noted all clues but those of these hideouts."""
    scene = Scene()
    for gang in (A, B, C, D):
        for seat in (0, 1):
            scene.give_any(seat, gang, 3)
            scene.stand(seat, gang, "MADI/52ND")
    state = scene.state
    state.chase_order[:2] = 0, 1
    state.chase_round = 1
    state.car[:2] = at("1ST/47TH"), at("1ST/48TH")
    flags = {clue for avenue, street, kind in possible for clue in (avenue, 6 + street, 12 + kind)}
    state.notebook[0] = sum(1 << clue for clue in range(16) if clue not in flags)
    return scene.ask(Decision.CHASE)


@pytest.mark.parametrize("kind", [RESIDENTIAL, UNDERWORLD])
def test_raids_the_hideout_that_it_knows(kind):
    """Even if its playouts are those of a policy that likes to lose, and so would never raid there."""
    views, masks = question(hunt((0, 0, kind)))
    raid, foolish = encode("raid", kind), weights(nerve=-5.0)
    actions = np.zeros(1, np.int64)
    greedy_actions(views, masks, 0, 1, foolish, actions)
    assert actions[0] != raid
    assert Search("400", policy=foolish).act(views, masks)[0] == raid


def test_time_is_kept():
    views, masks = positions(2)
    agent = Search("200ms", tolerance=0.0, behind=99.0)
    agent.act(views, masks)
    begun = time.perf_counter()
    agent.act(views[:1], masks[:1])
    assert 0.15 < time.perf_counter() - begun < 0.6
    assert agent.tree.playouts > 20
