"""What an environment shows of a view: text, pixels, or a window."""

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded

from gangzzz_env.game import Game
from gangzzz_env.pixels import pixels
from gangzzz_env.terminal import paint_of_stdout
from gangzzz_env.window import Window

RENDER_MODES = ("human", "rgb_array", "ansi")
FPS = 2


def read_render_mode(render_mode: str | None) -> str | None:
    """A render mode, checked.

    Raises:
        ValueError: there is no such mode.
    """
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise ValueError(f"unknown render_mode {render_mode!r}; the modes are {', '.join(RENDER_MODES)} and None")
    return render_mode


class Shown:
    """Shows views of a game.

    Args:
        game: what is played.
    """

    def __init__(self, game: Game):
        self._game, self._window = game, Window(game.title)

    def render(self, view: np.record | None, render_mode: str | None, fps: float) -> str | np.ndarray | None:
        """A view as text (`ansi`), as uint8[height, width, 3] (`rgb_array`), or in a window (`human`); else a warning.

        Raises:
            ResetNeeded: there is no view yet.
            ImportError: what the mode needs is not installed; the message says how it is.
            RuntimeError: no window can be opened here.
        """
        if render_mode is None:
            modes = ", ".join(RENDER_MODES)
            gymnasium.logger.warn(f"render() was called without a render_mode; the modes are {modes}")
            return None
        if view is None:
            raise ResetNeeded("render() was called before reset(); call reset() first")
        if render_mode == "ansi":
            return self._game.describe(view, paint_of_stdout())
        picture = pixels(self._game.draw(view))
        if render_mode == "rgb_array":
            return picture
        self._window.show(picture, fps)
        return None

    def close(self) -> None:
        """Close the window, if there is one."""
        self._window.close()
