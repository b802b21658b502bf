"""What follows a game of a batch that ends (case 9), and batches whose games are not all alike."""

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from gangzzz_env import gangzzz_v0
from gangzzz_env.aec import StrictGameEnv
from gangzzz_env.vector import NO_ACTION, VectorGame
from tests.playing import make

MODES = tuple(AutoresetMode)
SAME_STEP, NEXT_STEP, DISABLED = AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP, AutoresetMode.DISABLED


def batch(line_up, num_envs=3, **settings):
    game, num_players = line_up
    return VectorGame(game, num_envs, **{"num_players": num_players, "threads": 1, "seed": 40} | settings)


def until_one_ends(games):
    """Play at random until a game is over: which, and what the step returned."""
    while True:
        returned = games.step(games.sample_actions())
        if returned[2].any():
            return int(returned[2].argmax()), returned


def episodes(games, count):
    """Of random play, for each game its first so many episodes: decisions, the seats' returns and the last state."""
    games.reset()
    found, returns, decisions = [[] for _ in range(games.num_envs)], np.zeros((games.num_envs, 4)), games.movers * 0
    while min(map(len, found)) < count:
        waiting = games.movers < 0
        _, rewards, over, _, infos = games.step(games.sample_actions())
        returns += rewards
        decisions += ~waiting
        states = infos["final_states"] if "final_states" in infos else games.states
        for i in np.flatnonzero(over):
            found[i].append((int(decisions[i]), returns[i].tolist(), states[i].tobytes()))
        returns[over], decisions[over] = 0.0, 0
        if over.any() and games.autoreset_mode is DISABLED:
            games.reset(options={"reset_mask": over})
    return [one[:count] for one in found]


def assert_seen(seen, i, env):
    """Game i of a batch is seen as the seat to move sees the environment."""
    for name, array in env.observe(env.agent_selection).items():
        assert np.array_equal(seen[name][i], array)


def assert_final(infos, i, env):
    """What every seat sees of a finished game."""
    final = infos["final_obs"][i]
    for seat, agent in enumerate(env.possible_agents):
        assert np.array_equal(final["observation"][seat], env.observe(agent)["observation"])
    assert not final["observation"][env.num_players :].any()
    assert final["action_mask"].all()
    assert infos["final_states"][i].tobytes() == env.record.tobytes()


@pytest.mark.parametrize("mode", MODES)
def test_9_games_of_any_length_are_those_of_the_environment_in_every_mode(line_up, mode):
    games, waiting, ended = batch(line_up, reward="margin", autoreset_mode=mode), np.zeros(3, bool), np.zeros(3, int)
    envs = [make(line_up, StrictGameEnv, "margin") for _ in range(3)]
    for i, env in enumerate(envs):
        env.reset(seed=40 + i)
    seen, infos = games.reset()
    while ended.min() < 2:
        if mode is DISABLED and waiting.any():
            seen, infos = games.reset(options={"reset_mask": waiting})
        actions = np.where(waiting & (mode is NEXT_STEP), games.game.num_actions - 1, games.sample_actions())
        seen, rewards, over, truncated, infos = games.step(actions)
        assert not truncated.any()
        assert ("final_obs" in infos) == (mode is SAME_STEP and over.any())
        for i, env in enumerate(envs):
            if waiting[i]:
                env.reset()
            if waiting[i] and mode is NEXT_STEP:
                assert not rewards[i].any()
                assert not over[i]
            else:
                env.step(actions[i])
                assert rewards[i, : env.num_players].tolist() == list(env.rewards.values())
                assert over[i] == env.terminations[env.agents[0]]
            if over[i] and mode is SAME_STEP:
                assert_final(infos, i, env)
                assert infos["_final_obs"].tolist() == over.tolist()
                env.reset()
            if over[i] and mode is not SAME_STEP:
                assert infos["movers"][i] == -1
                assert seen["action_mask"][i].all()
                assert games.states[i].tobytes() == env.record.tobytes()
            else:
                assert env.possible_agents[infos["movers"][i]] == env.agent_selection
                assert_seen(seen, i, env)
        waiting = over & (mode is not SAME_STEP)
        ended += over


def test_9_random_play_of_a_seed_is_the_same_in_every_mode_batch_and_number_of_threads(line_up):
    expected = episodes(batch(line_up, 4), 2)
    for mode in MODES:
        assert episodes(batch(line_up, 4, autoreset_mode=mode.value), 2) == expected
    assert episodes(batch(line_up, 2, seed=42, checked=False), 2) == expected[2:]
    assert episodes(batch(line_up, 4, observe=False, seed=[43, 42, 41, 40]), 2) == expected[::-1]
    assert episodes(batch(line_up, 130, threads=4), 2)[:4] == expected


