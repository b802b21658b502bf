"""The environments as PettingZoo's users expect them, for every game and number of players."""

import copy
import itertools
import os
import pickle
import random
import subprocess
import sys
import warnings

import numpy as np
import pytest
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

from gangzzz_env.aec import GameEnv, IllegalAction, StrictGameEnv
from gangzzz_env.games import GAMES
from gangzzz_env.reward import REWARD_NAMES
from gangzzz_env.sample import MaskSampler
from tests.playing import digest_of_games, illegal_actions, play

with warnings.catch_warnings():
    # With pygame installed, PettingZoo's tests import a classic in the way that PettingZoo itself deprecates.
    warnings.filterwarnings("ignore", "The old environment creation API", DeprecationWarning)
    from pettingzoo.test import api_test, seed_test

CLASSES = (GameEnv, StrictGameEnv)
unavoidable = pytest.mark.filterwarnings(
    "ignore:Observation is not (a )?NumPy array",
    "ignore:Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
)


def make(line_up, kind=GameEnv, reward="win", render_mode=None):
    game, num_players = line_up
    return kind(game, num_players, None, reward, render_mode)


def started(line_up, seed=0, decisions=0, **settings):
    env = make(line_up, **settings)
    env.reset(seed=seed)
    play(env, MaskSampler(seed), decisions)
    return env


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
    for seed in range(20):
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


WRAPPERS = (
    lambda env: TerminateIllegalWrapper(env, illegal_reward=-1),
    AssertOutOfBoundsWrapper,
    OrderEnforcingWrapper,
)


@pytest.mark.parametrize("kind", CLASSES)
@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_11_wrappers_in_any_order_and_games_after_an_illegal_move(line_up, order, kind, capsys):
    env, sampler = make(line_up, kind), MaskSampler(0)
    for wrapper in order:
        env = WRAPPERS[wrapper](env)
    for number in range(3):
        env.reset(seed=number)
        turns = 0
        for agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                action = None
            elif number == 0 and turns == 10:
                action = int(np.flatnonzero(observation["action_mask"] == 0)[0])
                offender = agent
            else:
                action = sampler.sample(observation["action_mask"])
            env.step(action)
            turns += 1
            if number == 0 and turns == 11:
                assert env.rewards[offender] == -1
        assert (turns < 20) == (number == 0)


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


def test_before_the_first_reset_nothing_can_be_done(line_up):
    env = make(line_up, render_mode="ansi")
    for call in (lambda: env.step(0), lambda: env.observe("player_0"), env.render, env.to_bytes):
        with pytest.raises(ResetNeeded, match="reset"):
            call()
    with pytest.raises(AttributeError, match="before reset"):
        env.last()


def test_bad_arguments_are_refused_in_a_sentence(line_up):
    game, _ = line_up
    for count in (1, 5, 0, -2):
        with pytest.raises(ValueError, match=f"num_players is {count}"):
            GameEnv(game, count, None, "win", None)
    for count in (2.0, "2", True, None):
        with pytest.raises(TypeError, match="num_players is"):
            GameEnv(game, count, None, "win", None)
    with pytest.raises(ValueError, match="margin"):
        GameEnv(game, 2, None, "money", None)
    with pytest.raises(ValueError, match="ansi"):
        GameEnv(game, 2, None, "win", "rgb_array")
    env = make(line_up)
    for seed in (1.5, "1", True):
        with pytest.raises(TypeError, match="seed is"):
            env.reset(seed=seed)
    with pytest.raises(ValueError, match="seed is -1"):
        env.reset(seed=-1)


def test_5_reset_continues_and_a_seed_starts_anew(line_up):
    one, two = started(line_up, seed=7), started(line_up, seed=7)
    first = one.record.tobytes()
    play(one, MaskSampler(1))
    play(two, MaskSampler(1), 12)  # how a game was played does not move the one that follows
    seen = {first}
    for _ in range(5):
        one.reset(options={"unknown": 1})
        two.reset()
        assert one.record.tobytes() == two.record.tobytes()
        seen.add(one.record.tobytes())
    assert len(seen) == 6
    one.reset(seed=7)
    assert one.record.tobytes() == first
    assert make(line_up).reset() is None


def test_5_without_a_seed_games_differ(line_up):
    records = set()
    for _ in range(3):
        env = make(line_up)
        env.reset()
        records.add(env.record.tobytes())
    assert len(records) == 3


def test_5_global_generators_neither_matter_nor_move(line_up):
    hashes = set()
    for seed in (0, 1):
        random.seed(seed)
        np.random.seed(seed)  # noqa: NPY002
        before = random.getstate(), np.random.get_state()[1].tobytes()  # noqa: NPY002
        hashes.add(digest_of_games(make(line_up, reward="margin"), 11))
        assert (random.getstate(), np.random.get_state()[1].tobytes()) == before  # noqa: NPY002
    assert len(hashes) == 1


DIGEST_PROGRAM = """
from gangzzz_env.aec import GameEnv
from gangzzz_env.games import GAMES
from tests.playing import digest_of_games
for game in GAMES.values():
    for num_players in range(game.seats[0], game.seats[1] + 1):
        print(digest_of_games(GameEnv(game, num_players, None, "margin", None), 11))
"""


def digests_elsewhere(**environment):
    result = subprocess.run(
        [sys.executable, "-c", DIGEST_PROGRAM],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))} | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return result.stdout.split()


def test_5_processes_with_different_hash_seeds_play_the_same_games():
    here = [
        digest_of_games(GameEnv(game, num_players, None, "margin", None), 11)
        for game in GAMES.values()
        for num_players in range(game.seats[0], game.seats[1] + 1)
    ]
    assert digests_elsewhere(PYTHONHASHSEED="1") == digests_elsewhere(PYTHONHASHSEED="2") == here


@pytest.mark.slow
def test_5_uncompiled_plays_the_same_games():
    assert digests_elsewhere(NUMBA_DISABLE_JIT="1") == digests_elsewhere()


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


def test_human_prints_every_decision_and_ansi_returns_it(line_up, capsys):
    env = started(line_up, render_mode="human", decisions=3)
    shown = capsys.readouterr().out
    assert shown.count(env._game.title) == 4
    assert env.render() is None
    text = started(line_up, render_mode="ansi", decisions=3).render()
    assert shown.endswith(text + "\n")
    silent = started(line_up)
    with pytest.warns(UserWarning, match="render_mode"):
        assert silent.render() is None


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


def test_the_sampler_is_uniform_seeded_and_refuses_an_empty_mask():
    masks = np.zeros((6000, 755), np.int8)
    masks[:, [0, 7, 754]] = 1
    actions = MaskSampler(4).sample_batch(masks)
    assert actions.dtype == np.int64
    assert np.unique(actions, return_counts=True)[0].tolist() == [0, 7, 754]
    assert abs(np.bincount(actions, minlength=755)[[0, 7, 754]] - 2000).max() < 200
    one = MaskSampler(4)
    assert [one.sample(mask) for mask in masks[:50]] == actions[:50].tolist()
    assert type(one.sample(masks[0].astype(bool))) is int
    masks[3] = 0
    with pytest.raises(ValueError, match="row 3"):
        one.sample_batch(masks)
    with pytest.raises(ValueError, match="no action"):
        one.sample(masks[3])
