"""Many games at once are the same games as one at a time."""

import copy
import hashlib

import numpy as np
import pytest

from gangzzz_env import gangzzz_v0, vector
from gangzzz_env.aec import StrictGameEnv
from gangzzz_env.reward import REWARD_NAMES
from gangzzz_env.sample import MaskSampler
from gangzzz_env.vector import VectorGame
from tests.playing import make


def batch(line_up, num_envs=3, threads=1, **settings):
    game, num_players = line_up
    return VectorGame(game, num_envs, num_players, threads=threads, **settings)


def play_on(games, seen, steps, sampler):
    """Play on at random, all games so many decisions; what the last step returned."""
    for _ in range(steps):
        returned = games.step(sampler.sample_batch(seen["action_mask"]))
        seen = returned[0]
    return returned


def digest_of_batch(line_up, threads):
    """One hash over all that is returned while games end and others begin."""
    games, sampler, digest = batch(line_up, 7, threads, reward="margin", seed=7), MaskSampler(1), hashlib.sha256()
    seen, infos = games.reset()
    for _ in range(300):
        seen, rewards, over, truncated, infos = games.step(sampler.sample_batch(seen["action_mask"]))
        for part in (*seen.values(), rewards, over, truncated, infos["movers"], games.states):
            digest.update(part.tobytes())
        for i in np.flatnonzero(over):
            digest.update(infos["final_states"][i].tobytes() + infos["final_obs"][i]["observation"].tobytes())
    games.close()
    return digest.hexdigest()


def test_5_workers_change_no_game(line_up, monkeypatch):
    monkeypatch.setattr(vector, "SMALLEST_PART", {True: 1, False: 1})
    assert len({digest_of_batch(line_up, threads) for threads in (1, 4, 9)}) == 1


@pytest.mark.parametrize("reward", REWARD_NAMES)
def test_5_a_batch_plays_the_games_of_the_environment_one_after_the_other(line_up, reward):
    games, sampler, ended = batch(line_up, reward=reward, seed=40), MaskSampler(3), np.zeros(3, int)
    envs = [make(line_up, StrictGameEnv, reward) for _ in range(3)]
    seen, infos = games.reset()
    for i, env in enumerate(envs):
        env.reset(seed=40 + i)
    while ended.min() < 2:
        for i, env in enumerate(envs):
            assert env.agent_selection == env.possible_agents[infos["movers"][i]]
            for name, array in env.observe(env.agent_selection).items():
                assert np.array_equal(seen[name][i], array)
        actions = sampler.sample_batch(seen["action_mask"])
        seen, rewards, over, truncated, infos = games.step(actions)
        assert not truncated.any()
        for i, env in enumerate(envs):
            env.step(actions[i])
            assert list(env.rewards.values()) == rewards[i, : env.num_players].tolist()
            assert set(env.terminations.values()) == {bool(over[i])}
            if over[i]:
                assert infos["final_states"][i].tobytes() == env.record.tobytes()
                env.reset()
        ended += over


def test_5_games_of_a_batch_differ_and_so_do_those_that_follow(line_up):
    games = batch(line_up, 6, seed=0)
    starts = set()
    for _ in range(3):
        games.reset()
        starts |= {state.tobytes() for state in games.states}
    assert len(starts) == 18
    others = batch(line_up, 6)
    others.reset()
    assert len(starts | {state.tobytes() for state in others.states}) == 24


def test_5_a_reset_continues_however_the_games_went_and_a_seed_starts_anew(line_up):
    games, other = batch(line_up, seed=3), batch(line_up)
    seen, _ = games.reset()
    first = games.states.tobytes()
    play_on(games, seen, 5, MaskSampler(1))
    games.reset()
    other.reset(seed=3)
    assert other.states.tobytes() == first
    other.reset()
    assert other.states.tobytes() == games.states.tobytes() != first
    games.reset(seed=3)
    assert games.states.tobytes() == first


