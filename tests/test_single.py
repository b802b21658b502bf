"""One seat against agents is the game of `raw_env`, as that seat sees it and is paid."""

import copy
import pickle
import sys

import numpy as np
import pygame
import pytest
from gymnasium.error import ResetNeeded

from agents.random import Random
from gangzzz_env import gangzzz_v0
from gangzzz_env.aec import StrictGameEnv
from gangzzz_env.gym import ArraySingleSeatEnv, SingleSeatEnv
from gangzzz_env.reward import REWARD_NAMES
from gangzzz_env.sample import MaskSampler
from tests.playing import make
from tests.single_seat import First, episode, reference_episode

STARTS = ({"seed": 5}, {})


def single(line_up, kind=SingleSeatEnv, **settings):
    game, num_players = line_up
    return kind(game, **({"opponents": {"first": First()}, "num_players": num_players} | settings))


def reference_games(line_up, seat, reward="win"):
    """The game of a seed, and the one after it, as that seat has them: `reference_episode` of each."""
    env = make(line_up, StrictGameEnv, reward)
    for number, start in enumerate(STARTS):
        env.reset(**start)
        yield reference_episode(env, seat, MaskSampler(number), Random())


@pytest.mark.parametrize("reward", REWARD_NAMES)
def test_4_each_seat_sees_and_gets_what_it_does_in_the_environment(line_up, reward):
    for seat in range(line_up[1]):
        env = single(line_up, opponents={"random": Random()}, reward=reward, seat=seat)
        for number, (seen, paid, _) in enumerate(reference_games(line_up, seat, reward)):
            ours, rewards, first, last = episode(env, MaskSampler(number), **STARTS[number])
            assert first["seat"] == last["seat"] == seat
            assert rewards == pytest.approx([paid[0] + paid[1], *paid[2:]])
            assert len(ours) == len(seen)
            for observation, theirs in zip(ours, seen):
                assert (observation["observation"] == theirs["observation"]).all()
            for observation, theirs in zip(ours[:-1], seen[:-1]):
                assert (observation["action_mask"] == theirs["action_mask"]).all()
            assert ours[-1]["action_mask"].all()
            assert reward != "win" or last["win"] == pytest.approx(sum(rewards))


def test_4_in_those_games_the_learner_begins_first_or_later_and_ends_the_game_or_is_out_before_all_others(line_up):
    games = [(seat, movers) for seat in range(line_up[1]) for _, _, movers in reference_games(line_up, seat)]
    assert {movers.index(seat) > 0 for seat, movers in games} == {False, True}
    after_the_last = {movers[::-1].index(seat) for seat, movers in games}
    assert min(after_the_last) == 0
    assert max(after_the_last) >= line_up[1] - 1


def test_the_learner_takes_another_seat_each_episode_unless_it_is_told_one(line_up):
    env, num_players = single(line_up), line_up[1]
    seats = [env.reset(seed=5)[1]["seat"]] + [env.reset()[1]["seat"] for _ in range(2 * num_players)]
    assert seats == [(5 + k) % num_players for k in range(2 * num_players + 1)]
    env = single(line_up, seat=num_players - 1)
    assert {env.reset()[1]["seat"] for _ in range(4)} == {num_players - 1}


def test_opponents_are_drawn_by_their_shares():
    env = gangzzz_v0.make_gym(opponents=["greedy", "random"], shares=[3, 1], num_players=4)
    names = [name for seed in range(60) for name in env.reset(seed=seed)[1]["opponents"]]
    assert 0.62 < names.count("greedy") / len(names) < 0.88
    env = gangzzz_v0.make_gym(opponents=["greedy", "random"], shares=[0, 1])
    assert {env.reset()[1]["opponents"] for _ in range(20)} == {("random",)}


def test_an_agent_sees_only_its_own_view(line_up):
    opponent = First()
    env = single(line_up, opponents={"first": opponent}, seat=1)
    episode(env, MaskSampler(0), seed=0)
    seen = {int(seat) for views in opponent.views for seat in views["observer"]}
    assert seen == set(range(line_up[1])) - {1}


def test_5_a_seed_says_all_and_a_reset_without_one_goes_on(line_up):
    env, other = single(line_up, opponents=["random", "greedy"]), single(line_up, opponents=["random", "greedy"])
    np.random.seed(1)  # noqa: NPY002
    first, second = (episode(env, MaskSampler(1), **start) for start in ({"seed": 8}, {}))
    np.random.seed(2)  # noqa: NPY002
    again, next_one = (episode(other, MaskSampler(1), **start) for start in ({"seed": 8}, {}))
    for ours, theirs in ((first, again), (second, next_one)):
        assert all((a["observation"] == b["observation"]).all() for a, b in zip(ours[0], theirs[0]))
        assert ours[1:] == theirs[1:]
    starts = {env.reset(seed=seed)[0]["observation"].tobytes() for seed in range(6)}
    starts |= {env.reset()[0]["observation"].tobytes() for _ in range(6)}
    starts |= {single(line_up).reset()[0]["observation"].tobytes() for _ in range(2)}
    assert len(starts) == 14


