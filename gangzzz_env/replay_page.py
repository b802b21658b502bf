"""A game as one HTML page that works offline: step by step, from every seat, in pictures and words.

A picture is not stored for each position: the first one is, and after it which of its parts change into what. Parts
that look the same are stored once, and all of it is compressed, so that a game takes far less than a megabyte.
"""

import base64
import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

import numpy as np

from gangzzz_env.game import Game
from gangzzz_env.replay import Player
from gangzzz_env.svg import SEAT_COLORS, SEAT_DASHES, Sheet

PAGES = Path(__file__).parent / "pages"


@dataclass(frozen=True)
class Looker:
    """A way to look at a game.

    Attributes:
        name: as the page calls it.
        seat: a seat, the number after the last seat's for a spectator, or None for the true state, from above.
    """

    name: str
    seat: int | None


def is_over(player: Player) -> bool:
    """Whether a replay goes to the end of its game."""
    movers, end = np.zeros(1, np.int64), player.record_at(len(player))
    player.replay.game.to_move(end, 0, 1, movers)
    return bool(movers[0] < 0)


def lookers_of(player: Player, seat: int | None = None) -> list[Looker]:
    """Who may look: one seat if it is named; else everybody, also from above, once the game is over, and before that
    only a spectator, who knows no secret of a game that goes on.

    Raises:
        ValueError: the game has no such seat.
    """
    game, num_players = player.replay.game, _num_players(player)
    spectator = Looker("spectator", game.seats[1])
    if seat is not None:
        if seat >= num_players:
            raise ValueError(f"seat is {seat}, but this game has seats 0-{num_players - 1}")
        return [Looker(f"player {seat}", seat)]
    if not is_over(player):
        return [spectator]
    seats = [Looker(f"player {number}", number) for number in range(num_players)]
    return [*seats, spectator, Looker("from above", None)]


def page(player: Player, lookers: Sequence[Looker]) -> str:
    """The page of a game for these lookers, a HTML document. It holds nothing that none of them knows."""
    sheets = {looker: [player.replay.game.sheet(view[0]) for view in _views(player, looker)] for looker in lookers}
    first, parts = sheets[lookers[0]][0], _parts(sheets)
    fields = {
        "title": f"{player.replay.game.title}, {len(player)} decisions",
        "result": _result(player),
        "symbols": first.symbols,
        "columns": " ".join(f"{width}fr" for width in _columns(first).values()),
        "panels": _panels(first, parts),
        "data": _packed(_data(player, sheets, [name for names in parts.values() for name in names])),
    }
    fields = {name: value if name in ("symbols", "panels") else escape(value) for name, value in fields.items()}
    fields |= {"style": _text("paper.css") + _text("replay.css"), "script": _text("replay.js")}
    document = _text("replay.html")
    for name, value in fields.items():
        document = document.replace("{{" + name + "}}", value)
    return document


def _text(name: str) -> str:
    return (PAGES / name).read_text(encoding="utf-8")


def _views(player: Player, looker: Looker) -> list[np.ndarray]:
    """What somebody sees at each position, records STATE[1]."""
    views = []
    for position in range(len(player) + 1):
        player.go_to(position)
        views.append(player.record if looker.seat is None else player.view(looker.seat))
    return views


def _columns(sheet: Sheet) -> dict[int, int]:
    """The width of each column of panels by its left edge."""
    columns = {}
    for panel in sorted(sheet.panels, key=lambda panel: panel.left):
        columns[panel.left] = max(columns.get(panel.left, 0), panel.width)
    return columns


def _parts(sheets: dict[Looker, list[Sheet]]) -> dict[str, dict[str, None]]:
    """The parts, in order, that each panel has for anybody at any time."""
    parts = {}
    for panel in (panel for pages in sheets.values() for sheet in pages for panel in sheet.panels):
        parts.setdefault(panel.name, {}).update(dict.fromkeys(panel.parts))
    return parts


def _panels(sheet: Sheet, parts: dict[str, dict[str, None]]) -> str:
    """Columns of empty panels with a group for each part; on a narrow screen they go in the order of the sheet."""
    widths = _columns(sheet)
    columns = {left: [] for left in widths}
    for order, panel in sorted(enumerate(sheet.panels), key=lambda entry: entry[1].top):
        groups = "".join(f'<g data-part="{part}"/>' for part in parts[panel.name])
        share = 100 * panel.width / widths[panel.left]
        columns[panel.left].append(
            f'<div class="frame" style="--order: {order}; --share: {share:.2f}%"><svg class="panel" '
            f'data-panel="{panel.name}" viewBox="0 0 {panel.width} {panel.height}">{groups}</svg></div>'
        )
    return "\n".join(f'<div class="column">{"".join(panels)}</div>' for panels in columns.values())


