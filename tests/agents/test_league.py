"""The league: who is met how often, who makes room, and that a snapshot stays what it was."""

import dataclasses

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the extra `train` is not installed")
pytest.importorskip("sb3_contrib", reason="the extra `train` is not installed")

from stable_baselines3.common.logger import configure

from agents.learning.evaluation import best, score
from agents.learning.joined import JoinedGames
from agents.learning.league import ITSELF, League
from agents.learning.network import ActorCritic
from agents.learning.self_play import SelfPlay
from gangzzz_env.games.gangzzz import GAME
from gangzzz_env.sample import MaskSampler
from gangzzz_env.sb3 import GameVecEnv
from tests.agents.training import TINY


@pytest.fixture(autouse=True, scope="module")
def one_thread():
    """As in `train.py`."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def league(**changes) -> League:
    """A league with three snapshots, taken after 0, 1 and 2 decisions."""
    made = League(dataclasses.replace(TINY, panel=("greedy", "random"), max_snapshots=3, **changes), None, 3)
    for decisions in range(3):
        made.keep(ActorCritic(), decisions, ())
    return made


def play(made: League, wins: dict[str, list[float]]) -> None:
    """Let the learner get these rewards."""
    for name, rewards in wins.items():
        for win in rewards:
            made.note(name, win)


def frequencies(made: League) -> np.ndarray:
    """How often each snapshot is drawn, of 4,000 draws."""
    return np.mean([np.array(made.shares()[1:4]) > 0 for _ in range(4000)], axis=0)


def test_a_snapshot_is_drawn_by_how_often_it_beats_the_learner_to_the_power():
    games = {"snapshot 0": [-1.0] * 30, "snapshot 1": [-1.0, 1.0] * 15, "snapshot 2": [1.0] * 30}
    made = league(pfsp_power=2.0, prior=10.0)
    play(made, games)
    assert made.rates()[:3] == pytest.approx([35 / 40, 1 / 2, 5 / 40])
    squares = made.rates()[:3] ** 2
    assert frequencies(made) == pytest.approx(squares / squares.sum(), abs=0.03)
    alike = league(pfsp_power=0.0)
    play(alike, games)
    assert frequencies(alike) == pytest.approx([1 / 3] * 3, abs=0.03)


def test_the_shares_are_those_of_the_settings_and_the_panel_is_weighed_alike():
    made = league(itself=0.5, snapshots=0.2, scripted=0.3, pfsp_power=1.0, prior=10.0)
    play(made, {"greedy": [-1.0] * 10, "random": [1.0] * 10})
    assert list(made.opponents) == [ITSELF, "snapshot 0", "snapshot 1", "snapshot 2", "greedy", "random"]
    itself, *snapshots, greedy, random = made.shares()
    assert sorted(snapshots) == [0.0, 0.0, 0.2]
    assert (itself, greedy, random) == pytest.approx((0.5, 0.3 * 3 / 4, 0.3 / 4))


def test_without_a_snapshot_its_share_is_the_learners_own():
    made = League(dataclasses.replace(TINY, itself=0.5, snapshots=0.2, scripted=0.3), None, 3)
    assert made.shares() == pytest.approx([0.7] + [0.0] * TINY.max_snapshots + [0.3])


def test_at_par_an_opponent_scores_a_half_however_many_play():
    made = league(prior=0.1)
    play(made, {"snapshot 0": [1.0] + 3 * [-1 / 3], "snapshot 1": [1.0, -1.0], "snapshot 2": [0.0]})
    assert made.rates()[:3] == pytest.approx([0.5] * 3)


def test_what_is_long_ago_is_forgotten():
    made = league(forgetting=0.1, prior=10.0)
    play(made, {"snapshot 0": [1.0] * 90, "snapshot 1": [-1.0] * 90})
    assert made.rates()[:2] == pytest.approx([0.05, 0.95])
    for _ in range(100):
        made.forget()
    assert made.rates()[:2] == pytest.approx([0.5, 0.5], abs=0.001)


def test_the_snapshot_that_the_learner_beats_most_makes_room_if_it_is_not_in_a_game():
    made = league()
    play(made, {"snapshot 0": [1.0] * 5, "snapshot 1": [1.0] * 9, "snapshot 2": [-1.0]})
    made.keep(ActorCritic(), 3, {"snapshot 1"})
    assert made.taken == [3, 1, 2]
    assert made.rates()[0] == 0.5
    made.keep(ActorCritic(), 4, {"snapshot 0", "snapshot 1", "snapshot 2"})
    assert made.taken == [3, 4, 2]


def octets(network: ActorCritic) -> bytes:
    """All weights."""
    return b"".join(tensor.numpy().tobytes() for tensor in network.state_dict().values())


@pytest.mark.slow
def test_a_snapshot_stays_bit_for_bit_what_the_learner_was_and_the_pool_is_capped():
    settings = dataclasses.replace(TINY, decisions=6 * 256, snapshot_every=1, max_snapshots=2)
    training = SelfPlay(settings, (2, 3), None, 0, None, configure(None, []))
    then, seen = {}, []

    def on_rollout():
        then[training.decisions] = octets(training.network)
        copies = training.league.snapshots[: len(training.league.taken)]
        seen.append([(taken, octets(copy.network)) for taken, copy in zip(training.league.taken, copies)])

    training.learn(lambda count: None, on_rollout)
    assert len(set(then.values())) == len(then) == 6
    assert [len(pool) for pool in seen] == [1, 2, 2, 2, 2, 2]
    assert all(weights == then[taken] for pool in seen for taken, weights in pool)
    assert training.league.games.sum() > 0


def test_joined_games_are_those_of_each_batch_and_are_brought_back():
    def batch(num_players: int, seed: int) -> GameVecEnv:
        return GameVecEnv(GAME, 3, ["random", "greedy"], num_players=num_players, seed=seed)

    joined, alone = JoinedGames([batch(2, 0), batch(4, 3)]), [batch(2, 0), batch(4, 3)]
    sampler = MaskSampler(1)
    assert (joined.reset() == np.concatenate([part.reset() for part in alone])).all()
    for _ in range(60):
        actions = sampler.sample_batch(joined.action_masks)
        ours, theirs = joined.step(actions), [part.step(own) for part, own in zip(alone, np.split(actions, 2))]
        for column in range(3):
            assert (ours[column] == np.concatenate([step[column] for step in theirs])).all()
    again = JoinedGames([batch(2, 8), batch(4, 9)])
    again.reset()
    assert (again.set_state(joined.get_state()) == ours[0]).all()
    assert again.reset_infos == joined.reset_infos
    with pytest.raises(ValueError, match="of 1 batches, but these are 2"):
        again.set_state(joined.get_state()[:1])


def row(decisions: int, num_players: int, win_rate: float) -> dict:
    """An evaluation."""
    return {"decisions": decisions, "num_players": num_players, "win_rate": win_rate}


def test_the_best_is_the_last_of_those_with_the_highest_mean_reward():
    assert score([row(0, 2, 0.5), row(0, 4, 0.25)]) == pytest.approx(0.0)
    assert score([row(0, 2, 1.0), row(0, 4, 0.0)]) == pytest.approx(1 / 3)
    curve = [row(0, 2, 0.5), row(0, 4, 0.5), row(9, 2, 0.6), row(9, 4, 0.25), row(20, 2, 0.5), row(20, 4, 0.5)]
    assert best(curve) == (20, pytest.approx(1 / 6))
