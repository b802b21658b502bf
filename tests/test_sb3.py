"""The batch as a VecEnv: the learner sees its own game, gets its own rewards, and plain SB3 code learns from it."""

import subprocess
import sys
from functools import partial

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the extra `train` is not installed")
pytest.importorskip("stable_baselines3", reason="the extra `train` is not installed")
pytest.importorskip("sb3_contrib", reason="the extra `train` is not installed")

from gymnasium.error import ResetNeeded
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.callbacks import MaskableEvalCallback
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import DummyVecEnv, SubprocVecEnv, VecMonitor, VecNormalize

from gangzzz_env import gangzzz_v0
from gangzzz_env.sample import MaskSampler
from gangzzz_env.sb3 import GameVecEnv
from tests.audit import audited
from tests.single_seat import First

SETTINGS = {"opponents": ["random"], "num_players": 2}


def native(num_envs):
    return gangzzz_v0.make_sb3(num_envs, seed=0, **SETTINGS)


def dummy(num_envs):
    return DummyVecEnv([partial(gangzzz_v0.make_sb3_env, **SETTINGS)] * num_envs)


def spawned(num_envs):
    return SubprocVecEnv([partial(gangzzz_v0.make_sb3_env, **SETTINGS)] * num_envs, start_method="spawn")


def unwrapped(envs):
    return envs


def learner(envs, **settings):
    """Plain code of a user of sb3-contrib."""
    short = {"n_steps": 64, "batch_size": 64, "n_epochs": 1, "seed": 0, "device": "cpu"}
    return MaskablePPO("MlpPolicy", envs, **(short | settings))