@pytest.mark.parametrize("clone", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_of_a_game_goes_on_as_the_game_does(line_up, clone):
    env, sampler = single(line_up, opponents=["random"]), MaskSampler(3)
    observation, _ = env.reset(seed=3)
    for _ in range(9):
        observation, *_ = env.step(sampler.sample(observation["action_mask"]))
    other, again = clone(env), clone(sampler)
    for _ in range(60):
        action = sampler.sample(env.action_masks().astype(np.int8))
        assert action == again.sample(other.action_masks().astype(np.int8))
        ours, theirs = env.step(action), other.step(action)
        assert (ours[0]["observation"] == theirs[0]["observation"]).all()
        assert ours[1:] == theirs[1:]
        if ours[2]:
            env.reset()
            other.reset()


def test_an_illegal_action_loses_and_says_which_rule_forbids_it(line_up):
    env = single(line_up, reward="margin")
    observation, start = env.reset(seed=1)
    illegal = int(observation["action_mask"].argmin())
    after, reward, over, _, info = env.step(illegal)
    assert (reward, over, info["win"]) == (-1.0, True, -1.0)
    assert f"seat {start['seat']} may not play action {illegal}" in info["illegal"]
    assert "clause" in info["illegal"]
    assert (after["observation"] == observation["observation"]).all()
    assert after["action_mask"].all()
    with pytest.raises(ResetNeeded, match="reset"):
        env.step(illegal)
    assert episode(env, MaskSampler(0))[3]["seat"] == (start["seat"] + 1) % line_up[1]


def test_17_what_is_no_action_is_refused_and_what_is_one_is_equal(line_up):
    env = single(line_up)
    with pytest.raises(ResetNeeded, match="reset"):
        env.step(0)
    observation, _ = env.reset(seed=0)
    legal, last = int(observation["action_mask"].argmax()), env.action_space.n - 1
    before = pickle.dumps(env)
    for wrong, error in ((1.0, TypeError), (True, TypeError), (None, TypeError), (-1, ValueError), (755, ValueError)):
        with pytest.raises(error, match=f"integer in 0-{last}"):
            env.step(wrong)
    assert pickle.dumps(env) == before
    results = [
        pickle.loads(before).step(action)[0]["observation"].tobytes()
        for action in (legal, np.int16(legal), np.array(legal), np.array([legal]))
    ]
    assert len(set(results)) == 1


@pytest.mark.parametrize(
    ("wrong", "error", "words"),
    [
        ({"opponents": []}, ValueError, r"opponents is \[\]"),
        ({"opponents": "greedy"}, ValueError, "opponents is 'greedy', but must be a list"),
        ({"opponents": 3}, ValueError, "opponents is 3, but must be a list"),
        ({"opponents": ["nobody"]}, ValueError, "unknown agent 'nobody'; the agents are"),
        ({"shares": [1, 2]}, ValueError, "shares is .* must be 1 numbers"),
        ({"shares": [float("nan")]}, ValueError, "shares is"),
        ({"shares": [float("inf")]}, ValueError, "shares is"),
        ({"num_players": 5}, ValueError, "num_players is 5"),
        ({"rules": {"wealth": 1}}, ValueError, "wealth"),
        ({"reward": "money"}, ValueError, "unknown reward 'money'"),
        ({"seat": 2}, ValueError, "seat is 2, but must be an integer in 0-1, or None"),
        ({"seat": -1}, ValueError, "seat is -1"),
        ({"seat": True}, TypeError, "seat is True"),
        ({"seat": "first"}, TypeError, "seat is 'first'"),
        ({"render_mode": "oil"}, ValueError, "unknown render_mode 'oil'"),
    ],
)
def test_wrong_settings_are_refused_in_one_sentence(wrong, error, words):
    with pytest.raises(error, match=words) as raised:
        gangzzz_v0.make_gym(**wrong)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("seed", [-1, 1.5, True, "2", [1]])
def test_a_wrong_seed_is_refused_and_touches_no_game(line_up, seed):
    env = single(line_up)
    env.reset(seed=0)
    before = pickle.dumps(env)
    with pytest.raises((TypeError, ValueError), match="must be a non-negative integer or None"):
        env.reset(seed=seed)
    assert pickle.dumps(env) == before


def test_the_form_for_stable_baselines3_keeps_the_mask_out_of_the_observation(line_up):
    env, bare = single(line_up), single(line_up, ArraySingleSeatEnv)
    ours, (theirs, _) = env.reset(seed=2)[0], bare.reset(seed=2)
    assert bare.observation_space == env.observation_space["observation"]
    for _ in range(80):
        assert (ours["observation"] == theirs).all()
        assert (ours["action_mask"] == bare.action_masks()).all()
        assert bare.action_masks().dtype == np.bool_
        if ours["action_mask"].all():
            break
        action = int(ours["action_mask"].argmax())
        (ours, *rest), (theirs, *others) = env.step(action), bare.step(action)
        assert rest == others


def test_13_a_missing_extra_is_named(monkeypatch):
    for name in ("stable_baselines3", "stable_baselines3.common.vec_env"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.delitem(sys.modules, "gangzzz_env.sb3", raising=False)
    with pytest.raises(ImportError, match=r'make_sb3 needs stable_baselines3.*: pip install "gangzzz_env\[train\]"$'):
        gangzzz_v0.make_sb3(2)
    assert gangzzz_v0.make_sb3_env().reset(seed=0)[0].shape == (gangzzz_v0.GAME.observation_size,)


def test_the_learner_sees_its_game_as_text_and_as_a_picture(line_up):
    env = single(line_up, render_mode="ansi", seat=1)
    with pytest.raises(ResetNeeded, match="reset"):
        env.render()
    assert env._repr_svg_() is None
    env.reset(seed=0)
    assert "player 1 sees" in env.render()
    assert "player 1 sees" in env._repr_svg_()
    env = single(line_up, render_mode="human", seat=1)
    env.metadata = env.metadata | {"render_fps": 0}
    observation, _ = env.reset(seed=0)
    env.step(observation["action_mask"].argmax())
    assert pygame.display.get_init()
    env.close()
    assert not pygame.display.get_init()
    with pytest.warns(UserWarning, match="without a render_mode"):
        assert single(line_up).render() is None


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"opponents": ["greedy", 3]}, "opponents has 3"),
        ({"opponents": {"me": 3}}, r"opponent 'me' is 3, but must be an object with a method act\(views, masks\)"),
        ({"opponents": {"me": Random}}, "opponent 'me' is .*, but must be an object"),
        ({"opponents": "greedy"}, "opponents is 'greedy'"),
        ({"shares": "ab"}, "shares is 'ab', but must be 1 numbers"),
        ({"shares": [0]}, "shares is"),
        ({"seat": 2}, "seat is 2, but must be an integer in 0-1"),
    ],
)
def test_wrong_opponents_shares_and_seats_are_refused_at_once(wrong, words):
    for door in (gangzzz_v0.make_gym, gangzzz_v0.make_gym_vec):
        with pytest.raises((TypeError, ValueError), match=words):
            door(**wrong)


