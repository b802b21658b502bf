"""How a batch is used: its buffers, copies and spaces, how it is closed, and what it says of bad input."""

import copy
import pickle
import threading
import tracemalloc

import numpy as np
import pytest
from gymnasium import spaces
from gymnasium.vector import AutoresetMode

from gangzzz_env import gangzzz_v0, vector
from gangzzz_env.vector import VectorGame


def batch(line_up, num_envs=3, **settings):
    game, num_players = line_up
    return VectorGame(game, num_envs, **{"num_players": num_players, "threads": 1, "seed": 4} | settings)


def play(games, steps):
    """Play on at random; the states after every step, as bytes."""
    return [games.step(games.sample_actions()) and games.states.tobytes() for _ in range(steps)]


def spoil(thing):
    """Write nonsense into every array of what a batch returned."""
    if isinstance(thing, dict):
        thing = list(thing.values())
    for part in thing:
        if isinstance(part, np.ndarray) and part.dtype.names is None and part.dtype != object:
            part[...] = 1
        elif isinstance(part, (dict, tuple)):
            spoil(part)


@pytest.mark.parametrize("mode", AutoresetMode)
def test_what_is_returned_may_be_written_into_and_changes_no_game(line_up, mode):
    games, spoiled = batch(line_up, autoreset_mode=mode), batch(line_up, autoreset_mode=mode)
    games.reset()
    spoil(spoiled.reset())
    for _ in range(250):
        actions = spoiled.sample_actions().copy()
        spoil([spoiled.sample_actions()])
        expected, returned = games.step(actions), spoiled.step(actions)
        for one, other in zip((*expected[0].values(), *expected[1:4]), (*returned[0].values(), *returned[1:4])):
            assert np.array_equal(one, other)
        assert np.array_equal(expected[4]["movers"], returned[4]["movers"])
        spoil(returned)
        spoiled.sample_actions()
    assert spoiled.get_states().tobytes() == games.get_states().tobytes()


def test_a_refusal_names_the_seat_whatever_was_written_into_the_movers(line_up):
    games = batch(line_up)
    seen, infos = games.reset()
    illegal, mover = int(np.flatnonzero(seen["action_mask"][0] == 0)[0]), int(infos["movers"][0])
    infos["movers"][:] = 1 - mover
    with pytest.raises(ValueError, match=f"^seat {mover} of game 0 may not play action {illegal}, .*clause"):
        games.step(np.full(3, illegal))


def test_final_observations_are_the_callers_to_keep(line_up):
    games, kept = batch(line_up, 8), []
    games.reset()
    while len(kept) < 6:
        infos = games.step(games.sample_actions())[4]
        if "final_obs" in infos:
            kept += [(final, final["observation"].copy()) for final in infos["final_obs"][infos["_final_obs"]]]
    assert all((final["observation"] == then).all() and final["action_mask"].all() for final, then in kept)


def test_without_observations_the_games_and_masks_are_the_same(line_up):
    games, blind = batch(line_up), batch(line_up, observe=False)
    seen, masks = games.reset()[0], blind.reset()[0]
    for _ in range(300):
        assert list(masks) == ["action_mask"]
        assert np.array_equal(seen["action_mask"], masks["action_mask"])
        actions = games.sample_actions()
        assert np.array_equal(actions, blind.sample_actions())
        (seen, rewards, *_), (masks, blind_rewards, *_, infos) = games.step(actions), blind.step(actions)
        assert np.array_equal(rewards, blind_rewards)
        assert "final_obs" not in infos
        assert games.views.tobytes() == blind.views.tobytes()
    assert games.states.tobytes() == blind.states.tobytes()
    assert np.array_equal(blind.observe_seats(), games.observe_seats())


def test_the_seats_see_what_the_seat_to_move_is_shown(line_up):
    games = batch(line_up)
    seen, infos = games.reset()
    assert games.observe_seats().shape == (3, games.game.seats[1], games.game.observation_size)
    assert np.array_equal(games.observe_seats()[np.arange(3), infos["movers"]], seen["observation"])
    assert np.array_equal(games.observe_seats([2, 0])[1], games.observe_seats()[0])
    assert not games.observe_seats()[:, line_up[1] :].any()
    assert games.observe_seats([]).shape[0] == 0


