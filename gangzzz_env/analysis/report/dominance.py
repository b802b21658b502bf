"""Chapter: does a strategy dominate? Who beats whom, what remains where all take the best, and what answers that."""

from collections.abc import Mapping, Sequence

import numpy as np

from gangzzz_env.analysis.best_response import CANDIDATE, Answer, Family, differences, sentence
from gangzzz_env.analysis.meta_game import Beats, complete
from gangzzz_env.analysis.metrics import originals
from gangzzz_env.analysis.report.dominance_tables import counters, tables
from gangzzz_env.analysis.report.interval_plot import Line, interval_plot
from gangzzz_env.analysis.report.outcomes import COUNTS
from gangzzz_env.analysis.report.parts import Chapter, Finding, GameReference, Plot
from gangzzz_env.analysis.report.study import Study, cycle_in_words, study
from gangzzz_env.analysis.saved import Meeting
from gangzzz_env.game import Game

WORTH, COUNTER_WORTH = 3.0, 15.0  # points of winning
UNTOLD = 0.9  # the weight of what is looked at and not the case
SCALE = (
    f"from {WORTH:g} points of winning on, over a fair share, against copies of each other strategy; told only of one "
    "that wins significantly more than that share against each of them and is alone in the equilibrium"
)
COUNTER_SCALE = f"from {COUNTER_WORTH:g} points of winning over a fair share on"


def chapter(
    game: Game,
    meetings: Sequence[Meeting],
    strengths: Mapping[str, Mapping[str, str]],
    answers: Sequence[Answer] = (),
    family: Family | None = None,
) -> Chapter | None:
    """The chapter, None if no two strategies have met.

    Args:
        game: what was played.
        meetings: by the same rules, without restriction.
        strengths: by the name of a strength of play, by strategy, the name of the agent that plays it so. The first is
            told in full.
        answers: what searches for a counter have found.
        family: where they searched.
    """
    counts = sorted({meeting.num_players for meeting in meetings})
    studies = [
        found
        for name, agents in strengths.items()
        for number in counts
        if (found := study(meetings, number, name, agents))
    ]
    if not studies:
        return None
    main = [each for each in studies if each.strength == studies[0].strength]
    findings = [_favorite(each, meetings, strengths[each.strength]) for each in main]
    findings += [_cycle(each, way) for each in main for way in each.cycles]
    return Chapter(
        name="dominance",
        title="Does a strategy dominate, and is there an answer to it?",
        words=(*(_told(each) for each in main), *_agreement(studies), *_answers(answers, family)),
        findings=(*findings, *(_countered(answer) for answer in answers)),
        tables=tuple(table for table in (*tables(studies), counters(answers)) if table.rows),
        plots=tuple(_plot(each) for each in main),
    )


def _told(each: Study) -> str:
    """What one study says."""
    inside = np.flatnonzero(each.even.presence >= 0.5)
    shares = ", ".join(f"{each.even.strategies[k]} {100 * each.even.share[k]:.0f} %" for k in inside)
    return " ".join(
        (
            f"With {COUNTS[each.num_players]} players {_verdict(each)}",
            f"Where everybody takes the best ({each.even.method}) these remain in most resamples: {shares}.",
            _circles(each),
            f"Ratings explain {100 * each.ratings.explained:.0f} % of what differs in the table by more than chance"
            + (f", but not {len(each.ratings.misfits)} of its cells." if each.ratings.misfits else "."),
            f"{len(complete(each.table))} of {len(each.table.strategies)} strategies have met all others; "
            f"{_coverage(each)}.",
        )
    )


def _verdict(each: Study) -> str:
    best, over = each.dominating, each.worst[0]
    if best:
        return (
            f"{best.strategy} dominates: it wins more than its fair share against copies of each other strategy, at "
            f"least {100 * best.margin:.1f} games in 100 (against {best.against}), and is alone in the equilibrium."
        )
    span = f"[{100 * over.low:.1f}, {100 * over.high:.1f}]"
    return (
        f"no strategy is seen to dominate: {over.strategy} comes nearest, with {100 * over.margin:+.1f} games in 100 "
        f"{span} over its fair share where it does worst, against {over.against}."
    )


def _circles(each: Study) -> str:
    if not each.cycles:
        return "No cycle is significant."
    return "Cycles: " + "; ".join(cycle_in_words(way) for way in each.cycles) + "."


def _coverage(each: Study) -> str:
    lineups = {cell.lineup for cell in each.table.cells.values()}
    pairs = sum(len(set(lineup)) == 2 for lineup in lineups)
    return f"the payoff table has {pairs} line-ups of two strategies and {len(lineups) - pairs} of more"


