"""The environments as PettingZoo's users expect them, for every game and number of players."""

import itertools
import warnings

import numpy as np
import pytest
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

from gangzzz_env.aec import GameEnv, StrictGameEnv
from gangzzz_env.games import GAMES
from gangzzz_env.reward import REWARD_NAMES
from gangzzz_env.sample import MaskSampler
from tests.playing import illegal_actions, make, play, started

with warnings.catch_warnings():
    # With pygame installed, PettingZoo's tests import a classic in the way that PettingZoo itself deprecates.
    warnings.filterwarnings("ignore", "The old environment creation API", DeprecationWarning)
    from pettingzoo.test import api_test, seed_test

CLASSES = (GameEnv, StrictGameEnv)
unavoidable = pytest.mark.filterwarnings(
    "ignore:Observation is not (a )?NumPy array",
    "ignore:Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
)


@unavoidable
@pytest.mark.parametrize("kind", CLASSES)
@pytest.mark.parametrize("reward", REWARD_NAMES)
def test_api_test_passes(line_up, reward, kind):
    api_test(make(line_up, kind, reward), num_cycles=300)


def test_seed_test_passes(line_up):
    seed_test(lambda: make(line_up), num_cycles=500)


@pytest.mark.parametrize("game", list(GAMES.values()), ids=lambda game: game.name)
def test_the_registry_makes_the_environment(game):
    pettingzoo = pytest.importorskip("pettingzoo", "1.27")
    env = pettingzoo.make("aec", game.name, num_players=3)
    assert (str(env), env.num_players, env.metadata["is_parallelizable"]) == (game.name, 3, False)
    assert "human" in env.metadata["render_modes"]


def test_spaces_are_the_same_object_each_call_and_hold_every_observation(line_up):
    env = started(line_up)
    game, num_players = line_up
    assert env.possible_agents == [f"player_{seat}" for seat in range(num_players)]
    for agent in env.possible_agents:
        assert env.action_space(agent) is env.action_space(agent)
        assert env.action_space(agent) == spaces.Discrete(game.num_actions)
        assert env.observation_space(agent) is env.observation_space(agent)
    for _ in range(40):
        play(env, MaskSampler(1), 1)
        for agent in env.possible_agents:
            assert env.observe(agent) in env.observation_space(agent)


def test_the_mask_is_int8_never_empty_and_zero_for_who_is_not_to_move(line_up):
    env, sampler = started(line_up), MaskSampler(0)
    while env._running:
        for agent in env.possible_agents:
            mask = env.observe(agent)["action_mask"]
            assert mask.dtype == np.int8
            assert mask.any() == (agent == env.agent_selection)
        play(env, sampler, 1)
    assert not any(env.observe(agent)["action_mask"].any() for agent in env.possible_agents)


@pytest.mark.parametrize("reward", REWARD_NAMES)
def test_flags_are_bool_rewards_float_and_zero_sum(line_up, reward):
    env, sampler = started(line_up, reward=reward), MaskSampler(0)
    while not any(env.terminations.values()):
        play(env, sampler, 1)
        assert {type(flag) for flags in (env.terminations, env.truncations) for flag in flags.values()} == {bool}
        assert {type(payment) for payment in env.rewards.values()} == {float}
        assert sum(env.rewards.values()) == pytest.approx(0)


@pytest.mark.parametrize("reward", REWARD_NAMES)
def test_last_tells_all_rewards_since_ones_last_decision(line_up, reward):
    env, sampler = make(line_up, reward=reward), MaskSampler(3)
    env.reset(seed=3)
    told, paid = dict.fromkeys(env.possible_agents, 0.0), dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, payment, terminated, _, _ = env.last()
        told[agent] += payment
        env.step(None if terminated else sampler.sample(observation["action_mask"]))
        for other, amount in env.rewards.items():
            paid[other] += 0.0 if terminated else amount
    assert told == pytest.approx(paid)
    money = env.record["money"][0, : env.num_players]
    if reward == "margin":
        others = (money.sum() - money) / (env.num_players - 1)
        assert list(told.values()) == pytest.approx((money - others) / 50)
    else:
        assert np.argmax(list(told.values())) in np.flatnonzero(money == money.max())


def test_all_agents_end_at_once_and_each_gets_one_closing_turn(line_up):
    env, sampler = started(line_up), MaskSampler(0)
    for _ in range(3):
        play(env, sampler)
        assert env.terminations == dict.fromkeys(env.possible_agents, True)
        assert not any(env.truncations.values())
        with pytest.raises(ValueError, match="None"):
            env.step(0)
        turns = []
        for agent in env.agent_iter():
            turns.append(agent)
            assert env.last()[2] is True
            env.step(None)
        assert turns == env.possible_agents
        with pytest.warns(UserWarning, match="call reset"):
            env.step(None)
        env.reset()


