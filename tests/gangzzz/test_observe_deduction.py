"""Observations with deduction: the usual bytes, then the chances, the same through every door."""

import copy
import pickle

import gymnasium
import numpy as np
import pytest

import gangzzz_env
from gangzzz_env import gangzzz_v0
from gangzzz_env.games.gangzzz import DEDUCED, GAME
from gangzzz_env.games.gangzzz.deduction import deduce
from gangzzz_env.games.gangzzz.observation_sections import (
    BY_NAME,
    DEDUCED_SECTIONS,
    DEDUCED_SIZE,
    OBSERVATION_SIZE,
    SECTIONS,
    describe,
)
from gangzzz_env.replay import Replay
from gangzzz_env.sample import MaskSampler
from tests.playing import play

HIDEOUTS, NOTEBOOKS = BY_NAME["hideout chances"], BY_NAME["notebook chances"]


def middle(seed: int = 5, decisions: int = 60, **settings):
    """An environment in the middle of a random game of three."""
    env = gangzzz_v0.env(num_players=3, deduction=True, **settings)
    env.reset(seed=seed)
    play(env, MaskSampler(seed), decisions)
    return env


def fits(seen: np.ndarray, views: np.ndarray) -> bool:
    """Whether observations [n, size] are those without deduction, and then what is deduced from the views."""
    plain = np.zeros((len(views), OBSERVATION_SIZE), np.int8)
    GAME.observe(views, 0, len(views), plain)
    hideouts, notebooks = deduce(views)
    opponents = (views["observer"][:, np.newaxis] % 4 + 1 + np.arange(3)) % views["num_seats"][:, np.newaxis]
    theirs = np.take_along_axis(notebooks, opponents[..., np.newaxis], axis=1)
    theirs[np.arange(1, 4) >= views["num_seats"][:, np.newaxis]] = 0
    return (
        seen.dtype == np.int8
        and seen.shape == (len(views), DEDUCED_SIZE)
        and np.array_equal(seen[:, :OBSERVATION_SIZE], plain)
        and rounded(hideouts, HIDEOUTS.of(seen).reshape(len(views), -1))
        and rounded(theirs, NOTEBOOKS.of(seen))
    )


def rounded(chances: np.ndarray, seen: np.ndarray) -> bool:
    """Whether these are the chances in 127ths, 0 only where impossible and 127 only where sure."""
    exact = np.array_equal(seen == 0, chances == 0) and np.array_equal(seen == 127, chances == 1)
    return exact and bool((abs(seen - 127 * chances) < 1).all())


def test_the_chances_follow_the_usual_bytes_without_a_gap():
    assert [section.first for section in DEDUCED_SECTIONS] == [OBSERVATION_SIZE, DEDUCED_SECTIONS[0].end]
    assert DEDUCED_SIZE == OBSERVATION_SIZE + 144 + 48 == DEDUCED.observation_size
    assert not set(DEDUCED_SECTIONS) & set(SECTIONS)


@pytest.mark.parametrize("make", [gangzzz_v0.env, gangzzz_v0.raw_env])
def test_by_pettingzoo(make):
    env = make(num_players=4, deduction=True)
    env.reset(seed=3)
    for _ in range(12):
        for agent in env.agents:
            seen = env.observe(agent)["observation"]
            assert seen in env.observation_space(agent)["observation"] and fits(seen[np.newaxis], env.view(agent))
        play(env, MaskSampler(3), 9)


@pytest.mark.parametrize("mode", ["SameStep", "NextStep"])
def test_by_the_batch_and_its_last_observations(mode):
    games = gangzzz_v0.make_vec(70, num_players=2, seed=3, autoreset_mode=mode, deduction=True, threads=2)
    seen, _ = games.reset()
    ended = 0
    for _ in range(110):
        assert fits(seen["observation"], games.views)
        seen, _, _, _, infos = games.step(games.sample_actions())
        for k in np.flatnonzero(infos.get("_final_obs", ())):
            ended += 1
            assert fits(infos["final_obs"][k]["observation"][:2], views_of(infos["final_states"], [k, k], [0, 1]))
    assert ended > 0 or mode != "SameStep"
    assert fits(games.observe_seats()[:, 1], views_of(games.states, range(70), [1] * 70))


