"""Random legal play of an environment, for tests."""

import hashlib

import numpy as np
import pytest

from gangzzz_env.aec import GameEnv
from gangzzz_env.sample import MaskSampler


def make(line_up, kind=GameEnv, reward="win", render_mode=None):
    """An environment of a game and a number of players."""
    game, num_players = line_up
    return kind(game, num_players, None, reward, render_mode)


def started(line_up, seed=0, decisions=0, **settings):
    """The same after `reset(seed)` and so many random decisions."""
    env = make(line_up, **settings)
    env.reset(seed=seed)
    play(env, MaskSampler(seed), decisions)
    return env


def play(env, sampler: MaskSampler, decisions: int = 10**9) -> list[int]:
    """Play on at random for so many decisions, or to the end of the game (not the closing turns); the actions taken."""
    actions = []
    while len(actions) < decisions and not any(env.terminations.values()):
        actions.append(sampler.sample(env.observe(env.agent_selection)["action_mask"]))
        env.step(actions[-1])
    return actions


def illegal_actions(env) -> np.ndarray:
    """The actions that the agent to move may not play."""
    return np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)


def digest_of_games(env, seed: int, games: int = 3) -> str:
    """One hash over everything that an agent is told in some games: the first of the seed, the others following."""
    digest, sampler = hashlib.sha256(), MaskSampler(seed)
    for number in range(games):
        env.reset(seed=seed if number == 0 else None)
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, _ = env.last()
            digest.update(observation["observation"].tobytes() + observation["action_mask"].tobytes())
            digest.update(f"{agent} {reward} {terminated} {truncated}".encode())
            env.step(None if terminated else sampler.sample(observation["action_mask"]))
    return digest.hexdigest()


def check_player(replay, records):
    """All the ways through a replay show these records."""
    player = replay.play()
    assert len(player) == len(records) - 1
    for position in range(len(records)):
        assert (player.position, player.record.tobytes()) == (position, records[position])
        if position < len(player):
            player.forward()
    with pytest.raises(ValueError, match=f"positions 0-{len(player)}"):
        player.forward()
    for position in reversed(range(len(player))):
        player.backward()
        assert player.record.tobytes() == records[position]
    with pytest.raises(ValueError, match="position is -1"):
        player.backward()
    for position in np.random.default_rng(0).integers(0, len(records), 20).tolist():
        player.go_to(position)
        player.record["money"] = 7  # a copy
        assert player.record.tobytes() == records[position]
