"""Whether the values of a position (see `position.py`) fit each other: could this be a state of the game?

Each check takes a position whose format is right and refuses it, by a ValueError of one sentence, or lets it pass.
"""

from collections import Counter

from gangzzz_env.games.gangzzz.actions import PASS
from gangzzz_env.games.gangzzz.position_format import FORMAT, refuse
from gangzzz_env.games.gangzzz.tables import (
    BUILDING_NAMES,
    BUILDING_PRODUCTS,
    CARDS,
    CLUE_NAMES,
    CLUES,
    CROSSING_NAMES,
    GANG_NAMES,
    GANGS,
    KIND_NAMES,
    NEIGHBORS,
    PRODUCT_NAMES,
)

ROUND_OF_TURNS = ("place manager", "trade", "attack", "regroup")
IN_A_TURN = ("answer", "attacker commits", "defender commits")
IN_CHASE = ("park", "chase", "over")
HALVES = 2


def check_position(position: dict) -> None:
    """Refuse what is not a position of the game.

    Raises:
        ValueError: one sentence names the key, its value and what is allowed.
    """
    FORMAT("", position)
    for check in CHECKS:
        check(position)


def check_decision(position: dict, legal: list[int]) -> None:
    """13 Who is asked has a choice, given the legal actions of the state; a lone pass is not asked."""
    decision, seat = position["decision"], position["seat_to_move"]
    if decision == "over":
        return
    if not legal or (legal == [PASS] and decision in ROUND_OF_TURNS):
        refuse("decision", decision, f"one that player {seat} has a choice in (clause 13: a lone pass is never asked)")


def gangs_of(position: dict):
    """Every gang with where it is written and its seat: (key, seat, letter, gang)."""
    for seat, player in enumerate(position["players"]):
        for letter in GANG_NAMES:
            yield f"players[{seat}].gangs.{letter}", seat, letter, player["gangs"][letter]


def _check_players(position: dict) -> None:
    count = position["num_players"]
    if len(position["players"]) != count:
        refuse("num_players", count, f"the number of players listed, {len(position['players'])}")
    for key, seat in _seats_named(position):
        if seat is not None and seat >= count:
            refuse(key, seat, f"the seat of a player, 0-{count - 1}")


def _seats_named(position: dict):
    """Every place where a seat is written, but for lists that are checked elsewhere."""
    yield from ((key, position[key]) for key in ("seat_to_move", "finder"))
    for key, roles in (("offer", ("from", "to")), ("fight", ("attacker", "defender", "winner"))):
        yield from ((f"{key}.{role}", position[key][role]) for role in roles if position[key] is not None)
    for seat, player in enumerate(position["players"]):
        yield from ((f"players[{seat}].declined", entry["to"]) for entry in player["declined"])
    for card, seats in position["held_by"].items():
        yield f"held_by.{card}", max(seats)


def _check_money(position: dict) -> None:
    for seat, player in enumerate(position["players"]):
        total = sum(player["ledger"].values())
        if player["money"] != total:
            refuse(f"players[{seat}].money", player["money"], f"the sum of the ledger, {total}")


def _check_buildings(position: dict) -> None:
    """3.1 Every building lies on one crossing."""
    laid = {}
    for name in CROSSING_NAMES:
        for kind in KIND_NAMES:
            row = position["crossings"][name][kind]
            if row in laid:
                refuse(f"crossings.{name}.{kind}", row, f"another building: {laid[row]} has this one")
            laid[row] = name


def _check_pieces(position: dict) -> None:
    """2.2, 7.1 Two pieces less those dealt; as printed unless a player holds the building, in a bar always."""
    held = {building for _, _, _, gang in gangs_of(position) for building in gang["managers"]}
    for name in CROSSING_NAMES:
        tile = position["crossings"][name]
        key, pieces, row = f"crossings.{name}.pieces", tile["pieces"], tile["commercial"]
        if sum(pieces.values()) + tile["dealt"] != HALVES:
            refuse(key, pieces, f"{HALVES} pieces in all, less the {tile['dealt']} dealt")
        printed = printed_pieces(row, position["rules"]["mixed_warehouses"])
        is_forged = any(pieces[product] > printed[product] for product in PRODUCT_NAMES)
        may_be_forged = f"{name} commercial" in held and "warehouse" in BUILDING_NAMES[row]
        if (is_forged and not may_be_forged) or (tile["dealt"] and f"{name} commercial" not in held):
            refuse(key, pieces, f"what is printed on building {row}, {dict(printed)}, less what its holder has dealt")


