"""A game as bytes: a line of facts (JSON), then the record as it lies in memory."""

import hashlib
import json
from functools import cache

import numpy as np

from gangzzz_env.game import Game

MAGIC = b"gangzzz_env save 1\n"


@cache
def layout(game: Game) -> str:
    """A fingerprint of the record's fields: another layout cannot be read."""
    return hashlib.sha256(repr(game.state_dtype.descr).encode()).hexdigest()[:16]


def pack(game: Game, facts: dict, states: np.ndarray) -> bytes:
    """The bytes of a game: states STATE[1], facts that JSON can hold."""
    body = states.tobytes()
    digest = hashlib.sha256(body).hexdigest()
    head = json.dumps(facts | {"game": game.name, "layout": layout(game), "digest": digest})
    return MAGIC + head.encode() + b"\n" + body


def unpack(save: bytes) -> tuple[Game, dict, np.ndarray]:
    """The game, facts and record that `pack` wrote.

    Raises:
        TypeError: not bytes.
        ValueError: other bytes, damaged ones, or those of another version of the game.
    """
    from gangzzz_env.games import GAMES

    if not isinstance(save, (bytes, bytearray, memoryview)):
        raise TypeError(f"a saved game is bytes, not a {type(save).__name__}")
    save = bytes(save)
    head, newline, body = save[len(MAGIC) :].partition(b"\n")
    if not save.startswith(MAGIC) or not newline:
        raise ValueError(f"these {len(save)} bytes are not a game saved by this version of gangzzz_env")
    try:
        facts = json.loads(head)
        game = GAMES[facts["game"]]
    except (ValueError, KeyError, TypeError):
        raise ValueError("the head of the saved game is damaged or names an unknown game") from None
    if facts.get("layout") != layout(game):
        raise ValueError(f"the game was saved by a version of {game.name} whose record has other fields")
    if facts.get("digest") != hashlib.sha256(body).hexdigest():
        raise ValueError("the record of the saved game is damaged")
    return game, facts, np.frombuffer(body, game.state_dtype).copy()
