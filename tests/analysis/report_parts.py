"""Parts of a report, made up for tests."""

from gangzzz_env.analysis.report.findings import Told
from gangzzz_env.analysis.report.page import Report, ShownGame
from gangzzz_env.analysis.report.parts import Chapter, Finding, GameReference, Plot, Table

EXAMPLE = GameReference(2, 40, "a usual game")


def finding(sentence: str = "The first seat wins.", weight: float = 2.0, **changes) -> Finding:
    facts = {
        "sentence": sentence,
        "effect": 4.25,
        "low": 3.1,
        "high": 5.4,
        "unit": "points of winning",
        "games": 12345,
        "agents": ("boss", "greedy"),
        "weight": weight,
        "scale": "from 3 points on",
        "chapter": "seats",
        "examples": (EXAMPLE,),
    }
    return Finding(**facts | changes)


def table(rows: int = 2) -> Table:
    columns = ("agent", "rate", "rate_low", "rate_high", "games")
    lines = tuple((f"agent {k}", 50.123, 48.0, 52.0, 1000 + k) for k in range(rows))
    return Table("rates", "Who wins", "Victories per 100 games.", columns, lines)


def chapter(*findings: Finding, name: str = "seats", **changes) -> Chapter:
    parts = {"title": "Is a seat favored?", "words": ("It is.",), "tables": (table(),)} | changes
    return Chapter(name=name, findings=findings, **parts)


def report(*told: Finding, **changes) -> Report:
    game = ShownGame(EXAMPLE, "player 0, boss, $40", ("player 0: pass", "player 1: raids <city>"), "games/2-40.html")
    parts = {
        "title": "A game",
        "words": ("This is a pre-flight check, not table play.", "It stands on 5 games."),
        "told": tuple(Told(one) for one in told),
        "untold": (),
        "chapters": (chapter(*told, plots=(Plot("Rates", "<svg></svg>"),)),),
        "games": (game,),
        "facts": (("engine", "1.0"),),
    }
    return Report(**parts | changes)
