"""PPO in one file, in the manner of CleanRL: one network learns all seats of the PettingZoo environment by self-play.

`pip install -e ".[train]"`, then `python examples/ppo_cleanrl.py`: within minutes it beats random opponents.
"""

import io
import sys
import time
from pathlib import Path

import numpy as np

from agents import make_agent
from gangzzz_env import gangzzz_v0
from gangzzz_env.analysis.metrics import summary
from gangzzz_env.analysis.play import paired_seeds, play_lineup
from gangzzz_env.analysis.tables import rate
from gangzzz_env.games.gangzzz import GAME
from gangzzz_env.program import Parser, count, seed, writable_file, write_whole

try:
    import torch
    from torch import nn
    from torch.distributions import Categorical
except ImportError as error:
    sys.exit(f'ppo_cleanrl.py needs {error.name}: pip install -e ".[train]"')

GAMES, EPOCHS, MINIBATCH = 64, 4, 512  # games of an iteration, played side by side; passes over their decisions
LEARNING_RATE, GAMMA, GAE_LAMBDA, CLIP, ENTROPY, VALUE, MAX_NORM = 3e-4, 1.0, 0.95, 0.2, 0.01, 0.5, 0.5
HIDDEN = 128
THREADS = 1  # of the network's arithmetic: it is small, and several get in each other's way on a busy machine


def parser() -> Parser:
    """The command line."""
    parser = Parser(prog="ppo_cleanrl.py", description=__doc__)
    parser.add_argument("--iterations", type=count, default=40, metavar="N", help=f"of {GAMES} games (default 40)")
    parser.add_argument("--num-players", type=count, default=2, metavar="N", help="players of a game (default 2)")
    parser.add_argument("--seed", type=seed, default=0, metavar="N", help="of games and network (default 0)")
    parser.add_argument("--games", type=count, default=400, metavar="N", help="of each evaluation (default 400)")
    parser.add_argument("--out", metavar="FILE", help="where the network is saved (default: it is not)")
    return parser


