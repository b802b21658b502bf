"""Hustler: protection money, casinos and forged papers, and the city cards before the underworld runs dry."""

from functools import partial

from agents.greedy import Greedy

Hustler = partial(Greedy, underworld=2.0, city=1.3, bonus=2.0, inventory=0.8, hurry=2.0)
