"""Gymnasium's doors: ids, its own checkers, and a batch that is as many single environments in one."""

import copy
import hashlib
import os
import pickle
import subprocess
import sys

import gymnasium
import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.utils.env_match import check_environments_match
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from gangzzz_env import gangzzz_v0
from gangzzz_env.sample import MaskSampler
from tests.single_seat import GYM_ID, episode, play_batch

MODES = list(AutoresetMode)
SETTINGS = {"opponents": ["random", "greedy"], "shares": [2, 1], "reward": "margin"}


def batch(num_envs=3, **settings):
    return gymnasium.make_vec(GYM_ID, num_envs, vectorization_mode="vector_entry_point", **(SETTINGS | settings))


def ends_of(returned) -> int:
    """Episodes that ended in what `play_batch` returned."""
    return sum(int(step[2].sum()) for step in returned if len(step) == 5)


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_gymnasiums_own_checkers_have_nothing_to_say(num_players):
    env = gymnasium.make(GYM_ID, num_players=num_players, **SETTINGS)
    check_env(env.unwrapped)
    check_environments_match(env, gymnasium.make(env.spec), 20)
    check_env(gangzzz_v0.make_sb3_env(num_players=num_players, **SETTINGS), skip_render_check=True)


def test_the_id_makes_what_it_is_asked_for():
    env = gymnasium.make(GYM_ID, opponents=["random"], num_players=4, rules={"bounty": 60}, seat=2, render_mode="ansi")
    observation, info = env.reset(seed=0)
    assert (info["seat"], info["opponents"]) == (2, ("random",) * 3)
    assert observation in env.observation_space
    assert "player 2 sees" in env.render()
    assert (env.get_wrapper_attr("action_masks")() == observation["action_mask"]).all()
    assert env.spec.entry_point == "gangzzz_env.gangzzz_v0:make_gym"
    assert gymnasium.make(EnvSpec.from_json(env.spec.to_json())).reset(seed=0)[1] == info
    with pytest.raises(TypeError, match="unexpected keyword argument 'colour'"):
        gymnasium.make(GYM_ID, colour="red")


@pytest.mark.skipif(not hasattr(gymnasium.vector, "AutoresetMode"), reason="Gymnasium 1.0 knows no other modes")
@pytest.mark.parametrize("num_players", [2, 4])
@pytest.mark.parametrize("mode", MODES)
def test_9_a_batch_is_as_many_single_environments(mode, num_players):
    ours = batch(autoreset_mode=mode, num_players=num_players)
    theirs = SyncVectorEnv(
        [lambda: gymnasium.make(GYM_ID, num_players=num_players, **SETTINGS)] * 3, autoreset_mode=mode
    )
    for name in ("observation_space", "action_space", "single_observation_space", "single_action_space"):
        assert getattr(ours, name) == getattr(theirs, name)
    assert ours.metadata["autoreset_mode"] == theirs.metadata["autoreset_mode"] == mode
    played = [play_batch(envs, 150, seed=4) for envs in (ours, theirs)]
    assert ends_of(played[0]) >= 6
    for mine, reference in zip(*played, strict=True):
        assert data_equivalence(mine, reference, exact=True)
        assert mine[0] in ours.observation_space


@pytest.mark.parametrize("mode", MODES)
def test_9_what_ends_is_said_as_the_mode_says(mode):
    first_of_next = None
    for seen, *step in play_batch(batch(autoreset_mode=mode, seat=0), 60):
        if len(step) == 1:
            assert set(step[0]) == {"seat", "_seat", "opponents", "_opponents"}
            continue
        _, over, truncated, infos = step
        assert not truncated.any()
        waits = seen["action_mask"].all(axis=1)
        assert (waits == (over if mode != AutoresetMode.SAME_STEP else False)).all()
        if first_of_next is not None:
            assert not over[first_of_next].any()
        first_of_next = over if over.any() and mode == AutoresetMode.NEXT_STEP else None
        if over.any() and mode == AutoresetMode.SAME_STEP:
            assert (infos["_final_obs"] == over).all()
            assert (infos["final_info"]["_win"] == over).all()
            final = infos["final_obs"][over.argmax()]
            assert final["action_mask"].all()
            assert (final["observation"] != seen["observation"][over.argmax()]).any()
        elif over.any():
            assert (infos["_win"] == over).all()


def test_9_the_action_of_a_game_that_starts_anew_is_ignored():
    envs = batch(autoreset_mode="NextStep")
    seen, _ = envs.reset(seed=0)
    over, sampler = np.zeros(3, bool), MaskSampler(0)
    while not over.any():
        seen, _, over, _, _ = envs.step(sampler.sample_batch(seen["action_mask"]))
    actions = seen["action_mask"].argmax(1)
    other = copy.deepcopy(envs)
    ours, theirs = envs.step(actions), other.step(np.where(over, 754, actions))
    assert data_equivalence(ours, theirs, exact=True)
    assert (ours[1][over] == 0.0).all()
    assert not ours[2].any()


