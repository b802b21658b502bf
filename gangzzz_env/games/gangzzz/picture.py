"""A view as a picture: the city on the left, who plays and what is known on the right.

Everything is drawn from the view, so nothing that is hidden can be seen. `picture_style` says what colors and signs
mean; each panel has a file of its own.
"""

import numpy as np

from gangzzz_env.games.gangzzz.picture_cards import card_parts, cards_height, notebook_parts
from gangzzz_env.games.gangzzz.picture_city import SIZE, city_parts
from gangzzz_env.games.gangzzz.picture_events import HEIGHT as EVENT_HEIGHT
from gangzzz_env.games.gangzzz.picture_events import event_parts, head_parts
from gangzzz_env.games.gangzzz.picture_legend import HEIGHT as LEGEND_HEIGHT
from gangzzz_env.games.gangzzz.picture_legend import legend_parts
from gangzzz_env.games.gangzzz.picture_players import BLOCK, WIDTH, player_parts
from gangzzz_env.games.gangzzz.picture_style import PAPER, SYMBOLS, Seen
from gangzzz_env.games.gangzzz.words import headline
from gangzzz_env.svg import Panel, Sheet

MARGIN, GAP = 10, 8
# The panels of the left and of the right column, by the number of players, so that both are about as high.
COLUMNS = {
    2: (("city", "legend"), ("head", "players", "events", "notebook", "cards")),
    3: (("city", "legend", "events"), ("head", "players", "notebook", "cards")),
    4: (("city", "legend", "events", "notebook"), ("head", "players", "cards")),
}
# In which order they are read, one below the other.
ORDER = ("head", "city", "events", "players", "cards", "notebook", "legend")


def draw(view: np.record) -> str:
    """A view as an SVG file."""
    return sheet(view).svg()


def sheet(view: np.record) -> Sheet:
    """A view as a picture in panels; those of one game all have the same places."""
    seen = Seen(view)
    parts = {
        "head": head_parts(seen),
        "city": city_parts(seen),
        "events": event_parts(seen),
        "players": player_parts(seen),
        "cards": card_parts(seen),
        "notebook": notebook_parts(seen),
        "legend": legend_parts(),
    }
    places, height = _places(seen.num_seats)
    panels = tuple(Panel(name, *places[name], parts[name]) for name in ORDER)
    return Sheet(headline(view), 2 * MARGIN + SIZE + 14 + WIDTH, height, PAPER, SYMBOLS, panels)


def _places(num_seats: int) -> tuple[dict[str, tuple[int, int, int, int]], int]:
    """Left, top, width and height of each panel, and the height of the whole."""
    heights = {"head": 62, "city": SIZE, "legend": LEGEND_HEIGHT, "events": EVENT_HEIGHT, "notebook": 48}
    heights |= {"players": BLOCK * num_seats - 6, "cards": cards_height(num_seats)}
    places, bottoms = {}, []
    for column, names in enumerate(COLUMNS[num_seats]):
        left, top = MARGIN + column * (SIZE + 14), MARGIN
        for name in names:
            width = SIZE if name in ("city", "legend") else WIDTH
            places[name] = (left, top, width, heights[name])
            top += heights[name] + GAP
        bottoms.append(top)
    return places, max(bottoms) + MARGIN - GAP