def _data(player: Player, sheets: dict[Looker, list[Sheet]], parts: list[str]) -> dict:
    """All that the page's script needs, as JSON can hold it."""
    fragments = {}
    lookers = [
        {"name": looker.name, "words": _words(player, looker), "frames": _frames(pages, parts, fragments)}
        for looker, pages in sheets.items()
    ]
    ledgers = [player.record_at(position)["ledger"][0] for position in range(len(player) + 1)]
    num_players = _num_players(player)
    return {
        "parts": parts,
        "lookers": lookers,
        "fragments": list(fragments),
        "effects": _effects(player, num_players),
        "chapters": _chapters(player),
        "money": [ledger.sum(axis=1)[:num_players].tolist() for ledger in ledgers],
        "seats": list(zip(SEAT_COLORS, SEAT_DASHES))[:num_players],
    }


def _frames(sheets: list[Sheet], names: list[str], fragments: dict[str, int]) -> list[list[int]]:
    """For each position the parts that change, by number, each followed by the number of its new fragment."""
    frames, shown = [], [-1] * len(names)
    for sheet in sheets:
        parts = {part: inner for panel in sheet.panels for part, inner in panel.parts.items()}
        now = [fragments.setdefault(parts.get(name, ""), len(fragments)) for name in names]
        frames.append([n for k, (old, new) in enumerate(zip(shown, now)) if old != new for n in (k, new)])
        shown = now
    return frames


def _words(player: Player, looker: Looker) -> list[str]:
    """Each decision as somebody hears it."""
    game, views = player.replay.game, _views(player, looker)
    return [
        f"player {decision.seat}: {game.action_heard(view[0], decision.action)}"
        for view, decision in zip(views, player.replay.decisions)
    ]


def _effects(player: Player, num_players: int) -> list[str]:
    """What each decision brought everybody, by source of money, and by tally."""
    game, records = player.replay.game, [player.record_at(position) for position in range(len(player) + 1)]
    told = []
    for before, after in zip(records, records[1:]):
        money, counts = (after[name][0] - before[name][0] for name in ("ledger", "tally"))
        seats = (_gains(game, money[seat].tolist(), counts[seat].tolist()) for seat in range(num_players))
        told.append("; ".join(f"player {seat}: {', '.join(gains)}" for seat, gains in enumerate(seats) if gains))
    return told


def _gains(game: Game, money: list[int], counts: list[int]) -> list[str]:
    """Dollars and counts that are not nothing, in words."""
    gains = [f"{name} {'+-'[dollars < 0]}${abs(dollars)}" for name, dollars in zip(game.sources, money) if dollars]
    gains += [f"{name} +{count}" for name, count in zip(game.tallies, counts) if count]
    return [gain.replace("_", " ") for gain in gains]


def _chapters(player: Player) -> list[tuple[int, str]]:
    """Where each minigame begins, and its name."""
    game, chapters = player.replay.game, []
    for position in range(len(player) + 1):
        name = game.minigame(player.record_at(position)[0])
        if not chapters or chapters[-1][1] != name:
            chapters.append((position, name))
    return chapters


def _result(player: Player) -> str:
    """How the game ended, or how it stands."""
    game, end, num_players = player.replay.game, player.record_at(len(player)), _num_players(player)
    money = end["ledger"][0].sum(axis=1)
    stands = ", ".join(f"player {seat} ${money[seat]}" for seat in range(num_players))
    if not is_over(player):
        return f"not over yet: {stands}"
    places = np.zeros((1, game.seats[1], 2), np.int64)
    game.standings(end, 0, 1, places)
    winners = [str(seat) for seat in range(num_players) if places[0, seat, 1] == 0]
    return f"won by player {' and '.join(winners)}: {stands}"


def _num_players(player: Player) -> int:
    return int(player.replay.start["num_seats"][0])


def _packed(data: dict) -> str:
    """JSON, compressed, in letters."""
    return base64.b64encode(zlib.compress(json.dumps(data, separators=(",", ":")).encode(), 9)).decode()
