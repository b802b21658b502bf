"""RLlib's door: rewards, endings and seeds of the environment, and a network that obeys the mask."""

import random

import numpy as np
import pytest
from gymnasium.error import ResetNeeded

from gangzzz_env.aec import IllegalAction, StrictGameEnv
from gangzzz_env.analysis.play import play_lineup
from gangzzz_env.reward import REWARD_NAMES, final_rewards, read_reward
from gangzzz_env.sample import MaskSampler

pytest.importorskip("ray.rllib", reason='needs ray: pip install -e ".[rllib]"')

import ray
import torch
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.distribution.torch.torch_distribution import TorchCategorical
from ray.rllib.env.env_context import EnvContext
from ray.rllib.env.multi_agent_env_runner import MultiAgentEnvRunner
from ray.rllib.env.multi_agent_episode import MultiAgentEpisode

from agents import make_agent
from gangzzz_env.rllib import POLICY, GameMultiAgentEnv, MaskedModule, ModuleAgent, one_policy

SEEDS = range(12)
# RLlib registers its environments with Gymnasium by one and the same name.
pytestmark = pytest.mark.filterwarnings("ignore:.*Overriding environment rllib-multi-agent-env-v0:UserWarning")


def actions_of_a_game(line_up, seed):
    """The actions of a random game, and for each agent the numbers of its decisions in it."""
    env, sampler, actions = StrictGameEnv(*line_up, None, "win", None), MaskSampler(seed), []
    env.reset(seed=seed)
    decisions = {agent: [] for agent in env.agents}
    while not env.terminations["player_0"]:
        actions.append(sampler.sample(env.observe(env.agent_selection)["action_mask"]))
        decisions[env.agent_selection].append(len(actions))
        env.step(actions[-1])
    return actions, decisions


def told_by_last(line_up, reward, seed, actions):
    """Totals of what `last()` says, and the record in the end."""
    env = StrictGameEnv(*line_up, None, reward, None)
    env.reset(seed=seed)
    told, left = dict.fromkeys(env.agents, 0.0), iter(actions)
    for agent in env.agent_iter():
        _, payment, terminated, _, _ = env.last()
        told[agent] += payment
        env.step(None if terminated else next(left))
    return told, env.record


def told_by_rllib(line_up, reward, seed, actions):
    """Totals of what the environment says, and RLlib's own episode of it."""
    game, num_players = line_up
    env = GameMultiAgentEnv(game, {"num_players": num_players, "reward": reward})
    episode = MultiAgentEpisode(
        observation_space=env.observation_spaces,
        action_space=env.action_spaces,
        agent_to_module_mapping_fn=lambda agent, episode, **kwargs: POLICY,
    )
    observations, infos = env.reset(seed=seed)
    episode.add_env_reset(observations=observations, infos=infos)
    told = dict.fromkeys(env.agents, 0.0)
    for action in actions:
        (mover,) = observations
        observations, rewards, terminated, truncated, infos = env.step({mover: action})
        episode.add_env_step(
            observations, {mover: action}, rewards, infos, terminateds=terminated, truncateds=truncated
        )
        for agent, payment in rewards.items():
            told[agent] += payment
    return told, episode, observations


def told_by_the_record(line_up, reward, record):
    """What the seats are owed by how they stand, or by their money."""
    game, num_players = line_up
    if reward == "margin":
        money = record["money"][0, :num_players]
        return (money - (money.sum() - money) / (num_players - 1)) / 50
    standings, paid = np.zeros((1, game.seats[1], 2), np.int64), np.zeros((1, game.seats[1]))
    game.standings(record, 0, 1, standings)
    final_rewards(read_reward(reward), standings, num_players, paid)
    return paid[0, :num_players]


@pytest.mark.parametrize("reward", REWARD_NAMES)
def test_4_payoffs_agree_through_last_rllib_its_episodes_and_the_record(line_up, reward):
    for seed in SEEDS:
        actions, decisions = actions_of_a_game(line_up, seed)
        by_last, record = told_by_last(line_up, reward, seed, actions)
        by_env, episode, last = told_by_rllib(line_up, reward, seed, actions)
        of_episodes = {agent: part.get_return() for agent, part in episode.agent_episodes.items()}
        assert by_env == pytest.approx(by_last)
        assert of_episodes == pytest.approx(by_last)
        assert list(by_last.values()) == pytest.approx(told_by_the_record(line_up, reward, record))
        assert {agent: len(part) for agent, part in episode.agent_episodes.items()} == {
            agent: len(numbers) for agent, numbers in decisions.items()
        }
        assert all(part.is_terminated and not part.is_truncated for part in episode.agent_episodes.values())
        assert set(last) == set(by_last)
        assert all(seen["action_mask"].all() for seen in last.values())


