"""A window that shows pictures, by pygame."""

import numpy as np


class Window:
    """A window: it opens with the first picture, and can be closed at any time; a copy has no window yet.

    Args:
        title: what is written above it.
    """

    def __init__(self, title: str):
        self._title = title
        self._screen = self._clock = None

    def __getstate__(self) -> dict:
        return {"_title": self._title, "_screen": None, "_clock": None}

    def show(self, picture: np.ndarray, fps: float) -> None:
        """Show a picture, uint8[height, width, 3], and wait as long as so many pictures a second ask.

        Raises:
            ImportError: pygame is not installed; it comes with the extra `picture`.
            RuntimeError: no window can be opened here.
        """
        pygame = _pygame()
        size = (picture.shape[1], picture.shape[0])
        if self._screen is None or self._screen.get_size() != size:
            self._open(pygame, size)
        pygame.surfarray.blit_array(self._screen, picture.swapaxes(0, 1))
        pygame.event.pump()
        pygame.display.update()
        self._clock.tick(fps)

    def _open(self, pygame, size: tuple[int, int]) -> None:
        try:
            pygame.display.init()
            self._screen = pygame.display.set_mode(size)
        except pygame.error as error:
            raise RuntimeError(f"no window can be opened here: {error}") from None
        pygame.display.set_caption(self._title)
        self._clock = pygame.time.Clock()

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._screen is not None:
            self._screen = self._clock = None
            _pygame().display.quit()


def _pygame():
    try:
        import pygame
    except ImportError as error:
        raise ImportError(f'render_mode "human" needs {error.name}: pip install "gangzzz_env[picture]"') from None
    return pygame
