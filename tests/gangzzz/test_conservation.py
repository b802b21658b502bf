"""What holds in every game of Gangzzz, after every decision: nothing is lost, made or moved that should not be."""

import numpy as np
import pytest

from gangzzz_env.games import GAMES
from gangzzz_env.games.gangzzz.actions import ACCEPT, DECLINE, FORGE, OFFER, PASS, RAID, SELL
from gangzzz_env.games.gangzzz.flow import MAX_DECISIONS
from gangzzz_env.games.gangzzz.state import IN_DECK, OUT_OF_GAME, REMOVED, SET_ASIDE, Source
from gangzzz_env.games.gangzzz.tables import CARDS, CLUES, GANG_LIMIT, KINDS, MANAGERS, SEATS, Kind
from gangzzz_env.jit import COMPILED
from tests.gangzzz.table import LINE_UPS
from tests.many_games import at_random, by_preference, play_all, set_up

GAME = GAMES["gangzzz_v0"]
FEW, MANY = (40, 300) if COMPILED else (3, 3)
NEVER_CHANGED = (
    "num_seats",
    "rules",
    "avenue_value",
    "street_value",
    "turn",
    "building",
    "fight_die",
    "clue",
    "hideout",
)


def busy() -> np.ndarray:
    """A liking for everything but passing, more for offers that are accepted."""
    preference = np.full(GAME.num_actions, 2, np.int8)
    preference[PASS] = 1
    preference[OFFER:DECLINE] = 3
    return preference


def delaying() -> np.ndarray:
    """The greatest delayer: never pass; offer until nobody listens, decline; forge, then sell; drive, do not raid."""
    preference = np.full(GAME.num_actions, 5, np.int8)
    preference[PASS], preference[RAID:], preference[SELL:FORGE] = 1, 2, 3
    preference[FORGE:OFFER], preference[ACCEPT] = 4, 1
    return preference


CHOICES = {
    "random": at_random(1),
    "busy": by_preference(busy(), 2),
    "delayer": by_preference(delaying(), 3),
}


def cards_at(states: np.ndarray, place: int) -> np.ndarray:
    """How many cards lie at a place, int64[n]."""
    return (states["place"] == place).sum(axis=1)


