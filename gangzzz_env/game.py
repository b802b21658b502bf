"""The contract that every game fulfils: compiled functions over arrays of its record, and the facts about it.

The AEC class, the batch, replay, check, the analysis and most tests are written once against it.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Game:
    """What a game is to everything that is written for all games.

    Compiled functions take arrays of records (one record is an array of one) and write into the caller's buffers; the
    games' own `loops.py` says what each one takes. Words are plain Python.

    Attributes:
        name: the environment's name, as `gangzzz_v0`.
        title: the name on the box.
        seats: fewest and most players.
        state_dtype: the record, which is also the dtype of a view.
        everybody: the record's `observer` in a true state; in a view it is who looks.
        num_actions: size of the flat action space.
        observation_size: length of an observation, int8.
        max_decisions: a bound on the decisions of a game under any legal rules.
        sources: names of the columns of the record's `ledger`.
        tallies: names of the columns of the record's `tally`.
        things: dotted names of what actions are about, as `part.what`; an action can be several things.
        parts: names of the parts of a game in which decisions are taken, the first half of the names of things.
        holdings: names of what a seat can have had by the end of a game, as of cards.
        clauses: (clause, what happens) of the rules that are counted when they fire.
        in_vain: of what happens by `clauses`, pairs of what was in vain and what was not.
        endings: those of what happens by `clauses` that are ways to end a game.
        read_rules: rules from what a user passes; raises TypeError or ValueError with one sentence.
        setup, setup_next: set up games from seeds, or from the generators of the games before.
        apply, advance, play: apply actions and say the rewards; `advance` is a step of a batch, with a `Restart`, and
            `play` is apply and see for one game.
        illegal: what `play` returns, instead of the seat to move, for an action that is not in the mask.
        see, look: the view and mask of the seat to move; the view of any seat, or of a spectator, who has the
            number after the last seat's.
        legal, observe: the masks and the observations of views.
        observe_seats: the observations of every seat.
        fill: possible states of views.
        mark_things: which things masks offer, and which actions take.
        find_things: which actions of masks are any of some things.
        trace: games played again from their actions, and what every decision was like.
        to_move, standings: whose decision it is; how the seats stand.
        check_state: (states) raises ValueError if a record, in an array of one, cannot come up in a game.
        action_name: (num_seats, seat, action) an action in words.
        action_words: (view, action) the same with what the board says about it.
        action_heard: (view, action) an action of the seat to move in the words of who looks, without what only the
            seat to move knows of it.
        action_group: (view, action) the heading under which a legal action is listed.
        action_places: (view, action) what it is about on the drawing: `building 57` has `data-building="57"` there.
        places_heard: (view, action) the same in the ears of who looks, as `action_heard`.
        outcome: (before, after, action) what came of an action, a sentence each, from views of who looks before and
            right after it.
        minigame: (view) the name of the part of the game that it is in.
        why_illegal: (view, action) the rule that forbids an action, "" if none does.
        describe: (view, palette, width) a view as text for a terminal, its drawings not wider than that if it can be.
        draw: (view) a view as an SVG file.
        sheet: (view) the same picture in panels of named parts, a `gangzzz_env.svg.Sheet`.
    """

    name: str
    title: str
    seats: tuple[int, int]
    state_dtype: np.dtype
    everybody: int
    num_actions: int
    observation_size: int
    max_decisions: int
    sources: tuple[str, ...]
    tallies: tuple[str, ...]
    things: tuple[str, ...]
    parts: tuple[str, ...]
    holdings: tuple[str, ...]
    clauses: tuple[tuple[str, str], ...]
    in_vain: tuple[tuple[str, str], ...]
    endings: tuple[str, ...]
    read_rules: Callable
    setup: Callable
    setup_next: Callable
    apply: Callable
    advance: Callable
    play: Callable
    illegal: int
    see: Callable
    look: Callable
    observe_seats: Callable
    legal: Callable
    observe: Callable
    fill: Callable
    mark_things: Callable
    find_things: Callable
    trace: Callable
    to_move: Callable
    standings: Callable
    check_state: Callable
    action_name: Callable
    action_words: Callable
    action_heard: Callable
    action_group: Callable
    action_places: Callable
    places_heard: Callable
    outcome: Callable
    minigame: Callable
    why_illegal: Callable
    describe: Callable
    draw: Callable
    sheet: Callable

    def __reduce__(self):
        """A game is pickled by its name: there is one `Game` of each."""
        return _game_named, (self.name,)

    def refuse_views(self, records: np.ndarray) -> None:
        """Refuse records that are not true states, as a rule that is given one breaks the process.

        Args:
            records: records[n]; that all their numbers can come up in a game is not checked.

        Raises:
            ValueError: one of them is a view, or of a number of players that the game is not for.
        """
        for i in (records["observer"] != self.everybody).nonzero()[0][:1]:
            raise ValueError(
                f"record {i} is no true state of a game of {self.title}: its observer is {records['observer'][i]}, "
                f"but must be {self.everybody}; what a seat sees cannot be played on"
            )
        fewest, most = self.seats
        for players in records["num_seats"][(records["num_seats"] < fewest) | (records["num_seats"] > most)][:1]:
            raise ValueError(f"a record is of {players} players, but {self.title} is for {fewest} to {most}")

    def read_num_players(self, num_players: int) -> int:
        """A number of players, checked.

        Raises:
            TypeError: it is not an integer.
            ValueError: the game is not for so many.
        """
        fewest, most = self.seats
        allowed = f"{self.title} is for {fewest} to {most}"
        if isinstance(num_players, bool) or not isinstance(num_players, (int, np.integer)):
            raise TypeError(f"num_players is {num_players!r}, but must be an integer; {allowed}")
        if not fewest <= num_players <= most:
            raise ValueError(f"num_players is {num_players}, but {allowed}")
        return int(num_players)


def _game_named(name: str) -> Game:
    from gangzzz_env.games import GAMES

    return GAMES[name]
