"""What is said of a move before it is made comes true, and what is said of it afterwards was so."""

import re

import numpy as np
import pytest

from gangzzz_env.games.gangzzz import GAME
from gangzzz_env.games.gangzzz.actions import PASS, decode
from gangzzz_env.games.gangzzz.state import Source, Tally
from gangzzz_env.games.gangzzz.tables import GANGS
from gangzzz_env.table import Table
from gangzzz_env.telling import Move

SEEN = {}


def decisions(seed, rules=None):
    """Of each decision of a random game: section, words, views of its seat before and after it, and what was heard."""
    table = Table.begin(GAME, [None] * 3, rules, seed=seed)
    draw = np.random.default_rng(seed)
    masks = np.zeros((1, GAME.num_actions), np.int8)
    while not table.is_over:
        seat, views = table.mover, table.view(table.mover)
        GAME.legal(views, 0, 1, masks)
        weights = masks[0] * np.where(np.arange(GAME.num_actions) == PASS, 0.02, 1.0)
        action = int(draw.choice(GAME.num_actions, p=weights / weights.sum()))
        move = Move(action, GAME.action_words(views[0], action), "", GAME.action_places(views[0], action))
        table.take(seat, action)
        heard = table.heard(seat, table.position - 1)[0]
        yield decode(action)[0].name, seat, move, views[0], table.view(seat)[0], heard


def of(section):
    """The decisions of some sort in some games, the last of them by rules of its own."""
    rules = {"protection_percent": 130, "link_cards_2": 5, "city_cards_manager": 3, "manager_extra": 2, "old_rent": 1}
    if not SEEN:
        for made in [*decisions(1), *decisions(2), *decisions(3, rules)]:
            SEEN.setdefault(made[0], []).append(made[1:])
    return SEEN[section]


def number(pattern, words):
    found = re.search(pattern, words)
    return int(found[1]) if found else 0


def test_6_a_manager_brings_what_his_move_says():
    assert len(of("place manager")) > 100
    for seat, move, before, after, _ in of("place manager"):
        money = after.ledger[seat] - before.ledger[seat]
        assert number(r": rent \$(\d+)", move.words) == money[Source.RENT]
        dice = number(r"dice (\d+)", move.words)
        underworld = money[Source.UNDERWORLD] - (int(after.last_roll) if dice else 0)
        assert number(r": \$(\d+), ", move.words) == underworld
        assert (
            number(r"draws (\d+)", move.words)
            == after.tally[seat, Tally.CARDS_DRAWN] - before.tally[seat, Tally.CARDS_DRAWN]
        )
        assert (
            min(number(r"looks (\d+)", move.words), before.deck_count)
            == after.tally[seat, Tally.LOOKS] - before.tally[seat, Tally.LOOKS]
        )
        assert number(r"licenses \+(\d+)", move.words) == after.licenses[seat] - before.licenses[seat]
        trained = number(r"(?:strength|smarts|armament) \+(\d+)", move.words)
        assert trained == after.bonus[seat].sum() - before.bonus[seat].sum()


def test_7_a_deal_pays_what_the_move_says():
    paid = (Source.TRADE, Source.SIDE_PAYMENTS)
    for seat, move, before, after, _ in of("sell to yourself"):
        money = after.ledger[seat, Source.TRADE] - before.ledger[seat, Source.TRADE]
        assert sum(map(int, re.findall(r"\$(\d+)", move.words))) == money
    accepted = [made for made in of("answer") if "accept" in made[1].words]
    assert accepted
    for _, move, before, after, _ in accepted:
        for name, dollars in re.findall(r"player (\d) (?:gets )?\$(-?\d+)", move.words):
            gained = (after.ledger - before.ledger)[int(name), list(paid)].sum()
            assert int(dollars) == gained


def test_7_3_the_places_of_a_deal_are_those_whose_pieces_are_dealt():
    for section in ("sell to yourself", "answer"):
        for _, move, before, after, _ in of(section):
            dealt = {int(crossing) for crossing in np.flatnonzero(after.dealt != before.dealt)}
            named = {int(place.split(" ")[1]) // 4 for place in move.places}
            assert dealt == (named if "decline" not in move.words else set())


def test_10_1_the_card_that_a_move_names_is_moved():
    assert of("regroup")
    for seat, move, before, after, _ in of("regroup"):
        (card,) = np.flatnonzero((before.place != after.place) & (before.place // GANGS == seat))
        assert move.places[0] == f"card {card}"


def test_9_a_fight_is_told_as_it_was():
    fights = [made for made in of("commit") if made[3].fight_winner >= 0 and made[2].fight_winner < 0]
    assert fights
    for _, _, _, after, heard in fights:
        scores = {
            int(seat): int(sum_) for seat, sum_ in re.findall(r"player (\d) has .* = (\d+) ", "\n".join(heard.outcome))
        }
        attacker, defender = map(int, after.fight_seat)
        wins = attacker if scores[attacker] > scores[defender] else defender
        assert wins == after.fight_winner
        assert any(words.startswith(f"player {wins} wins the fight") for words in heard.outcome)


@pytest.mark.parametrize("section", ["place gangster", "place manager"])
def test_4_2_the_cards_that_were_drawn_are_told_to_their_owner(section):
    for seat, _, before, after, heard in of(section):
        drawn = after.tally[seat, Tally.CARDS_DRAWN] - before.tally[seat, Tally.CARDS_DRAWN]
        assert sum(words.startswith("you get") for words in heard.outcome) == drawn


def test_6_5_what_a_library_shows_is_told():
    told = [made for made in of("place manager") if "library" in made[1].words and made[2].deck_count]
    assert told
    for seat, _, before, after, heard in told:
        new = int(after.notebook[seat]) & ~int(before.notebook[seat])
        (words,) = (words for words in heard.outcome if words.startswith("you learn"))
        assert (
            len(words.split(" not in ")[1].split(", ")) == bin(new).count("1")
            if new
            else words == "you learn nothing new"
        )
