"""Many games at once are the same games as one at a time."""

import numpy as np
import pytest

from gangzzz_env import gangzzz_v0
from gangzzz_env.sample import MaskSampler


def totals(threads: int, num_envs: int = 6, num_players: int = 3) -> list[bytes]:
    games, sampler = gangzzz_v0.make_vec(num_envs, num_players, seed=7, threads=threads), MaskSampler(1)
    seen, _ = games.reset()
    for _ in range(300):
        seen = games.step(sampler.sample_batch(seen["action_mask"]))[0]
    games.close()
    return [state.tobytes() for state in games.states]


def test_threads_change_no_game():
    assert totals(1) == totals(3)


def test_games_of_a_batch_differ():
    assert len(set(totals(1))) == 6


@pytest.mark.parametrize("reward", ["win", "rank", "margin"])
def test_a_batch_plays_the_games_of_the_environment(reward):
    games, env = gangzzz_v0.make_vec(2, 2, reward=reward, threads=1), gangzzz_v0.raw_env(2, reward=reward)
    seen, infos = games.reset(seed=40)
    env.reset(seed=41)
    sampler, over = MaskSampler(3), np.zeros(2, bool)
    while not over[1]:
        assert env.agent_selection == f"player_{infos['movers'][1]}"
        ours = env.observe(env.agent_selection)
        assert (ours["observation"] == seen["observation"][1]).all()
        assert (ours["action_mask"] == seen["action_mask"][1]).all()
        actions = sampler.sample_batch(seen["action_mask"])
        seen, rewards, over, _, infos = games.step(actions)
        env.step(actions[1])
        assert [env.rewards[f"player_{seat}"] for seat in range(2)] == rewards[1, :2].tolist()
    assert infos["final_states"][1].tobytes() == env.record.tobytes()


def test_what_is_wrong_moves_no_game():
    games = gangzzz_v0.make_vec(2, threads=1)
    with pytest.raises(RuntimeError, match="reset"):
        games.step(np.zeros(2, int))
    seen, _ = games.reset(seed=0)
    before = games.states.tobytes()
    legal = seen["action_mask"].argmax(1)
    for actions, error in (
        (legal[:1], TypeError),
        (legal * 1.0, TypeError),
        ([legal[0], 0], ValueError),
        ([-1, 755], ValueError),
    ):
        with pytest.raises(error):
            games.step(actions)
    assert games.states.tobytes() == before
    for wrong in (0, -1, 1.5, True):
        with pytest.raises((TypeError, ValueError), match="num_envs"):
            gangzzz_v0.make_vec(wrong)
