"""Politician: a seat on every board, large houses linked to small ones, and cards that his influence pays for."""

from functools import partial

from agents.greedy import Greedy

Politician = partial(Greedy, inventory=2.5, city=1.3, future_cards=0.5)
