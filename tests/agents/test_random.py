"""Random plays legally, and the same whatever batch a view stands in."""

import numpy as np
import pytest

from agents import AGENTS, make_agent
from gangzzz_env import gangzzz_v0


def test_random_is_legal_and_independent_of_the_batch():
    games = gangzzz_v0.make_vec(8, 2, seed=0, threads=1)
    agent = make_agent("random", 5)
    seen, _ = games.reset()
    for _ in range(100):
        actions = agent.act(games.views, games.masks)
        assert (games.masks[np.arange(8), actions] == 1).all()
        one_by_one = [agent.act(games.views[i : i + 1], games.masks[i : i + 1])[0] for i in range(8)]
        assert actions.tolist() == one_by_one
        games.step(actions)


def test_another_seed_plays_otherwise():
    games = gangzzz_v0.make_vec(64, 2, seed=0, threads=1)
    games.reset()
    first, second = (make_agent("random", seed).act(games.views, games.masks) for seed in (1, 2))
    assert (first != second).any()
    assert len(set(first.tolist())) > 30


def test_an_unknown_agent_is_named():
    with pytest.raises(ValueError, match="unknown agent 'nobody'; the agents are random, greedy"):
        make_agent("nobody")
    assert set(AGENTS) == {"random", "greedy"}
