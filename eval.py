"""Play agents against each other and say what it shows: who wins how often, and what that says of the rules.

Without a command it is a tournament; `eval.py COMMAND --help` has the options of a command.
"""

import argparse
import sys

from gangzzz_env.analysis.commands import compare, counter, report, show, sweep, tournament, tune
from gangzzz_env.program import Parser

COMMANDS = {
    "report": report,
    "show": show,
    "compare": compare,
    "sweep": sweep,
    "tune": tune,
    "counter": counter,
}


def parser(name: str | None) -> Parser:
    """The command line of a command, or of the tournament, whose help lists the commands."""
    command = COMMANDS.get(name, tournament)
    listed = "".join(f"\n  {name:10}{command.HELP}" for name, command in COMMANDS.items())
    made = Parser(
        prog="eval.py" if name is None else f"eval.py {name}",
        description=command.HELP,
        epilog=f"commands:{listed}" if name is None and COMMANDS else None,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add(made)
    return made


def main(argv: list[str] | None = None) -> int:
    """Run a command; returns the exit code, 2 for bad input, which is said in one sentence."""
    words = sys.argv[1:] if argv is None else argv
    name = words[0] if words and words[0] in COMMANDS else None
    program = parser(name)
    if name is None and words and not words[0].startswith("-"):
        program.error(f"there is no command {words[0]!r}; the commands are {', '.join(COMMANDS)}, or none and --agents")
    arguments = program.parse_args(words if name is None else words[1:])
    command = COMMANDS.get(name, tournament)
    try:
        inputs = command.read(arguments)
    except (TypeError, ValueError) as error:
        program.error(str(error))
    return command.run(inputs)


if __name__ == "__main__":
    sys.exit(main())
