"""Styles: each lives by its own minigame more than any other does, and plays the others well enough to win."""

import functools
from itertools import permutations

import numpy as np
import pytest

from agents import AGENTS, make_agent
from gangzzz_env.analysis.play import Games, lineups, paired_seeds, play_lineup
from gangzzz_env.games.gangzzz import GAME
from gangzzz_env.games.gangzzz.actions import ACCEPT, ATTACK, COMMIT, OFFER
from gangzzz_env.games.gangzzz.state import Decision, Source, Tally
from gangzzz_env.games.gangzzz.tables import GANGS
from tests.agents.test_greedy import Recorder, games_of
from tests.gangzzz.observed import RULES

Z = 1.959964  # 95 %
# By what a style is known: columns of the ledger and of the tally, added up.
KNOWN_BY = {
    "landlord": ([Source.RENT], []),
    "trader": ([Source.TRADE, Source.SIDE_PAYMENTS], []),
    "politician": ([Source.INVENTORY], []),
    "hustler": ([Source.UNDERWORLD], []),
    "don": ([Source.DOMINANCE], []),
    "brawler": ([], [Tally.CARDS_WON]),
    "sleuth": ([Source.BOUNTY], []),
}
# Games of a line-up, for each number of players: two meet in one line-up of two, and in ten of four.
GAMES = {2: 1000, 4: 160}
ALL_STYLES = pytest.mark.parametrize("style", KNOWN_BY)


def share_won(name: str, opponent: str, games: int, num_players: int = 2) -> float:
    """The share of victories of an agent among copies of another."""
    played = games_of(make_agent(name), games, num_players, opponent=make_agent(opponent))
    return float(by_agent(played, played.share)[:, 0].mean())


def recorded(style: str, num_players: int, games: int):
    """What a style is asked in games against greedy, and what it answers."""
    recorder = Recorder(make_agent(style))
    games_of(recorder, games, num_players, opponent=make_agent("greedy"))
    return recorder.record()


@functools.cache
def leads(num_players: int) -> dict[tuple[str, str], np.ndarray]:
    """How much more a style earned than another by what it is known by, in each game where the two met: f8[games]."""
    agents = {style: make_agent(style) for style in KNOWN_BY}
    found = {pair: [] for pair in permutations(KNOWN_BY, 2)}
    for number, lineup in enumerate(lineups(list(KNOWN_BY), num_players)):
        games = play_lineup(GAME, lineup, agents, paired_seeds(number, GAMES[num_players], num_players))
        for style, other in permutations(lineup, 2):
            amount = by_agent(games, amounts(games, style))
            found[style, other].append(amount[:, lineup.index(style)] - amount[:, lineup.index(other)])
    return {pair: np.concatenate(parts) for pair, parts in found.items()}


def amounts(games: Games, style: str) -> np.ndarray:
    """What each seat earned in each game by what a style is known by: i8[games, players]."""
    sources, tallies = KNOWN_BY[style]
    return games.ledger[:, :, sources].sum(axis=2) + games.tally[:, :, tallies].sum(axis=2)


def by_agent(games: Games, values: np.ndarray) -> np.ndarray:
    """Values by seat [games, players] in the order of the line-up."""
    players = len(games.lineup)
    return np.take_along_axis(values, (np.arange(players) - games.rotation[:, None]) % players, axis=1)


# Among four the bounty is so much a matter of luck that sleuth's lead (0 to 4 dollars) is not always seen.
SHOWN = [(style, num_players) for num_players in (2, 4) for style in KNOWN_BY if (style, num_players) != ("sleuth", 4)]


@pytest.mark.slow
@pytest.mark.parametrize(("style", "num_players"), SHOWN)
def test_no_style_that_it_meets_earns_as_much_by_what_a_style_is_known_by(style, num_players):
    for other in set(KNOWN_BY) - {style}:
        lead = leads(num_players)[style, other]
        assert lead.mean() > Z * lead.std() / np.sqrt(len(lead)), other


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
