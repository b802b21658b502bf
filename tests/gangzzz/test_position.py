"""A state as JSON and back: exact, editable, and refused in one sentence if it is not a state of the game."""

import copy
import json
import random

import numpy as np
import pytest

from gangzzz_env.games.gangzzz.position import from_position, to_position
from tests.gangzzz.positions import position_at, positions
from tests.gangzzz.table import NUMBERS_OF_PLAYERS, Table, look, observers


def check_round_trip(states: np.ndarray) -> None:
    written = to_position(states)
    text = json.dumps(written, indent=1)
    assert json.loads(text) == written
    assert from_position(json.loads(text)).tobytes() == states.tobytes()
    assert to_position(from_position(written)) == written


@pytest.mark.parametrize("num_players", NUMBERS_OF_PLAYERS)
@pytest.mark.parametrize("way", ["random", "busy", "chaser"])
def test_a_state_written_down_and_set_up_again_is_the_same_byte_for_byte(num_players, way):
    for number, states in enumerate(positions(num_players, way, seed=num_players)):
        if number % 4 == 0 or states["decision"][0] in (3, 6, 10):
            check_round_trip(states)


def test_one_of_many_states_can_be_written_down():
    states = np.concatenate([Table(num_players, 1).states for num_players in NUMBERS_OF_PLAYERS])
    assert [to_position(states, index)["num_players"] for index in range(3)] == [2, 3, 4]


def test_a_game_goes_on_from_a_position_as_it_would_have():
    table, again = Table(3, 5), Table(2, 1)
    again.states = from_position(to_position(table.states))
    chance = random.Random(5)
    while not table.is_over:
        action = chance.choice(table.legal())
        table.apply(action)
        again.apply(action)
    assert again.states.tobytes() == table.states.tobytes()


def test_random_may_be_left_out():
    position = position_at("trade")
    del position["random"]
    assert from_position(position).tobytes() == from_position(position).tobytes()
    assert from_position(position)["random"].any()


def test_cards_may_be_listed_in_any_order_but_for_the_deck():
    position = position_at("attack")
    edited = copy.deepcopy(position)
    edited["removed"].reverse()
    edited["players"][0]["gangs"]["A"]["cards"].reverse()
    assert from_position(edited).tobytes() == from_position(position).tobytes()
    edited["deck"].reverse()
    assert from_position(edited).tobytes() != from_position(position).tobytes()


@pytest.mark.parametrize("seat", observers(3))
def test_a_view_is_not_written_down(seat):
    with pytest.raises(ValueError, match=f"observer is {seat}, .* only a true state"):
        to_position(look(Table(3, 1).states, seat))


def edit(position: dict, path: str, value) -> dict:
    """A copy in which the entry at a path, as `players.0.money`, has this value."""
    edited = copy.deepcopy(position)
    *way, last = path.split(".")
    entry = edited
    for key in way:
        entry = entry[int(key) if isinstance(entry, list) else key]
    entry[int(last) if isinstance(entry, list) else last] = value
    return edited


WRONG_FORMAT = [
    ("game", "chess", "game is 'chess'.*gangzzz_v0"),
    ("observer", "player 0", "observer is 'player 0'.*everybody"),
    ("color", "red", "color is an unknown key; allowed are game"),
    ("players.0.gangs.E", {}, r"players\[0\].gangs.E is an unknown key; allowed are A, B, C, D"),
    ("num_players", 5, "num_players is 5.*2-4"),
    ("num_players", True, "num_players is True.*2-4"),
    ("num_players", 2, "num_players is 2.*players listed, 3"),
    ("rules.fine", 101, "rules.fine is 101.*0-100"),
    ("rules.fine", 1.0, "rules.fine is 1.0.*integer"),
    ("decision", "sleep", "decision is 'sleep'.*one of place gangster"),
    ("avenues.LEX", 7, "avenues.LEX is 7.*1-6"),
    ("crossings.LEX/50TH.turn", 4, "crossings.LEX/50TH.turn is 4.*0-3"),
    ("crossings.LEX/50TH.city", 3, "crossings.LEX/50TH.city is 3.*72-107"),
    ("crossings.LEX/50TH", [], "crossings.LEX/50TH is .*a mapping"),
    ("players.1.money", -1, r"players\[1\].money is -1"),
    ("players.1.out", 0, r"players\[1\].out is 0.*true or false"),
    ("players.1.notebook", ["SOHO"], r"players\[1\].notebook\[0\] is 'SOHO'.*1ST"),
    ("players.1.car", "LEX", r"players\[1\].car is 'LEX'.*avenue/street"),
    ("players.2.gangs.A.die", 90, r"players\[2\].gangs.A.die is 90.*0-89"),
    ("players.2.gangs.A.managers", [None], r"gangs.A.managers is .*4 items"),
    ("players.2.gangs.A.managers.0", "LEX/50TH", "is 'LEX/50TH'.*a crossing and a kind"),
    ("shown", [3, 3], "shown is .*without repetition.*3 twice"),
    ("held_by", {"112": [0]}, "a key of held_by is '112'.*0-111"),
    ("held_by", {"1": []}, "held_by.1 is .*1 to 4 items"),
    ("last_roll", 0, "last_roll is 0"),
    ("random", [[1, 2, 3, 4]], "random is .*5 items"),
    ("random.0.0", 2**32, r"random\[0\]\[0\] is 4294967296.*0-4294967295"),
]


