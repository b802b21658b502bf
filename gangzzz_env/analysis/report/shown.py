"""Games of a report in sentences, and as pages that step through them."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from gangzzz_env.analysis.report.page import ShownGame
from gangzzz_env.analysis.report.parts import GameReference
from gangzzz_env.analysis.saved import Meeting
from gangzzz_env.game import Game
from gangzzz_env.program import write_whole
from gangzzz_env.replay import Replay
from gangzzz_env.replay_page import Looker, page
from gangzzz_env.rng import seed_words

FROM_ABOVE = Looker("from above", None)


def replay_of(game: Game, meeting: Meeting, number: int) -> Replay:
    """The replay of one of a meeting's games."""
    start = np.zeros(1, game.state_dtype)
    words = np.array([seed_words(int(meeting.games.seed[number]))], np.uint32)
    game.setup(start, np.zeros(1, np.int64), 0, 1, np.array([meeting.num_players]), meeting.rules.record(), words)
    return Replay.of(game, start, meeting.games.actions_of(number).tolist())


def shown(game: Game, meetings: Sequence[Meeting], references: Sequence[GameReference]) -> tuple[ShownGame, ...]:
    """These games in sentences."""
    return tuple(_shown(game, meetings[reference.meeting], reference) for reference in references)


def _shown(game: Game, meeting: Meeting, reference: GameReference) -> ShownGame:
    decisions = replay_of(game, meeting, reference.game).decisions
    return ShownGame(
        reference=reference,
        title=_title(meeting, reference.game),
        sentences=tuple(f"player {decision.seat}: {decision.words}" for decision in decisions),
        path=f"games/{reference.meeting}-{reference.game}.html",
    )


def _title(meeting: Meeting, number: int) -> str:
    """Who sat where, what each ended with, and who won."""
    games = meeting.games
    money = games.ledger[number].sum(axis=1)
    seats = [f"player {seat}, {games.agent_at(number, seat)}, ${dollars}" for seat, dollars in enumerate(money)]
    winners = " and ".join(str(seat) for seat in np.flatnonzero(games.share[number] > 0))
    return f"{'; '.join(seats)}; won by player {winners}." if winners else f"{'; '.join(seats)}; not finished."


def write_pages(game: Game, meetings: Sequence[Meeting], games: Sequence[ShownGame], folder: Path, on_page) -> None:
    """Write the page of each shown game, from above; `on_page` is called with 1 for each."""
    (folder / "games").mkdir(exist_ok=True)
    for one in games:
        replay = replay_of(game, meetings[one.reference.meeting], one.reference.game)
        write_whole(folder / one.path, page(replay.play(), [FROM_ABOVE]))
        on_page(1)