WRAPPERS = (
    lambda env: TerminateIllegalWrapper(env, illegal_reward=-1),
    AssertOutOfBoundsWrapper,
    OrderEnforcingWrapper,
)


@pytest.mark.parametrize("kind", CLASSES)
@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_11_wrappers_in_any_order_and_games_after_an_illegal_move(line_up, order, kind, capsys):
    env = make(line_up, kind)
    for wrapper in order:
        env = WRAPPERS[wrapper](env)
    env.reset(seed=0)
    play(env, MaskSampler(0), 10)
    offender = env.agent_selection
    env.step(int(illegal_actions(env)[0]))
    assert env.rewards == {agent: -1 if agent == offender else 0 for agent in env.possible_agents}
    assert all(env.terminations.values())
    for _ in env.agent_iter():
        env.step(None)
    for seed in (1, 2):
        env.reset(seed=seed)
        bare = started(line_up, seed=seed, kind=kind)
        assert play(env, MaskSampler(seed)) == play(bare, MaskSampler(seed))
        assert env.rewards == bare.rewards
        assert env.unwrapped.record.tobytes() == bare.record.tobytes()


def everything_seen(env):
    return [
        (seen["observation"].tobytes(), seen["action_mask"].tobytes()) for seen in map(env.observe, env.possible_agents)
    ]


def test_16_looking_changes_nothing(line_up):
    env, sampler = started(line_up, render_mode="ansi"), MaskSampler(0)
    while env._running:
        before, first = env.to_bytes(), everything_seen(env)
        env.render()
        env.last()
        env.close()
        for agent in reversed(env.possible_agents):
            for array in (*env.observe(agent).values(), env.view(agent).view(np.uint8), env.record.view(np.uint8)):
                array[:] = 1  # what is handed out belongs to the caller
        assert (env.to_bytes(), everything_seen(env)) == (before, first)
        play(env, sampler, 5)


def test_an_unknown_agent_is_told_the_known_ones(line_up):
    env = started(line_up)
    for ask in (env.observe, env.view, env.action_space, env.observation_space):
        with pytest.raises(KeyError, match="there is no agent 'player_9'; the agents are player_0, player_1"):
            ask("player_9")


def test_after_the_closing_turns_last_asks_for_a_reset(line_up):
    env = started(line_up)
    play(env, MaskSampler(1))
    while env.agents:
        env.step(None)
    with pytest.raises(ResetNeeded, match="after the closing turns of all agents"):
        env.last()


def test_before_the_first_reset_nothing_can_be_done(line_up):
    env = make(line_up, render_mode="ansi")
    by_agent = (lambda: env.observe("player_0"), lambda: env.view("player_0"))
    for call in (lambda: env.step(0), *by_agent, env.render, env.to_bytes):
        with pytest.raises(ResetNeeded, match="reset"):
            call()
    with pytest.raises(AttributeError, match="before reset"):
        env.last()


def test_bad_arguments_are_refused_in_a_sentence(line_up):
    game, _ = line_up
    fewest, most = game.seats
    for count in (fewest - 1, most + 1, 0, -2):
        with pytest.raises(ValueError, match=f"num_players is {count}"):
            GameEnv(game, count, None, "win", None)
    for count in (2.0, "2", True, None):
        with pytest.raises(TypeError, match="num_players is"):
            GameEnv(game, count, None, "win", None)
    with pytest.raises(ValueError, match="margin"):
        GameEnv(game, 2, None, "money", None)
    with pytest.raises(ValueError, match="ansi"):
        GameEnv(game, 2, None, "win", "oil")
    env = make(line_up)
    for seed in (1.5, "1", True):
        with pytest.raises(TypeError, match="seed is"):
            env.reset(seed=seed)
    with pytest.raises(ValueError, match="seed is -1"):
        env.reset(seed=-1)


def test_rules_stay_through_a_seed(line_up):
    game, num_players = line_up
    rules = game.read_rules(None)
    env = GameEnv(game, num_players, vars(rules), "win", None)
    for seed in (1, None, 2):
        env.reset(seed=seed)
        assert env.record["rules"].tobytes() == rules.record().tobytes()


def test_random_games_stay_within_the_bound(line_up):
    env, sampler = make(line_up), MaskSampler(9)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for seed in range(30):
            env.reset(seed=seed)
            assert 0 < len(play(env, sampler)) <= env._game.max_decisions
