"""Sleuth: clue cards and gangsters near every hideout before all else, and a chase by what rivals may have noted."""

from functools import partial

from agents.greedy import Greedy

Sleuth = partial(Greedy, card=45.0, look=14.0, cover=48.0, deduction=1.0)
