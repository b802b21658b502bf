"""Chapter: what is each thing worth? Games in which one agent may not use it, against the same games in which it may.

Restricted play after Jaffe et al., "Evaluating competitive game balance with restricted play", AIIDE 2012.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gangzzz_env.analysis.report.interval_plot import Line, interval_plot
from gangzzz_env.analysis.report.kinship import Kinship, kinship
from gangzzz_env.analysis.report.parts import Chapter, Finding, GameReference, Plot, Table
from gangzzz_env.analysis.report.plan import Planned
from gangzzz_env.analysis.restrict import FORBID, Restriction
from gangzzz_env.analysis.saved import Meeting
from gangzzz_env.analysis.statistics import OfDeals, clustered_mean, paired_difference, shared
from gangzzz_env.game import Game

# What is no thing of its own: to decline, and what was held when a fight came.
LEFT_OUT = ("pass", "commit", "cards")
RATIO, LEAST = 1.5, 10.0
SCALE = (
    f"from {LEAST:g} points of winning on, where the interval lies wholly above {RATIO:g} times what the dearest thing "
    "costs that could be done instead"
)
MOVED = 8.0
MOVED_SCALE = f"where a thing is worth at least {MOVED:g} points of winning more or less than by the printed rules"
UNIT = "points of winning"
DEFINITION = (
    "Worth: how many of 100 games fewer an agent wins when it may not use the thing and the others may, on the same "
    "deals and from the same seats; a shared victory counts half. Changed: percent of the games that went otherwise at "
    "all: where it is 0, these agents never use the thing, and its worth says nothing. Unavoidable: decisions of a "
    "game in which nothing else was legal, so the thing was done all the same. The intervals hold for all things "
    "together with 95 %, and take the games of a deal as one observation."
)


def patterns(game: Game) -> tuple[str, ...]:
    """What is looked at: each minigame, and each thing that is no special case of another by its name.

    `small_office` and `offer_to_buy` are special cases of `office` and `offer`.
    """
    names = [name for name in game.things if name.split(".")[0] not in LEFT_OUT]
    minigames = dict.fromkeys(f"{name.split('.')[0]}.*" for name in names)
    return (*minigames, *(name for name in names if not any(_is_special(name, other) for other in names)))


def _is_special(name: str, other: str) -> bool:
    part, word = other.split(".")
    mine = name.removeprefix(f"{part}.")
    return mine.startswith(f"{word}_") or mine.endswith(f"_{word}")


def planned(game: Game, pair: tuple[str, str], games: int, seed: int, rules) -> list[Planned]:
    """The meetings of two players that the chapter needs: both agents free, and each without each thing.

    Args:
        game: what is played.
        pair: names of two agents.
        games: about how many altogether.
        seed: of the deals.
        rules: what `game.read_rules` returned.
    """
    restrictions = [((who, FORBID, pattern),) for pattern in patterns(game) for who in pair]
    restrictions = [parts for parts in restrictions if _can_be_played(game, parts, pair)]
    words = [seed, *"|".join(("worth", *pair)).encode()]
    count = max(2, games // (len(pair) * (len(restrictions) + 1)))
    seeds = np.random.SeedSequence(words).generate_state(count, np.uint64)
    return [Planned(len(pair), pair, seeds, rules, parts) for parts in ((), *restrictions)]


def _can_be_played(game: Game, parts: tuple, lineup: tuple[str, ...]) -> bool:
    """Whether there is anything left to do without it."""
    try:
        Restriction(game, parts).check(lineup)
    except ValueError:
        return False
    return True


@dataclass(frozen=True)
class Worth:
    """What a thing is worth.

    Attributes:
        pattern: its name.
        value: the loss without it, in parts of a game, for each deal.
        agents: those that went without, and the loss of each.
        changed: the part of the games that went otherwise.
        waived: decisions of a game in which it was done all the same.
        games: how many, without the thing.
        costly: some of them that were lost without and won with it, by index of meeting and game.
    """

    pattern: str
    value: OfDeals
    agents: dict[str, float]
    changed: float
    waived: float
    games: int
    costly: tuple[tuple[int, int], ...]

    @property
    def points(self) -> float:
        """The loss, in games of 100."""
        return 100 * float(self.value.value)

    def interval(self, confidence: float) -> tuple[float, float]:
        """The ends of the interval of the loss, in games of 100."""
        low, high = self.value.interval(confidence)
        return 100 * float(low), 100 * float(high)


def worths(meetings: Sequence[Meeting]) -> list[Worth]:
    """What each thing is worth that one agent was forbidden in some of the meetings, in their order."""
    losses = {}
    for place, meeting in enumerate(meetings):
        free = _free(meetings, meeting)
        if free is not None:
            losses.setdefault(meeting.restriction[0][2], []).append(_loss(place, meeting, free))
    return [_worth(pattern, parts) for pattern, parts in losses.items()]


def _free(meetings: Sequence[Meeting], bound: Meeting) -> Meeting | None:
    """The same games without the restriction, if one agent is forbidden one thing there."""
    if len(bound.restriction) != 1 or bound.restriction[0][1] != FORBID or bound.restriction[0][0] not in bound.lineup:
        return None
    return next((each for each in meetings if not each.restriction and _is_same_play(each, bound)), None)


def _is_same_play(one: Meeting, other: Meeting) -> bool:
    """Whether two meetings are the same deals, seatings and rules."""
    return (
        (one.lineup, one.rules) == (other.lineup, other.rules)
        and np.array_equal(one.games.seed, other.games.seed)
        and np.array_equal(one.games.rotation, other.games.rotation)
    )


@dataclass(frozen=True)
class _Loss:
    """Of an agent without a thing, game by game: what it loses, f8[n], and whether the game went otherwise, bool[n]."""

    place: int
    who: str
    deals: np.ndarray
    lost: np.ndarray
    changed: np.ndarray
    waived: np.ndarray


def _loss(place: int, bound: Meeting, free: Meeting) -> _Loss:
    who, games = bound.restriction[0][0], bound.games
    seats = [seat for seat, name in enumerate(bound.lineup) if name == who]
    rows, columns = np.arange(len(games.seed))[:, None], (np.array(seats) - games.rotation[:, None]) % bound.num_players
    lost = (free.games.share[rows, columns] - games.share[rows, columns]).sum(axis=1)
    changed = np.array([one != other for one, other in zip(games.digest, free.games.digest)])
    return _Loss(place, who, games.seed, lost, changed, games.waived)


def _worth(pattern: str, parts: list[_Loss]) -> Worth:
    lost, changed, waived = (
        np.concatenate([getattr(p, name) for p in parts]) for name in ("lost", "changed", "waived")
    )
    costly = [(part.place, int(row)) for part in parts for row in np.flatnonzero(part.lost == 1)[:2]]
    return Worth(
        pattern=pattern,
        value=clustered_mean(lost, np.concatenate([part.deals for part in parts])),
        agents={part.who: 100 * float(part.lost.mean()) for part in parts},
        changed=float(changed.mean()),
        waived=float(waived.mean()),
        games=len(lost),
        costly=tuple(costly),
    )


def chapter(game: Game, meetings: Sequence[Meeting], printed: Sequence[Meeting] = ()) -> Chapter | None:
    """The chapter, or None if nobody was restricted.

    Args:
        game: what was played.
        meetings: by the rules that are asked about, free and restricted; games are counted among these.
        printed: likewise by the printed rules, if those are others.
    """
    found = worths(meetings)
    if not found:
        return None
    kin = kinship(game, [worth.pattern for worth in found], _free_meetings(meetings))
    found, kin = _each_once(found, kin)
    before = {worth.pattern: worth for worth in worths(printed)}
    confidence = shared(len(found) + len(before))
    findings = [_finding(game, found, kin, place, confidence) for place in range(len(found))]
    findings += [_moved(game, worth, before[worth.pattern], confidence) for worth in found if worth.pattern in before]
    shown = sorted(found, key=lambda worth: -worth.points)
    return Chapter(
        name="worth",
        title="What is each thing worth?",
        words=(_words(game, shown),),
        findings=tuple(finding for finding in findings if finding is not None),
        tables=(_table(shown, before, confidence),),
        plots=(_plot(game, shown, confidence),),
    )


def _free_meetings(meetings: Sequence[Meeting]) -> list[Meeting]:
    """The games without restriction that restricted ones are compared with."""
    free = [_free(meetings, meeting) for meeting in meetings]
    return list({id(meeting): meeting for meeting in free if meeting is not None}.values())


def _each_once(found: list[Worth], kin: Kinship) -> tuple[list[Worth], Kinship]:
    """Of things that are always together, as a minigame and its only action, the first."""
    places = [k for k in range(len(found)) if not any(kin.is_same(k, other) for other in range(k))]
    kept = Kinship(kin.together[np.ix_(places, places)], tuple(kin.parts[k] for k in places))
    return [found[k] for k in places], kept


def words(game: Game, pattern: str) -> str:
    """A thing as a person says it, with its minigame."""
    part, name = (each.replace("_", " ") for each in pattern.split("."))
    return f"the minigame {part.title()}" if name == "*" else f"{name} ({part.title()})"


def _finding(game: Game, found: list[Worth], kin: Kinship, place: int, confidence: float) -> Finding | None:
    """Whether a thing costs much more than what could be done instead; None where nothing could."""
    worth, peers = found[place], [found[peer] for peer in kin.peers(place) if found[peer].waived == 0]
    if not peers or worth.waived > 0:
        return None
    dearest = max(peers, key=lambda peer: peer.points)
    low, high = worth.interval(confidence)
    than = f"the dearest that could be done instead is {words(game, dearest.pattern)} with {dearest.points:.0f}"
    lost = f"Whoever may not use {words(game, worth.pattern)} wins {worth.points:.0f} of 100 games fewer"
    return Finding(
        sentence=f"{lost}; {than}.",
        effect=worth.points,
        low=low,
        high=high,
        unit=UNIT,
        games=worth.games,
        agents=tuple(worth.agents),
        weight=max(0.0, low / max(LEAST, RATIO * dearest.points)),
        scale=SCALE,
        chapter="worth",
        examples=_examples(game, worth),
    )


def _moved(game: Game, worth: Worth, before: Worth, confidence: float) -> Finding:
    """How much more or less a thing is worth than by the printed rules."""
    change = paired_difference(before.value, worth.value)
    effect = 100 * float(change.value)
    low, high = (100 * float(end) for end in change.interval(confidence))
    nearest = max(low, -high, 0.0)
    return Finding(
        sentence=f"By these rules {words(game, worth.pattern)} is worth {abs(effect):.0f} of 100 games "
        f"{'more' if effect > 0 else 'less'}: without it one wins {worth.points:.0f} fewer, by the printed rules "
        f"{before.points:.0f}.",
        effect=effect,
        low=low,
        high=high,
        unit=UNIT,
        games=worth.games + before.games,
        agents=tuple(worth.agents),
        weight=nearest / MOVED,
        scale=MOVED_SCALE,
        chapter="worth",
        examples=_examples(game, worth),
    )


def _examples(game: Game, worth: Worth) -> tuple[GameReference, ...]:
    why = f"lost without {words(game, worth.pattern)}, and won on the same deal with it"
    return tuple(GameReference(meeting, row, why) for meeting, row in worth.costly[:3])


def _words(game: Game, shown: Sequence[Worth]) -> str:
    """The answer in a paragraph."""
    dear = ", ".join(f"{words(game, worth.pattern)} {worth.points:.0f}" for worth in shown[:5])
    unused = [words(game, worth.pattern) for worth in shown if worth.changed == 0]
    never = f" These agents never use {', '.join(unused)}, so nothing is said of them." if unused else ""
    agents = " and ".join(shown[0].agents)
    return f"What {agents} lose without a thing, in games of 100; the dearest are {dear}.{never}"


def _table(shown: Sequence[Worth], before: dict[str, Worth], confidence: float) -> Table:
    agents = tuple(shown[0].agents)
    columns = ("thing", "worth", "worth_low", "worth_high", *(f"worth_to_{name}" for name in agents))
    columns += ("by_printed_rules", "changed", "unavoidable", "games")
    rows = tuple(
        (
            worth.pattern,
            worth.points,
            *worth.interval(confidence),
            *(worth.agents.get(name) for name in agents),
            before[worth.pattern].points if worth.pattern in before else None,
            100 * worth.changed,
            worth.waived,
            worth.games,
        )
        for worth in shown
    )
    return Table("worth_of_things", "What a thing is worth", DEFINITION, columns, rows)


def _plot(game: Game, shown: Sequence[Worth], confidence: float) -> Plot:
    lines = [Line(worth.pattern.split(".", 1)[-1], worth.points, *worth.interval(confidence)) for worth in shown]
    used = [line for line, worth in zip(lines, shown) if worth.changed > 0]
    return Plot("What a thing is worth, in games of 100", interval_plot(used, 0.0, UNIT))
