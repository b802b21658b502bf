"""Chapter: what do these rules move? The same meetings on the same deals by the printed rules, deal by deal."""

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gangzzz_env.analysis.report.outcomes import COUNTS, SEATS, is_mirror
from gangzzz_env.analysis.report.parts import Chapter, Finding, GameReference, Table
from gangzzz_env.analysis.saved import Meeting
from gangzzz_env.analysis.statistics import OfDeals, clustered_ratio, paired_difference, shared
from gangzzz_env.game import Game

DEFINITION = (
    "These rules less the printed ones, on the same deals with the same agents in the same seats. The interval is of "
    "the difference of each deal, and holds for all rows together with 95 %. Wins are per 100 games, money is dollars "
    "of a player and game, a part of the income is percent of all money, length is decisions of a game."
)
# What of each kind is worth a finding: the least size, and in words.
WORTH = {
    "style": (4.0, "points of winning", "from 4 points of winning on that a strategy gains or loses by these rules"),
    "seat": (3.0, "points of winning", "from 3 points of winning on that a seat gains or loses by these rules"),
    "income": (4.0, "points of all income", "from 4 percent of all income on that a source gains or loses"),
    "length": (10.0, "percent of the length", "from 10 percent of the length of a game on"),
    "money": (25.0, "percent of the money", "from 25 percent of all money on"),
}


@dataclass(frozen=True)
class Move:
    """One thing by two rules.

    Attributes:
        kind: of `WORTH`.
        players: of the games.
        what: its name.
        before: by the printed rules.
        after: by these.
        change: after less before.
        games: distinct deals and seatings that it stands on.
        agents: who played.
    """

    kind: str
    players: int
    what: str
    before: float
    after: float
    change: OfDeals
    games: int
    agents: tuple[str, ...]


def chapter(game: Game, meetings: Sequence[Meeting], printed: Sequence[Meeting], weakest: str) -> Chapter:
    """The chapter.

    Args:
        game: what was played.
        meetings: by the rules that are asked about, without restriction.
        printed: by the rulebook's; those of the same line-up and deals are compared.
        weakest: an agent whose games are left out where strategies are compared.
    """
    pairs = [(place, one, other) for place, one in enumerate(meetings) for other in printed if _are_alike(one, other)]
    moves = [
        move
        for number in sorted({one.num_players for _, one, _ in pairs})
        for move in _moves(game, pairs, number, weakest)
    ]
    confidence = shared(len(moves))
    findings = sorted((_finding(move, pairs, confidence) for move in moves), key=lambda found: -found.weight)
    rows = [_row(move, confidence) for move in moves]
    rows.sort(key=lambda row: -max(0.0, row[6], -row[7]) / WORTH[row[1]][0])
    columns = (
        "what",
        "kind",
        "players",
        "printed_rules",
        "these_rules",
        "change",
        "change_low",
        "change_high",
        "games",
    )
    return Chapter(
        name="moved",
        title="What do these rules move?",
        words=(changes(game, meetings[0].rules), _summary(findings)),
        findings=tuple(findings),
        tables=(Table("changes", "Against the printed rules, the greatest first", DEFINITION, columns, tuple(rows)),),
    )


def changes(game: Game, rules) -> str:
    """In which numbers these rules differ from the printed ones."""
    before, after = dataclasses.asdict(game.read_rules(None)), dataclasses.asdict(rules)
    told = [f"{name} is {after[name]} instead of {before[name]}" for name in before if before[name] != after[name]]
    return f"Against the printed rules {', '.join(told)}." if told else "These are the printed rules."


def _summary(findings: Sequence[Finding]) -> str:
    told = [found.sentence for found in findings if found.weight >= 1][:3]
    return " ".join(told) or "Nothing that was compared moves enough to be told."


def _are_alike(one: Meeting, other: Meeting) -> bool:
    """Whether two meetings differ in rules alone."""
    return (one.lineup, one.restriction) == (other.lineup, other.restriction) and np.array_equal(
        one.games.seed, other.games.seed
    )


