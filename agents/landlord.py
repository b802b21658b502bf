"""Landlord: tenements at the dearest crossings before all else, and a Manager in each to collect its coins too."""

from functools import partial

from agents.greedy import Greedy

Landlord = partial(Greedy, rent=2.8)
