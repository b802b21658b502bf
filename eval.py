"""Play agents against each other, with seats rotated and seeds paired, and say who wins how often."""

import dataclasses
import sys

from agents import make_agent
from gangzzz_env.analysis import eval_page, report
from gangzzz_env.analysis.metrics import summary
from gangzzz_env.analysis.play import lineups, paired_seeds, play_lineup
from gangzzz_env.games.gangzzz import GAME
from gangzzz_env.program import Parser, count, progress, seed, writable_folder


def parser() -> Parser:
    """The command line."""
    parser = Parser(prog="eval.py", description=__doc__)
    parser.add_argument("--agents", required=True, metavar="A,B,...", help="names of agents, or folders of checkpoints")
    parser.add_argument("--num-players", type=count, default=2, metavar="N", help="players of a game (default 2)")
    parser.add_argument(
        "--games",
        type=count,
        default=1000,
        metavar="N",
        help="games of each line-up, rounded up so that each deal is played in every rotation (default 1000)",
    )
    parser.add_argument("--seed", type=seed, default=0, metavar="N", help="seed of deals and agents (default 0)")
    parser.add_argument("--rules", metavar="FILE", help="TOML file of changed rules (default: the rulebook's)")
    parser.add_argument("--out", default="results", metavar="DIR", help="folder of eval.json, .csv, .png and .html")
    return parser


def read(arguments) -> dict:
    """Everything that the tournament needs, checked.

    Raises:
        TypeError, ValueError: one sentence that names the value and what is allowed.
    """
    names = list(dict.fromkeys(arguments.agents.split(",")))
    return {
        "names": names,
        "num_players": GAME.read_num_players(arguments.num_players),
        "rules": GAME.read_rules(arguments.rules),
        "agents": {name: make_agent(name, arguments.seed + place) for place, name in enumerate(names)},
        "folder": writable_folder(arguments.out),
    }


def main(argv: list[str] | None = None) -> int:
    """Play the tournament; returns the exit code."""
    program = parser()
    arguments = program.parse_args(argv)
    try:
        inputs = read(arguments)
    except (TypeError, ValueError) as error:
        program.error(str(error))
    num_players, rules = inputs["num_players"], inputs["rules"]
    for name, agent in inputs["agents"].items():
        for difference in getattr(agent, "differences", lambda *_: [])(num_players, rules):
            print(f"{name}: {difference}", file=sys.stderr)
    seeds = paired_seeds(arguments.seed, arguments.games, num_players)
    meetings = lineups(inputs["names"], num_players)
    try:
        with progress(len(meetings) * len(seeds) * num_players, "game") as bar:
            played = [play_lineup(GAME, lineup, inputs["agents"], seeds, rules, bar.update) for lineup in meetings]
    except KeyboardInterrupt:
        print("\nstopped; nothing is written", file=sys.stderr)
        return 130
    shown = summary(GAME, played)
    settings = vars(arguments) | {"agents": inputs["names"], "rules": dataclasses.asdict(rules), "game": GAME.name}
    print(report.tables(shown, GAME.sources))
    typed = ["python", program.prog, *(sys.argv[1:] if argv is None else argv)]
    pages = eval_page.write(inputs["folder"], GAME, typed, settings, shown)
    for path in [*report.write(inputs["folder"], settings, shown), *pages]:
        print(f"wrote {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
