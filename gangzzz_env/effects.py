"""What a decision brought everybody, in words: money by source, and tallies. Both are public."""

import numpy as np

from gangzzz_env.game import Game


def effects(game: Game, before: np.ndarray, after: np.ndarray) -> str:
    """What differs in money and tallies between two records STATE[1] of a game, "" if nothing does."""
    money, counts = (after[name][0] - before[name][0] for name in ("ledger", "tally"))
    seats = range(int(after["num_seats"][0]))
    gains = [(seat, _gains(game, money[seat].tolist(), counts[seat].tolist())) for seat in seats]
    return "; ".join(f"player {seat}: {', '.join(told)}" for seat, told in gains if told)


def _gains(game: Game, money: list[int], counts: list[int]) -> list[str]:
    """Dollars and counts that are not nothing, in words."""
    gains = [f"{name} {'+-'[dollars < 0]}${abs(dollars)}" for name, dollars in zip(game.sources, money) if dollars]
    gains += [f"{name} +{count}" for name, count in zip(game.tallies, counts) if count]
    return [gain.replace("_", " ") for gain in gains]
