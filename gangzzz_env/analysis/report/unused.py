"""Chapter: rules that never fired, and actions that nobody was offered or took."""

from collections.abc import Sequence

import numpy as np

from gangzzz_env.analysis.measure import Measures
from gangzzz_env.analysis.report.length import deals_of, of_number
from gangzzz_env.analysis.report.parts import Chapter, Finding, GameReference, Table
from gangzzz_env.analysis.report.things import words_of
from gangzzz_env.analysis.saved import Meeting
from gangzzz_env.analysis.statistics import clustered_rate, clustered_ratio, shared
from gangzzz_env.game import Game

NAME = "unused"
SELDOM = 0.01  # of the games, or of the decisions that offer it
IN_VAIN = 0.8  # of the times
WORTH_TELLING = 20  # rules, actions and buildings that do nothing


def chapter(game: Game, meetings: Sequence[Meeting], measures: Sequence[Measures]) -> Chapter:
    """The chapter from saved games and their measures."""
    numbers = sorted({meeting.num_players for meeting in meetings})
    fired = [row for number in numbers for row in _fired(game, of_number(meetings, measures, number), number)]
    actions = _hardly_taken(game, measures)
    games = sum(len(measured.games) for measured in measures)
    rates = {}
    for _, clause, what, _, rate, *_ in fired:
        rates[clause, what] = max(rate, rates.get((clause, what), 0.0))
    never = [f"{what} ({clause})" for (clause, what), rate in rates.items() if rate == 0]
    untaken = [words_of(row[0]) for row in actions]
    words = (
        f"Of {len(game.clauses)} things that the rules provide for, {len(never)} did not happen in {games} games"
        + (f": {'; '.join(never)}." if never else "."),
        f"Of {len(game.things)} actions, buildings and cards, {len(actions)} were taken in under {SELDOM:.0%} of the "
        "decisions that offered them" + (f": {', '.join(untaken)}." if actions else "."),
    )
    agents = tuple(dict.fromkeys(name for meeting in meetings for name in meeting.lineup))
    findings = [*_idle([*never, *untaken], games, agents), *_in_vain(game, meetings, measures, agents)]
    tables = (_fired_table(fired), _action_table(actions))
    return Chapter(NAME, "Which rules do nothing?", words, tuple(findings), tables)


def _hardly_taken(game: Game, measures: Sequence[Measures]) -> list[tuple]:
    """Things that are offered or taken too seldom, with the decisions that offered and took them, and their share."""
    offered, taken = (
        sum(getattr(measured, name).sum(axis=(0, 1), dtype=np.int64) for measured in measures)
        for name in ("offered", "taken")
    )
    return [
        (name, int(could), int(did), float(did / could) if could else None)
        for name, could, did in zip(game.things, offered, taken)
        if did < SELDOM * could or could == 0
    ]


def _idle(names: list[str], games: int, agents: tuple[str, ...]) -> list[Finding]:
    """A finding of all that does nothing, if there is something."""
    if not names:
        return []
    return [
        Finding(
            f"Some rules, actions and buildings do nothing: {', '.join(names)}.",
            *(len(names), len(names), len(names), "rules and actions", games, agents),
            weight=len(names) / WORTH_TELLING,
            scale=f"from {WORTH_TELLING} of them on: then there is much to learn that does not matter",
            chapter=NAME,
        )
    ]


def _in_vain(game: Game, meetings, measures, agents: tuple[str, ...]) -> list[Finding]:
    """A finding for each thing that can be in vain: how often it is."""
    names, pairs = [what for _, what in game.clauses], list(zip(meetings, measures))
    counts, deals = np.concatenate([measured.fired for measured in measures]), deals_of(pairs)
    findings = []
    for vain, fruitful in game.in_vain:
        lost, all_of_it = (
            counts[:, names.index(vain)],
            counts[:, [names.index(vain), names.index(fruitful)]].sum(axis=1),
        )
        found = clustered_ratio(lost, all_of_it, deals)
        low, high = found.interval(shared(len(game.in_vain)))
        if np.isfinite(low):
            findings.append(
                Finding(
                    f"{100 * found.value:.0f} of 100 times in vain: {vain} "
                    f"(clause {game.clauses[names.index(vain)][0]}).",
                    *(100 * float(found.value), 100 * float(low), 100 * float(high), "percent of the times"),
                    *(int(np.sum(all_of_it > 0)), agents),
                    weight=float(found.value) / IN_VAIN,
                    scale=f"from {100 * IN_VAIN:.0f} of 100 times on: then the rule hardly ever gives what it promises",
                    chapter=NAME,
                    examples=_examples(pairs, lost, vain),
                )
            )
    return findings


def _examples(pairs, counts: np.ndarray, what: str) -> tuple[GameReference, ...]:
    """The game in which something happened most often."""
    places = np.repeat(np.arange(len(pairs)), [len(measured.games) for _, measured in pairs])
    games = np.concatenate([measured.games for _, measured in pairs])
    most = int(counts.argmax())
    return (GameReference(int(places[most]), int(games[most]), f"{counts[most]} times {what}"),)


def _fired(game: Game, pairs, number: int) -> list[tuple]:
    counts = np.concatenate([measured.fired for _, measured in pairs])
    deals, ones = deals_of(pairs), np.ones(len(counts))
    return [
        (number, clause, what, float(counts[:, k].mean()), *clustered_rate(counts[:, k] > 0, ones, deals))
        for k, (clause, what) in enumerate(game.clauses)
    ]


def _fired_table(rows: list[tuple]) -> Table:
    return Table(
        "rules_fired",
        "How often rules matter",
        "How often it happened in a game, by all players together, and the share of games in which it happened at all.",
        ("players", "clause", "what", "times", "games", "games_low", "games_high"),
        tuple(rows),
    )


def _action_table(rows: list[tuple]) -> Table:
    return Table(
        "hardly_taken",
        "What is hardly ever taken",
        f"Actions, buildings and committed cards that under {SELDOM:.0%} of the decisions took that offered them, by "
        "all agents of the report together: decisions that offered it, that took it, and their share.",
        ("thing", "offered", "taken", "share"),
        tuple(rows),
    )
