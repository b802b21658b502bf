"""The program `gangzzz`: what is done with games, a command for each."""

import sys

from gangzzz_env.commands import play, replay
from gangzzz_env.program import Parser

COMMANDS = (replay, play)


def parser() -> Parser:
    """The command line."""
    made = Parser(prog="gangzzz", description=__doc__)
    commands = made.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add(commands)
    return made


def main(argv: list[str] | None = None) -> int:
    """Run a command; returns the exit code, 2 for bad input, which is said in one sentence."""
    program = parser()
    arguments = program.parse_args(argv)
    try:
        return arguments.run(arguments)
    except ValueError as error:
        program.error(str(error))
    except KeyboardInterrupt:
        print("\nstopped; nothing is written", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