def check_cards(before, after):
    """3.3, 4.2 Every card is somewhere; gangs and deck hold what they say; removed and set aside stay so."""
    in_play = 3 + after["num_seats"]
    assert (cards_at(after, REMOVED) == CLUES * (CARDS // CLUES - in_play)).all()
    assert (cards_at(after, SET_ASIDE) == 3 * in_play).all()
    assert (cards_at(after, IN_DECK) == after["deck_count"]).all()
    counts = np.stack([cards_at(after, place) for place in range(IN_DECK)], axis=1)
    assert (counts == after["gang_count"].reshape(-1, IN_DECK)).all()
    assert counts.max() <= GANG_LIMIT
    assert counts.sum() + after["deck_count"].sum() + cards_at(after, OUT_OF_GAME).sum() == (13 * in_play).sum()
    gone = (before["place"] == OUT_OF_GAME) | (before["place"] == REMOVED) | (before["place"] == SET_ASIDE)
    assert (after["place"] == before["place"])[gone].all()


def check_deck(before, after):
    """3.3 The deck lists exactly the cards that lie in it, each once."""
    listed = np.arange(after["deck"].shape[1]) < after["deck_count"][:, np.newaxis]
    assert ((after["deck"] >= 0) == listed).all()
    for state in range(len(after)):
        deck = np.sort(after["deck"][state][listed[state]])
        assert np.array_equal(deck, np.flatnonzero(after["place"][state] == IN_DECK))


def check_figures(before, after):
    """5.1, 6.1 Figures stay where they are put, one gangster a crossing and one manager a building, on both maps."""
    for name in ("gangster", "manager"):
        placed = before[name] >= 0
        assert (after[name] == before[name])[placed].all()
        figures = after[name].reshape(len(after), -1)
        for state in range(len(after)):
            standing = figures[state][figures[state] >= 0]
            assert len(set(standing.tolist())) == len(standing)
    managers = after["manager"].reshape(len(after), SEATS * MANAGERS)
    state, manager = np.nonzero(managers >= 0)
    where = managers[state, manager]
    assert (after["manager_at"][state, where // KINDS, where % KINDS] == manager).all()
    assert (after["manager_at"] >= 0).sum() == len(state)


def check_money(before, after):
    """7.2, 11.1 Money is never negative, side payments go from one player to another, fines are paid to the bank."""
    assert (after["money"] >= 0).all()
    assert (after["ledger"].sum(axis=2) == after["money"]).all()
    assert (after["ledger"][:, :, Source.SIDE_PAYMENTS].sum(axis=1) == 0).all()
    assert (after["ledger"][:, :, Source.FINES] <= 0).all()


def check_pieces(before, after):
    """7.1 The two pieces of a commercial building are unsold or dealt."""
    assert (after["pieces"] >= 0).all()
    assert (after["pieces"].sum(axis=2) + after["dealt"] == 2).all()
    assert (after["dealt"][after["manager_at"][:, :, Kind.COMMERCIAL] < 0] == 0).all()


def check_notebooks(before, after):
    """4.5 Never forgotten; all clues held are in it; none of the hideout's ever is."""
    hideout = after["hideout"].astype(np.int64)
    flags = (1 << hideout[:, 0]) | (1 << (6 + hideout[:, 1])) | (1 << (12 + hideout[:, 2]))
    assert (after["notebook"] & flags[:, np.newaxis] == 0).all()
    assert (before["notebook"] & ~after["notebook"] == 0).all()
    for seat in range(SEATS):
        held = after["held"] >> seat & 1
        seen = after["notebook"][:, seat, np.newaxis].astype(np.int64) >> after["clue"] & 1
        assert (seen >= held).all()
        owned = (after["place"] >= 0) & (after["place"] < IN_DECK) & (after["place"] // 4 == seat)
        assert (held >= owned).all()


def check_what_never_changes(before, after):
    for name in NEVER_CHANGED:
        assert after[name].tobytes() == before[name].tobytes(), name
    assert (after["shown"] >= before["shown"]).all()
    assert (before["held"] & ~after["held"] == 0).all()


CHECKS = (
    *(check_cards, check_deck, check_figures, check_money, check_pieces, check_notebooks),
    check_what_never_changes,
)


def check_all(before, after):
    for check in CHECKS:
        check(before, after)


@LINE_UPS
@pytest.mark.parametrize("choice", CHOICES)
def test_nothing_is_lost_or_made_in_any_game(num_players, choice):
    play_all(GAME, set_up(GAME, num_players, range(FEW)), CHOICES[choice], check_all)


@pytest.mark.slow
@LINE_UPS
@pytest.mark.parametrize("choice", CHOICES)
def test_nothing_is_lost_or_made_in_thousands_of_games(num_players, choice):
    for start in range(1000, 2000, 500):
        play_all(GAME, set_up(GAME, num_players, range(start, start + 500)), CHOICES[choice], check_all)


@LINE_UPS
def test_the_greatest_delayer_ends_within_the_bound(num_players):
    assert MAX_DECISIONS == 492
    decisions = play_all(GAME, set_up(GAME, num_players, range(MANY)), CHOICES["delayer"])
    assert 0 < decisions.min() <= decisions.max() <= MAX_DECISIONS


@pytest.mark.slow
@LINE_UPS
def test_the_greatest_delayer_ends_within_the_bound_twenty_thousand_times(num_players):
    for start in range(0, 20_000, 1000):
        play_all(GAME, set_up(GAME, num_players, range(start, start + 1000)), CHOICES["delayer"])


@pytest.mark.skipif(not COMPILED, reason="takes some hundred games")
@LINE_UPS
def test_random_games_are_as_long_as_the_rulebook_says(num_players):
    """Uniformly random games of the printed rules take about 86, 140 and 193 decisions, with 30, 28, 29 of rent."""
    states = set_up(GAME, num_players, range(2 * MANY))[::2].copy()
    decisions = play_all(GAME, states, at_random(4))
    assert abs(decisions.mean() - {2: 86, 3: 140, 4: 193}[num_players]) < 4
    rent = states["ledger"][:, :num_players, Source.RENT].mean()
    assert abs(rent - {2: 30, 3: 28, 4: 29}[num_players]) < 2