class Interrupted:
    """Plays the first legal action until it is told to raise."""

    raises = False

    def act(self, views, masks):
        if self.raises:
            raise KeyboardInterrupt
        return masks.argmax(1)


def test_a_step_that_an_opponent_broke_off_is_not_gone_on_with(line_up):
    game, num_players = line_up
    opponent = Interrupted()
    games = gangzzz_v0.make_gym_vec(2, opponents={"interrupted": opponent}, num_players=num_players, seat=0)
    seen, _ = games.reset(seed=[3, 4])
    first = {name: rows.copy() for name, rows in seen.items()}
    opponent.raises = True
    with pytest.raises(KeyboardInterrupt):
        games.step(seen["action_mask"].argmax(1))
    opponent.raises = False
    with pytest.raises(ResetNeeded, match="reset"):
        games.step(seen["action_mask"].argmax(1))
    with pytest.raises(ResetNeeded, match="broken off, starts all games"):
        games.reset(options={"reset_mask": np.array([True, False])})
    again, _ = games.reset(seed=[3, 4])
    assert all((again[name] == first[name]).all() for name in first)
    games.step(again["action_mask"].argmax(1))


class Answers:
    """An opponent that answers as it is told, for the length of a game."""

    def __init__(self, answer):
        self.answer, self.left = answer, 400

    def act(self, views, masks):
        self.left -= 1
        assert self.left, "the game goes on without end"
        return self.answer(views, masks)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (
            lambda views, masks: masks.argmax(1) + 0.5,
            "agent odd returned float64 of shape .*, but must return 1 integers",
        ),
        (lambda views, masks: masks.argmax(1) > 0, "agent odd returned bool"),
        (lambda views, masks: int(masks[0].argmax()), r"agent odd returned int64 of shape \(\)"),
        (lambda views, masks: None, "agent odd returned object"),
        (lambda views, masks: np.array([755] * len(masks)), "agent odd played 755, which its mask does not allow"),
        (lambda views, masks: (masks.argmin(1), masks.fill(1))[0], "which its mask does not allow"),
    ],
)
def test_an_opponents_answer_is_checked_against_the_mask_it_was_given(answer, words):
    env = gangzzz_v0.make_gym(opponents={"odd": Answers(answer)}, seat=0)
    env.reset(seed=0)
    with pytest.raises((TypeError, ValueError), match=words):
        env.step(1)