def _moves(game: Game, pairs: list, number: int, weakest: str) -> list[Move]:
    """All that is compared with so many players."""
    mine = [(one, other) for _, one, other in pairs if one.num_players == number]
    field = [pair for pair in mine if weakest not in pair[0].lineup]
    styles = sorted({name for one, _ in field for name in one.lineup if not is_mirror(one)})
    moves = [_compared("style", number, name, field, lambda games, name=name: _wins_of(games, name)) for name in styles]
    moves += [
        _compared("seat", number, f"the {SEATS[seat]} seat", mine, lambda games, seat=seat: _wins_at(games, seat))
        for seat in range(number)
    ]
    moves += [
        _compared("income", number, source, field, lambda games, place=place: _income(games, place))
        for place, source in enumerate(game.sources)
    ]
    moves.append(
        _compared("length", number, "decisions", field, lambda games: (games.decisions, np.ones(len(games.seed))))
    )
    moves.append(_compared("money", number, "dollars", field, _money))
    return moves


def _compared(kind: str, number: int, what: str, pairs: list, counted) -> Move:
    """`counted` makes of `Games` a numerator and a denominator for each."""
    before, after = (
        _estimate([counted(pair[side].games) for pair in pairs], [pair[side].games.seed for pair in pairs])
        for side in (1, 0)
    )
    change = paired_difference(before, after)
    agents = tuple(sorted({name for one, _ in pairs for name in one.lineup}))
    games = sum(len(one.games.seed) for one, _ in pairs)
    return Move(kind, number, what, float(before.value), float(after.value), change, games, agents)


def _estimate(counted: list, deals: list) -> OfDeals:
    return clustered_ratio(*(np.concatenate(part) for part in zip(*counted)), np.concatenate(deals))


def _wins_of(games, name: str) -> tuple[np.ndarray, np.ndarray]:
    players = len(games.lineup)
    sits = np.array(games.lineup)[(np.arange(players) + games.rotation[:, None]) % players] == name
    return 100 * np.sum(games.share * sits, axis=1), sits.sum(axis=1)


def _wins_at(games, seat: int) -> tuple[np.ndarray, np.ndarray]:
    return 100 * games.share[:, seat], np.ones(len(games.seed))


def _income(games, place: int) -> tuple[np.ndarray, np.ndarray]:
    """Percent of what all sources together brought, fines taken as they are."""
    return 100 * games.ledger[:, :, place].sum(axis=1), games.ledger.sum(axis=(1, 2))


def _money(games) -> tuple[np.ndarray, np.ndarray]:
    return games.ledger.sum(axis=(1, 2)), np.full(len(games.seed), len(games.lineup))


def _row(move: Move, confidence: float) -> tuple:
    low, high = move.change.interval(confidence)
    change = float(move.change.value)
    return (move.what, move.kind, move.players, move.before, move.after, change, float(low), float(high), move.games)


def _finding(move: Move, pairs: list, confidence: float) -> Finding:
    worth, unit, scale = WORTH[move.kind]
    low, high = move.change.interval(confidence)
    times = 100 / move.before if unit.startswith("percent") else 1.0
    effect, low, high = (times * float(value) for value in (move.change.value, low, high))
    return Finding(
        sentence=_sentence(move, effect),
        effect=effect,
        low=low,
        high=high,
        unit=unit,
        games=move.games,
        agents=move.agents,
        weight=max(0.0, low, -high) / worth,
        scale=scale,
        chapter="moved",
        examples=_examples(move, pairs),
    )


def _sentence(move: Move, effect: float) -> str:
    by, before, after = f"By these rules, with {COUNTS[move.players]} players,", move.before, move.after
    more = "more" if effect > 0 else "less"
    name = move.what.replace("_", " ")
    told = {
        "style": f"the strategy {name} wins {after:.0f} games in 100 instead of {before:.0f}",
        "seat": f"{name} wins {after:.0f} games in 100 instead of {before:.0f}",
        "income": f"{name} brings ${after:.0f} of every $100 that players earn, instead of ${before:.0f}",
        "length": f"a game has {after:.0f} decisions instead of {before:.0f}",
        "money": f"a player ends with ${after:.0f} instead of ${before:.0f}, {abs(effect):.0f} % {more}",
    }
    return f"{by} {told[move.kind]}."


def _examples(move: Move, pairs: list) -> tuple[GameReference, ...]:
    """Of the first meeting with so many players the game whose money the rules move like that of most games."""
    place, one, other = next(pair for pair in pairs if pair[1].num_players == move.players)
    gained = one.games.ledger.sum(axis=(1, 2)) - other.games.ledger.sum(axis=(1, 2))
    game = int(np.argsort(gained, kind="stable")[len(gained) // 2])
    return (GameReference(place, game, "a game by these rules, with the usual change of money"),)
