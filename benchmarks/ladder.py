"""Play the ladder: each agent against the rung below it and against one reference, by number of players.

Contests that an earlier run with the same options has finished are in the output folder and are not played again; after
agents have changed, name another folder.
"""

import dataclasses
import re
import sys
from pathlib import Path

from agents import AGENTS, make_agent
from gangzzz_env.analysis import ladder
from gangzzz_env.games.gangzzz import GAME
from gangzzz_env.program import Parser, count, progress, seed, writable_file, writable_folder, write_whole


def parser() -> Parser:
    """The command line."""
    parser = Parser(prog="ladder.py", description=__doc__)
    parser.add_argument(
        "--agents",
        default=",".join(AGENTS),
        metavar="A,B=N,...",
        help="names or folders from the lowest rung on; N games instead of --games if it is slow (default all agents)",
    )
    parser.add_argument("--reference", default="greedy", metavar="A", help="whom all play against (default greedy)")
    parser.add_argument("--num-players", default="2,3,4", metavar="N,...", help="players of a game (default 2,3,4)")
    parser.add_argument(
        "--games",
        type=count,
        default=1000,
        metavar="N",
        help="games of each contest, rounded up so that each deal is played in every rotation (default 1000)",
    )
    parser.add_argument("--seed", type=seed, default=0, metavar="N", help="seed of deals and agents (default 0)")
    parser.add_argument("--rules", metavar="FILE", help="TOML file of changed rules (default: the rulebook's)")
    parser.add_argument("--out", default="results/ladder", metavar="DIR", help="folder of ladder.json, .csv and .md")
    parser.add_argument("--page", metavar="FILE", help="a page that holds the table between its markers, as README.md")
    return parser


def read(arguments) -> dict:
    """Everything that the ladder needs, checked.

    Raises:
        TypeError, ValueError: one sentence that names the value and what is allowed.
    """
    games = dict(_games(word, arguments.games) for word in arguments.agents.split(","))
    if arguments.reference not in games:
        raise ValueError(f"--reference is {arguments.reference}, but must be one of the agents {', '.join(games)}")
    players = dict.fromkeys(GAME.read_num_players(_count(word)) for word in arguments.num_players.split(","))
    rules = GAME.read_rules(arguments.rules)
    contests = ladder.contests(games, arguments.reference, list(players), arguments.seed, dataclasses.asdict(rules))
    agents = {name: make_agent(name, arguments.seed + place) for place, name in enumerate(games)}
    page = None if arguments.page is None else Path(arguments.page)
    if page is not None:
        _with_table(writable_file(page), "")
    folder = writable_folder(arguments.out)
    return {"contests": contests, "agents": agents, "page": page, "folder": folder, "rows": ladder.kept(folder)}


def _games(word: str, usual: int) -> tuple[str, int]:
    """An agent's name, and the games of its contests."""
    name, has_games, games = word.rpartition("=")
    return (name, _count(games)) if has_games else (word, usual)


def _count(text: str) -> int:
    """A whole number from 1 on.

    Raises:
        ValueError: it is none.
    """
    if not re.fullmatch("0*[1-9][0-9]{0,8}", text):
        raise ValueError(f"{text!r} must be a whole number from 1 on, of games or players")
    return int(text)


def _with_table(page: Path, table: str) -> str:
    """The page's text with another table.

    Raises:
        ValueError: it cannot be read, or has no markers.
    """
    try:
        return ladder.replaced(page.read_text(encoding="utf-8"), table)
    except OSError as error:
        raise ValueError(f"page {page} cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise ValueError(f"page {page} {error}") from None


def climb(contests: list[ladder.Contest], agents: dict[str, object], folder: Path, rows: list[dict]) -> list[dict]:
    """Play the contests that have no row yet, and keep each row when its contest ends; returns the contests' rows."""
    left = [contest for contest in contests if ladder.find(rows, contest) is None]
    with progress(sum(contest.games for contest in left), "game") as bar:
        for contest in left:
            rows = [*rows, ladder.play(GAME, contest, agents, bar.update)]
            ladder.write(folder, rows)
    return [ladder.find(rows, contest) for contest in contests]


def main(argv: list[str] | None = None) -> int:
    """Play the ladder; returns the exit code."""
    program = parser()
    arguments = program.parse_args(argv)
    try:
        inputs = read(arguments)
    except (TypeError, ValueError) as error:
        program.error(str(error))
    agents, folder, page = inputs["agents"], inputs["folder"], inputs["page"]
    try:
        rows = climb(inputs["contests"], agents, folder, inputs["rows"])
    except KeyboardInterrupt:
        print(f"\nstopped; the same command goes on with what is in {folder}", file=sys.stderr)
        return 130
    shown = ladder.tables(rows, list(agents), arguments.reference)
    print(ladder.text(shown))
    texts = {folder / ladder.CSV: ladder.csv_text(rows), folder / ladder.MARKDOWN: ladder.markdown(shown)}
    if page is not None:
        texts[page] = _with_table(page, ladder.markdown(shown))
    try:
        for path, written in texts.items():
            write_whole(path, written)
            print(f"wrote {path}")
    except OSError as error:
        program.exit(1, f"{program.prog}: {error.filename} cannot be written: {error.strerror}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
