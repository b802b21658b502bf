"""The chapters of a report, in order, and the report that they make."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gangzzz_env.analysis.measure import Measures
from gangzzz_env.analysis.metrics import originals
from gangzzz_env.analysis.report import (
    choice,
    dominance,
    findings,
    income,
    lead,
    length,
    moved,
    seats,
    skill,
    strategies,
    things,
    unused,
    waiting,
    worth,
)
from gangzzz_env.analysis.report.page import Report
from gangzzz_env.analysis.report.parts import Chapter, GameReference
from gangzzz_env.analysis.report.shown import shown
from gangzzz_env.analysis.saved import Meeting
from gangzzz_env.game import Game

NOTICE = (
    "This is a pre-flight check, not table play: programs played these games, not people. It finds what is out of "
    "balance for how they play, and says nothing about fun. Try at the table what it tells."
)
# How many moves of 100 a distracted agent makes at random.
DISTRACTED = 30
# No more games than these are shown.
MOST_GAMES = 30


def distracted(name: str) -> str:
    """The name of an agent that plays like this one, but worse."""
    return f"distracted:{DISTRACTED}:{name}"


@dataclass(frozen=True)
class Material:
    """What chapters are made from.

    Attributes:
        game: what was played.
        meetings: by the rules that are asked about, of the ladder's agents, without restriction; games of
            chapters are counted among these first.
        weaker: likewise, of agents that are none of the ladder's.
        restricted: by the same rules, under restrictions.
        printed: by the rulebook's, if the rules are others.
        ladder: names of the scripted agents, from the weakest on.
        measures: of `meetings`, in their order.
    """

    game: Game
    meetings: tuple[Meeting, ...]
    weaker: tuple[Meeting, ...]
    restricted: tuple[Meeting, ...]
    printed: tuple[Meeting, ...]
    ladder: tuple[str, ...]
    measures: tuple[Measures, ...] = ()

    @property
    def all(self) -> tuple[Meeting, ...]:
        """All by the rules that are asked about, as `GameReference.meeting` counts them."""
        return self.meetings + self.weaker + self.restricted


def _moved(material: Material) -> Chapter | None:
    if not material.printed:
        return None
    return moved.chapter(material.game, material.meetings, material.printed, material.ladder[0])


def _dominance(material: Material) -> Chapter | None:
    """The strategies as they are written, and distracted: two strengths of play."""
    names = material.ladder[1:]
    strengths = {
        "as written": {name: name for name in names},
        f"{DISTRACTED} % of moves at random": {name: distracted(name) for name in names},
    }
    return dominance.chapter(material.game, material.meetings + material.weaker, strengths)


def _of_games(chapter: Callable) -> Callable[[Material], Chapter]:
    """A chapter of the games and their measures."""
    return lambda material: chapter(material.game, material.meetings, material.measures)


# Each makes a chapter of the material, or None if there is nothing to make it of.
CHAPTERS: tuple[Callable[[Material], Chapter | None], ...] = (
    _moved,
    lambda material: seats.chapter(material.game, material.meetings),
    lambda material: skill.chapter(material.game, material.meetings, material.ladder),
    lambda material: strategies.chapter(material.game, material.meetings, material.ladder),
    _dominance,
    lambda material: worth.chapter(material.game, material.all, material.printed),
    _of_games(things.chapter),
    _of_games(income.chapter),
    _of_games(length.chapter),
    _of_games(choice.chapter),
    _of_games(waiting.chapter),
    _of_games(lead.chapter),
    _of_games(unused.chapter),
)


def sorted_out(game: Game, meetings: Sequence[Meeting], ladder: Sequence[str]) -> Material:
    """Which meetings are by the rules asked about (those of the first), restricted, and by the printed rules."""
    asked, printed = meetings[0].rules, game.read_rules(None)
    by_asked = [meeting for meeting in meetings if meeting.rules == asked]
    return Material(
        game=game,
        meetings=tuple(
            meeting for meeting in by_asked if not meeting.restriction and set(meeting.lineup) <= set(ladder)
        ),
        weaker=tuple(meeting for meeting in by_asked if not set(meeting.lineup) <= set(ladder)),
        restricted=tuple(meeting for meeting in by_asked if meeting.restriction and set(meeting.lineup) <= set(ladder)),
        printed=tuple(meeting for meeting in meetings if meeting.rules == printed != asked),
        ladder=tuple(ladder),
    )


def make(material: Material, facts: Sequence[tuple[str, str]], on_chapter: Callable[[int], object]) -> Report:
    """The report; `facts`: how it was made, for its end; `on_chapter` is called with 1 for each chapter made."""
    chapters = []
    for maker in CHAPTERS:
        chapter = maker(material)
        chapters += [chapter] if chapter else []
        on_chapter(1)
    told = findings.told(chapters, _vocabulary(material))
    return Report(
        title=f"{material.game.title}: is it fair, and why?",
        words=(NOTICE, _stands_on(material), moved.changes(material.game, material.meetings[0].rules)),
        told=told,
        untold=findings.untold(chapters),
        chapters=tuple(chapters),
        games=shown(material.game, material.all, _references(told, chapters)),
        facts=tuple(facts),
    )


def _vocabulary(material: Material) -> set[str]:
    """The words that findings about the same thing share: names of things, sources of money, agents, seats."""
    things = {name.split(".")[-1].replace("_", " ") for name in material.game.things}
    agents = {name for meeting in material.meetings for name in meeting.lineup}
    return things | {source.replace("_", " ") for source in material.game.sources} | agents | {"seat"}


def _stands_on(material: Material) -> str:
    counts = {}
    for meeting in material.all:
        counts[meeting.num_players] = counts.get(meeting.num_players, 0) + len(originals(meeting.games))
    told = ", ".join(f"{count:,} with {number} players" for number, count in sorted(counts.items()))
    others = sum(len(originals(meeting.games)) for meeting in material.printed)
    beside = f" {others:,} more, by the printed rules, are what they are compared with." if others else ""
    return f"It stands on {sum(counts.values()):,} different games: {told}.{beside}"


def _references(told: Sequence[findings.Told], chapters: Sequence[Chapter]) -> list[GameReference]:
    """The games to be shown, each once: those of the opening findings first."""
    wanted = [reference for one in told for reference in one.finding.examples]
    wanted += [reference for chapter in chapters for reference in chapter.examples]
    wanted += [
        reference
        for chapter in chapters
        for finding in chapter.findings
        if finding.weight >= 1
        for reference in finding.examples
    ]
    first = {}
    for reference in wanted:
        first.setdefault((reference.meeting, reference.game), reference)
    return list(first.values())[:MOST_GAMES]