def printed_pieces(row: int, mixed_warehouses: int) -> Counter:
    """2.2 The pieces of a commercial building before anything is dealt, by product."""
    first, second = (int(product) for product in BUILDING_PRODUCTS[row])
    if mixed_warehouses and "warehouse" in BUILDING_NAMES[row]:
        second = (first + 1) % len(PRODUCT_NAMES)
    return Counter((PRODUCT_NAMES[first], PRODUCT_NAMES[second]))


def _check_figures(position: dict) -> None:
    """5.1, 6.1 One gangster on a crossing; managers within reach of theirs, one on a building; 3.4 no die twice."""
    crossings, buildings, dice = {}, {}, {}
    for key, _, _, gang in gangs_of(position):
        _check_once(dice, f"{key}.die", gang["die"])
        if gang["crossing"] is not None:
            _check_once(crossings, f"{key}.crossing", gang["crossing"])
        for slot, building in enumerate(gang["managers"]):
            if building is None:
                continue
            _check_once(buildings, f"{key}.managers[{slot}]", building)
            perimeter = _perimeter(gang["crossing"])
            if building.split(" ")[0] not in perimeter:
                allowed = f"in the perimeter of gangster {key[-1]}: {', '.join(perimeter) or 'he is not placed'}"
                refuse(f"{key}.managers[{slot}]", building, allowed)
            if position["decision"] == "place gangster":
                refuse(f"{key}.managers[{slot}]", building, "null while gangsters are placed (clause 5)")


def _check_once(seen: dict, key: str, value) -> None:
    if value in seen:
        refuse(key, value, f"another one: {seen[value]} has it")
    seen[value] = key


def _perimeter(crossing: str | None) -> list[str]:
    """5.2 The crossings within distance 1 of a gangster."""
    if crossing is None:
        return []
    return [CROSSING_NAMES[near] for near in NEIGHBORS[CROSSING_NAMES.index(crossing)] if near >= 0]


def _check_places(position: dict) -> None:
    """4.6 Every card is in one place."""
    seen = {}
    lists = [(f"{key}.cards", gang["cards"]) for key, _, _, gang in gangs_of(position)]
    for key, cards in [*lists, *((key, position[key]) for key in ("deck", "set_aside", "removed", "out_of_game"))]:
        for card in cards:
            if card in seen:
                refuse(key, cards, f"cards that are in no other place, but card {card} is also in {seen[card]}")
            seen[card] = key
    for card in range(CARDS):
        if card not in seen:
            refuse("deck", position["deck"], f"all cards that are in no other place, and card {card} is in none")


def _check_clues(position: dict) -> None:
    """2.5, 3.3 Seven cards of each clue, of which so many stay in the game; those of the hideout are set aside."""
    clues, hideout = position["clues"], tuple(position["hideout"].values())
    copies, removed = Counter(clues), Counter(clues[card] for card in position["removed"])
    aside, in_play = Counter(clues[card] for card in position["set_aside"]), 3 + position["num_players"]
    for clue in CLUE_NAMES:
        if copies[clue] != CARDS // CLUES:
            refuse("clues", clues, f"{CARDS // CLUES} cards of each clue, but {clue} is on {copies[clue]}")
        if removed[clue] != CARDS // CLUES - in_play:
            allowed = f"{CARDS // CLUES - in_play} cards of each clue, but {clue} is on {removed[clue]}"
            refuse("removed", position["removed"], allowed)
        if aside[clue] != (in_play if clue in hideout else 0):
            allowed = f"the {in_play} cards each of the hideout's clues {', '.join(hideout)} that are not removed"
            refuse("set_aside", position["set_aside"], f"{allowed}, but has {aside[clue]} of {clue}")


def _check_holders(position: dict) -> None:
    """4.4, 4.6 An owner has held his cards; only cards that have been shown change hands or leave the game."""
    owner = {str(card): seat for _, seat, _, gang in gangs_of(position) for card in gang["cards"]}
    shown = {str(card) for card in position["shown"]}
    gone = {str(card) for card in position["out_of_game"]}
    for card in map(str, range(CARDS)):
        seats = position["held_by"].get(card, [])
        if card in owner and owner[card] not in seats:
            refuse(f"held_by.{card}", seats, f"a list with its owner, player {owner[card]}")
        if seats and card not in owner and card not in gone:
            refuse(f"held_by.{card}", seats, "left out: the card is in no gang and has left none")
        if card in gone and not (seats and card in shown):
            refuse("out_of_game", position["out_of_game"], f"cards that were held and shown, and card {card} was not")
        if card in shown and not seats:
            refuse("shown", position["shown"], f"cards of gangs or out of the game, and nobody has held card {card}")
        if len(seats) > 1 and card not in shown:
            refuse(f"held_by.{card}", seats, f"a list of its owner alone: card {card} was not shown to change hands")