def test_9_some_games_are_reset_and_the_others_stay():
    envs = batch(autoreset_mode="Disabled")
    with pytest.raises(ResetNeeded, match="the first reset"):
        envs.reset(options={"reset_mask": np.array([True, False, True])})
    seen, _ = envs.reset(seed=[7, 8, None])
    options = {"reset_mask": np.array([False, True, False])}
    after, infos = envs.reset(seed=8, options=options)
    assert infos["_seat"].tolist() == [False, True, False]
    assert (after["observation"] == seen["observation"]).all(axis=1).tolist() == [True, False, True]
    assert (envs.reset(seed=[None, 8, None], options=options)[0]["observation"] == seen["observation"]).all()
    assert list(options) == ["reset_mask"]
    for mask in (np.ones(2, bool), np.ones(3), [1, 0, 1], True):
        with pytest.raises(TypeError, match="reset_mask must be 3 bools"):
            envs.reset(options={"reset_mask": mask})
    with pytest.raises(ValueError, match="names no game"):
        envs.reset(options={"reset_mask": np.zeros(3, bool)})


def test_9_without_autoreset_nothing_is_played_until_what_is_over_is_reset():
    envs, sampler = batch(autoreset_mode=AutoresetMode.DISABLED), MaskSampler(0)
    seen, _ = envs.reset(seed=0)
    over = np.zeros(3, bool)
    while not over.any():
        seen, _, over, _, _ = envs.step(sampler.sample_batch(seen["action_mask"]))
    before = pickle.dumps(envs)
    with pytest.raises(ResetNeeded, match=f"game {over.argmax()} is over"):
        envs.step(seen["action_mask"].argmax(1))
    assert pickle.dumps(envs) == before


def test_17_one_wrong_action_or_seed_moves_no_game():
    envs = batch(2)
    with pytest.raises(ResetNeeded, match="reset"):
        envs.step(np.zeros(2, int))
    seen, infos = envs.reset(seed=0)
    before, legal = pickle.dumps(envs), seen["action_mask"].argmax(1)
    for actions in (legal[:1], legal[:, np.newaxis], legal * 1.0, legal == 1, [legal[0], None], "12", int(legal[0])):
        with pytest.raises(TypeError, match="actions must be 2 integers"):
            envs.step(actions)
    for action in (-1, 755):
        with pytest.raises(
            ValueError, match=f"in game 1 seat . may not play action {action}: it is out of range; .*0-754"
        ):
            envs.step([legal[0], action])
    illegal = seen["action_mask"][1].argmin()
    with pytest.raises(ValueError, match=rf"in game 1 seat {infos['seat'][1]} may not play action {illegal}.*clause"):
        envs.step([legal[0], illegal])
    for seed, words in (
        ([1], "seed has 1 entries for 2 games"),
        ([1, -1], "seed of game 1: seed is -1"),
        ("2", "seed is '2'"),
    ):
        with pytest.raises((TypeError, ValueError), match=words):
            envs.reset(seed=seed)
    assert pickle.dumps(envs) == before
    for wrong, words in (
        ({"autoreset_mode": "Never"}, "autoreset_mode is 'Never'"),
        ({"num_envs": 0}, "num_envs"),
    ):
        with pytest.raises(ValueError, match=words):
            gangzzz_v0.make_gym_vec(**wrong)


def test_what_is_returned_is_the_callers():
    envs = batch(reward="win")
    returned = play_batch(envs, 60)
    again = play_batch(batch(reward="win"), 60)
    for step in returned:
        step[0]["action_mask"][:] = 0
    for step, other in zip(returned, again, strict=True):
        assert (step[0]["observation"] == other[0]["observation"]).all()
        assert data_equivalence(step[1:3], other[1:3], exact=True)


def test_5_games_of_a_batch_differ_and_a_reset_goes_on():
    envs = batch(6)
    starts = {row.tobytes() for start in ({"seed": 0}, {}, {}) for row in envs.reset(**start)[0]["observation"]}
    assert len(starts) == 18
    envs.reset(seed=3)
    assert envs.np_random_seed == 3


def test_wrappers_of_gymnasium_go_around_it():
    envs = RecordEpisodeStatistics(batch(reward="win"))
    seen = [infos for *_, infos in play_batch(envs, 80)]
    lengths = [infos["episode"]["l"][infos["_episode"]] for infos in seen if "episode" in infos]
    assert np.concatenate(lengths).min() > 5
    assert envs.unwrapped.action_masks().any(axis=1).all()
    env = gymnasium.wrappers.Autoreset(gymnasium.make(GYM_ID))
    with pytest.raises(ResetNeeded, match="call reset"):
        env.get_wrapper_attr("action_masks")()
    env.reset()
    assert env.get_wrapper_attr("action_masks")().any()


def digest() -> str:
    """One hash over three games of three players."""
    env, sampler, told = gymnasium.make(GYM_ID, num_players=3, **SETTINGS), MaskSampler(1), hashlib.sha256()
    for start in ({"seed": 2}, {}, {}):
        seen, paid, first, last = episode(env, sampler, **start)
        told.update(b"".join(part.tobytes() for observation in seen for part in observation.values()))
        told.update(repr((paid, first, last)).encode())
    return told.hexdigest()


def test_5_another_process_plays_the_same_games():
    code = "from tests.test_gymnasium import digest; print(digest())"
    other = os.environ | {"PYTHONHASHSEED": "7"}
    there = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=other)
    assert there.stdout.strip() == digest()
