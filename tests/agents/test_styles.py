"""Styles: each lives by its own minigame more than any other does, and plays the others well enough to win."""

import functools

import numpy as np
import pytest

from agents import AGENTS, make_agent
from gangzzz_env.analysis.metrics import Z
from gangzzz_env.analysis.play import lineups, paired_seeds, play_lineup
from gangzzz_env.games.gangzzz import GAME
from gangzzz_env.games.gangzzz.actions import ACCEPT, ATTACK, COMMIT, OFFER
from gangzzz_env.games.gangzzz.state import Decision, Source, Tally
from gangzzz_env.games.gangzzz.tables import GANGS
from tests.agents.test_greedy import Recorder, games_of
from tests.gangzzz.test_observe import RULES

# By what a style is known: columns of the ledger and of the tally, added up.
KNOWN_BY = {
    "landlord": ([Source.RENT], []),
    "trader": ([Source.TRADE, Source.SIDE_PAYMENTS], []),
    "politician": ([Source.INVENTORY], []),
    "hustler": ([Source.UNDERWORLD], []),
    "don": ([Source.DOMINANCE], []),
    "brawler": ([], [Tally.CARDS_WON]),
}
ALL_STYLES = pytest.mark.parametrize("style", KNOWN_BY)


def share_won(name: str, opponent: str, games: int, num_players: int = 2) -> float:
    """The share of victories of an agent among copies of another."""
    played = games_of(make_agent(name), games, num_players, opponent=make_agent(opponent))
    rows = np.arange(len(played.seed))
    return float(played.share[rows, (num_players - played.rotation) % num_players].mean())


def recorded(style: str, num_players: int, games: int):
    """What a style is asked in games against greedy, and what it answers."""
    recorder = Recorder(make_agent(style))
    games_of(recorder, games, num_players, opponent=make_agent("greedy"))
    return recorder.record()


@functools.cache
def earned(num_players: int) -> dict[tuple[str, str], np.ndarray]:
    """What each style earns in each game by what another is known by, in tables where all styles meet: f8[games]."""
    agents = {style: make_agent(style) for style in KNOWN_BY}
    amounts = {(style, means): [] for style in KNOWN_BY for means in KNOWN_BY}
    for lineup in lineups(list(KNOWN_BY), num_players):
        games = play_lineup(GAME, lineup, agents, paired_seeds(7, 120, num_players))
        for means, (sources, tallies) in KNOWN_BY.items():
            amount = games.ledger[:, :, sources].sum(axis=2) + games.tally[:, :, tallies].sum(axis=2)
            for place, style in enumerate(lineup):
                seats = (place - games.rotation) % num_players
                amounts[style, means].append(amount[np.arange(len(amount)), seats])
    return {key: np.concatenate(parts) for key, parts in amounts.items()}


@ALL_STYLES
@pytest.mark.parametrize("num_players", [2, 4])
def test_no_other_style_earns_as_much_by_what_a_style_is_known_by(style, num_players):
    amounts = {other: earned(num_players)[other, style] for other in KNOWN_BY}
    middle = {other: amount.mean() for other, amount in amounts.items()}
    half = {other: Z * amount.std() / np.sqrt(len(amount)) for other, amount in amounts.items()}
    for other in set(KNOWN_BY) - {style}:
        assert middle[style] - half[style] > middle[other] + half[other], (other, middle)


@ALL_STYLES
def test_a_style_wins_about_as_often_as_greedy(style):
    assert share_won(style, "greedy", 400) > 0.35


@ALL_STYLES
def test_a_style_beats_random(style):
    assert share_won(style, "random", 200) > 0.95


@ALL_STYLES
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_a_style_ends_games_legally(style, num_players, rules):
    games = games_of(make_agent(style), 8, num_players, RULES[rules], make_agent("random"))
    assert games.is_finished.all()


@ALL_STYLES
def test_a_style_does_not_depend_on_the_batch_nor_on_its_seed(style):
    views, masks, actions = recorded(style, 3, 6)
    order = np.random.default_rng(0).permutation(len(views))
    assert np.array_equal(AGENTS[style](7).act(views[order], masks[order]), actions[order])
    agent = make_agent(style)
    for k in order[:100]:
        assert agent.act(views[k : k + 1], masks[k : k + 1])[0] == actions[k]


@ALL_STYLES
def test_a_style_reads_only_the_view(style):
    views, masks, actions = recorded(style, 4, 8)
    states, seen = np.zeros_like(views), np.zeros_like(views)
    randoms = np.random.default_rng(0).integers(1, 2**32, (len(views), 4), dtype=np.uint32)
    GAME.fill(views, 0, len(views), randoms, states)
    GAME.see(states, np.arange(len(views)), 0, len(views), seen, masks, np.zeros(len(views), np.int64))
    assert np.array_equal(make_agent(style).act(seen, masks), actions)


def test_7_2_nobody_declines_an_offer_of_the_trader():
    trader = Recorder(make_agent("trader"))
    lineup = ("trader", "don", "trader", "don")
    play_lineup(GAME, lineup, {"trader": trader, "don": make_agent("don")}, paired_seeds(2, 80, 4))
    views, _, actions = trader.record()
    assert np.sum((actions >= OFFER) & (actions < ACCEPT)) > 20
    assert views["declined"][np.arange(len(views)), views["observer"]].sum() == 0


def test_9_1_brawlers_stand_nearer_to_their_rivals_than_greedy_does():
    assert targets_in_range("brawler") > 1.1 * targets_in_range("greedy")


def targets_in_range(name: str) -> float:
    """How many gangs of the opponent are in range of one of the agent's, on the mean, when fights begin."""
    views, masks, _ = recorded(name, 2, 100)
    begins = (views["decision"] == Decision.ATTACK) & (views["attacked"].sum(axis=(1, 2)) == 0)
    return float(masks[begins, ATTACK:COMMIT].sum(axis=1).mean()) / GANGS