@pytest.mark.parametrize(("path", "value", "sentence"), WRONG_FORMAT, ids=lambda part: str(part)[:40])
def test_a_wrong_key_type_or_range_is_refused_in_one_sentence(path, value, sentence):
    with pytest.raises(ValueError, match=sentence) as error:
        from_position(edit(position_at("trade"), path, value))
    assert "\n" not in str(error.value)


def test_what_is_no_mapping_or_lacks_a_key_is_refused():
    position = position_at("trade")
    del position["deck"]
    with pytest.raises(ValueError, match="deck is missing; the keys are game"):
        from_position(position)
    with pytest.raises(ValueError, match="the position is 7, but must be a mapping"):
        from_position(7)


def swap(position: dict, one: str, other: str, kind: str) -> None:
    position["crossings"][one][kind] = position["crossings"][other][kind]


def lose_a_card(position):
    position["deck"].pop()


def put_a_card_in_two_places(position):
    position["removed"].append(position["deck"][0])


def use_a_building_twice(position):
    swap(position, "1ST/47TH", "2ND/47TH", "city")


def make_money(position):
    position["players"][1]["money"] += 1


def send_a_manager_away(position):
    gang = position["players"][0]["gangs"]["A"]
    crossing = gang["crossing"]
    away = "1ST/47TH" if crossing.split("/")[1] in ("50TH", "51ST", "52ND") else "MADI/52ND"
    gang["managers"][0] = f"{away} city"


def put_two_managers_on_a_building(position):
    managers = next(
        gang["managers"]
        for player in position["players"]
        for gang in player["gangs"].values()
        if sum(m is not None for m in gang["managers"]) > 1
    )
    first, second, *_ = (slot for slot, manager in enumerate(managers) if manager)
    managers[second] = managers[first]


def put_two_gangsters_on_a_crossing(position):
    gangs = position["players"][0]["gangs"]
    gangs["A"]["managers"] = [None] * 4
    gangs["A"]["crossing"] = gangs["B"]["crossing"]


def give_a_die_twice(position):
    gangs = position["players"][0]["gangs"]
    gangs["A"]["die"] = gangs["B"]["die"]


def print_a_clue_once_more(position):
    clues = position["clues"]
    clues[clues.index("LEX")] = "PARK"


def move_the_hideout(position):
    hideout = position["hideout"]
    hideout["kind"] = "city" if hideout["kind"] != "city" else "residential"


def remove_another_card(position):
    position["removed"][0], position["deck"][0] = position["deck"][0], position["removed"][0]


def forget_a_clue(position):
    position["players"][0]["notebook"].pop()


def note_the_hideout(position):
    position["players"][0]["notebook"].append(position["hideout"]["kind"])


def forget_an_owner(position):
    card = position["players"][0]["gangs"]["A"]["cards"][0]
    del position["held_by"][str(card)]


def show_a_card_of_the_deck(position):
    position["shown"].append(position["deck"][0])


def hold_an_unshown_card_twice(position):
    card = position["players"][0]["gangs"]["A"]["cards"][0]
    position["shown"] = [shown for shown in position["shown"] if shown != card]
    position["held_by"][str(card)] = [0, 1]


def take_pieces(position):
    pieces = position["crossings"]["1ST/47TH"]["pieces"]
    pieces[max(pieces, key=pieces.get)] -= 1


def name_a_seat_too_many(position):
    position["seat_to_move"] = 3


def let_the_mover_be_out(position):
    position["players"][position["seat_to_move"]]["out"] = True


def be_refused_too_often(position):
    position["players"][0]["declined"] = [{"to": 1, "product": "fish", "side": "sell", "times": 4}]


def refuse_oneself(position):
    position["players"][0]["declined"] = [{"to": 0, "product": "fish", "side": "sell", "times": 1}]


def offer_out_of_turn(position):
    position["offer"] = {"from": 0, "to": 1, "product": "fish", "side": "sell", "payment": 0}


def find_the_hideout_too_early(position):
    position["finder"] = 0


def park_too_early(position):
    position["players"][0]["car"] = "LEX/50TH"


def order_the_chase_too_early(position):
    position["chase"]["order"] = [0, 1, 2]


def raid_too_early(position):
    position["crossings"]["1ST/47TH"]["ruled_out"] = ["city"]


def move_too_often(position):
    position["players"][0]["regroup_moves"] = 7


