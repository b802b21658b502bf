"""What a table tells of a game: moves, what was heard of others' moves, and hints."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Move:
    """A legal move of the seat to move.

    Attributes:
        action: its number.
        words: what it does.
        group: a heading under which moves of a sort are listed.
        places: what it is about on the drawing, the most telling first: `building 57` is what has `data-building="57"`.
    """

    action: int
    words: str
    group: str
    places: tuple[str, ...]


@dataclass(frozen=True)
class Heard:
    """A decision as somebody hears it.

    Attributes:
        number: how many decisions were made before it.
        seat: who decided.
        words: what.
        outcome: what came of it, a sentence each: dice, who won, what was drawn.
        effects: what it brought everybody, in words.
        places: what it was about on the drawing, as far as it is heard.
        minigame: the part of the game in which it was made.
    """

    number: int
    seat: int
    words: str
    outcome: tuple[str, ...]
    effects: str
    places: tuple[str, ...]
    minigame: str


@dataclass(frozen=True)
class Hint:
    """What an agent would do in a seat.

    Attributes:
        agent: its name.
        move: the move.
        reasons: lines of text, none of an agent that gives no reasons.
    """

    agent: str
    move: Move
    reasons: tuple[str, ...]
