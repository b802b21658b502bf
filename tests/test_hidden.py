"""Nothing that a seat may not know reaches its mask, observation or text: they are equal for states of equal view."""

import numpy as np
import pytest

from gangzzz_env.aec import GameEnv
from gangzzz_env.rng import seed_words
from gangzzz_env.sample import MaskSampler
from tests.playing import play

ONE = np.zeros(1, np.int64)


def positions(line_up, seeds, apart):
    """True states on the way through random games."""
    game, num_players = line_up
    env, sampler = GameEnv(game, num_players, None, "win", None), MaskSampler(1)
    for seed in seeds:
        env.reset(seed=seed)
        while env._running:
            yield env.record
            play(env, sampler, apart)
        yield env.record


def observers(line_up):
    """All who may look: the seats, and the spectator, who has the number after the last seat's."""
    game, num_players = line_up
    return (*range(num_players), game.seats[1])


def look(game, states, seat):
    views = np.zeros(1, game.state_dtype)
    game.look(states, ONE, 0, 1, np.array([seat]), views)
    return views


def another_state(game, views, seed):
    states = np.zeros(1, game.state_dtype)
    game.fill(views, 0, 1, seed_words(seed)[np.newaxis], states)
    return states


def everything_shown(game, states, seat):
    """What a seat is given of a state by any way: view, mask, observation, text, picture, and actions in words."""
    views = look(game, states, seat)
    masks = np.zeros((1, game.num_actions), np.int8)
    observations = np.zeros((1, game.observation_size), np.int8)
    game.legal(views, 0, 1, masks)
    game.observe(views, 0, 1, observations)
    legal = np.flatnonzero(masks[0])
    words = [game.action_words(views[0], int(action)) for action in legal[:: 1 + len(legal) // 20]]
    shown = game.describe(views[0]), game.draw(views[0]), game.minigame(views[0])
    return views.tobytes(), masks.tobytes(), observations.tobytes(), *shown, words


def check_states_of_one_view_look_the_same(line_up, seeds, apart):
    game, num_players = line_up
    different = 0
    for number, states in enumerate(positions(line_up, seeds, apart)):
        for seat in observers(line_up):
            other = another_state(game, look(game, states, seat), 10 * number + seat)
            assert everything_shown(game, other, seat) == everything_shown(game, states, seat)
            different += other.tobytes() != states.tobytes()
    assert different == (number + 1) * (num_players + 1)


def test_states_of_one_view_look_the_same_and_something_hidden_differs(line_up):
    check_states_of_one_view_look_the_same(line_up, range(2), apart=9)


@pytest.mark.slow
def test_states_of_one_view_look_the_same_in_many_games(line_up):
    check_states_of_one_view_look_the_same(line_up, range(100, 106), apart=3)


def test_a_view_of_a_view_is_that_view(line_up):
    game, num_players = line_up
    for states in positions(line_up, range(2), apart=5):
        for seat in observers(line_up):
            views = look(game, states, seat)
            assert look(game, views, seat).tobytes() == views.tobytes()


def test_the_mask_of_the_mover_is_the_same_from_view_and_true_state(line_up):
    game, _ = line_up
    for states in positions(line_up, range(2), apart=3):
        movers = np.zeros(1, np.int64)
        game.to_move(states, 0, 1, movers)
        masks = np.zeros((2, game.num_actions), np.int8)
        game.legal(states, 0, 1, masks[:1])
        if movers[0] >= 0:
            game.legal(look(game, states, int(movers[0])), 0, 1, masks[1:])
        assert masks[0].tobytes() == masks[1].tobytes()
