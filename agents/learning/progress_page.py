"""What a training shows of itself: plots as PNG, and one page with plots, evaluations, ratings and settings."""

import dataclasses
from collections.abc import Sequence

from agents.learning import evaluation
from gangzzz_env import result_page
from gangzzz_env.analysis.eval_page import changed
from gangzzz_env.analysis.tables import rate
from gangzzz_env.games.gangzzz import GAME
from gangzzz_env.program import write_whole

PAGE, EVALUATIONS, RATINGS = "progress.html", "evaluations.png", "ratings.png"
LEAGUE = (
    "In points above {}: 400 more win ten games for each that they lose. From all games of the training at once, in "
    "which the learner counts as its last snapshot until the next one is taken, and plays as it explores."
)


def write(run, plot) -> None:
    """Write the page of a run, and its plots.

    Args:
        run: `agents.learning.run.Run`, which has been evaluated at least once.
        plot: the module `agents.learning.plot`, or None: then there are no plots and no ratings.
    """
    drawn, rated = [], []
    if plot is not None:
        from gangzzz_env.analysis import plots

        figures = {EVALUATIONS: (plot.evaluations(run.curve), "Win rates against the panel after so many decisions")}
        if run.results:
            figures[RATINGS] = plot.league(run.results, run.settings.panel), "Ratings after so many decisions"
            rated = plot.ratings(run.results, run.settings.panel[0])
        for name, (figure, words) in figures.items():
            write_whole(run.folder / name, plots.png(figure))
            drawn.append(result_page.plot(plots.svg(figure, words), words))
    write_whole(run.folder / PAGE, page(run, drawn, rated))


def page(run, drawn: Sequence[str], rated: Sequence[dict]) -> str:
    """The page of a run, with the plots that are drawn already, and the rows of `ratings`."""
    best, score = evaluation.best(run.curve)
    done, planned = run.curve[-1]["decisions"], run.settings.decisions
    sections = [result_page.section("Plots", *drawn)] if drawn else []
    sections.append(result_page.section("Evaluations", _evaluations(run.curve, best)))
    if rated:
        words = result_page.paragraph(LEAGUE.format(run.settings.panel[0]))
        sections.append(result_page.section("Ratings in the league", words, _ratings(rated)))
    if run.shown:
        rows = [[what, evaluation.words(row), row["n"]] for what, row in run.shown]
        table = result_page.table(["the agent", "games won [95%]", "n"], rows)
        sections.append(result_page.section("In the end, in other deals", table))
    return result_page.page(
        f"{GAME.title}: a training",
        f"{done:,} of {planned:,} decisions; best after {best:,}, mean reward {score:.3f} (0 at par)",
        [*sections, _settings(run)],
    )


def _evaluations(curve: Sequence[dict], best: int) -> str:
    """A row for each evaluation, the best one marked."""
    cells = list(dict.fromkeys((row["num_players"], row["opponent"]) for row in curve))
    found = {(row["decisions"], row["num_players"], row["opponent"]): row for row in curve}
    decisions = list(dict.fromkeys(row["decisions"] for row in curve))
    head = ["decisions", *(f"against {name} of {number}" for number, name in cells), "n"]
    rows = []
    for place in decisions:
        own = [found[place, *cell] for cell in cells]
        rows.append([f"{place:,}", *(rate(row) for row in own), sum(row["n"] for row in own)])
    return result_page.table(head, rows, decisions.index(best))


def _ratings(rated: Sequence[dict]) -> str:
    """A row for each player."""
    rows = []
    for row in rated:
        name = row["player"] if isinstance(row["player"], str) else f"after {row['player']:,}"
        rows.append([name, f"{row['rating']:+.0f} [{row['low']:+.0f}, {row['high']:+.0f}]", row["n"]])
    return result_page.table(["player", "rating [95%]", "n"], rows)


def _settings(run) -> str:
    """How the run was begun, how to go on with it, and all numbers that it goes by."""
    told = dataclasses.asdict(run.settings) | changed(GAME, dataclasses.asdict(run.rules))
    begun = run.options | {"panel": run.settings.panel, "out": run.folder}
    if run.begun_from is not None:
        begun["start"] = run.begun_from["checkpoint"]
    commands = [result_page.typed("train.py", options) for options in (begun, {"resume": run.folder})]
    return result_page.section(
        "Settings",
        result_page.command("\n".join(commands)),
        result_page.settings(told),
    )
