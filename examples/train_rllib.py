"""Train one policy for all seats with RLlib's PPO, on this machine or on a Ray cluster, and evaluate it against random.

`pip install -e ".[rllib]"`, then `python examples/train_rllib.py --num-env-runners 2`.
"""

import sys

from agents import make_agent
from gangzzz_env.analysis.metrics import summary
from gangzzz_env.analysis.play import paired_seeds, play_lineup
from gangzzz_env.analysis.tables import rate
from gangzzz_env.games.gangzzz import GAME
from gangzzz_env.program import Parser, count, seed, writable_folder

GAMES_A_RUNNER = 16  # played at once, so that the network is asked for many decisions in one batch
HIDDEN = (128, 128)
PATIENCE = 600  # seconds that a runner may take for its games; the first ones wait for the compiler


def parser() -> Parser:
    """The command line."""
    parser = Parser(prog="train_rllib.py", description=__doc__)
    parser.add_argument("--address", default="local", help="of a Ray cluster, or auto for one already started here")
    parser.add_argument(
        "--num-env-runners", type=seed, default=0, metavar="N", help="processes that play (default 0: this one does)"
    )
    parser.add_argument("--iterations", type=count, default=15, metavar="N", help="of PPO (default 15)")
    parser.add_argument("--num-players", type=count, default=2, metavar="N", help="players of a game (default 2)")
    parser.add_argument("--seed", type=seed, default=0, metavar="N", help="of games and network (default 0)")
    parser.add_argument("--games", type=count, default=400, metavar="N", help="of each evaluation (default 400)")
    parser.add_argument("--out", default="runs/rllib", metavar="DIR", help="folder of the checkpoint")
    return parser


def connect(address: str, num_env_runners: int) -> None:
    """Start Ray here, or join a cluster.

    Raises:
        ValueError: there is no cluster at the address, or it is too small.
    """
    import ray

    needed = num_env_runners + 1
    local = {"num_cpus": needed, "include_dashboard": False} if address == "local" else {}
    try:
        ray.init(address=address, logging_level="ERROR", log_to_driver=False, **local)
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise ValueError(f"there is no Ray cluster at {address}: {str(error).splitlines()[0]}") from None
    found = int(ray.cluster_resources().get("CPU", 0))
    if found < needed:
        raise ValueError(f"{num_env_runners} env runners need {needed} CPUs, but the cluster at {address} has {found}")


def build(arguments):
    """The algorithm, not yet trained."""
    from ray.rllib.algorithms.ppo import PPOConfig

    from gangzzz_env.rllib import one_policy

    settings = {"num_players": arguments.num_players, "reward": "margin", "seed": arguments.seed}
    config = (
        one_policy(PPOConfig().environment(GAME.name, env_config=settings), HIDDEN)
        .env_runners(
            num_env_runners=arguments.num_env_runners,
            num_envs_per_env_runner=GAMES_A_RUNNER,
            sample_timeout_s=PATIENCE,
        )
        .training(train_batch_size_per_learner=4000, minibatch_size=500, num_epochs=4, lr=3e-4, gamma=1.0)
        .training(use_kl_loss=False, entropy_coeff=0.01, grad_clip=0.5)
        .debugging(seed=arguments.seed, log_level="ERROR")
    )
    return config.build_algo()


def win_rate(algorithm, arguments) -> str:
    """How often the policy, playing its likeliest actions, wins against random opponents, with a 95 % interval."""
    from gangzzz_env.rllib import POLICY, ModuleAgent

    agents = {
        "trained": ModuleAgent(GAME, algorithm.get_module(POLICY)),
        "random": make_agent("random", arguments.seed),
    }
    lineup = ("trained", *["random"] * (arguments.num_players - 1))
    seeds = paired_seeds(arguments.seed, arguments.games, arguments.num_players)
    row = summary(GAME, [play_lineup(GAME, lineup, agents, seeds)])["agents"][0]
    return f"wins {rate(row)} of {row['n']} games against random"


def train(arguments, folder) -> None:
    """Train from beginning to end, and save the algorithm."""
    algorithm = build(arguments)
    try:
        print(f"before: {win_rate(algorithm, arguments)}", flush=True)
        for iteration in range(1, arguments.iterations + 1):
            played = algorithm.train()["env_runners"]["num_env_steps_sampled_lifetime"]
            print(f"iteration {iteration} of {arguments.iterations}: {int(played)} decisions", flush=True)
        print(f"after: {win_rate(algorithm, arguments)}")
        print(f"wrote {algorithm.save_to_path(str(folder.resolve()))}")
    finally:
        algorithm.stop()


def main(argv: list[str] | None = None) -> int:
    """Connect, train and say what came of it; returns the exit code."""
    program = parser()
    arguments = program.parse_args(argv)
    try:
        import ray

        import gangzzz_env.rllib  # noqa: F401  what is missing is said before Ray starts
    except ImportError as error:
        program.error(f'{error}; this example needs: pip install -e ".[rllib]"')
    try:
        arguments.num_players = GAME.read_num_players(arguments.num_players)
        folder = writable_folder(arguments.out)
        connect(arguments.address, arguments.num_env_runners)
    except (TypeError, ValueError) as error:
        ray.shutdown()
        program.error(str(error))
    try:
        train(arguments, folder)
    except KeyboardInterrupt:
        print("\nstopped; nothing is saved", file=sys.stderr)
        return 130
    finally:
        ray.shutdown()
    return 0


if __name__ == "__main__":
    sys.exit(main())
