"""Restricted play: what is forbidden is not done, what is forced is done, and contradictions are told beforehand."""

import numpy as np
import pytest

from agents import AGENTS, make_agent
from gangzzz_env.analysis.play import paired_seeds, play_lineup
from gangzzz_env.analysis.restrict import Restriction
from gangzzz_env.games.gangzzz import GAME
from gangzzz_env.rng import seed_words

ONE = np.zeros(1, np.int64)


def played(lineup, *parts, games=12, threads=1):
    agents = {name: make_agent(name, 1) for name in lineup}
    restriction = Restriction(GAME, parts)
    restriction.check(lineup)
    return play_lineup(
        GAME, lineup, agents, paired_seeds(3, games, len(lineup)), None, threads=threads, restriction=restriction
    )


def decisions(games):
    """Of every decision the game, the seat, the agent, and the sets of things that were offered and taken."""
    for game in range(len(games.seed)):
        states, views = np.zeros(1, GAME.state_dtype), np.zeros(1, GAME.state_dtype)
        masks, movers = np.zeros((1, GAME.num_actions), np.int8), np.zeros(1, np.int64)
        rewards, over = np.zeros((1, 4)), np.zeros(1, np.bool_)
        offered, taken = np.zeros((2, 1, len(GAME.things)), np.uint8)
        words = np.array([seed_words(int(games.seed[game]))], np.uint32)
        GAME.setup(states, ONE, 0, 1, np.array([len(games.lineup)]), GAME.read_rules(None).record(), words)
        for action in games.actions_of(game):
            chosen = np.array([action], np.int64)
            GAME.see(states, ONE, 0, 1, views, masks, movers)
            GAME.mark_things(views, 0, 1, masks, chosen, offered, taken)
            seat = int(movers[0])
            things = [{GAME.things[k] for k in np.flatnonzero(marks[0])} for marks in (offered, taken)]
            yield game, seat, games.agent_at(game, seat), *things
            GAME.apply(states, ONE, 0, 1, chosen, 0, rewards, over)


def times(games, pattern, **who):
    """How often a thing is taken, by a seat or an agent or others than it."""
    found = [(seat, name) for _, seat, name, _, taken in decisions(games) if any(t.startswith(pattern) for t in taken)]
    by = [seat == who["seat"] if "seat" in who else name == who["agent"] for seat, name in found]
    return sum(by), len(by) - sum(by)


@pytest.mark.parametrize(
    "pattern", ["trade.", "influential_gentlemen.casino", "fair_fight.attack", "full_throttle.raid"]
)
def test_what_is_forbidden_to_a_seat_is_not_done_there_and_done_elsewhere(pattern):
    games = played(("trader", "trader"), (0, "forbid", f"{pattern}*"), games=20)
    own, others = times(games, pattern, seat=0)
    assert own == 0 and others > 0
    assert not games.waived.any()


def test_what_is_forbidden_to_an_agent_is_not_done_from_any_seat():
    own, others = times(played(("boss", "random"), ("boss", "forbid", "trade.*")), "trade.", agent="boss")
    assert own == 0 and others > 0


def test_where_something_forced_is_offered_it_is_taken():
    games = played(("boss", "greedy"), (1, "force", "fair_fight.attack"))
    seen = [taken for _, seat, _, offered, taken in decisions(games) if seat == 1 and "fair_fight.attack" in offered]
    assert seen and all("fair_fight.attack" in taken for taken in seen)


def test_of_what_is_forced_that_is_left_which_is_not_forbidden():
    games = played(("boss", "greedy"), (0, "force", "*.city"), (0, "forbid", "*.gym"))
    own, _ = times(games, "influential_gentlemen.gym", seat=0)
    city, _ = times(games, "influential_gentlemen.city", seat=0)
    assert own == 0 and city > 0


def test_a_restriction_that_leaves_nothing_is_waived_and_counted():
    games = played(("boss", "greedy"), (0, "forbid", "full_throttle.park"))
    assert times(games, "full_throttle.park", seat=0)[0] == games.waived.sum() == len(games.seed)


def test_a_game_in_which_nothing_forbidden_comes_up_goes_as_without():
    free, bound = played(("boss", "greedy")), played(("boss", "greedy"), (0, "forbid", "full_throttle.raid"))
    raided = {game for game, seat, _, _, taken in decisions(free) if seat == 0 and "full_throttle.raid" in taken}
    same = {game for game in range(len(free.seed)) if free.digest[game] == bound.digest[game]}
    assert same == set(range(len(free.seed))) - raided and raided


@pytest.mark.parametrize("name", [*AGENTS, "search:20"])
def test_every_agent_keeps_to_what_is_left(name):
    parts = [(name, "forbid", "influential_gentlemen.city"), (name, "force", "fair_fight.attack")]
    parts += [(name, "forbid", f"{part}.*") for part in ("trade", "inventory", "full_throttle")]
    games = played((name, "greedy"), *parts, games=2)
    assert games.is_finished.all()
    assert times(games, "inventory.", agent=name)[0] == 0


def test_restricted_games_are_the_same_with_more_threads():
    parts = ((0, "forbid", "trade.*"), ("boss", "force", "fair_fight.attack"), (1, "forbid", "full_throttle.park"))
    one, two = (played(("boss", "random"), *parts, games=40, threads=threads) for threads in (1, 2))
    assert one.digest == two.digest and np.array_equal(one.waived, two.waived)


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ([(0, "forbid", "trad.*")], "'trad.*' fits nothing; did you mean trade.*"),
        ([(0, "allow", "trade.*")], "'allow'.*must be told to forbid or to force"),
        ([(0, "forbid", "trade.*"), (0, "force", "trade.offer")], "trade.offer is both forbidden and forced to seat 0"),
        ([(0, "forbid", "trade.*"), ("boss", "force", "*.offer")], "both forbidden and forced to boss in seat 0"),
        ([(0, "forbid", "*")], "boss in seat 0 has nothing left to do from the start"),
        ([("greedy", "forbid", "divide_and_rule.*")], "greedy in seat . has nothing left to do from the start"),
        ([(2, "forbid", "trade.*")], "seat 2, but must be for a seat in 0-1"),
        ([("don", "forbid", "trade.*")], "'don', but the agents are boss, greedy"),
    ],
)
def test_what_cannot_be_played_is_told_before_any_game(parts, said):
    with pytest.raises(ValueError, match=said):
        Restriction(GAME, parts).check(("boss", "greedy"))
