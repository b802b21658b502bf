"""Ratings of a league: how strong the learner was at each of its snapshots, and the panel, from all games at once.

The model is that of Bradley and Terry (1952), fitted by maximum likelihood with `choix`, so that the order of the games
does not matter, as it does in Elo's running ratings. Each player begins with one drawn game against an average one:
nobody is infinitely strong, and all can be compared.
"""

import math
from collections.abc import Sequence
from statistics import NormalDist

import choix
import numpy as np

from agents.learning.league import Result
from gangzzz_env.analysis.statistics import CONFIDENCE

ELO = 400 / math.log(10)  # points of a unit of log odds: 400 points more win ten games for each that they lose
DRAWN = 0.5  # of that one game
Z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)


def ratings(results: Sequence[Result], reference: int | str) -> list[dict]:
    """A row for each player: `player`, `n` games, `rating` above the reference, and `low` to `high` (95 %), in points.

    Args:
        results: the learner's games, as `League.results`; a player is a snapshot, by its decisions, or of the panel.
        reference: the player whose rating is 0.
    """
    told = [result for result in results if result.learner != result.opponent]
    players = sorted(
        {player for result in told for player in (result.learner, result.opponent)} | {reference}, key=_order
    )
    wins, base = _wins(told, players), players.index(reference)
    strengths = choix.ilsr_pairwise_dense(wins, max_iter=10_000)
    spread = _covariance(wins + wins.T, strengths)
    rows = []
    for place, player in enumerate(players):
        rating = ELO * float(strengths[place] - strengths[base])
        half = Z * ELO * math.sqrt(max(0.0, spread[place, place] + spread[base, base] - 2 * spread[place, base]))
        n = sum(result.games for result in told if player in (result.learner, result.opponent))
        rows.append({"player": player, "n": n, "rating": rating, "low": rating - half, "high": rating + half})
    return rows


def _order(player: int | str) -> tuple:
    """Snapshots by their decisions, then the panel."""
    return (isinstance(player, str), player)


def _wins(results: Sequence[Result], players: list) -> np.ndarray:
    """How many games, f8[n + 1, n + 1], the row's player won against the column's; the last one is the average one."""
    wins = np.zeros((len(players) + 1, len(players) + 1))
    wins[-1, :-1] = wins[:-1, -1] = DRAWN
    for result in results:
        learner, opponent = players.index(result.learner), players.index(result.opponent)
        wins[opponent, learner] += result.score
        wins[learner, opponent] += result.games - result.score
    return wins


def _covariance(games: np.ndarray, strengths: np.ndarray) -> np.ndarray:
    """Of the players' strengths above the average one's: the inverse of Fisher's information of these games."""
    chance = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
    weights = games * chance * (1 - chance)
    information = np.diag(weights.sum(axis=1)) - weights
    return np.linalg.inv(information[:-1, :-1])
