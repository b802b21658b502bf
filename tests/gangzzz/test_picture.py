"""The picture of a view: valid SVG at every moment of a game, and everything that the view knows is in it."""

import xml.etree.ElementTree as Tree

import numpy as np

from gangzzz_env.games.gangzzz import GAME
from gangzzz_env.games.gangzzz.picture import draw, sheet
from gangzzz_env.games.gangzzz.state import EVERYBODY, Decision
from gangzzz_env.games.gangzzz.tables import (
    AVENUE_NAMES,
    BUILDING_SUBTYPE,
    CARD_ATTRIBUTES,
    GANG_NAMES,
    GANGS,
    SPECIALTY,
    STREET_NAMES,
    SUBTYPE_NAMES,
)
from gangzzz_env.svg import SEAT_COLORS, SPACE
from tests.gangzzz.scene import A, B, Scene
from tests.gangzzz.table import LINE_UPS, Table, look, observers

USE = f"{{{SPACE}}}use"


def games(num_players, seeds=(5,), apart=31):
    """Tables on the way through random games."""
    for seed in seeds:
        table, choice = Table(num_players, seed), np.random.default_rng(seed)
        number = 0
        while not table.is_over:
            if number % apart == 0:
                yield table
            table.apply(int(choice.choice(table.legal())))
            number += 1
        yield table


def views(num_players, **how):
    """What everybody sees on the way through random games, from above as well."""
    for table in games(num_players, **how):
        for seat in observers(num_players):
            yield look(table.states, seat)[0]
        yield table.state


def parts(view):
    """The parts of all panels, as trees."""
    return {
        name: Tree.fromstring(f'<g xmlns="{SPACE}">{inner}</g>')
        for panel in sheet(view).panels
        for name, inner in panel.parts.items()
    }


def icons(tree):
    """The symbols that are used, in order."""
    return [use.get("href")[1:] for use in tree.iter(USE)]


def words(tree):
    """All text."""
    return " ".join("".join(text.itertext()) for text in tree.iter(f"{{{SPACE}}}text"))


@LINE_UPS
def test_every_picture_is_valid_xml_whose_names_are_unique_and_defined(num_players):
    for view in views(num_players):
        tree = Tree.fromstring(draw(view))
        symbols = [symbol.get("id") for symbol in tree.iter(f"{{{SPACE}}}symbol")]
        names = [group.get("data-part") for group in tree.iter() if group.get("data-part")]
        assert len(set(symbols)) == len(symbols)
        assert len(set(names)) == len(names)
        assert set(icons(tree)) <= set(symbols)


@LINE_UPS
def test_panels_do_not_overlap_and_stay_where_they_are(num_players):
    places = {tuple((p.left, p.top, p.width, p.height) for p in sheet(view).panels) for view in views(num_players)}
    assert len(places) == 1
    for k, (left, top, width, height) in enumerate(boxes := places.pop()):
        drawn = sheet(Table(num_players, 0).state)
        assert 0 <= left < left + width <= drawn.width
        assert 0 <= top < top + height <= drawn.height
        for other_left, other_top, other_width, other_height in boxes[k + 1 :]:
            apart_across = left + width <= other_left or other_left + other_width <= left
            assert apart_across or top + height <= other_top or other_top + other_height <= top


