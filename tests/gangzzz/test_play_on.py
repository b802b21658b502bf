"""An environment that goes on from a position, perhaps an edited one."""

import json

import numpy as np
import pytest

from gangzzz_env import gangzzz_v0
from gangzzz_env.games.gangzzz import GAME
from gangzzz_env.games.gangzzz.position import from_position, to_position
from gangzzz_env.games.gangzzz.rules import Rules
from gangzzz_env.games.gangzzz.state import STATE_DTYPE
from gangzzz_env.sample import MaskSampler
from tests.gangzzz.positions import position_at, positions


@pytest.mark.parametrize("decision", ["place manager", "attack", "chase"])
def test_an_environment_goes_on_from_an_edited_position(decision):
    position = position_at(decision)
    position["players"][1]["money"] += 7
    position["players"][1]["ledger"]["rent"] += 7
    env = gangzzz_v0.from_position(json.loads(json.dumps(position)), reward="rank")
    assert to_position(env.record) == position
    before = from_position(position)
    mover = np.zeros(1, np.int64)
    GAME.to_move(before, 0, 1, mover)
    assert env.agent_selection == f"player_{mover[0]}"
    assert env.num_players == 3
    assert env.rules == Rules(**position["rules"])
    sampler = MaskSampler(1)
    while env.agents:
        observation, _, termination, truncation, _ = env.last()
        env.step(None if termination or truncation else sampler.sample(observation["action_mask"]))
    assert env.record["decisions"][0] > before["decisions"][0]


def test_an_environment_of_a_finished_position_is_over():
    *_, states = positions(2, "chaser", 4)
    env = gangzzz_v0.from_position(to_position(states))
    assert all(env.terminations.values())
    assert env.last()[2]


def test_an_environment_takes_no_state_of_another_number_of_players():
    with pytest.raises(ValueError, match="has 3 players, but this environment 2"):
        gangzzz_v0.env().set_up(from_position(position_at("attack")))


@pytest.mark.parametrize("record", [None, np.zeros(1), np.zeros(2, STATE_DTYPE)])
def test_an_environment_goes_on_from_nothing_but_a_state(record):
    with pytest.raises(TypeError, match="must be a state of gangzzz_v0"):
        gangzzz_v0.env().set_up(record)
