"""Pictures as pixels, by LunaSVG, in letters that are the same on every machine."""

from functools import cache
from pathlib import Path

import numpy as np

FAMILY = "DejaVu Sans"
# File, bold.
FONTS = (("DejaVuSans.ttf", False), ("DejaVuSans-Bold.ttf", True))
SCALE = 0.75  # of a picture's own size, so that it fits a screen


def pixels(svg: str) -> np.ndarray:
    """A picture as an image, uint8[height, width, 3]: a fresh array.

    Raises:
        ImportError: LunaSVG is not installed; it comes with the extra `picture`.
    """
    document = _lunasvg().Document.loadFromData(svg)
    width, height = round(SCALE * document.width()), round(SCALE * document.height())
    bitmap = document.renderToBitmap(width, height)
    bitmap.convertToRGBA()
    return np.asarray(bitmap)[:, :, :3].copy()


@cache
def _lunasvg():
    """The library, with our letters."""
    try:
        import pylunasvg
    except ImportError as error:
        raise ImportError(f'pictures as pixels need {error.name}: pip install "gangzzz_env[picture]"') from None
    for name, bold in FONTS:
        path = str(Path(__file__).parent / "fonts" / name)
        pylunasvg.lunasvg_add_font_face_from_file(FAMILY, bold, False, path)
    return pylunasvg