def views_of(states: np.ndarray, games, seats) -> np.ndarray:
    """The views of these seats in these games."""
    views = np.zeros(len(games), states.dtype)
    GAME.look(states, np.array(games), 0, len(games), np.array(seats), views)
    return views


def test_a_batch_that_nobody_observes_deduces_nothing():
    games = gangzzz_v0.make_vec(3, seed=3, observe=False, deduction=True)
    games.reset()
    assert set(games.step(games.sample_actions())[0]) == {"action_mask"}


def test_by_gymnasium():
    env = gymnasium.make("gangzzz_env:gangzzz_env/Gangzzz-v0", opponents=["random"], num_players=3, deduction=True)
    seen, _ = env.reset(seed=1)
    assert seen in env.observation_space and fits(seen["observation"][np.newaxis], env.unwrapped._games.views)
    envs = gymnasium.make_vec(
        "gangzzz_env:gangzzz_env/Gangzzz-v0", num_envs=2, vectorization_mode="vector_entry_point", deduction=True
    )
    seen, _ = envs.reset(seed=1)
    assert fits(seen["observation"], envs.unwrapped._games.views)
    alone = gangzzz_v0.make_sb3_env(deduction=True, opponents=["random"])
    seen, _ = alone.reset(seed=1)
    assert fits(seen[np.newaxis], alone._games.views)


def test_by_stable_baselines3():
    pytest.importorskip("stable_baselines3", reason="the extra `train` is not installed")
    games = gangzzz_v0.make_sb3(3, opponents=["random"], seed=1, deduction=True)
    assert fits(games.reset(), games.views)
    games.step_async(np.array([mask.argmax() for mask in games.masks]))
    assert fits(games.step_wait()[0], games.views)


def test_by_rllib():
    pytest.importorskip("ray.rllib", reason="the extra `rllib` is not installed")
    from gangzzz_env.rllib import GameMultiAgentEnv

    env = GameMultiAgentEnv(DEDUCED, {"num_players": 3, "seed": 1})
    ((agent, seen),) = env.reset()[0].items()
    assert fits(seen["observations"][np.newaxis], env._env.view(agent))


def test_a_position_is_played_on_with_deduction():
    from gangzzz_env.games.gangzzz.position import to_position

    env = gangzzz_v0.from_position(to_position(middle().record), deduction=True)
    assert len(env.last()[0]["observation"]) == DEDUCED_SIZE


def test_the_conformance_test_passes():
    gangzzz_env.check(gangzzz_v0.env(num_players=3, deduction=True), games=1)


def test_copies_saves_and_replays_keep_it():
    env = middle()
    seen = env.last()[0]["observation"]
    saved = gangzzz_v0.from_bytes(env.to_bytes())
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env)), saved):
        assert np.array_equal(other.last()[0]["observation"], seen)
    assert Replay.from_json(env.replay().to_json()).game is DEDUCED


def test_games_are_dealt_and_played_as_without_it():
    env, plain = middle(seed=8), gangzzz_v0.env(num_players=3)
    plain.reset(seed=8)
    play(plain, MaskSampler(8), 60)
    assert env.record.tobytes() == plain.record.tobytes()
    assert len(plain.last()[0]["observation"]) == OBSERVATION_SIZE


def test_describe_says_the_chances_in_percent():
    (line,) = [
        line for line in describe(middle(decisions=0).last()[0]["observation"]).splitlines() if "  1ST/47TH" in line
    ][-1:]
    assert line == "  1ST/47TH: residential 1 %, commercial 1 %, city 1 %, underworld 1 %"


def test_the_flag_must_be_one():
    with pytest.raises(TypeError, match="deduction is 'yes', but must be True or False"):
        gangzzz_v0.env(deduction="yes")