@pytest.mark.parametrize("copied", [VectorGame.copy, copy.deepcopy, lambda games: pickle.loads(pickle.dumps(games))])
def test_a_copy_rolls_the_same_dice_and_goes_its_own_way(line_up, copied):
    games = batch(line_up, 130, threads=2, autoreset_mode="NextStep")
    games.reset()
    play(games, 20)
    twin, before = copied(games), games.states.tobytes()
    expected = play(twin, 150)
    assert games.states.tobytes() == before
    assert play(games, 150) == expected
    games.close()
    play(twin, 1)
    twin.close()


def test_states_are_put_back_and_branched(line_up):
    games = batch(line_up, 4)
    games.reset()
    play(games, 30)
    saved, actions = games.get_states(), games.sample_actions().copy()
    games.step(actions)
    after = games.states.tobytes()
    play(games, 100)
    seen, infos = games.set_states(saved)
    games.step(actions)
    assert games.states.tobytes() == after
    seen, infos = games.set_states(np.repeat(games.get_states([3]), 3), [0, 1, 2])
    assert (infos["movers"] == infos["movers"][3]).all()
    assert (seen["observation"] == seen["observation"][3]).all()
    games.set_states(games.get_states([]), [])
    games.step(np.full(4, games.sample_actions()[0]))
    assert len({state.tobytes() for state in games.states}) == 1


@pytest.mark.parametrize("mode", AutoresetMode)
def test_a_finished_state_that_is_put_back_is_over(line_up, mode):
    games = batch(line_up, autoreset_mode=mode)
    games.reset()
    while True:
        _, _, over, _, infos = games.step(games.sample_actions())
        if over.any():
            break
    final = (infos["final_states"] if mode is AutoresetMode.SAME_STEP else games.states)[over].copy()
    games.reset()
    seen, infos = games.set_states(final[:1], [2])
    assert infos["movers"][2] == -1
    assert seen["action_mask"][2].all()
    _, rewards, over, _, _ = games.step(games.sample_actions())
    assert not rewards[2].any()
    assert over[2] == (games.movers[2] < 0) == (mode is AutoresetMode.DISABLED)


def test_what_is_returned_lies_in_the_spaces(line_up):
    for games in (batch(line_up), batch(line_up, observe=False)):
        seen, _ = games.reset(seed=1)
        assert games.observation_space.contains(seen)
        assert games.single_observation_space.contains({name: rows[0] for name, rows in seen.items()})
        assert games.action_space.contains(games.sample_actions())
        assert games.single_action_space == spaces.Discrete(games.game.num_actions)
        assert games.observation_space is games.observation_space
        assert games.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP


def test_a_closed_batch_says_so_and_leaves_no_thread(line_up, monkeypatch):
    monkeypatch.setattr(vector, "SMALLEST_PART", {True: 1, False: 1})
    before = threading.active_count()
    with batch(line_up, 8, threads=4) as games:
        games.reset()
        play(games, 3)
        assert threading.active_count() > before
    games.close()
    assert threading.active_count() == before
    for method in (games.reset, lambda: games.step(np.zeros(8, int)), games.sample_actions, games.get_states):
        with pytest.raises(RuntimeError, match="needs an open batch, and this one has been closed"):
            method()


def test_nothing_is_asked_before_the_first_reset(line_up):
    games = batch(line_up)
    for name in ("sample_actions", "get_states", "observe_seats"):
        with pytest.raises(RuntimeError, match=rf"{name}\(\) needs games: call reset\(\) first"):
            getattr(games, name)()


def test_memory_stays_flat():
    games = gangzzz_v0.make_vec(16, 2, seed=0, threads=2)
    games.reset()
    play(games, 300)
    tracemalloc.start()
    play(games, 100)
    before = tracemalloc.get_traced_memory()[0]
    play(games, 1000)
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert grown < 100_000


