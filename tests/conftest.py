"""What all tests share: every game with every number of players, and what only shows more of a game with one."""

import os
import signal

import pytest

from gangzzz_env.games import GAMES

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")  # windows are opened where nobody sees them
os.environ.setdefault("OMP_NUM_THREADS", "1")  # more threads of torch wait for one another on shared cores
signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it, as does what it starts

FIRST = {game.apply: game for game in reversed(GAMES.values())}
LINE_UPS = [
    (game, seats)
    for game in GAMES.values()
    for seats in range(game.seats[0] if FIRST[game.apply] is game else game.seats[1], game.seats[1] + 1)
]


@pytest.fixture(params=LINE_UPS, ids=[f"{game.name}-{seats}" for game, seats in LINE_UPS])
def line_up(request):
    """A game and a number of players."""
    return request.param
