"""Games of a batch or of a learner are recorded while they are played, through any door."""

import copy
import pickle

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode

from agents import make_agent
from gangzzz_env.games import GAMES
from gangzzz_env.gym import ArraySingleSeatEnv, SingleSeatEnv, SingleSeatVectorEnv
from gangzzz_env.recorder import Recorder
from gangzzz_env.sample import MaskSampler
from gangzzz_env.vector import VectorGame
from tests.many_games import take
from tests.playing import check_player


def test_games_of_a_batch_are_recorded_each_from_its_own_start(line_up):
    game, num_players = line_up
    games, sampler = VectorGame(game, 6, num_players, threads=1), MaskSampler(2)
    observations, _ = games.reset(seed=8)
    recorder, finished = games.record(), {}
    with pytest.raises(ValueError, match="game 5 is the first"):
        recorder.finished(5)
    for ask in (recorder.replay, recorder.finished):
        with pytest.raises(ValueError, match="there is no game 6 in a batch of 6"):
            ask(6)
        with pytest.raises(TypeError, match="must be a list of integers"):
            ask("a")
    histories = [[take(games.states, [k]).tobytes()] for k in range(6)]
    for _ in range(game.seats[1] * 100):
        observations, _, over, _, infos = games.step(sampler.sample_batch(observations["action_mask"]))
        finished |= {k: [*histories[k], infos["final_states"][k].tobytes()] for k in np.flatnonzero(over).tolist()}
        for k in range(6):
            histories[k] = [*([] if over[k] else histories[k]), take(games.states, [k]).tobytes()]
    assert len(finished) == 6
    for k in range(6):
        check_player(recorder.replay(k), histories[k])
        check_player(recorder.finished(k), finished[k])


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_a_batch_in_any_mode_is_recorded_through_resets_and_states_that_are_put_in(line_up, mode):
    game, num_players = line_up
    with VectorGame(game, 4, num_players, seed=3, threads=1, autoreset_mode=mode) as games:
        games.reset()
        recorder = games.record()
        for _ in range(game.seats[1] * 70):
            games.step(games.sample_actions())
        for k in range(4):
            assert recorder.replay(k).actions or games.movers[k] >= 0
        kept = recorder.replay(1).play()
        kept.go_to(len(kept))
        states = games.get_states()
        assert kept.record.tobytes() == take(states, [1]).tobytes()
        games.set_states(states[:1], [2])
        assert recorder.replay(2).actions == []
        assert recorder.finished(2).game is game
        games.reset(options={"reset_mask": np.arange(4) == 3})
        assert recorder.replay(3).actions == []
        assert games.copy().record().replay(0).actions == []


def learner_seats(game, num_players):
    """A batch and a single game with a learner in one seat, begun, as (what plays, its reset, its step at random)."""
    opponents, sampler = {"random": make_agent("random", 1)}, MaskSampler(4)
    batch = SingleSeatVectorEnv(game, 3, opponents, num_players=num_players, autoreset_mode="NextStep")
    single = SingleSeatEnv(game, opponents, num_players=num_players)
    batch.reset(seed=1)
    single.reset(seed=1)
    yield batch, 3, lambda: batch.step(sampler.sample_batch(batch.action_masks()))
    yield single, 1, lambda: single.step(sampler.sample(single.action_masks()))[2] and single.reset()


def test_games_of_a_learner_against_agents_are_recorded_with_all_seats(line_up):
    game, num_players = line_up
    for games, count, step in learner_seats(game, num_players):
        recorder = games.record()
        for _ in range(150):
            step()
        for k in range(count):
            seats = {decision.seat for decision in recorder.finished(k).decisions}
            assert seats == set(range(num_players))
            player = recorder.finished(k).play()
            player.go_to(len(player))
            assert player.decision is player.replay.decisions[-1]
            recorder.replay(k)  # raises if it is not where the actions lead


def test_the_batch_of_sb3_is_recorded(line_up):
    pytest.importorskip("stable_baselines3")
    from gangzzz_env.sb3 import GameVecEnv

    game, num_players = line_up
    games, sampler = GameVecEnv(game, 2, {"random": make_agent("random", 1)}, num_players=num_players), MaskSampler(4)
    with pytest.raises(ResetNeeded):
        games.record()
    games.seed(5)
    games.reset()
    recorder = games.record()
    for _ in range(100):
        games.step(sampler.sample_batch(games.action_masks))
    assert all(len(recorder.finished(k).decisions) > 30 for k in range(2))


