"""The family of `Greedy`: what its strategies differ by, for programs that search among them."""

from agents.boss import CROWD, DUEL
from agents.brawler import Brawler
from agents.don import Don
from agents.greedy import Greedy
from agents.hustler import Hustler
from agents.judgment.weights import WEIGHTS
from agents.landlord import Landlord
from agents.politician import Politician
from agents.sleuth import Sleuth
from agents.trader import Trader
from gangzzz_env.analysis.best_response import Family, Knob

STYLES = {
    "landlord": Landlord,
    "trader": Trader,
    "politician": Politician,
    "hustler": Hustler,
    "don": Don,
    "brawler": Brawler,
    "sleuth": Sleuth,
}
# Weights that are 0 for most or may be negative: step, least, most. The others are doubled by a step.
ADDED = {
    "attack_at": (20.0, -120.0, 60.0),
    "deduction": (0.5, 0.0, 1.0),
    "won_card": (20.0, 0.0, 120.0),
    "rivals_near": (8.0, 0.0, 60.0),
    "fairness": (0.3, 0.0, 2.0),
}


def _knob(name: str, usual: float, meaning: str) -> Knob:
    if name in ADDED:
        step, low, high = ADDED[name]
        return Knob(name, meaning, usual, step=step, low=low, high=high)
    return Knob(name, meaning, usual, ratio=2.0)


GREEDY_FAMILY = Family(
    name="greedy",
    knobs=tuple(_knob(name, usual, meaning) for name, usual, meaning in WEIGHTS),
    make=lambda settings: Greedy(**settings),
    known={name: style.keywords for name, style in STYLES.items()} | {"boss of two": DUEL, "boss of many": CROWD},
)