def test_3_2_the_streets_have_names_and_values():
    state = Table(2, 1).state
    drawn = words(parts(state)["ground"])
    assert all(name in drawn for name in AVENUE_NAMES + STREET_NAMES)
    for crossing in (0, 8, 35):
        value = state.avenue_value[crossing % 6] + state.street_value[crossing // 6]
        assert words(parts(state)[f"crossing{crossing}"]) == str(value)


def test_1_5_a_tile_has_its_four_buildings_in_its_turn():
    state = Table(2, 1).state
    for crossing in range(36):
        houses = list(parts(state)[f"tile{crossing}"][0])
        assert [house.get("data-building") for house in houses] == [str(4 * crossing + kind) for kind in range(4)]
        for kind, house in enumerate(houses):
            assert icons(house)[0] == f"kind{kind}"
            assert SUBTYPE_NAMES[BUILDING_SUBTYPE[state.building[crossing, kind]]] in icons(house)
        turns = [corner(house) for house in houses]
        start = int(state.turn[crossing])
        assert turns == [("NE", "SE", "SW", "NW")[(start + kind) % 4] for kind in range(4)]


def corner(house):
    """The corner of the tile that a building stands on."""
    x, y = map(float, house.get("transform")[10:-1].split())
    return ("N" if y == 0 else "S") + ("W" if x == 0 else "E")


def test_4_1_a_manager_wears_a_hat_and_a_capital_an_assistant_neither():
    for table in games(4, apart=20):
        state = table.state
        for crossing, kind in np.argwhere(state.manager_at >= 0):
            seat, rest = divmod(int(state.manager_at[crossing, kind]), 16)
            house = parts(state)[f"tile{crossing}"][0][kind]
            letter = house.findall(f"{{{SPACE}}}text")[-1].text
            assert letter.upper() == GANG_NAMES[rest // 4]
            manages = SPECIALTY[rest // 4, rest % 4] == BUILDING_SUBTYPE[state.building[crossing, kind]]
            assert letter.isupper() == ("hat" in icons(house)) == manages
            assert f"seat{seat}" in icons(house)
            assert SEAT_COLORS[seat] in [use.get("color") for use in house.iter(USE)]


def test_5_1_gangsters_and_5_2_their_perimeters_are_drawn():
    state = next(table.state for table in games(3, apart=1) if table.state.decision == Decision.PLACE_MANAGER)
    drawn = parts(state)
    for seat in range(3):
        for gang in range(GANGS):
            crossing = drawn[f"crossing{state.gangster[seat, gang]}"]
            assert icons(crossing)[:2] == [f"seat{seat}", "hat"]
            assert words(crossing).endswith(GANG_NAMES[gang])
        ends = drawn[f"lanes{seat}"].findall(f".//{{{SPACE}}}circle")
        assert len(ends) == sum(neighbors(int(crossing)) for crossing in state.gangster[seat])


def neighbors(crossing):
    """How many crossings are beside one."""
    return sum(0 <= place + step < 6 for place in divmod(crossing, 6) for step in (-1, 1))


def test_7_an_offer_is_drawn_with_both_players_and_the_piece():
    state = Table(3, 1).state
    assert "seat0" not in icons(parts(state)["offer"])
    state.offer[:] = (2, 0, 3, 1, 1)
    drawn = parts(state)["offer"]
    assert icons(drawn) == ["seat2", "seat0", "alcohol"]
    assert "player 2 buys alcohol and pays $3 player 0 answers" in words(drawn)


def test_9_a_fight_shows_dice_cards_and_scores_as_the_rules_count_them():
    fights = 0
    for table in games(2, seeds=range(2), apart=1):
        state = table.state
        if state.fight_winner >= 0 and (state.fight_card >= 0).all():
            drawn = words(parts(state)["fight"])
            scores = [int(part.split()[0]) for part in drawn.split("= ")[1:]]
            attacker_has_won = scores[0] > scores[1]
            assert state.fight_winner == state.fight_seat[0 if attacker_has_won else 1]
            assert drawn.count("has won") == 1
            fights += 1
    assert fights > 10


def test_9_3_a_committed_card_is_covered_for_all_but_its_owner():
    state = next(t.states for t in games(2, apart=1) if t.state.decision == Decision.DEFENDER_COMMITS)
    attacker, defender = (int(seat) for seat in state[0].fight_seat)
    face = [str(value) for value in CARD_ATTRIBUTES[state[0].fight_card[0]]]
    shown = {seat: parts(look(state, seat)[0])["fight"] for seat in (attacker, defender)}
    assert " ".join(face) in words(shown[attacker])
    assert "card" in icons(shown[defender])
    assert "card" not in icons(shown[attacker])


def test_11_1_a_building_raided_in_vain_is_crossed_out_and_11_2_the_hideout_is_marked():
    scene = Scene(2)
    state = scene.state
    before = draw(look(scene.states, 0)[0])
    state.ruled_out[14, 2] = 1
    assert draw(look(scene.states, 0)[0]).count("M5 5L53 53") == before.count("M5 5L53 53") + 2
    state.hideout[:] = (3, 2, 1)
    hidden = parts(look(scene.states, 0)[0])["tile15"]
    state.finder = 1
    found = parts(look(scene.states, 0)[0])["tile15"]
    assert len(list(found.iter())) == len(list(hidden.iter())) + 2
    assert len(list(found[0][1].iter())) == len(list(hidden[0][1].iter())) + 2


def test_11_cars_carry_the_number_of_their_seat():
    state = Table(4, 1).state
    state.car[:] = 7
    assert icons(parts(state)["crossing7"]) == ["car"] * 4
    assert words(parts(state)["crossing7"]).split()[1:] == ["0", "1", "2", "3"]


@LINE_UPS
def test_money_ledger_and_deck_are_written(num_players):
    for view in views(num_players):
        drawn = parts(view)
        assert f"{view.deck_count} left" in words(drawn["head"])
        for seat in range(num_players):
            told = words(drawn[f"player{seat}"])
            assert f"${view.money[seat]} " in told
            assert f"rent {view.ledger[seat, 0]}" in told
            assert f"fines {view.ledger[seat, 7]}" in told


@LINE_UPS
def test_the_hand_shows_each_card_of_the_seat_once_and_the_notebook_each_clue_seen(num_players):
    for table in games(num_players):
        for seat in range(num_players):
            view = look(table.states, seat)[0]
            drawn = parts(view)
            for gang in range(GANGS):
                cards = [group for group in drawn[f"hand{gang}"].iter() if group.get("data-slot")]
                assert len(cards) == view.gang_count[seat, gang]
            struck = drawn["notebook"].findall(f"{{{SPACE}}}path")
            assert len(struck) == int(view.notebook[seat]).bit_count()


def test_from_above_all_cards_and_the_hideout_are_shown():
    state = list(games(3, apart=1000))[-1].state
    assert state.observer == EVERYBODY
    drawn = parts(state)
    cards = sum(
        bool(group.get("data-slot")) for name, tree in drawn.items() if "known" in name for group in tree.iter()
    )
    assert cards == state.gang_count.sum()
    gold = [rect for rect in drawn["notebook"].findall(f"{{{SPACE}}}rect") if rect.get("fill") == "#f0e442"]
    assert len(gold) == 3


def test_11_3_the_end_names_who_has_won():
    for seed in range(4):
        state = list(games(2, seeds=[seed], apart=1000))[-1].state
        places = np.zeros((1, 4, 2), np.int64)
        GAME.standings(np.array([state], GAME.state_dtype), 0, 1, places)
        winners = " and ".join(str(seat) for seat in range(2) if places[0, seat, 1] == 0)
        assert words(parts(state)["head"]).count(f"won by player {winners} ") == 1


def test_another_gang_letter_is_another_picture():
    one, two = Scene(2), Scene(2)
    one.state.gangster[0, A] = two.state.gangster[0, B] = 8
    assert draw(one.state) != draw(two.state)