def test_4_among_those_games_are_some_in_which_a_seat_is_out_while_others_decide(line_up):
    played = [actions_of_a_game(line_up, seed) for seed in SEEDS]
    after_the_last = [len(actions) - max(numbers) for actions, decisions in played for numbers in decisions.values()]
    assert max(after_the_last) >= line_up[1]


def test_4_what_is_paid_before_a_first_decision_comes_with_it(line_up):
    game, num_players = line_up
    env = GameMultiAgentEnv(game, {"num_players": num_players})
    (first,), _ = env.reset(seed=0)
    late = "player_1" if first == "player_0" else "player_0"
    observations, sampler = {first: env._observe(first)}, MaskSampler(0)
    env._owed[late] = 3.0
    while late not in observations:
        (mover,) = observations
        observations, rewards, *_ = env.step({mover: sampler.sample(observations[mover]["action_mask"])})
    assert late not in rewards
    paid = 0.0
    while not paid:
        (mover,) = observations
        observations, rewards, terminated, *_ = env.step({mover: sampler.sample(observations[mover]["action_mask"])})
        paid = rewards.get(late, 0.0)
    assert paid == 3.0
    assert not terminated["__all__"]


def test_only_who_is_to_move_observes_and_all_end_at_once(line_up):
    game, num_players = line_up
    env, sampler = GameMultiAgentEnv(game, {"num_players": num_players}), MaskSampler(1)
    observations, infos = env.reset(seed=1)
    assert infos == {}
    over = False
    while not over:
        ((mover, seen),) = observations.items()
        assert seen in env.get_observation_space(mover)
        assert env.get_action_space(mover).sample() in np.flatnonzero(seen["action_mask"])
        observations, rewards, terminated, truncated, _ = env.step({mover: sampler.sample(seen["action_mask"])})
        over = terminated["__all__"]
        assert terminated == dict.fromkeys([*env.agents, "__all__"], over)
        assert truncated == dict.fromkeys([*env.agents, "__all__"], False)
    assert set(observations) == set(rewards) == set(env.agents)


def test_8_an_episode_can_be_played_back(line_up):
    game, num_players = line_up
    env = GameMultiAgentEnv(game, {"num_players": num_players})
    with pytest.raises(ResetNeeded):
        env.replay()
    with pytest.raises(ResetNeeded, match="call reset"):
        env.step({"player_0": 0})
    seen, _ = env.reset(seed=5)
    for _ in range(20):
        ((agent, told),) = seen.items()
        seen, *_ = env.step({agent: int(told["action_mask"].argmax())})
    replay = env.replay()
    assert (replay.seed, len(replay.decisions)) == (5, 20)
    assert len(replay.play()) == 20


def test_wrong_steps_are_refused_in_a_sentence(line_up):
    game, num_players = line_up
    env = GameMultiAgentEnv(game, {"num_players": num_players})
    ((mover, seen),) = env.reset(seed=0)[0].items()
    other = next(agent for agent in env.agents if agent != mover)
    for actions in ({}, {other: 0}, {mover: 0, other: 0}):
        with pytest.raises(ValueError, match=f"only {mover} is to move"):
            env.step(actions)
    with pytest.raises(IllegalAction, match=f"{mover} may not play"):
        env.step({mover: int(np.argmin(seen["action_mask"]))})
    observations = env.step({mover: int(np.argmax(seen["action_mask"]))})[0]
    assert observations


def test_an_unknown_key_of_env_config_is_named(line_up):
    game, _ = line_up
    with pytest.raises(ValueError, match="unknown key 'players' in env_config; the keys are num_players"):
        GameMultiAgentEnv(game, {"players": 2})
    with pytest.raises(ValueError, match="num_players is 1"):
        GameMultiAgentEnv(game, {"num_players": 1})
    with pytest.raises(TypeError, match="seed is"):
        GameMultiAgentEnv(game, {"seed": "7"})


def test_a_wrong_configuration_is_refused_before_ray_starts():
    for env, config, words in (
        ("gangzzz_v0", {"num_player": 3}, "unknown key 'num_player'"),
        ("gangzzz_v0", {"num_players": 9}, "num_players is 9"),
        ("CartPole-v1", {}, "the environment is 'CartPole-v1', but must be one of gangzzz_v0"),
        (None, {}, "the environment is None"),
    ):
        with pytest.raises(ValueError, match=words):
            one_policy(PPOConfig().environment(env, env_config=config))


def starts(game, config, worker, seeds=(None, None)):
    """How the games of a runner's two environments start."""
    context = EnvContext(config, worker_index=worker)
    envs = [GameMultiAgentEnv(game, context) for _ in range(2)]
    records = []
    for seed in seeds:
        for env in envs:
            env.reset(seed=seed)
            records.append(env._env.record.tobytes())
    return records


