"""What all tests share: every game with every number of players."""

import os

import pytest

from gangzzz_env.games import GAMES

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")  # windows are opened where nobody sees them

LINE_UPS = [(game, seats) for game in GAMES.values() for seats in range(game.seats[0], game.seats[1] + 1)]


@pytest.fixture(params=LINE_UPS, ids=[f"{game.name}-{seats}" for game, seats in LINE_UPS])
def line_up(request):
    """A game and a number of players."""
    return request.param