WRONG_ARGUMENTS = (
    ({"num_players": [2, 3]}, ValueError, "num_players has 2 entries for 3 games; it must be one for all, or 3"),
    ({"num_players": [2, 3, 5]}, ValueError, "num_players of game 2: num_players is 5, but Gangzzz is for 2 to 4"),
    ({"num_players": [2, 3, 2.0]}, TypeError, "num_players of game 2: num_players is 2.0, but must be an integer"),
    ({"rules": [None, {}]}, ValueError, "rules has 2 entries for 3 games"),
    ({"rules": [None, {"bounti": 1}, None]}, ValueError, "rules of game 1: unknown rule 'bounti'"),
    ({"rules": [None, {"bounty": 501}, None]}, ValueError, "rules of game 1: rule bounty is 501, but must be"),
    ({"seed": [1, 2, 3, 4]}, ValueError, "seed has 4 entries for 3 games"),
    ({"seed": [1, -2, 3]}, ValueError, "seed of game 1: seed is -2, but must be a non-negative integer or None"),
    ({"seed": np.zeros(3)}, TypeError, "seed of game 0: seed is 0.0, but"),
    ({"autoreset_mode": "same"}, ValueError, "autoreset_mode is 'same', but must be .* NextStep, SameStep, Disabled"),
    ({"autoreset_mode": None}, ValueError, "autoreset_mode is None"),
)


@pytest.mark.parametrize(("argument", "error", "words"), WRONG_ARGUMENTS)
def test_wrong_arguments_are_named(argument, error, words):
    with pytest.raises(error, match=words):
        gangzzz_v0.make_vec(3, **argument)


WRONG_RESETS = (
    ({"seed": [1, 2]}, ValueError, "seed has 2 entries for 3 games"),
    ({"seed": [1, True, 2]}, TypeError, "seed of game 1: seed is True"),
    ({"options": {"reset_mask": np.zeros(3, np.bool_)}}, ValueError, "reset_mask names no game"),
    ({"options": {"reset_mask": np.ones(2, np.bool_)}}, TypeError, r"3 bools, one a game, not bool of shape \(2,\)"),
    ({"options": {"reset_mask": np.ones(3, np.int8)}}, TypeError, r"3 bools, one a game, not int8 of shape \(3,\)"),
    ({"options": [1]}, TypeError, r"options is \[1\], but must be a dictionary or None"),
)


@pytest.mark.parametrize(("argument", "error", "words"), WRONG_RESETS)
def test_a_wrong_reset_is_named_and_resets_no_game(argument, error, words):
    games = gangzzz_v0.make_vec(3, seed=1)
    games.reset()
    before = games.states.tobytes()
    with pytest.raises(error, match=words):
        games.reset(**argument)
    assert games.states.tobytes() == before


def test_wrong_games_and_states_are_named():
    games = gangzzz_v0.make_vec(3, seed=1)
    games.reset()
    states = games.get_states()
    for wrong, error in (([3], ValueError), ([-1], ValueError), ([0.5], TypeError), (1, TypeError), ("1", TypeError)):
        for method in (games.get_states, games.observe_seats, lambda games_: games.set_states(states[:1], games_)):
            with pytest.raises(error, match="game"):
                method(wrong)
    for wrong in (states[:2], states.tobytes(), states["money"], None):
        with pytest.raises(TypeError, match="states must be 3 records of gangzzz_v0"):
            games.set_states(wrong)
    for wrong, words in (
        (games.views.copy(), "record 0 is no true state of a game of Gangzzz: its observer is 0, but must be 5"),
        (np.zeros_like(states), "its observer is 0"),
        (
            np.where(np.arange(3) == 1, other_players(states, 7), states),
            "a record is of 7 players, but Gangzzz is for 2",
        ),
    ):
        with pytest.raises(ValueError, match=words):
            games.set_states(wrong)
        with pytest.raises(ValueError, match=words.replace("record 0", "record .")):
            gangzzz_v0.env().set_up(wrong[1:2])
    with pytest.raises(ValueError, match="games names a game twice"):
        games.set_states(states[:2], [0, 0])
    assert games.get_states().tobytes() == states.tobytes()


def other_players(states, number):
    """The states with another number of players."""
    states = states.copy()
    states["num_seats"] = number
    return states
