"""The results of a tournament to look at: a plot, and a page with the plot and all tables."""

from collections.abc import Sequence
from pathlib import Path

from gangzzz_env import result_page
from gangzzz_env.analysis import tables
from gangzzz_env.game import Game
from gangzzz_env.program import plotting, write_whole

PICTURE, PAGE = "eval.png", "eval.html"
WORDS = "Win rates with 95 % intervals, and money by source, of each agent"


def write(folder: Path, game: Game, typed: str, settings: dict, summary: dict) -> list[Path]:
    """Write eval.png, if the extra `plot` is installed, and eval.html; returns their paths.

    Args:
        folder: of both.
        game: what was played.
        typed: the command.
        settings: of the tournament, with `num_players` and `rules`, all of them.
        summary: of `metrics.summary`.
    """
    drawn, contents = [], {}
    plots = plotting("gangzzz_env.analysis.plots")
    if plots is not None:
        figure = plots.tournament(summary["agents"], game.sources, settings["num_players"])
        contents[PICTURE] = plots.png(figure)
        drawn.append(result_page.plot(plots.svg(figure, WORDS), WORDS))
    contents[PAGE] = page(game, typed, settings, summary, drawn)
    for name, content in contents.items():
        write_whole(folder / name, content)
    return [folder / name for name in contents]


def page(game: Game, typed: str, settings: dict, summary: dict, drawn: Sequence[str]) -> str:
    """The page, with the plots that are drawn already."""
    best = max(summary["agents"], key=lambda row: row["win_rate"])
    games = sum(row["games"] for row in summary["games"])
    names = ["Agents", "Seats", "Line-ups", "Money by source", "Games"]
    shown = zip(names, tables.cells(summary, game.sources))
    told = {name: value for name, value in settings.items() if name != "rules"} | changed(game, settings["rules"])
    return result_page.page(
        f"{game.title}: a tournament",
        f"{games} games of {settings['num_players']} players; {best['agent']} wins {tables.rate(best)}",
        [
            *(result_page.section("Plot", figure) for figure in drawn),
            *(result_page.section(name, result_page.table(head, rows)) for name, (head, rows) in shown),
            result_page.section("Settings", result_page.command(typed), result_page.settings(told)),
        ],
    )


def changed(game: Game, rules: dict) -> dict:
    """Of all rules those that are not the rulebook's, each with a name that says so."""
    usual = game.read_rules(None)
    return {f"rule {name}": value for name, value in rules.items() if value != getattr(usual, name)}
