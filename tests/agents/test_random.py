"""Random plays legally, and the same whatever batch a view stands in."""

import numpy as np
import pytest

from agents import AGENTS, make_agent
from gangzzz_env import gangzzz_v0


def test_random_is_legal_and_independent_of_the_batch():
    games = gangzzz_v0.make_vec(8, 2, seed=0, threads=1)
    agent = make_agent("random", 5)
    seen, _ = games.reset()
    for _ in range(60):
        actions = agent.act(games.views, games.masks)
        assert (games.masks[np.arange(8), actions] == 1).all()
        one_by_one = [agent.act(games.views[i : i + 1], games.masks[i : i + 1])[0] for i in range(8)]
        assert actions.tolist() == one_by_one
        games.step(actions)


def test_a_seed_plays_the_same_again_and_another_otherwise():
    games = gangzzz_v0.make_vec(64, 2, seed=0, threads=1)
    games.reset()
    first, again, other = (make_agent("random", seed).act(games.views, games.masks) for seed in (1, 1, 2))
    assert (first == again).all()
    assert (first != other).mean() > 0.9


def test_random_draws_from_all_of_a_view():
    """One byte, the first or the last or in between, and the action is another one mostly."""
    games = gangzzz_v0.make_vec(1, 2, seed=0, threads=1)
    games.reset()
    octets, masks = games.views.view(np.uint8), np.repeat(games.masks, 100, axis=0)
    views = np.repeat(octets[np.newaxis], 100, axis=0)
    for k, place in enumerate(np.linspace(0, len(octets) - 1, 100).astype(int)):
        views[k, place] ^= 1
    actions = make_agent("random").act(views.view(games.views.dtype)[:, 0], masks)
    assert len(set(actions.tolist())) > 40


def test_random_plays_each_legal_action_as_often():
    legal, n = np.array([0, 5, 6, 300, 754]), 2000
    masks = np.zeros((n, 755), np.int8)
    masks[:, legal] = 1
    views = np.zeros(n, gangzzz_v0.GAME.state_dtype)
    views["random"][:, 0, 0] = np.arange(n)
    counts = np.bincount(make_agent("random", 3).act(views, masks), minlength=755)[legal]
    assert counts.sum() == n
    assert abs(counts - n / len(legal)).max() < 5 * np.sqrt(n / len(legal))


def test_an_unknown_agent_is_named():
    with pytest.raises(ValueError, match="unknown agent 'nobody'; the agents are random, greedy"):
        make_agent("nobody")
    assert {"random", "greedy"} <= set(AGENTS)
