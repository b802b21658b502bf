"""Trader: warehouses and bars that deal with each other, and for the rest offers that nobody declines."""

from functools import partial

from agents.greedy import Greedy

Trader = partial(Greedy, goods=3.5, deal_hope=0.5, deal_outside=0.05, fairness=1.0)
