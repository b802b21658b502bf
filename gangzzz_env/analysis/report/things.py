"""Chapter: each action, building and card: offered, taken, won when taken."""

from collections.abc import Sequence

import numpy as np

from gangzzz_env.analysis.measure import Measures
from gangzzz_env.analysis.report.interval_plot import Line, interval_plot
from gangzzz_env.analysis.report.parts import Chapter, Finding, GameReference, Plot, Table
from gangzzz_env.analysis.report.seatings import Seatings, seatings, winning_with
from gangzzz_env.analysis.saved import Meeting
from gangzzz_env.analysis.statistics import OfDeals, shared
from gangzzz_env.game import Game

NAME = "things"
WORTH_TELLING = 5.0  # points of winning for each time
SELDOM = 200  # seats that had a thing, under which nothing is said of it
SHOWN = 24
ALWAYS = 0.99  # of the decisions that offer it: taken, or else passed
WARNING = (
    "This is correlation: who is ahead may also play otherwise, and one thing may come with another. What a thing is "
    "worth is measured by forbidding it, in the chapter on restricted play."
)


def chapter(game: Game, meetings: Sequence[Meeting], measures: Sequence[Measures]) -> Chapter:
    """The chapter from saved games and their measures."""
    seats = seatings(meetings, measures)
    offered, taken, held = (
        np.asfortranarray(seats.of([getattr(m, name) for m in measures])) for name in ("offered", "taken", "held")
    )
    confidence = shared(len(game.things) + len(game.holdings))
    chosen = winning_with(seats, taken, offered)
    had = winning_with(seats, held)
    things = _thing_table(game, seats, offered, taken, chosen, confidence)
    holdings = _holding_table(game, seats, held, had, confidence)
    of_things = _findings(seats, game.things, taken, chosen, confidence, _open_things(game, offered, taken))
    holds = tuple(f"held.{name}" for name in game.holdings)
    of_holdings = _findings(seats, holds, held, had, confidence, range(len(holds)))
    findings = of_things + of_holdings
    return Chapter(
        NAME,
        "Which actions, buildings and cards go with winning?",
        (_sentence(findings), WARNING),
        tuple(findings),
        (things, holdings),
        (_plot("Actions and buildings", of_things), _plot("Cards and what was scored", of_holdings)),
    )


def _open_things(game: Game, offered: np.ndarray, taken: np.ndarray) -> list[int]:
    """Things of which findings are told: choices between things, and before the last part of the game.

    In the last part it is known who is about to win. And whether one acts at all, when one may pass instead, tells of
    who stops when.
    """
    could, did = (counts.sum(axis=0, dtype=np.int64) for counts in (offered, taken))
    passes = {name.split(".")[1]: k for k, name in enumerate(game.things) if name.startswith("pass.")}
    places = []
    for k, name in enumerate(game.things):
        part = name.split(".")[0]
        stops = int(did[passes[part]]) if part in passes else 0
        if part in game.parts[:-1] and did[k] + stops < ALWAYS * could[k]:
            places.append(k)
    return places


def words_of(name: str) -> str:
    """A dotted name as a person says it: `influential_gentlemen.small_gym` is `small gym`; `held.` marks holdings."""
    part, what = name.removeprefix("held.").split(".")
    what = what.replace("_", " ")
    card = f"{'card held' if name.startswith('held.') else 'card committed'} {what}"
    return {"cards": card, "pass": f"pass ({what})", "commit": f"commit when {what}"}.get(part, what)


def _findings(seats: Seatings, names, counts: np.ndarray, found: OfDeals, confidence: float, places) -> list[Finding]:
    low, high = (100 * end for end in found.interval(confidence))
    findings = []
    for place in places:
        value = 100 * float(found.value[place])
        had = counts[:, place] > 0
        if not np.isfinite(low[place]) or had.sum() < SELDOM:
            continue
        sure = max(float(low[place]), -float(high[place]), 0.0)
        findings.append(
            Finding(
                f"{words_of(names[place]).capitalize()}: who has it once more than its like wins "
                f"{'more' if value > 0 else 'less'} often.",
                *(value, float(low[place]), float(high[place]), "points of winning", _games(seats, had)),
                agents=seats.agents,
                weight=abs(value) / WORTH_TELLING if sure > 0 else sure,
                scale=f"from {WORTH_TELLING:g} points on for each time: a handful of them would turn a game",
                chapter=NAME,
                examples=_examples(seats, counts[:, place], value > 0, words_of(names[place])),
            )
        )
    return findings