def _agreement(studies: Sequence[Study]) -> list[str]:
    """Whether the verdict is the same at all strengths of play, for each number of players."""
    words = []
    for number in sorted({each.num_players for each in studies}):
        mine = [each for each in studies if each.num_players == number]
        verdicts = [each.dominating.strategy if each.dominating else None for each in mine]
        strengths = " and ".join(f"'{each.strength}'" for each in mine)
        table = f"With {COUNTS[number]} players"
        if len(mine) == 1:
            words.append(f"Warning: {table.lower()} only one strength of play, {strengths}, was looked at.")
        elif len(set(verdicts)) == 1:
            nearest = [each.worst[0].strategy for each in mine]
            told = f", though another strategy comes nearest: {', '.join(nearest)}" if len(set(nearest)) > 1 else ""
            words.append(f"{table} the verdict is the same for {strengths}{told}.")
        else:
            told = "; ".join(f"{each.strength}: {found or 'none'}" for each, found in zip(mine, verdicts))
            words.append(
                f"Warning: {table.lower()} it depends on how well they play which strategy dominates ({told}). "
                "Do not conclude from one of them."
            )
    return words


def _answers(answers: Sequence[Answer], family: Family | None) -> list[str]:
    words = []
    for answer in answers:
        told = differences(family, answer.settings) if family and answer.name == CANDIDATE else []
        ways = f" It plays as {family.name}, but with {'; '.join(told)}." if told else ""
        words.append(sentence(answer) + ways)
    return words


def _favorite(each: Study, meetings: Sequence[Meeting], agents: Mapping[str, str]) -> Finding:
    """How near a strategy comes to domination."""
    over = each.dominating or each.worst[0]
    weight = 100 * over.margin / WORTH
    return Finding(
        sentence=f"With {COUNTS[each.num_players]} players {_verdict(each)}",
        effect=100 * over.margin,
        low=100 * over.low,
        high=100 * over.high,
        unit="points of winning",
        games=over.games,
        agents=tuple(agents[name] for name in complete(each.table)),
        weight=weight if each.dominating else float(np.clip(weight, 0, UNTOLD)),
        scale=SCALE,
        chapter="dominance",
        examples=_example(meetings, each, agents[over.strategy], agents[over.against]),
    )


def _example(meetings: Sequence[Meeting], each: Study, winner: str, other: str) -> tuple[GameReference, ...]:
    """A game of usual length that the one won against copies of the other."""
    for place, meeting in enumerate(meetings):
        lineup, games = meeting.lineup, meeting.games
        if sorted(lineup) == sorted((winner, *[other] * (each.num_players - 1))):
            rows = originals(games)
            seat = (lineup.index(winner) - games.rotation[rows]) % each.num_players
            won = rows[games.share[rows, seat] == 1]
            if len(won):
                usual = won[np.argsort(games.decisions[won], kind="stable")[len(won) // 2]]
                return (GameReference(place, int(usual), f"{winner} wins against {other}"),)
    return ()


def _cycle(each: Study, way: Sequence[Beats]) -> Finding:
    weakest = min(way, key=lambda edge: edge.margin)
    names = [edge.winner for edge in way]
    return Finding(
        sentence=f"With {COUNTS[each.num_players]} players there is a cycle of strategies: {cycle_in_words(way)}.",
        effect=100 * weakest.margin,
        low=100 * weakest.low,
        high=100 * weakest.high,
        unit="points of winning",
        games=sum(len(each.table.among(edge.winner, edge.loser).deals) for edge in way),
        agents=tuple(names),
        weight=min(UNTOLD, 100 * weakest.margin / COUNTER_WORTH),
        scale="never told first: that each strategy has an answer is no fault of the rules",
        chapter="dominance",
    )


def _countered(answer: Answer) -> Finding:
    par = 1 / answer.num_players
    effect, low, high = (100 * (value - par) for value in (answer.rate, answer.low, answer.high))
    return Finding(
        sentence=sentence(answer),
        effect=effect,
        low=low,
        high=high,
        unit="points of winning",
        games=answer.games,
        agents=(answer.name, answer.opponent),
        weight=effect / COUNTER_WORTH if answer.is_counter else 0.0,
        scale=COUNTER_SCALE,
        chapter="dominance",
    )


def _plot(each: Study) -> Plot:
    low, high = each.ratings.points.interval()
    values = each.ratings.points.value
    lines = [
        Line(each.ratings.strategies[k], float(values[k]), float(low[k]), float(high[k])) for k in np.argsort(-values)
    ]
    drawn = interval_plot(lines, 0.0, "points; 400 more are ten times the worth")
    return Plot(f"Ratings with {COUNTS[each.num_players]} players, with 95 % intervals", drawn)
