"""Chapter: rules that never fired, and actions that nobody was offered or took."""

from collections.abc import Sequence

import numpy as np

from gangzzz_env.analysis.measure import Measures
from gangzzz_env.analysis.report.length import deals_of, of_number
from gangzzz_env.analysis.report.parts import Chapter, Finding, Table
from gangzzz_env.analysis.report.things import words_of
from gangzzz_env.analysis.saved import Meeting
from gangzzz_env.analysis.statistics import clustered_rate
from gangzzz_env.game import Game

NAME = "unused"
SELDOM = 0.01  # of the games, or of the decisions that offer it
WORTH_TELLING = 20  # rules, actions and buildings that do nothing


def chapter(game: Game, meetings: Sequence[Meeting], measures: Sequence[Measures]) -> Chapter:
    """The chapter from saved games and their measures."""
    numbers = sorted({meeting.num_players for meeting in meetings})
    fired = [row for number in numbers for row in _fired(game, of_number(meetings, measures, number), number)]
    offered, taken = (
        sum(getattr(measured, name).sum(axis=(0, 1), dtype=np.int64) for measured in measures)
        for name in ("offered", "taken")
    )
    actions = [
        (name, int(could), int(did), did / could if could else None)
        for name, could, did in zip(game.things, offered, taken)
        if did < SELDOM * could or could == 0
    ]
    games = sum(len(measured.games) for measured in measures)
    never = [
        (clause, what) for clause, what in game.clauses if all(r[4] == 0 for r in fired if r[1:3] == (clause, what))
    ]
    seldom = [f"{what} ({clause})" for clause, what in never]
    untaken = [words_of(row[0]) for row in actions]
    words = (
        f"Of {len(game.clauses)} things that the rules provide for, {len(never)} did not happen in {games} games"
        + (f": {'; '.join(seldom)}." if never else "."),
        f"Of {len(game.things)} actions, buildings and cards, {len(actions)} were taken in under {SELDOM:.0%} of the "
        "decisions that offered them" + (f": {', '.join(untaken)}." if actions else "."),
    )
    agents = tuple(dict.fromkeys(name for meeting in meetings for name in meeting.lineup))
    idle = len(never) + len(actions)
    finding = Finding(
        "Some rules, actions and buildings do nothing: " + ", ".join([*seldom, *untaken]) + ".",
        *(idle, idle, idle, "rules and actions", games, agents),
        weight=idle / WORTH_TELLING,
        scale=f"from {WORTH_TELLING} of them on: then there is much to learn that does not matter",
        chapter=NAME,
    )
    tables = (_fired_table(fired), _action_table(actions))
    return Chapter(NAME, "Which rules do nothing?", words, (finding,) if idle else (), tables)


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
