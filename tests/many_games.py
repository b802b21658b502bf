"""Many games side by side, for tests: all running games take one decision at a time, chosen from their masks."""

import dataclasses

import numpy as np

from gangzzz_env.rng import seed_words
from gangzzz_env.sample import choose_each


def changed_rules(game, seed: int):
    """Rules with every number anywhere in its range."""
    random = np.random.default_rng(seed)
    fields = dataclasses.fields(game.read_rules(None))
    numbers = {f.name: int(random.integers(f.metadata["lowest"], f.metadata["highest"], endpoint=True)) for f in fields}
    return game.read_rules(numbers)


def set_up(game, num_players: int, seeds: range) -> np.ndarray:
    """A game of each seed: even ones by the printed rules, odd ones by rules with other numbers."""
    states = np.zeros(len(seeds), game.state_dtype)
    records = [game.read_rules(None).record() if s % 2 == 0 else changed_rules(game, s).record() for s in seeds]
    words = np.array([seed_words(seed) for seed in seeds])
    players = np.full(len(seeds), num_players)
    game.setup(states, np.arange(len(seeds)), 0, len(seeds), players, np.concatenate(records), words)
    return states


def take(states: np.ndarray, games: np.ndarray) -> np.ndarray:
    """A copy of some states, by their bytes: NumPy copies records field by field."""
    return states.view(np.uint8).reshape(len(states), -1)[games].view(states.dtype)[:, 0]


def nothing(before, after):
    """Nothing to watch but what `play_all` asserts: an action is always legal, the bound holds."""


def play_all(game, states: np.ndarray, choose, watch=nothing) -> np.ndarray:
    """Play all games to their ends; the number of decisions of each.

    Args:
        game: the `Game`.
        states: true states, played on in place.
        choose: (masks int8[n, actions]) -> actions int64[n].
        watch: (states before, states after), of the games that took a decision; called after each.
    """
    count, running = np.zeros(len(states), np.int64), np.arange(len(states))
    while len(running):
        n = len(running)
        before = take(states, running)
        masks = np.zeros((n, game.num_actions), np.int8)
        game.legal(before, 0, n, masks)
        assert masks.any(axis=1).all(), "a decision without a legal action"
        over = np.zeros(n, bool)
        game.apply(states, running, 0, n, choose(masks), 0, np.zeros((n, game.seats[1])), over)
        count[running] += 1
        assert count.max() <= game.max_decisions
        watch(before, take(states, running))
        running = running[~over]
    return count


def first(masks: np.ndarray) -> np.ndarray:
    """The first legal action: to pass, wherever one may."""
    return masks.argmax(axis=1)


def last(masks: np.ndarray) -> np.ndarray:
    """The last legal action."""
    return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)


def at_random(seed: int):
    """Each legal action as likely as the others."""
    random = seed_words(seed)

    def choose(masks):
        actions = np.zeros(len(masks), np.int64)
        choose_each(random, masks, actions)
        return actions

    return choose


def by_preference(preference: np.ndarray, seed: int):
    """A legal action preferred most, each of those as likely as the others: preference int8[actions], from 1 on."""
    choose = at_random(seed)

    def choose_preferred(masks):
        preferred = masks * preference
        return choose((preferred == preferred.max(axis=1, keepdims=True)).astype(np.int8))

    return choose_preferred