WRONG_IN_TRADE = [
    (lose_a_card, "deck is .* is in none"),
    (put_a_card_in_two_places, "removed is .*is also in deck"),
    (use_a_building_twice, "crossings.2ND/47TH.city is .*1ST/47TH has this one"),
    (make_money, r"players\[1\].money is .*sum of the ledger"),
    (send_a_manager_away, r"gangs.A.managers\[0\] is .*in the perimeter of gangster A"),
    (put_two_managers_on_a_building, "managers.* is .*has it"),
    (put_two_gangsters_on_a_crossing, "gangs.B.crossing is .*has it"),
    (give_a_die_twice, "gangs.B.die is .*has it"),
    (print_a_clue_once_more, "clues is .*7 cards of each clue"),
    (move_the_hideout, "set_aside is .*hideout's clues"),
    (remove_another_card, "removed is .*cards of each clue"),
    (forget_a_clue, r"players\[0\].notebook is .*all cards ever held"),
    (note_the_hideout, r"players\[0\].notebook is .*without the hideout's clues"),
    (forget_an_owner, "held_by.* is .*with its owner, player 0"),
    (show_a_card_of_the_deck, "shown is .*nobody has held card"),
    (hold_an_unshown_card_twice, "held_by.* is .*was not shown to change hands"),
    (take_pieces, "crossings.1ST/47TH.pieces is .*2 pieces in all"),
    (name_a_seat_too_many, "seat_to_move is 3.*0-2"),
    (let_the_mover_be_out, "out is True"),
    (be_refused_too_often, r"players\[0\].declined is .*at most 3"),
    (refuse_oneself, r"players\[0\].declined is .*each opponent"),
    (offer_out_of_turn, "offer is .*null"),
    (find_the_hideout_too_early, "finder is 0.*null"),
    (park_too_early, r"players\[0\].car is 'LEX/50TH'"),
    (order_the_chase_too_early, "chase.order is .*empty before"),
    (raid_too_early, "ruled_out is .*empty before the chase"),
    (move_too_often, "regroup_moves is 7.*at most 6"),
]


@pytest.mark.parametrize(
    ("spoil", "sentence"), WRONG_IN_TRADE, ids=lambda part: getattr(part, "__name__", "is refused")
)
def test_what_is_not_a_state_of_the_game_is_refused_in_one_sentence(spoil, sentence):
    position = position_at("trade")
    from_position(position)
    spoil(position)
    with pytest.raises(ValueError, match=sentence) as error:
        from_position(position)
    assert "\n" not in str(error.value)


WRONG_ELSEWHERE = [
    ("place gangster", "seat_to_move", 2, "seat_to_move is 2, but must be 0, the next in snake order"),
    ("place gangster", "decision", "trade", "decision is 'trade', but must be 'place gangster'"),
    ("place gangster", "players.0.gangs.A.managers.0", "LEX/50TH city", "he is not placed"),
    ("answer", "offer", None, "offer is None, but must be an offer"),
    ("answer", "offer.payment", 2, "offer.payment is 2, but must be -3, 0 or 3"),
    ("attacker commits", "fight", None, "fight is None, but must be a fight"),
    ("attacker commits", "fight.committed.1", 5, "fight.committed is .* null and null"),
    ("defender commits", "fight.committed.0", None, "fight.committed is .* a card and null"),
    ("defender commits", "fight.winner", 0, "fight.winner is 0, but must be null"),
    ("defender commits", "fight.rolls", [0, 1], r"fight.rolls\[0\] is 0"),
    ("park", "chase.order", [0, 0, 1], "chase.order is .* without repetition"),
    ("park", "chase.order", [0, 1], "chase.order is .* all seats"),
    ("chase", "chase.round", 7, "chase.round is 7, but must be 1 to 6"),
    ("chase", "players.0.car", None, r"players\[0\].car is None"),
    ("over", "seat_to_move", 0, "seat_to_move is 0, but must be null"),
]


@pytest.mark.parametrize(("decision", "path", "value", "sentence"), WRONG_ELSEWHERE, ids=lambda part: str(part)[:30])
def test_what_does_not_fit_the_decision_is_refused(decision, path, value, sentence):
    position = position_at(decision)
    from_position(position)
    with pytest.raises(ValueError, match=sentence):
        from_position(edit(position, path, value))


def test_13_a_lone_pass_is_not_a_position():
    position = position_at("trade")
    for player in position["players"]:
        player["declined"] = []
        player["licenses"] = 0
        for gang in player["gangs"].values():
            gang["managers"] = [None] * 4
    for name, tile in position["crossings"].items():
        tile["pieces"] = to_position(Table(3, 4).states)["crossings"][name]["pieces"]
        tile["dealt"] = 0
    with pytest.raises(ValueError, match=r"decision is 'trade', but must be one that player \d has a choice in"):
        from_position(position)
