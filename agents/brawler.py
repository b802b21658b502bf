"""Brawler: gangs beside those of his rivals, trained in arsenals, gyms and libraries, that attack whenever they may."""

from functools import partial

from agents.greedy import Greedy

Brawler = partial(Greedy, won_card=60.0, rivals_near=20.0, attack_at=-90.0, bonus=22.0, leave=1.0)
