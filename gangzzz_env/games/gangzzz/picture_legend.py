"""What the signs of the pictures mean, as a strip below the city."""

from functools import cache

from gangzzz_env.games.gangzzz.picture_style import INK, coin, hollow, token
from gangzzz_env.svg import box, element, icon, text

HEIGHT = 46


@cache
def legend_parts() -> dict[str, str]:
    """One row of signs with their names, and one of pictograms."""
    signs = (
        (token(0, 0, 0, 22, "A") + icon("hat", -8, -20, 16, INK), "Manager of gangster A"),
        (hollow(0, 0, 0, 22, "a"), "Assistant"),
        (coin(0, 0, 8, 3), "coins"),
        (box(-8, -8, 16, 16, fill="#fff3d6", stroke=INK, stroke_width=2) + icon("fish", -6, -6, 12, INK), "for sale"),
        (
            element("circle", r=9, fill="#fff3d6", stroke=INK, stroke_dasharray="3 2") + icon("fish", -6, -6, 12, INK),
            "wanted",
        ),
        (icon("swords", -8, -8, 16, INK), "has attacked"),
        (icon("mask", -8, -8, 16, INK), "hides"),
        (icon("eye", -8, -8, 16, INK), "shown to all"),
    )
    names = ("strength", "smarts", "armament", "hospital", "office", "police", "gym", "arsenal", "library", "casino")
    rows = [signs, [(icon(name, -7, -7, 14, INK), name) for name in (*names, "forgery", "bar", "warehouse")]]
    drawn = ""
    for row, entries in enumerate(rows):
        step = 914 / sum(len(words) + 7 for _, words in entries)
        x = 12.0
        for sign, words in entries:
            drawn += element("g", sign, transform=f"translate({x:g} {14 + 23 * row})")
            drawn += text(x + 13, 18 + 23 * row, words, 11, fill=INK)
            x += step * (len(words) + 7)
    return {"legend": drawn}