def _examples(seats: Seatings, counts: np.ndarray, is_good: bool, name: str) -> tuple[GameReference, ...]:
    """The game in which a winner had most of it, or somebody who did not win."""
    fitting = np.flatnonzero((seats.share == 1) == is_good)
    if not len(fitting):
        return ()
    row = int(fitting[np.argmax(counts[fitting])])
    verb = "wins" if is_good else "does not win"
    return (seats.reference(row, f"player {seats.seat[row]} {verb} with {counts[row]} of {name}"),)


def _games(seats: Seatings, rows: np.ndarray) -> int:
    """Of how many games some seats are."""
    return len(np.unique(seats.meeting[rows] * (seats.game.max() + 1) + seats.game[rows]))


def _sentence(findings: list[Finding]) -> str:
    sure = sorted((found for found in findings if found.weight > 0), key=lambda found: -abs(found.effect))
    if not sure:
        return "Of no action, building or card does having it more often go with winning more or less."
    told = ", ".join(f"{found.sentence.split(':')[0].lower()} {found.effect:+.1f}" for found in sure[:5])
    return f"Most goes with (points of winning for each one more): {told}.".replace("-", "−")


def _thing_table(game: Game, seats: Seatings, offered, taken, found: OfDeals, confidence: float) -> Table:
    low, high = found.interval(confidence)
    rows = []
    for place, name in enumerate(game.things):
        had, could = taken[:, place] > 0, offered[:, place] > 0
        rows.append(
            (
                name,
                int(could.sum()),
                float(could.mean()),
                float(taken[:, place].sum() / max(1, offered[:, place].sum())),
            )
            + (float(taken[could, place].mean()) if could.any() else None, _won(seats, had), _won(seats, could & ~had))
            + _points(found, low, high, place)
        )
    return Table(
        "things",
        "Actions, buildings and committed cards: offered, taken, won when taken",
        "Of a seat in a game: how often it was offered the thing at least once (offered); of the decisions that "
        "offered it, how many took it (taken); how many times it took it when offered (times); what it won when it "
        "took it, and when it was offered it and never took it (shares of victories). Points: of winning "
        "(percent), that go with taking it once more, beside what the same agent wins at the same seat of the same "
        f"line-up and as if offered as often. {WARNING} Intervals hold together over all things and holdings and "
        "count deals, not games.",
        (
            *("thing", "seats", "offered", "taken", "times", "won_when_taken", "won_when_not_taken"),
            *("points", "points_low", "points_high"),
        ),
        tuple(rows),
    )


def _holding_table(game: Game, seats: Seatings, held, found: OfDeals, confidence: float) -> Table:
    low, high = found.interval(confidence)
    rows = [
        (name, float((held[:, place] > 0).mean()), float(held[:, place].mean()))
        + (_won(seats, held[:, place] > 0), _won(seats, held[:, place] == 0), *_points(found, low, high, place))
        for place, name in enumerate(game.holdings)
    ]
    return Table(
        "holdings",
        "Cards ever held, and what was scored without a decision",
        "Of a seat in a game: how often it had it at all, how many of it, what it won with and without it (shares of "
        "victories). Points: of winning (percent), that go with one more, beside what the same agent wins at the same "
        f"seat of the same line-up. {WARNING} Intervals as in the table of things.",
        ("holding", "had", "number", "won_with", "won_without", "points", "points_low", "points_high"),
        tuple(rows),
    )


def _won(seats: Seatings, rows: np.ndarray) -> float | None:
    return float(seats.share[rows].mean()) if rows.any() else None


def _points(found: OfDeals, low, high, place: int) -> tuple:
    numbers = tuple(100 * float(values[place]) for values in (found.value, low, high))
    return numbers if np.isfinite(numbers[1]) else (None, None, None)


def _plot(title: str, findings: list[Finding]) -> Plot:
    shown = sorted(findings, key=lambda found: -abs(found.effect))[:SHOWN]
    lines = [
        Line(found.sentence.split(":")[0], found.effect, found.low, found.high)
        for found in sorted(shown, key=lambda found: -found.effect)
    ]
    return Plot(
        f"{title}: those that go most with winning and losing", interval_plot(lines, 0, "points of winning, each")
    )