class Network(nn.Module):
    """A policy and a value from an observation; illegal actions have no probability."""

    def __init__(self):
        super().__init__()
        self.actor = mlp(GAME.num_actions, 0.01)
        self.critic = mlp(1, 1.0)

    def forward(self, observations: torch.Tensor, masks: torch.Tensor) -> tuple[Categorical, torch.Tensor]:
        """The policy over [n, actions] and the values [n] of int8 observations [n, size] with masks [n, actions]."""
        seen = observations.float().sign() * observations.float().abs().log1p()
        logits = self.actor(seen).masked_fill(masks == 0, torch.finfo(torch.float32).min)
        return Categorical(logits=logits), self.critic(seen).squeeze(-1)

    @torch.no_grad()
    def act(self, views: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """The likeliest actions int64[n], as an agent of tournaments."""
        observations = np.zeros((len(views), GAME.observation_size), np.int8)
        GAME.observe(views, 0, len(views), observations)
        return self(torch.from_numpy(observations), torch.from_numpy(masks))[0].logits.argmax(1).numpy()


def mlp(outputs: int, gain: float) -> nn.Sequential:
    """Two hidden layers; `gain` is that of the last layer's weights."""
    layers = [nn.Linear(GAME.observation_size, HIDDEN), nn.Linear(HIDDEN, HIDDEN), nn.Linear(HIDDEN, outputs)]
    for layer, of_layer in zip(layers, (2**0.5, 2**0.5, gain)):
        nn.init.orthogonal_(layer.weight, of_layer)
        nn.init.zeros_(layer.bias)
    return nn.Sequential(layers[0], nn.ReLU(), layers[1], nn.ReLU(), layers[2])


def play(envs: list, network: Network) -> list[tuple]:
    """Play a game in each environment; for each seat its decisions, and all rewards it was told of.

    A decision is (observation, mask, action, log probability, value). The first reward comes before the first decision,
    the last one with the closing turn, so there is one more of them.
    """
    seats = {(env, agent): ([], []) for env in envs for agent in env.possible_agents}
    for env in envs:
        env.reset()
    while waiting := [(env, observation) for env in envs if (observation := next_decision(env, seats)) is not None]:
        observations = np.stack([observation["observation"] for _, observation in waiting])
        masks = np.stack([observation["action_mask"] for _, observation in waiting])
        with torch.no_grad():
            policy, values = network(torch.from_numpy(observations), torch.from_numpy(masks))
            actions = policy.sample()
            decisions = zip(observations, masks, actions.tolist(), policy.log_prob(actions).tolist(), values.tolist())
        for (env, _), decision in zip(waiting, decisions):
            seats[env, env.agent_selection][0].append(decision)
            env.step(decision[2])
    return list(seats.values())


def next_decision(env, seats: dict) -> dict | None:
    """What the agent to move observes; after the closing turns, None. Its reward is noted."""
    while env.agents:
        observation, reward, terminated, _, _ = env.last()
        seats[env, env.agent_selection][1].append(reward)
        if not terminated:
            return observation
        env.step(None)
    return None


def advantages(rewards: list[float], values: list[float]) -> np.ndarray:
    """Generalized advantage estimation over the decisions of one seat in a whole game, float32[n]."""
    result, following = np.zeros(len(values), np.float32), 0.0
    paid = [rewards[0] + rewards[1], *rewards[2:]]  # what comes before the first decision is paid with it
    for t in reversed(range(len(values))):
        after = values[t + 1] if t + 1 < len(values) else 0.0
        following = paid[t] + GAMMA * after - values[t] + GAMMA * GAE_LAMBDA * following
        result[t] = following
    return result


def update(network: Network, optimizer: torch.optim.Optimizer, played: list[tuple]) -> None:
    """Improve the network by the decisions that were played."""
    gains = np.concatenate(
        [advantages(rewards, [decision[4] for decision in seat]) for seat, rewards in played if seat]
    )
    columns = list(zip(*(decision for seat, _ in played for decision in seat)))
    observations, masks = torch.from_numpy(np.stack(columns[0])), torch.from_numpy(np.stack(columns[1]))
    actions, log_probs = torch.tensor(columns[2]), torch.tensor(columns[3])
    gains = torch.from_numpy(gains)
    returns = gains + torch.tensor(columns[4])
    gains = (gains - gains.mean()) / (gains.std() + 1e-8)
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(actions)).split(MINIBATCH):
            policy, values = network(observations[rows], masks[rows])
            ratio = (policy.log_prob(actions[rows]) - log_probs[rows]).exp()
            surrogate = torch.min(gains[rows] * ratio, gains[rows] * ratio.clamp(1 - CLIP, 1 + CLIP)).mean()
            value_loss = (values - returns[rows]).pow(2).mean()
            optimizer.zero_grad()
            (VALUE * value_loss - surrogate - ENTROPY * policy.entropy().mean()).backward()
            nn.utils.clip_grad_norm_(network.parameters(), MAX_NORM)
            optimizer.step()


def win_rate(network: Network, num_players: int, games: int) -> dict:
    """The row of a tournament table: how often the likeliest actions win against random opponents."""
    lineup = ("trained", *["random"] * (num_players - 1))
    agents = {"trained": network, "random": make_agent("random")}
    return summary(GAME, [play_lineup(GAME, lineup, agents, paired_seeds(0, games, num_players))])["agents"][0]


def save(network: Network, path: Path) -> None:
    """Write the network's weights to a file."""
    content = io.BytesIO()
    torch.save(network.state_dict(), content)
    write_whole(path, content.getvalue())


def main(argv: list[str] | None = None) -> int:
    """Train, and say how it does before and after; returns the exit code."""
    program = parser()
    arguments = program.parse_args(argv)
    try:
        num_players = GAME.read_num_players(arguments.num_players)
        out = None if arguments.out is None else writable_file(arguments.out)
    except ValueError as error:
        program.error(str(error))
    torch.set_num_threads(THREADS)
    torch.manual_seed(arguments.seed)
    network = Network()
    optimizer = torch.optim.Adam(network.parameters(), LEARNING_RATE, eps=1e-5)
    envs = [gangzzz_v0.raw_env(num_players, reward="margin") for _ in range(GAMES)]
    for k, env in enumerate(envs):
        env.reset(seed=arguments.seed * GAMES + k)
    print(f"before: wins {rate(win_rate(network, num_players, arguments.games))} against random", flush=True)
    began, decisions = time.perf_counter(), 0
    for iteration in range(1, arguments.iterations + 1):
        played = play(envs, network)
        update(network, optimizer, played)
        decisions += sum(len(seat) for seat, _ in played)
        speed = decisions / (time.perf_counter() - began)
        print(f"iteration {iteration}: {decisions} decisions, {speed:.0f} a second", flush=True)
    print(f"after: wins {rate(win_rate(network, num_players, arguments.games))} against random")
    if out is not None:
        save(network, out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
