"""Illegal actions and those of the wrong type: refused in a sentence, and the game stays as it was."""

import random

import numpy as np
import pytest

from gangzzz_env.aec import GameEnv, IllegalAction, StrictGameEnv
from gangzzz_env.reward import REWARD_NAMES
from gangzzz_env.sample import MaskSampler
from tests.playing import illegal_actions, make, play, started

CLASSES = (GameEnv, StrictGameEnv)


def test_1_an_illegal_action_raises_in_raw_env_names_the_rule_and_changes_nothing(line_up):
    env, sampler = started(line_up, kind=StrictGameEnv), MaskSampler(0)
    choice = random.Random(0)
    while env._running:
        before = env.to_bytes()
        action = choice.choice(list(illegal_actions(env)))
        with pytest.raises(IllegalAction, match=rf"action {action}, .*clause \d") as caught:
            env.step(action)
        assert env._game.action_name(env.num_players, env._mover, int(action)) in str(caught.value)
        assert env.to_bytes() == before
        play(env, sampler, 1)


def check_the_mask_is_what_is_accepted(env):
    """Every action is tried on a copy: those of the mask are accepted, the others change nothing."""
    mask = env.observe(env.agent_selection)["action_mask"]
    save = env.to_bytes()
    clone = StrictGameEnv.from_bytes(save)
    for action in range(len(mask)):
        try:
            clone.step(action)
        except IllegalAction:
            assert mask[action] == 0
            assert clone.to_bytes() == save
        else:
            assert mask[action] == 1
            clone = StrictGameEnv.from_bytes(save)


def test_2_the_accepted_actions_are_the_mask(line_up):
    env, sampler = started(line_up, kind=StrictGameEnv), MaskSampler(2)
    while env._running:
        check_the_mask_is_what_is_accepted(env)
        play(env, sampler, 25)


@pytest.mark.slow
def test_2_the_accepted_actions_are_the_mask_in_many_games(line_up):
    env, sampler = make(line_up, StrictGameEnv), MaskSampler(2)
    for seed in range(4):
        env.reset(seed=seed)
        while env._running:
            check_the_mask_is_what_is_accepted(env)
            play(env, sampler, 3)


@pytest.mark.parametrize("reward", REWARD_NAMES)
def test_an_illegal_action_warns_loses_and_ends_the_game(line_up, reward):
    env = started(line_up, reward=reward, decisions=20)
    offender = env.agent_selection
    with pytest.warns(UserWarning, match=rf"{offender} may not play .*clause"):
        env.step(illegal_actions(env)[0])
    assert env.rewards == {agent: -1.0 if agent == offender else 0.0 for agent in env.possible_agents}
    assert env._cumulative_rewards[offender] == -1.0
    assert all(env.terminations.values())
    assert not any(env.truncations.values())
    assert not any(env.observe(agent)["action_mask"].any() for agent in env.possible_agents)
    for _ in env.possible_agents:
        env.step(None)
    assert env.agents == []
    env.reset()
    play(env, MaskSampler(0))
    assert sum(env.rewards.values()) == pytest.approx(0)


def test_17_integers_of_every_kind_are_the_same_action(line_up):
    forms = (int, np.int8, np.int32, np.uint64, np.int64, lambda n: np.array(n), lambda n: np.array([n], np.int16))
    saves = set()
    for form in forms:
        env = started(line_up, seed=5)
        env.step(form(5))
        saves.add(env.to_bytes())
    assert len(saves) == 1


@pytest.mark.parametrize("kind", CLASSES)
@pytest.mark.parametrize(
    "action", [1.0, np.float32(1), True, np.True_, None, "1", [1], np.array([1.0]), np.array([1, 2]), np.array([[1]])]
)
def test_17_what_is_no_integer_is_refused(line_up, kind, action):
    env = started(line_up, kind=kind, decisions=5)
    before = env.to_bytes()
    with pytest.raises(TypeError, match="must be an integer in 0-"):
        env.step(action)
    assert env.to_bytes() == before


@pytest.mark.parametrize("kind", CLASSES)
def test_17_out_of_range_is_refused(line_up, kind):
    env = started(line_up, kind=kind, decisions=5)
    before = env.to_bytes()
    for action in (-1, env._game.num_actions, 10**30, np.int64(-5)):
        with pytest.raises(ValueError, match=f"action {action} is out of range"):
            env.step(action)
    assert env.to_bytes() == before