def _check_notebooks(position: dict) -> None:
    """4.5 The clues of all cards ever held, at most one more for each look, none of the hideout's."""
    hideout = position["hideout"].values()
    for seat, player in enumerate(position["players"]):
        key, notebook = f"players[{seat}].notebook", player["notebook"]
        held = {position["clues"][int(card)] for card, seats in position["held_by"].items() if seat in seats}
        for clue in CLUE_NAMES:
            if clue in held and clue not in notebook:
                refuse(key, notebook, f"a list with the clues of all cards ever held, so with {clue}")
            if clue in hideout and clue in notebook:
                refuse(key, notebook, f"a list without the hideout's clues, so without {clue}")
        looks = player["tallies"]["looks"]
        if len(notebook) > len(held) + looks:
            refuse(key, notebook, f"a list of at most {len(held)} clues of cards held and {looks} of looks")


def _check_declined(position: dict) -> None:
    """7.2 Offers declined by opponents, each entry once, not more than a player may be refused."""
    most = position["rules"]["max_refusals"]
    for seat, player in enumerate(position["players"]):
        key, declined = f"players[{seat}].declined", player["declined"]
        what = [(entry["to"], entry["product"], entry["side"]) for entry in declined]
        if len(set(what)) != len(what) or any(to == seat for to, _, _ in what):
            refuse(key, declined, "one entry for each opponent, product and side")
        if sum(entry["times"] for entry in declined) > most:
            refuse(key, declined, f"at most {most} refusals in all (rule max_refusals)")


def _check_regrouping(position: dict) -> None:
    most = position["rules"]["regroup_moves"]
    for seat, player in enumerate(position["players"]):
        if player["regroup_moves"] > most:
            refuse(f"players[{seat}].regroup_moves", player["regroup_moves"], f"at most {most} (rule regroup_moves)")


def _check_turn(position: dict) -> None:
    """3.5, 5.1 Whose turn it can be."""
    decision, seat = position["decision"], position["seat_to_move"]
    if (seat is None) != (decision == "over"):
        refuse("seat_to_move", seat, "null when the game is over, and else a seat")
    placed = sum(gang["crossing"] is not None for _, _, _, gang in gangs_of(position))
    everyone = GANGS * position["num_players"]
    if (placed < everyone) != (decision == "place gangster"):
        refuse("decision", decision, f"'place gangster' until all are placed, and {placed} of {everyone} are")
    if decision == "place gangster" and seat != _snake_seat(placed, position["num_players"]):
        refuse("seat_to_move", seat, f"{_snake_seat(placed, position['num_players'])}, the next in snake order")


def _snake_seat(turn: int, num_players: int) -> int:
    lap, step = divmod(turn, num_players)
    return step if lap % 2 == 0 else num_players - 1 - step


def _check_out(position: dict) -> None:
    """3.5 Who is out has no turn; nobody is out where the game does not go round until all are."""
    decision, turn = position["decision"], position["seat_to_move"]
    if decision == "answer":
        turn = position["offer"]["from"]
    if decision == "defender commits":
        turn = position["fight"]["attacker"]
    for seat, player in enumerate(position["players"]):
        if player["out"] and (seat == turn or decision not in (*ROUND_OF_TURNS, *IN_A_TURN)):
            refuse(f"players[{seat}].out", True, f"false for whose turn it is, and when the decision is {decision!r}")


def _check_offer(position: dict) -> None:
    """7.2 An offer waits for the answer of who is to move."""
    offer, side_payment = position["offer"], position["rules"]["side_payment"]
    if (offer is None) != (position["decision"] != "answer"):
        refuse("offer", offer, "an offer when the decision is to answer, and else null")
    if offer is None:
        return
    if offer["to"] != position["seat_to_move"] or offer["from"] == offer["to"]:
        refuse("offer.to", offer["to"], "the seat to move, and not the one that offers")
    if abs(offer["payment"]) not in (0, side_payment):
        refuse("offer.payment", offer["payment"], f"-{side_payment}, 0 or {side_payment} (rule side_payment)")


