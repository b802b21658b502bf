"""The list of the faulty environments, and how one is entered."""

from gangzzz_env.aec import GameEnv
from gangzzz_env.games import GAMES

GAME = next(iter(GAMES.values()))
FAULTS = {}  # by name: the class, what check says, and the settings of the environment


def fault(said: str, **settings):
    """Enter a class in `FAULTS`: what check says of it, and the settings of the environment."""

    def enter(kind):
        FAULTS[kind.__name__] = (kind, said, settings)
        return kind

    return enter


class Observing(GameEnv):
    """An environment whose observation is changed by `change(agent, observation)`."""

    def observe(self, agent):
        """The changed observation."""
        seen = super().observe(agent)
        self.change(agent, seen)
        return seen