@pytest.fixture(autouse=True, scope="module")
def _one_thread():
    """More threads than idle cores make small networks many times slower."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def play(envs, steps, seed=1):
    """Random play of the learners: observations, rewards, dones, infos and actions of every step."""
    sampler, seen = MaskSampler(seed), [envs.reset()]
    steps_seen = []
    for _ in range(steps):
        actions = sampler.sample_batch(envs.action_masks)
        result = envs.step(actions)
        seen.append(result[0])
        steps_seen.append((actions, *result[1:]))
    return seen, steps_seen


@pytest.mark.parametrize("reward", ["win", "rank", "margin"])
def test_case_4_an_episode_pays_what_the_environment_pays_that_seat(line_up, reward):
    game, num_players = line_up
    envs = GameVecEnv(game, 3, {"first": First()}, num_players=num_players, reward=reward, seed=5)
    _, steps = play(envs, 130, seed=2)
    for place in range(3):
        ends = [t for t, step in enumerate(steps) if step[2][place]]
        episode = steps[: ends[0] + 1]
        learner = episode[-1][3][place]["seat"]
        paid = total_of_the_same_game(game, num_players, reward, 5 + place, learner, [s[0][place] for s in episode])
        assert sum(step[1][place] for step in episode) == pytest.approx(paid, abs=1e-5)


def total_of_the_same_game(game, num_players, reward, seed, learner, actions):
    """What `last()` pays a seat in the game of this seed, in which it plays `actions` and the others the first one."""
    env = gangzzz_v0.raw_env(num_players, reward=reward)
    env.reset(seed=seed)
    total, left = 0.0, list(actions)
    for agent in env.agent_iter():
        observation, paid, over, _, _ = env.last()
        is_learner = agent == f"player_{learner}"
        total += paid if is_learner else 0.0
        if over:
            env.step(None)
        else:
            env.step(left.pop(0) if is_learner else observation["action_mask"].argmax())
    assert not left
    return total


def test_the_learner_sits_in_another_seat_each_episode(line_up):
    game, num_players = line_up
    _, steps = play(GameVecEnv(game, 2, ["random"], num_players=num_players, seed=3), 500)
    seats = [step[3][0]["seat"] for step in steps if step[2][0]]
    assert len(seats) >= num_players
    assert all((b - a) % num_players == 1 for a, b in zip(seats, seats[1:]))


def test_opponents_are_drawn_by_their_shares_and_named():
    envs = GameVecEnv(gangzzz_v0.GAME, 64, ["greedy", "random"], [3, 1], num_players=4, seed=3)
    _, steps = play(envs, 120)
    names = [name for step in steps for info in step[3] if info for name in info["opponents"]]
    assert len(names) % 3 == 0
    assert len(names) > 200
    assert 0.65 < names.count("greedy") / len(names) < 0.85


def test_other_shares_hold_for_games_that_begin_later_and_stay_with_those_when_they_are_brought_back():
    envs, other = (GameVecEnv(gangzzz_v0.GAME, 16, ["greedy", "random"], [1, 0], num_players=3, seed=3) for _ in "ab")
    envs.reset()
    envs.set_shares([0, 1])
    other.reset()
    other.set_state(envs.get_state())
    assert {name for info in other.reset_infos for name in info["opponents"]} == {"greedy"}
    sampler, met = MaskSampler(1), [[] for _ in range(16)]
    for _ in range(200):
        for game, info in enumerate(envs.step(sampler.sample_batch(envs.action_masks))[3]):
            met[game] += [set(info["opponents"])] if info else []
    assert all(games[:2] == [{"greedy"}, {"random"}] for games in met)
    other.set_state(envs.get_state())
    assert {name for info in other.reset_infos for name in info["opponents"]} == {"random"}
    few = GameVecEnv(gangzzz_v0.GAME, 16, ["greedy"], num_players=3, seed=3)
    few.reset()
    with pytest.raises(ValueError, match=r"against opponents \[1\], but these have 1"):
        few.set_state(envs.get_state())
    with pytest.raises(ValueError, match="shares is"):
        envs.set_shares([1.0])


def test_all_games_of_one_agent_are_asked_as_one_batch_of_their_own_views():
    opponent = First()
    envs = GameVecEnv(gangzzz_v0.GAME, 32, {"first": opponent}, num_players=2, seed=3)
    play(envs, 10)
    sizes = [len(views) for views in opponent.views]
    assert max(sizes) >= 16
    for views in opponent.views:
        assert set(views["observer"].tolist()) <= {0, 1}


def test_the_same_seed_plays_the_same_games():
    first, second = (play(GameVecEnv(gangzzz_v0.GAME, 8, ["random"], seed=9), 150) for _ in range(2))
    assert all((a == b).all() for a, b in zip(first[0], second[0]))
    assert all((a[1] == b[1]).all() for a, b in zip(first[1], second[1]))


def test_reset_goes_on_and_seed_starts_anew():
    envs = GameVecEnv(gangzzz_v0.GAME, 4, ["random"], seed=9)
    first, second = envs.reset(), envs.reset()
    assert (first != second).any()
    assert envs.seed(9) == [9, 10, 11, 12]
    assert (envs.reset() == first).all()


def test_the_state_of_a_batch_brings_it_back():
    envs, other = (GameVecEnv(gangzzz_v0.GAME, 4, {"first": First()}, num_players=3, seed=s) for s in (9, 10))
    play(envs, 70)
    other.reset()
    other.set_state(envs.get_state())
    sampler, again = MaskSampler(4), MaskSampler(4)
    for _ in range(100):
        ours, theirs = (
            envs.step(sampler.sample_batch(envs.action_masks)),
            other.step(again.sample_batch(other.action_masks)),
        )
        assert all((a == b).all() for a, b in zip(ours[:3], theirs[:3]))


def test_masks_are_bool_and_read_as_sb3_contrib_reads_them():
    envs = VecMonitor(GameVecEnv(gangzzz_v0.GAME, 3, ["random"], seed=9))
    envs.reset()
    assert is_masking_supported(envs)
    masks = get_action_masks(envs)
    assert masks.dtype == np.bool_
    assert (masks == envs.action_masks).all()
    assert masks.shape == (3, 755)
    assert masks.any(1).all()
    assert (envs.env_method("action_masks", indices=[1])[0] == masks[1]).all()


def test_what_is_wrong_is_refused_and_moves_no_game():
    game = gangzzz_v0.GAME
    envs = GameVecEnv(game, 2, ["random"], seed=9)
    with pytest.raises(ResetNeeded, match="reset"):
        envs.step(np.zeros(2, int))
    envs.reset()
    before, legal = envs.get_state()["states"].tobytes(), envs.action_masks.argmax(1)
    for actions, error in (
        (legal[:1], TypeError),
        (legal * 1.0, TypeError),
        ([legal[0], -1], ValueError),
        ([755, 0], ValueError),
    ):
        with pytest.raises(error):
            envs.step(np.array(actions))
    assert envs.get_state()["states"].tobytes() == before
    for wrong in (
        {"opponents": []},
        {"opponents": "greedy"},
        {"opponents": ["nobody"]},
        {"shares": [1, 2]},
        {"shares": [-1]},
        {"num_players": 5},
        {"reward": "money"},
        {"num_envs": 0},
    ):
        with pytest.raises((TypeError, ValueError)):
            GameVecEnv(game, **({"num_envs": 2} | wrong))
    with pytest.raises(AttributeError, match="action_masks"):
        envs.env_method("fly")


@pytest.mark.parametrize(("make", "wrap"), [(native, unwrapped), (dummy, VecNormalize), (spawned, VecMonitor)])
def test_3_plain_maskable_ppo_learns_and_its_file_predicts_without_an_env(tmp_path, make, wrap):
    learns_and_loads(wrap(make(2)), 256, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("wrap", [unwrapped, VecMonitor, VecNormalize])
@pytest.mark.parametrize("make", [native, dummy, spawned])
def test_3_plain_maskable_ppo_learns_from_4096_decisions(tmp_path, make, wrap):
    learns_and_loads(wrap(make(2)), 4096, tmp_path)


def learns_and_loads(envs, decisions, folder):
    model = learner(envs).learn(decisions)
    assert model.num_timesteps == decisions
    model.save(folder / "model")
    observations = envs.reset()
    masks = get_action_masks(envs)
    ours, _ = model.predict(observations, action_masks=masks, deterministic=True)
    assert masks[np.arange(2), ours].all()
    loaded = MaskablePPO.load(folder / "model", device="cpu")
    assert (loaded.predict(observations, action_masks=masks, deterministic=True)[0] == ours).all()
    envs.close()


def test_3_a_new_process_predicts_the_same_actions(tmp_path):
    envs = native(8)
    model = learner(envs).learn(512)
    model.save(tmp_path / "model")
    observations, masks = envs.reset(), envs.action_masks
    ours, _ = model.predict(observations, action_masks=masks, deterministic=True)
    np.savez(tmp_path / "seen.npz", observations=observations, masks=masks)
    code = (
        "import sys, numpy as np; from sb3_contrib import MaskablePPO\n"
        "folder = sys.argv[1]; seen = np.load(folder + '/seen.npz')\n"
        "model = MaskablePPO.load(folder + '/model', device='cpu')\n"
        "actions, _ = model.predict(seen['observations'], action_masks=seen['masks'], deterministic=True)\n"
        "print(*actions); assert 'gangzzz_env' not in sys.modules"
    )
    there = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True)
    assert there.stdout.split() == [str(action) for action in ours]


@pytest.mark.parametrize("make", [native, dummy])
def test_14_vec_normalize_never_sees_a_mask(make):
    envs = VecNormalize(make(4))
    model = learner(envs, n_steps=16).learn(64)
    observations = envs.reset()
    for _ in range(250):
        masks = get_action_masks(envs)
        assert masks.dtype == np.bool_
        assert observations.shape == (4, gangzzz_v0.GAME.observation_size)
        actions, _ = model.predict(observations, action_masks=masks)
        assert masks[np.arange(4), actions].all()
        observations, _, _, infos = envs.step(actions)
        assert not any("illegal" in info for info in infos)


@pytest.mark.parametrize("make", [native, dummy])
def test_1_the_evaluations_of_sb3_contrib_play_by_the_masks(make, tmp_path):
    callback = MaskableEvalCallback(VecMonitor(make(2)), n_eval_episodes=3, eval_freq=32, log_path=tmp_path, verbose=0)
    with audited(gangzzz_v0.GAME) as played:
        model = learner(VecMonitor(make(2)), n_steps=32).learn(128, callback=callback)
        rewards, lengths = evaluate_policy(model, VecMonitor(make(2)), n_eval_episodes=3, return_episode_rewards=True)
    assert np.load(tmp_path / "evaluations.npz")["results"].shape == (2, 3)
    assert set(rewards) <= {-1.0, 0.0, 1.0}
    assert min(lengths) > 5
    assert played["illegal"] == 0 < played["actions"]


def test_1_a_single_environment_is_evaluated_as_well():
    model = learner(native(2))
    rewards, lengths = evaluate_policy(model, Monitor(gangzzz_v0.make_sb3_env()), 2, return_episode_rewards=True)
    assert min(lengths) > 5
    with pytest.raises(ValueError, match=r"in game \d seat \d may not play action"):
        evaluate_policy(model, VecMonitor(native(2)), 2, use_masking=False)


@pytest.mark.slow
def test_1_no_illegal_action_reaches_the_engine_in_20000_decisions_with_evaluations():
    callback = MaskableEvalCallback(VecMonitor(native(4)), n_eval_episodes=8, eval_freq=500, verbose=0)
    with audited(gangzzz_v0.GAME) as played:
        learner(VecMonitor(native(16)), batch_size=256).learn(20_480, callback=callback)
    assert played["actions"] > 40_000
    assert played["illegal"] == 0


def test_the_checker_of_stable_baselines3_has_nothing_to_say():
    check_env(gangzzz_v0.make_sb3_env(**SETTINGS))


def test_make_vec_env_of_stable_baselines3_takes_the_function():
    envs = make_vec_env(gangzzz_v0.make_sb3_env, 2, env_kwargs=SETTINGS)
    envs.reset()
    assert is_masking_supported(envs)
    assert get_action_masks(envs).any(axis=1).all()


def test_the_batch_and_single_environments_play_the_same_games():
    sampler, again = MaskSampler(2), MaskSampler(2)
    ours, theirs = native(2), dummy(2)
    theirs.seed(0)
    assert (ours.reset() == theirs.reset()).all()
    for _ in range(120):
        mine, reference = (
            envs.step(one.sample_batch(get_action_masks(envs))) for envs, one in ((ours, sampler), (theirs, again))
        )
        assert all((a == b).all() for a, b in zip(mine[:3], reference[:3]))
        for info, other in zip(mine[3], reference[3]):
            last, their_last = info.pop("terminal_observation", None), other.pop("terminal_observation", None)
            assert np.array_equal(last, their_last)
            assert info.items() <= other.items()
    assert ours.reset_infos == theirs.reset_infos


def test_a_step_waits_only_for_actions_that_were_given():
    games = gangzzz_v0.make_sb3(4, opponents=["greedy"], seed=1)
    games.reset()
    with pytest.raises(RuntimeError, match="step_async"):
        games.step_wait()
    games.step_async(games.masks.argmax(1))
    games.step_wait()
    with pytest.raises(RuntimeError, match="step_async"):
        games.step_wait()
    games.step_async(games.masks.argmax(1))
    games.reset()
    with pytest.raises(RuntimeError, match="step_async"):
        games.step_wait()


def test_the_state_of_another_batch_is_refused_and_that_of_a_like_one_is_recorded_and_told():
    games, twin = (gangzzz_v0.make_sb3(2, seed=seed) for seed in (0, 1))
    for each in (games, twin):
        each.reset()
    state, recorder, before = games.get_state(), twin.record(), twin.get_state()
    for other, words in (
        (gangzzz_v0.make_sb3(1, seed=0), "not of a batch of 2 games"),
        (gangzzz_v0.make_sb3(2, num_players=3, seed=0), r"games of \[3\] players, but these have 2"),
    ):
        other.reset()
        with pytest.raises(ValueError, match=words):
            twin.set_state(other.get_state())
    for wrong in (3, {}, {"states": state["states"]}):
        with pytest.raises(TypeError, match="what get_state"):
            twin.set_state(wrong)
    assert all((twin.get_state()[name] == before[name]).all() for name in before)
    for _ in range(4):
        twin.set_state(state)
        assert twin.reset_infos == games.reset_infos
        twin.step(twin.action_masks.argmax(1))
    assert recorder.finished(1).actions
