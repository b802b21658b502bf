"""All games: a new one is one folder and one line here."""

from gangzzz_env.games import gangzzz

GAMES = {game.name: game for game in (gangzzz.GAME, gangzzz.DEDUCED)}
