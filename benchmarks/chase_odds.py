"""Fit `agents/searching/chase_odds.FITTED`: who finds the hideout in games of greedy, by a conditional logit."""

import sys

import numpy as np

from agents.greedy import Greedy
from gangzzz_env.games.gangzzz import GAME
from gangzzz_env.games.gangzzz.state import Decision
from gangzzz_env.games.gangzzz.tables import DISTANCES
from gangzzz_env.program import Parser, count, seed
from gangzzz_env.rng import seed_words

LEARNED = 0.75  # share of the games that is fitted; the others test
STEPS, RIDGE = 50, 1e-2
FLAGS = (slice(0, 6), slice(6, 12), slice(12, 16))  # of the notebook: avenues, streets, kinds


def parking(games: int, num_players: int, first_seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Games of greedy, STATE_DTYPE[games]: as the first car is parked, and at the end."""
    states, every, greedy = np.zeros(games, GAME.state_dtype), np.arange(games), Greedy()
    rules, words = np.repeat(GAME.read_rules(None).record(), games), [seed_words(first_seed + k) for k in range(games)]
    GAME.setup(states, every, 0, games, np.full(games, num_players), rules, np.stack(words))
    parked, movers = np.zeros_like(states), np.zeros(games, np.int64)
    views, masks = np.zeros_like(states), np.zeros((games, GAME.num_actions), np.int8)
    rewards, over = np.zeros((games, GAME.seats[1])), np.zeros(games, np.bool_)
    while True:
        new = (states["decision"] == Decision.PARK) & (parked["num_seats"] == 0)
        parked[new] = states[new]
        running = np.flatnonzero(states["decision"] != Decision.OVER)
        n = len(running)
        if n == 0:
            return parked, states
        GAME.see(states, running, 0, n, views, masks, movers)
        GAME.apply(states, running, 0, n, greedy.act(views[:n], masks[:n]), 0, rewards, over)


def facts(parked: np.ndarray, num_players: int) -> np.ndarray:
    """float64[games, players, 5]: what stands in the columns of `FITTED`."""
    place = np.argsort(parked["chase_order"][:, :num_players], axis=1)
    notebook = parked["notebook"][:, :num_players, np.newaxis] >> np.arange(16) & 1
    doubt = np.prod([(1 - notebook[..., flags]).sum(2) for flags in FLAGS], axis=0)
    hideout = parked["hideout"][:, 0] + 6 * parked["hideout"][:, 1]
    apart = DISTANCES[parked["gangster"][:, :num_players], hideout[:, np.newaxis, np.newaxis]].min(2)
    safe, longest = (parked["rules"][name][:, np.newaxis] for name in ("safe_drive", "longest_drive"))
    near = apart == 0, (apart > 0) & (apart <= safe), (apart > safe) & (apart <= longest)
    return np.stack([place, np.log(doubt), *near], axis=2).astype(float)


def odds(columns: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """float64[games, players], each seat's chance to be the finder."""
    scores = columns @ weights
    shares = np.exp(scores - scores.max(1, keepdims=True))
    return shares / shares.sum(1, keepdims=True)


def fit(columns: np.ndarray, finder: np.ndarray) -> np.ndarray:
    """float64[5], the weights of greatest likelihood, by Newton's method with a little ridge."""
    weights, ridge = np.zeros(columns.shape[2]), RIDGE * np.eye(columns.shape[2])
    for _ in range(STEPS):
        shares = odds(columns, weights)
        means = np.einsum("np,npi->ni", shares, columns)
        slope = (columns[np.arange(len(finder)), finder] - means).sum(0) - RIDGE * weights
        curve = np.einsum("np,npi,npj->ij", shares, columns, columns) - means.T @ means + ridge
        weights += np.linalg.solve(curve, slope)
    return weights


def main(argv: list[str] | None = None) -> int:
    """Print a row of `FITTED` for each number of players, and what it explains of games it was not fitted to."""
    parser = Parser(prog="chase_odds.py", description=__doc__)
    parser.add_argument("--games", type=count, default=6000, metavar="N", help="of each number of players")
    parser.add_argument("--seed", type=seed, default=900_000, metavar="N", help="of the first game")
    arguments = parser.parse_args(argv)
    for num_players in range(GAME.seats[0], GAME.seats[1] + 1):
        parked, ends = parking(arguments.games, num_players, arguments.seed)
        found = ends["finder"] >= 0
        columns, finder = facts(parked[found], num_players), ends["finder"][found].astype(np.int64)
        learned = int(LEARNED * len(finder))
        weights = fit(columns[:learned], finder[:learned])
        first = finder[learned:] == 0
        error = np.mean((first - odds(columns[learned:], weights)[:, 0]) ** 2)
        print(f"{num_players} players: {weights.round(3).tolist()}, explains {1 - error / first.var():.0%}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