def _check_fight(position: dict) -> None:
    """9.1-9.3 Two players' gangs; who has committed fits the decision."""
    fight, decision = position["fight"], position["decision"]
    if fight is None:
        if decision in ("attacker commits", "defender commits"):
            refuse("fight", None, f"a fight when the decision is {decision!r}")
        return
    if fight["attacker"] == fight["defender"]:
        refuse("fight.defender", fight["defender"], "an opponent of the attacker")
    committed = [card is not None for card in fight["committed"]]
    expected = {"attacker commits": [False, False], "defender commits": [True, False]}.get(decision, [True, True])
    if committed != expected:
        words = " and ".join("a card" if is_card else "null" for is_card in expected)
        refuse("fight.committed", fight["committed"], f"{words} when the decision is {decision!r}")
    if decision in ("attacker commits", "defender commits"):
        _check_open_fight(position, fight)
    elif fight["winner"] not in (fight["attacker"], fight["defender"]):
        refuse("fight.winner", fight["winner"], "the attacker or the defender of a fight that is over")


def _check_open_fight(position: dict, fight: dict) -> None:
    """9.1, 9.3 Who is to move commits; the attacker's gang has attacked, the target does not hide; both hold a card."""
    mover = fight["attacker" if position["decision"] == "attacker commits" else "defender"]
    gang = position["players"][fight["attacker"]]["gangs"][fight["gang"]]
    target = position["players"][fight["defender"]]["gangs"][fight["target"]]
    if mover != position["seat_to_move"]:
        refuse("seat_to_move", position["seat_to_move"], f"{mover} when the decision is {position['decision']!r}")
    if fight["winner"] is not None:
        refuse("fight.winner", fight["winner"], "null until both have committed")
    if not (gang["attacked"] and gang["cards"]):
        refuse("fight.gang", fight["gang"], "a gang with cards that is noted to have attacked")
    if target["hides"] or not target["cards"]:
        refuse("fight.target", fight["target"], "a gang with cards that does not hide")
    if fight["committed"][0] is not None and fight["committed"][0] not in gang["cards"]:
        refuse("fight.committed", fight["committed"], f"a card of the attacking gang, one of {gang['cards']}")


def _check_chase(position: dict) -> None:
    """11.1 Order, round and cars fit the decision."""
    decision, order, now = position["decision"], position["chase"]["order"], position["chase"]["round"]
    seats, last = list(range(position["num_players"])), position["rules"]["chase_rounds"]
    if sorted(order) != (seats if decision in IN_CHASE else []):
        refuse("chase.order", order, "all seats in the chase, and empty before it")
    lowest, highest = {"chase": (1, last), "over": (1, last)}.get(decision, (0, 0))
    if not lowest <= now <= highest:
        refuse("chase.round", now, f"{lowest} to {highest} when the decision is {decision!r}")
    parked = {"park": order[: order.index(position["seat_to_move"])] if decision == "park" else [], "chase": order}
    for seat, player in enumerate(position["players"]):
        key, has_car = f"players[{seat}]", player["car"] is not None
        if has_car != (seat in parked.get(decision, order)):
            refuse(f"{key}.car", player["car"], "a crossing once the player has parked, and null before")
        if player["misses_turn"] and (decision not in ("chase", "over") or seat == position["seat_to_move"]):
            refuse(f"{key}.misses_turn", True, "false but for a player who has crashed in the chase and waits")


def _check_end(position: dict) -> None:
    """11.1-11.3 Raids are in the chase; the game ends when the hideout is found or after the last round."""
    decision, finder, hideout = position["decision"], position["finder"], position["hideout"]
    last = position["rules"]["chase_rounds"]
    if finder is not None and decision != "over":
        refuse("finder", finder, "null while the game goes on")
    if decision == "over" and finder is None and position["chase"]["round"] != last:
        refuse(
            "chase.round", position["chase"]["round"], f"{last}, the last, when the game ends with nobody the finder"
        )
    found = f"{hideout['avenue']}/{hideout['street']}"
    if finder is not None and position["players"][finder]["car"] != found:
        refuse("finder", finder, f"a player whose car is at the hideout, {found}")
    for name in CROSSING_NAMES:
        ruled_out = position["crossings"][name]["ruled_out"]
        if ruled_out and decision not in ("chase", "over"):
            refuse(f"crossings.{name}.ruled_out", ruled_out, "empty before the chase")
        if name == found and hideout["kind"] in ruled_out:
            refuse(f"crossings.{name}.ruled_out", ruled_out, f"without {hideout['kind']}, the hideout")


CHECKS = (
    _check_players,
    _check_money,
    _check_buildings,
    _check_pieces,
    _check_figures,
    _check_places,
    _check_clues,
    _check_holders,
    _check_notebooks,
    _check_declined,
    _check_regrouping,
    _check_turn,
    _check_offer,
    _check_fight,
    _check_out,
    _check_chase,
    _check_end,
)