def test_a_move_that_was_not_noted_is_noticed(line_up):
    game, num_players = line_up
    games, sampler = VectorGame(game, 2, num_players, threads=1), MaskSampler(2)
    observations, _ = games.reset(seed=8)
    recorder = Recorder(game, games.states, {})
    actions = sampler.sample_batch(observations["action_mask"])
    recorder.note(np.array([0]), actions[:1])
    games.step(actions)
    assert recorder.replay(0).actions == actions[:1].tolist()
    with pytest.raises(ValueError, match="game 1 .* not noted"):
        recorder.replay(1)


def test_a_seed_is_kept_where_the_game_is_recorded_from_its_deal_on(line_up):
    game, num_players = line_up
    games = VectorGame(game, 2, num_players, threads=1, autoreset_mode="Disabled")
    games.reset(seed=[7, 2**70])
    recorder = games.record()
    games.step(games.sample_actions())
    assert [recorder.replay(k).seed for k in range(2)] == [7, 2**70]
    assert [games.record().replay(k).seed for k in range(2)] == [None, None]
    recorder = games.record()
    games.reset(seed=[None, 3], options={"reset_mask": np.array([False, True])})
    assert [recorder.replay(k).seed for k in range(2)] == [None, 3]
    games.reset()
    assert [recorder.replay(k).seed for k in range(2)] == [None, None]
    assert recorder.finished(1).seed == 3
    games.reset(seed=4)
    games.set_states(games.get_states([0, 1]), [1, 0])
    assert [games.record().replay(k).seed for k in range(2)] == [None, None]


def test_a_seed_is_kept_of_a_learners_game(line_up):
    game, num_players = line_up
    env = SingleSeatEnv(game, {"random": make_agent("random", 1)}, num_players=num_players, seat=0)
    env.reset(seed=6)
    recorder = env.record()
    assert recorder.replay(0).seed == env.replay().seed == 6
    env.step(int(env.action_masks().argmax()))
    assert env.replay().seed == 6
    env.reset()
    assert env.replay().seed is None
    env.reset(seed=8)
    assert env.replay().seed == 8
    assert recorder.finished(0).seed is None


def test_a_game_in_another_process_is_asked_there():
    pytest.importorskip("stable_baselines3")
    from stable_baselines3.common.vec_env import SubprocVecEnv

    games = SubprocVecEnv([a_learner, a_learner], start_method="spawn")
    try:
        games.seed(3)
        games.reset()
        (stranger, _) = games.env_method("record")
        for _ in range(4):
            games.step(np.array([mask.argmax() for mask in games.env_method("action_masks")]))
        with pytest.raises(ValueError, match=r'played in another process: ask them there, by env_method\("replay"\)'):
            stranger.replay(0)
        for replay in games.env_method("replay"):
            assert len(replay.decisions) >= 4
            assert len(replay.play()) == len(replay.decisions)
    finally:
        games.close()


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda games: pickle.loads(pickle.dumps(games))])
def test_a_copy_plays_on_and_nobody_records_it(line_up, duplicate):
    env, games = a_learner(), VectorGame(*line_up[:1], 2, line_up[1], threads=1)
    env.reset(seed=1)
    games.reset(seed=1)
    recorders = env.record(), games.record()
    twin, others = duplicate(env), duplicate(games)
    twin.step(int(twin.action_masks().argmax()))
    others.step(others.sample_actions())
    assert [len(recorder.replay(0).decisions) for recorder in recorders] == [0, 0]


def test_a_game_that_nobody_records_has_no_replay():
    env = a_learner()
    with pytest.raises(ResetNeeded):
        env.replay()
    env.reset(seed=1)
    with pytest.raises(ValueError, match="call record"):
        env.replay()


def a_learner():
    """One game of a learner against random play, for a process of its own."""
    return ArraySingleSeatEnv(next(iter(GAMES.values())), opponents={"random": make_agent("random", 1)})
