"""Don: whole crossings and blocks, or at least the majority, from the middle of his own ground outward."""

from functools import partial

from agents.greedy import Greedy

Don = partial(Greedy, dominance=6.0, center_site=1.0, break_rival=0.3)