def test_9_next_step_ignores_any_action_in_range_for_a_game_that_is_over(line_up):
    games = batch(line_up, autoreset_mode="NextStep")
    games.reset()
    i, (seen, *_) = until_one_ends(games)
    assert seen["action_mask"][i].all()
    actions, following = games.sample_actions().copy(), []
    for action in (0, games.game.num_actions // 2, games.game.num_actions - 1):
        actions[i], twin = action, games.copy()
        seen, rewards, over, _, _ = twin.step(actions)
        assert not rewards[i].any()
        assert not over[i]
        following.append(twin.states.tobytes() + seen["observation"].tobytes() + seen["action_mask"].tobytes())
    assert len(set(following)) == 1
    for action in (-1, games.game.num_actions):
        actions[i], before = action, games.states.tobytes()
        with pytest.raises(ValueError, match=f"action {action} of game {i}, which is over, is out of range"):
            games.step(actions)
        assert games.states.tobytes() == before


def test_disabled_refuses_an_action_for_a_finished_game_and_goes_on_without(line_up):
    games = batch(line_up, autoreset_mode=DISABLED)
    games.reset()
    i, _ = until_one_ends(games)
    before, actions = games.states.tobytes(), games.sample_actions().copy()
    assert actions[i] == NO_ACTION
    actions[i] = 0
    with pytest.raises(ValueError, match=f"action 0 of game {i}, which is over: start it anew with reset"):
        games.step(actions)
    assert games.states.tobytes() == before
    last = games.states[i].tobytes()
    while games.movers.max() >= 0:
        seen, rewards, over, _, infos = games.step(games.sample_actions())
        assert not rewards[i].any()
        assert over[i]
        assert infos["movers"][i] == -1
        assert games.states[i].tobytes() == last
    assert games.step(games.sample_actions())[2].all()
    assert seen["action_mask"].all()


def test_disabled_and_unchecked_absorbs_any_action(line_up):
    games = batch(line_up, autoreset_mode=DISABLED, checked=False)
    games.reset()
    i, _ = until_one_ends(games)
    last, actions = games.states[i].tobytes(), games.sample_actions().copy()
    actions[i] = 10**9
    games.step(actions)
    assert games.states[i].tobytes() == last


@pytest.mark.parametrize("mode", MODES)
def test_a_reset_mask_starts_only_the_games_it_names(line_up, mode):
    games, other = batch(line_up, autoreset_mode=mode), batch(line_up)
    mask = np.array([False, True, False])
    with pytest.raises(RuntimeError, match="reset_mask needs games"):
        games.reset(options={"reset_mask": mask})
    games.reset()
    i, _ = until_one_ends(games)
    before = games.get_states()
    seen, infos = games.reset(options={"reset_mask": mask, "unknown": 1})
    assert [games.states[k].tobytes() == before[k].tobytes() for k in range(3)] == [True, False, True]
    assert infos["movers"][1] == 0
    assert not seen["action_mask"][1].all()
    games.reset(seed=7, options={"reset_mask": mask})
    other.reset(seed=7)
    assert games.states[1].tobytes() == other.states[1].tobytes()
    games.reset(seed=[None, 99, 98], options={"reset_mask": ~mask})
    other.reset(seed=98)
    assert games.states[2].tobytes() == other.states[0].tobytes()
    assert (games.movers == 0).all()


def test_seeds_of_each_game_and_games_without_one_go_on(line_up):
    games, other = batch(line_up, seed=[5, None, 5]), batch(line_up, seed=None)
    games.reset()
    first = games.get_states()
    assert first[0].tobytes() == first[2].tobytes() != first[1].tobytes()
    other.reset(seed=np.array([5, 6, 7]))
    assert other.states[0].tobytes() == first[0].tobytes()
    other.reset(seed=(None, 5, None))
    assert other.states[1].tobytes() == first[0].tobytes() != other.states[0].tobytes()
    games.reset()
    assert games.states[0].tobytes() == other.states[0].tobytes()


@pytest.mark.parametrize("mode", MODES)
def test_games_of_other_players_and_rules_in_one_batch_are_what_they_are_alone(mode, tmp_path):
    path = tmp_path / "rich.toml"
    path.write_text("bounty = 60\nregroup_moves = 2\n")
    players, rules = [2, 3, 4, 2], [None, {"chase_rounds": 2}, {"bounty": 90, "set_size": 2}, path]
    settings = {"reward": "margin", "autoreset_mode": mode, "threads": 1}
    together = gangzzz_v0.make_vec(4, players, rules, seed=11, **settings)
    alone = [gangzzz_v0.make_vec(1, players[i], rules[i], seed=11 + i, **settings) for i in range(4)]
    assert episodes(together, 3) == [episodes(one, 3)[0] for one in alone]
    assert together.rules[1].chase_rounds == 2
    assert together.rules[3].bounty == 60
