"""An agent that is distracted: how often, that it plays on legally, and what it refuses."""

import numpy as np
import pytest

from agents import make_agent
from gangzzz_env.analysis.play import play_lineup
from gangzzz_env.games.gangzzz import GAME


def rate(percent):
    """How often greedy beats itself distracted."""
    names = ("greedy", f"distracted:{percent}:greedy")
    games = play_lineup(GAME, names, {name: make_agent(name, 5) for name in names}, np.arange(60, dtype=np.uint64))
    return float(games.share[np.arange(120), -games.rotation % 2].mean())


def test_the_more_distracted_the_worse_it_plays():
    never, often = rate(0), rate(40)
    assert never == 0.5
    assert often > 0.7


def test_its_actions_do_not_depend_on_the_batch_and_its_share_is_as_named():
    agents = {name: make_agent(name, 5) for name in ("greedy", "distracted:30:greedy")}
    seen = []

    class Watch:
        def act(self, views, masks):
            actions = agents["distracted:30:greedy"].act(views, masks)
            alone = [
                agents["distracted:30:greedy"].act(views[k : k + 1], masks[k : k + 1])[0] for k in range(len(views))
            ]
            assert actions.tolist() == alone
            several = masks.sum(axis=1) > 30
            seen.extend((actions != agents["greedy"].act(views, masks))[several])
            return actions

    play_lineup(
        GAME, ("greedy", "watch"), {"greedy": agents["greedy"], "watch": Watch()}, np.arange(6, dtype=np.uint64)
    )
    assert len(seen) > 100
    assert np.mean(seen) == pytest.approx(0.3, abs=0.12)


@pytest.mark.parametrize("words", ["", "30", "30:", "thirty:greedy", "101:greedy", "-1:greedy"])
def test_bad_names_are_refused(words):
    with pytest.raises(ValueError, match=r"must be distracted:<percent, 0 to 100>:<agent>"):
        make_agent(f"distracted:{words}")


def test_whom_it_distracts_must_exist():
    with pytest.raises(ValueError, match="unknown agent 'nobody'"):
        make_agent("distracted:30:nobody")


def test_nobody_is_distracted_twice():
    with pytest.raises(ValueError, match="distracted more than once"):
        make_agent("distracted:30:" * 5000 + "greedy")