def test_2_a_batch_accepts_the_actions_of_its_masks_and_no_others(line_up):
    games, sampler = batch(line_up, 1, seed=2), MaskSampler(2)
    seen, _ = games.reset()
    for steps in (1, 40):
        seen = play_on(games, seen, steps, sampler)[0]
        before, clone = games.states.tobytes(), copy.deepcopy(games)
        for action in range(games.game.num_actions):
            if games.masks[0, action]:
                copy.deepcopy(games).step([action])
                continue
            with pytest.raises(ValueError, match=rf"game 0 may not play action {action}, .*clause \d"):
                clone.step([action])
            assert clone.states.tobytes() == before


def test_17_one_wrong_action_moves_no_game(line_up):
    games = batch(line_up, 2)
    with pytest.raises(RuntimeError, match="reset"):
        games.step(np.zeros(2, int))
    seen, _ = games.reset(seed=0)
    before, legal = games.states.tobytes(), seen["action_mask"].argmax(1)
    for kind in (np.int16, np.uint8, np.int64):
        copy.deepcopy(games).step(legal.astype(kind))
    for actions in (legal[:1], legal[:, np.newaxis], legal * 1.0, legal == 1, [legal[0], None], "12", int(legal[0])):
        with pytest.raises(TypeError, match="actions must be 2 integers"):
            games.step(actions)
    last = games.game.num_actions - 1
    for action in (-1, last + 1):
        with pytest.raises(ValueError, match=f"action {action} of seat 0 of game 1 is out of range; .*0-{last}"):
            games.step([legal[0], action])
    with pytest.raises(ValueError, match=f"action {2**64 - 1} is out of range: it is more than an int64 can hold"):
        games.step(np.array([legal[0], 2**64 - 1], np.uint64))
    assert games.states.tobytes() == before


def test_writing_into_a_mask_makes_nothing_legal(line_up):
    games = batch(line_up, 2)
    mask = games.reset(seed=0)[0]["action_mask"]
    illegal = np.argmin(mask, axis=1)
    mask[:] = 1
    with pytest.raises(ValueError, match="may not play"):
        games.step(illegal)
    assert not games.step(games.masks.argmax(1))[0]["action_mask"].all()


def test_1_what_is_legal_in_another_game_of_the_batch_is_refused_with_the_rule(line_up):
    games = batch(line_up, 2)
    seen = play_on(games, games.reset(seed=0)[0], 3, MaskSampler(0))[0]
    before, (one, two) = games.states.tobytes(), seen["action_mask"]
    for action in np.flatnonzero(one & ~two & 1)[:5].tolist():
        with pytest.raises(
            ValueError, match=rf"seat {games.movers[1]} of game 1 may not play action {action}, .*clause"
        ):
            games.step([action, action])
    assert (one & ~two & 1).any()
    assert games.states.tobytes() == before


def test_17_minus_one_is_not_the_last_action(line_up):
    games, sampler = batch(line_up, 1), MaskSampler(0)
    seen, _ = games.reset(seed=0)
    while not seen["action_mask"][0, -1]:
        seen = play_on(games, seen, 1, sampler)[0]
    with pytest.raises(ValueError, match="action -1 of seat . of game 0 is out of range"):
        games.step([-1])


@pytest.mark.parametrize("name", ["num_envs", "threads"])
def test_numbers_of_games_and_workers_are_checked(name):
    for wrong, error in ((0, ValueError), (-1, ValueError), (1.5, TypeError), (True, TypeError), ("2", TypeError)):
        with pytest.raises(error, match=f"{name} is {wrong!r}"):
            gangzzz_v0.make_vec(**{"num_envs": 1, name: wrong})


@pytest.mark.parametrize("name", ["observe", "checked"])
def test_flags_are_checked(name):
    with pytest.raises(TypeError, match=f"{name} is 'no', but must be True or False"):
        gangzzz_v0.make_vec(1, **{name: "no"})


def test_seeds_are_checked(line_up):
    for wrong, error in ((-1, ValueError), (1.5, TypeError), (True, TypeError), ("2", TypeError)):
        with pytest.raises(error, match=f"seed is {wrong!r}, but must be a non-negative integer or None"):
            batch(line_up, seed=wrong)
        with pytest.raises(error, match=f"seed is {wrong!r}, but must be a non-negative integer or None"):
            batch(line_up).reset(seed=wrong)
