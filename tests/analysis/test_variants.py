"""Variants of the rules on the same deals: played in one batch, exactly equal where nothing was changed."""

import numpy as np

from agents import make_agent
from gangzzz_env.analysis.play import paired_seeds, play_lineup
from gangzzz_env.games.gangzzz import GAME


def test_a_batch_of_many_rules_plays_each_game_as_a_batch_of_its_own():
    lineup, seeds = ("random", "greedy", "don"), paired_seeds(1, 12, 3)
    agents = {name: make_agent(name) for name in lineup}
    variants = [None, {"bounty": 200, "recruits": 0}]
    mixed = play_lineup(GAME, lineup, agents, np.tile(seeds, 2), [rules for rules in variants for _ in seeds])
    apart = [play_lineup(GAME, lineup, agents, seeds, rules) for rules in variants]
    assert mixed.digest == apart[0].digest + apart[1].digest
    assert np.array_equal(mixed.ledger, np.concatenate([games.ledger for games in apart]))
    assert set(apart[0].digest).isdisjoint(apart[1].digest)