def test_5_every_environment_of_every_runner_deals_other_games_and_the_same_ones_again(line_up):
    game, num_players = line_up
    for config, seeds in (({"seed": 5}, (None, None)), ({}, (42, 43)), ({"seed": 5}, (42, None))):
        config = config | {"num_players": num_players}
        dealt = [start for worker in range(3) for start in starts(game, config, worker, seeds)]
        assert len(set(dealt)) == 12
        assert dealt == [start for worker in range(3) for start in starts(game, config, worker, seeds)]


def test_5_a_seed_deals_the_game_that_pettingzoo_deals_and_no_seed_another_one(line_up):
    game, num_players = line_up
    env, bare = (
        GameMultiAgentEnv(game, {"num_players": num_players}),
        StrictGameEnv(game, num_players, None, "win", None),
    )
    for seed in (3, 4):
        env.reset(seed=seed)
        bare.reset(seed=seed)
        assert env._env.record.tobytes() == bare.record.tobytes()
    random.seed(1)
    unseeded = GameMultiAgentEnv(game, {"num_players": num_players})
    unseeded.reset()
    random.seed(1)
    again = GameMultiAgentEnv(game, {"num_players": num_players})
    again.reset()
    assert unseeded._env.record.tobytes() == again._env.record.tobytes()


def module_of(env):
    return MaskedModule(
        observation_space=env.get_observation_space("player_0"),
        action_space=env.get_action_space("player_0"),
        model_config={"fcnet_hiddens": [16]},
    )


def test_the_module_masks_in_every_pass_and_learns_from_rows_without_a_legal_action(line_up):
    game, num_players = line_up
    env = GameMultiAgentEnv(game, {"num_players": num_players})
    ((_, seen),) = env.reset(seed=0)[0].items()
    module = module_of(env)
    masks = torch.from_numpy(np.stack([seen["action_mask"], np.zeros_like(seen["action_mask"])]))
    batch = {
        Columns.OBS: {"observations": torch.from_numpy(np.stack([seen["observations"]] * 2)), "action_mask": masks}
    }
    for passing in (module.forward_inference, module.forward_exploration, module.forward_train):
        policy = TorchCategorical.from_logits(passing(batch)[Columns.ACTION_DIST_INPUTS])
        probabilities = policy._dist.probs
        assert (probabilities[0][masks[0] == 0] == 0).all()
        assert torch.allclose(probabilities.sum(1), torch.ones(2))
        assert policy.entropy().isfinite().all()
        assert policy.kl(policy).isfinite().all()
    (policy.entropy().sum() + policy.logp(torch.tensor([int(masks[0].argmax()), 0]))[0]).backward()
    module.compute_values(batch).sum().backward()
    assert all(parameter.grad.isfinite().all() for parameter in module.parameters())


def test_a_module_plays_tournaments(line_up):
    game, num_players = line_up
    agents = {
        "module": ModuleAgent(game, module_of(GameMultiAgentEnv(game, {"num_players": num_players}))),
        "random": make_agent("random"),
    }
    games = play_lineup(game, ("module", *["random"] * (num_players - 1)), agents, [1, 2])
    assert games.is_finished.all()


def config_of(line_up):
    game, num_players = line_up
    settings = {"num_players": num_players, "reward": "margin", "seed": 1}
    config = one_policy(PPOConfig().environment(game.name, env_config=settings), hidden=(16,))
    return config.env_runners(num_env_runners=0, num_envs_per_env_runner=2).debugging(seed=1, log_level="ERROR")


def test_rllib_samples_whole_games_with_its_own_check_and_its_random_actions(line_up):
    runner = MultiAgentEnvRunner(config=config_of(line_up), worker_index=0)
    for random_actions in (False, True):
        for episode in runner.sample(num_episodes=3, random_actions=random_actions):
            assert episode.is_terminated
            assert sum(part.get_return() for part in episode.agent_episodes.values()) == pytest.approx(0)
    runner.stop()


def test_1_training_plays_no_illegal_action(line_up, monkeypatch):
    refused = []
    monkeypatch.setattr(StrictGameEnv, "_refuse", lambda env, action: refused.append(action))
    ray.init(address="local", num_cpus=1, include_dashboard=False, logging_level="ERROR", log_to_driver=False)
    try:
        config = config_of(line_up).training(train_batch_size_per_learner=600, minibatch_size=200, num_epochs=2)
        algorithm = config.build_algo()
        before = {name: value.copy() for name, value in algorithm.get_module(POLICY).get_state().items()}
        results = [algorithm.train() for _ in range(2)]
        after = algorithm.get_module(POLICY).get_state()
        algorithm.stop()
    finally:
        ray.shutdown()
    assert refused == []
    assert results[-1]["env_runners"]["num_env_steps_sampled_lifetime"] >= 1200
    assert all(np.isfinite(value).all() for value in after.values())
    assert not np.array_equal(before["actor.0.weight"], after["actor.0.weight"])
