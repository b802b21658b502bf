"""Copies and saves of a running game are exact, dice to come included, and independent afterwards."""

import copy
import json
import pickle

import pytest

from gangzzz_env.aec import GameEnv
from gangzzz_env.sample import MaskSampler
from tests.playing import play, started

COPIES = {
    "deepcopy": copy.deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
    "bytes": lambda env: type(env).from_bytes(env.to_bytes()),
}


@pytest.mark.parametrize("duplicate", list(COPIES.values()), ids=list(COPIES))
def test_a_copy_of_a_running_game_is_exact_and_independent(line_up, duplicate):
    env = started(line_up, reward="margin", decisions=30)
    copied = duplicate(env)
    assert type(copied) is type(env)
    before = env.to_bytes()
    assert copied.to_bytes() == before
    for seed in range(2):
        for one in (env, copied) if seed else (copied,):
            play(one, MaskSampler(seed))
        if seed == 0:
            assert env.to_bytes() == before
            copied = duplicate(env)
    assert copied.to_bytes() == env.to_bytes()
    assert copied._cumulative_rewards == env._cumulative_rewards
    finished = duplicate(env)
    finished.step(None)
    assert (finished.agents, env.agents) == (env.possible_agents[1:], env.possible_agents)
    for one in (env, copied):
        one.reset()
    assert copied.to_bytes() == env.to_bytes()


def test_a_copy_keeps_the_sampling_of_its_spaces(line_up):
    env = started(line_up)
    env.action_space("player_0").seed(3)
    copied = pickle.loads(pickle.dumps(env))
    draws = [[one.action_space("player_0").sample() for _ in range(5)] for one in (copied, env)]
    assert draws[0] == draws[1]


def test_foreign_bytes_are_refused_in_a_sentence(line_up):
    save = started(line_up, decisions=9).to_bytes()
    for foreign in (b"", b"PK\x03\x04", save[:100], save[:-1], save + b"x", save[:-9] + bytes(9), b"x" + save):
        with pytest.raises(ValueError, match=r"sav"):
            GameEnv.from_bytes(foreign)
    with pytest.raises(ValueError, match="other fields"):
        GameEnv.from_bytes(save.replace(b'"layout": "', b'"layout": "0', 1))
    with pytest.raises(ValueError, match="unknown game"):
        GameEnv.from_bytes(save.replace(b'"game": "', b'"game": "x', 1))
    with pytest.raises(TypeError, match="bytes"):
        GameEnv.from_bytes("save")


@pytest.mark.parametrize(
    "change",
    [
        lambda facts: facts.pop("running"),
        lambda facts: facts.pop("agents"),
        lambda facts: facts.update(num_players=9),
        lambda facts: facts.update(reward="fame"),
        lambda facts: facts.update(rules={"bounti": 1}),
        lambda facts: facts.update(rules=7),
    ],
)
def test_a_head_that_was_edited_is_refused_in_a_sentence(line_up, change):
    save = started(line_up, decisions=3).to_bytes()
    magic, head, body = save.split(b"\n", 2)
    facts = json.loads(head)
    change(facts)
    with pytest.raises(ValueError, match="the head of the saved game is damaged: "):
        GameEnv.from_bytes(b"\n".join((magic, json.dumps(facts).encode(), body)))
