"""A state as JSON, in the rulebook's words and the tables' own numbers, which a person can read and edit.

`json.dump(to_position(env.record), file, indent=1)` writes a game down, `from_position(json.load(file))` is that state
again, and `gangzzz_v0.from_position` an environment that goes on from it.
Buildings, cards and fight dice are rows of the tables, crossings avenue/street, a manager stands on "LEX/50TH city",
the deck lists the card drawn next first, `null` is nothing or nobody. Whatever follows from the rest (who stands on a
building, how many cards a gang has) is not written down but worked out.
"""

import numpy as np

from gangzzz_env.games.gangzzz import loops
from gangzzz_env.games.gangzzz.actions import NUM_ACTIONS
from gangzzz_env.games.gangzzz.position_checks import check_decision, check_position
from gangzzz_env.games.gangzzz.rules import RULES_DTYPE, Rules
from gangzzz_env.games.gangzzz.state import (
    DECISION_NAMES,
    EMPTY,
    EVERYBODY,
    FIELDS,
    IN_DECK,
    OUT_OF_GAME,
    REMOVED,
    SET_ASIDE,
    SOURCE_NAMES,
    STATE_DTYPE,
    TALLY_NAMES,
)
from gangzzz_env.games.gangzzz.tables import (
    ATTRIBUTE_NAMES,
    AVENUE_NAMES,
    CARDS,
    CLUE_NAMES,
    CREW,
    CROSSING_NAMES,
    GANG_NAMES,
    GANGS,
    KIND_NAMES,
    KINDS,
    MANAGERS,
    PRODUCT_NAMES,
    STREET_NAMES,
)
from gangzzz_env.rng import seed_words

SIDE_NAMES = ("sell", "buy")
PLACE_KEYS = {"deck": IN_DECK, "set_aside": SET_ASIDE, "removed": REMOVED, "out_of_game": OUT_OF_GAME}


def to_position(states: np.ndarray, index: int = 0) -> dict:
    """One of an array of true states, as a dictionary that `json` writes.

    Raises:
        ValueError: it is a view: what a seat does not know cannot be written down.
    """
    state = {name: states[name][index].tolist() for name, *_ in FIELDS if name != "rules"}
    if state["observer"] != EVERYBODY:
        raise ValueError(
            f"observer is {state['observer']}, a seat's or a spectator's view, but only a true state "
            f"(observer {EVERYBODY}, everybody) can be exported"
        )
    state["rules"] = {name: int(states["rules"][name][index]) for name in RULES_DTYPE.names}
    cards = _cards_by_place(state)
    return {
        "game": "gangzzz_v0",
        "observer": "everybody",
        "num_players": state["num_seats"],
        "rules": state["rules"],
        "decision": DECISION_NAMES[state["decision"]],
        "seat_to_move": _seat_to_move(state),
        "decisions": state["decisions"],
        "avenues": dict(zip(AVENUE_NAMES, state["avenue_value"], strict=True)),
        "streets": dict(zip(STREET_NAMES, state["street_value"], strict=True)),
        "crossings": {name: _crossing(state, crossing) for crossing, name in enumerate(CROSSING_NAMES)},
        "players": [_player(state, seat, cards) for seat in range(state["num_seats"])],
        "deck": state["deck"][: state["deck_count"]][::-1],
        **{key: cards[place] for key, place in PLACE_KEYS.items() if key != "deck"},
        "clues": [CLUE_NAMES[clue] for clue in state["clue"]],
        "shown": [card for card in range(CARDS) if state["shown"][card]],
        "held_by": {str(card): _flags(held) for card, held in enumerate(state["held"]) if held},
        "hideout": _hideout(state["hideout"]),
        "offer": _offer(state),
        "fight": _fight(state),
        "last_roll": _or_none(state["last_roll"]),
        "chase": {"order": [seat for seat in state["chase_order"] if seat >= 0], "round": state["chase_round"]},
        "finder": _or_none(state["finder"]),
        "random": state["random"],
    }


def _or_none(number: int) -> int | None:
    return number if number >= 0 else None


def _name_or_none(names: tuple[str, ...], number: int) -> str | None:
    return names[number] if number >= 0 else None


def _flags(mask: int) -> list[int]:
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]


def _cards_by_place(state: dict) -> list[list[int]]:
    cards = [[] for _ in range(OUT_OF_GAME + 1)]
    for card, place in enumerate(state["place"]):
        cards[place].append(card)
    return cards


def _seat_to_move(state: dict) -> int | None:
    decision = DECISION_NAMES[state["decision"]]
    asked = {"over": None, "answer": state["offer"][1], "defender commits": state["fight_seat"][1]}
    return asked.get(decision, state["turn_seat"])


def _crossing(state: dict, crossing: int) -> dict:
    return {
        "turn": state["turn"][crossing],
        **dict(zip(KIND_NAMES, state["building"][crossing], strict=True)),
        "pieces": dict(zip(PRODUCT_NAMES, state["pieces"][crossing], strict=True)),
        "dealt": state["dealt"][crossing],
        "ruled_out": [kind for kind, raided in zip(KIND_NAMES, state["ruled_out"][crossing], strict=True) if raided],
    }


def _player(state: dict, seat: int, cards: list[list[int]]) -> dict:
    return {
        "money": state["money"][seat],
        "ledger": dict(zip(SOURCE_NAMES, state["ledger"][seat], strict=True)),
        "tallies": dict(zip(TALLY_NAMES, state["tally"][seat], strict=True)),
        "licenses": state["licenses"][seat],
        "gangs": {letter: _gang(state, seat, gang, cards) for gang, letter in enumerate(GANG_NAMES)},
        "notebook": [CLUE_NAMES[clue] for clue in _flags(state["notebook"][seat])],
        "out": bool(state["is_out"][seat]),
        "regroup_moves": state["regroup_moves"][seat],
        "declined": _declined(state["declined"][seat]),
        "car": _name_or_none(CROSSING_NAMES, state["car"][seat]),
        "misses_turn": bool(state["misses_turn"][seat]),
    }


def _gang(state: dict, seat: int, gang: int, cards: list[list[int]]) -> dict:
    return {
        "crossing": _name_or_none(CROSSING_NAMES, state["gangster"][seat][gang]),
        "die": state["fight_die"][seat][gang],
        "bonus": dict(zip(ATTRIBUTE_NAMES, state["bonus"][seat][gang], strict=True)),
        "cards": cards[GANGS * seat + gang],
        "managers": [_building_name(where) for where in state["manager"][seat][gang]],
        "attacked": bool(state["attacked"][seat][gang]),
        "hides": bool(state["hides"][seat][gang]),
    }


def _building_name(where: int) -> str | None:
    return f"{CROSSING_NAMES[where // KINDS]} {KIND_NAMES[where % KINDS]}" if where >= 0 else None


def _declined(times: list) -> list[dict]:
    return [
        {"to": to, "product": product, "side": side, "times": times[to][p][s]}
        for to in range(len(times))
        for p, product in enumerate(PRODUCT_NAMES)
        for s, side in enumerate(SIDE_NAMES)
        if times[to][p][s]
    ]


def _hideout(hideout: list[int]) -> dict:
    avenue, street, kind = hideout
    return {"avenue": AVENUE_NAMES[avenue], "street": STREET_NAMES[street], "kind": KIND_NAMES[kind]}


def _offer(state: dict) -> dict | None:
    maker, to, product, side, payment = state["offer"]
    if maker < 0:
        return None
    dollars = payment * state["rules"]["side_payment"]
    return {"from": maker, "to": to, "product": PRODUCT_NAMES[product], "side": SIDE_NAMES[side], "payment": dollars}


def _fight(state: dict) -> dict | None:
    attacker, defender = state["fight_seat"]
    if attacker < 0:
        return None
    gang, target = (GANG_NAMES[gang] for gang in state["fight_gang"])
    return {
        "attacker": attacker,
        "gang": gang,
        "defender": defender,
        "target": target,
        "rolls": state["fight_roll"],
        "committed": [_or_none(card) for card in state["fight_card"]],
        "winner": _or_none(state["fight_winner"]),
    }


def from_position(position: dict) -> np.ndarray:
    """The state that a position describes: a true state, `STATE_DTYPE`, shape (1,).

    The order of the cards matters in the deck only. `random`, the generators by `Stream`, may be left out, and then are
    those of a new game of seed 0.

    Raises:
        ValueError: the position is not one of this game; one sentence names the key, its value and what is allowed.
    """
    check_position(position)
    states = EMPTY.copy()
    for write in (_write_game, _write_city, _write_cards, _write_players, _write_events, _write_random):
        write(states, position)
    masks = np.zeros((1, NUM_ACTIONS), np.int8)
    loops.legal(states, 0, 1, masks)
    check_decision(position, np.flatnonzero(masks[0]).tolist())
    return states


def check_state(states: np.ndarray) -> None:
    """Refuse what cannot come up in a game: it is no position, or not the one that its position says.

    Args:
        states: STATE[1], any numbers.

    Raises:
        ValueError: it cannot.
    """
    try:
        again = from_position(to_position(states))
    except (IndexError, KeyError, OverflowError, TypeError, ValueError) as error:
        raise ValueError(f"the record is no state of a game: {error}") from None
    if again.tobytes() != states.tobytes():
        raise ValueError("the record is no state of a game: it has numbers that nothing in a game means")


def _or_nothing(number: int | None) -> int:
    return -1 if number is None else number


def _index_or_nothing(names: tuple[str, ...], name: str | None) -> int:
    return -1 if name is None else names.index(name)


def _mask(bits) -> int:
    return sum(1 << bit for bit in bits)


def _write_game(states: np.ndarray, position: dict) -> None:
    states["observer"] = EVERYBODY
    states["num_seats"] = position["num_players"]
    states["decision"] = DECISION_NAMES.index(position["decision"])
    states["turn_seat"] = _turn_seat(position)
    states["decisions"] = position["decisions"]
    states["rules"] = Rules(**position["rules"]).record()
    states["hideout"] = [
        AVENUE_NAMES.index(position["hideout"]["avenue"]),
        STREET_NAMES.index(position["hideout"]["street"]),
        KIND_NAMES.index(position["hideout"]["kind"]),
    ]


def _turn_seat(position: dict) -> int:
    """Whose turn it is: who offers or attacks while another is asked; at the end, who played last."""
    if position["decision"] == "answer":
        return position["offer"]["from"]
    if position["decision"] == "defender commits":
        return position["fight"]["attacker"]
    if position["decision"] == "over":
        last = position["chase"]["order"][-1]
        return last if position["finder"] is None else position["finder"]
    return position["seat_to_move"]


def _write_city(states: np.ndarray, position: dict) -> None:
    states["avenue_value"] = [position["avenues"][name] for name in AVENUE_NAMES]
    states["street_value"] = [position["streets"][name] for name in STREET_NAMES]
    for crossing, name in enumerate(CROSSING_NAMES):
        tile = position["crossings"][name]
        states["turn"][0, crossing] = tile["turn"]
        states["building"][0, crossing] = [tile[kind] for kind in KIND_NAMES]
        states["pieces"][0, crossing] = [tile["pieces"][product] for product in PRODUCT_NAMES]
        states["dealt"][0, crossing] = tile["dealt"]
        states["ruled_out"][0, crossing] = [kind in tile["ruled_out"] for kind in KIND_NAMES]


def _write_cards(states: np.ndarray, position: dict) -> None:
    states["clue"] = [CLUE_NAMES.index(name) for name in position["clues"]]
    for key, place in PLACE_KEYS.items():
        states["place"][0, position[key]] = place
    states["shown"][0, position["shown"]] = 1
    for card, seats in position["held_by"].items():
        states["held"][0, int(card)] = _mask(seats)
    deck = position["deck"]
    states["deck_count"] = len(deck)
    states["deck"][0, : len(deck)] = deck[::-1]


def _write_players(states: np.ndarray, position: dict) -> None:
    for seat, player in enumerate(position["players"]):
        for key in ("money", "licenses", "regroup_moves", "misses_turn"):
            states[key][0, seat] = player[key]
        states["is_out"][0, seat] = player["out"]
        states["ledger"][0, seat] = [player["ledger"][name] for name in SOURCE_NAMES]
        states["tally"][0, seat] = [player["tallies"][name] for name in TALLY_NAMES]
        states["notebook"][0, seat] = _mask(CLUE_NAMES.index(clue) for clue in player["notebook"])
        states["car"][0, seat] = _index_or_nothing(CROSSING_NAMES, player["car"])
        for entry in player["declined"]:
            what = entry["to"], PRODUCT_NAMES.index(entry["product"]), SIDE_NAMES.index(entry["side"])
            states["declined"][0, seat][what] = entry["times"]
        for gang, letter in enumerate(GANG_NAMES):
            _write_gang(states, seat, gang, player["gangs"][letter])


def _write_gang(states: np.ndarray, seat: int, gang: int, written: dict) -> None:
    states["gangster"][0, seat, gang] = _index_or_nothing(CROSSING_NAMES, written["crossing"])
    states["fight_die"][0, seat, gang] = written["die"]
    states["bonus"][0, seat, gang] = [written["bonus"][name] for name in ATTRIBUTE_NAMES]
    states["attacked"][0, seat, gang] = written["attacked"]
    states["hides"][0, seat, gang] = written["hides"]
    states["gang_count"][0, seat, gang] = len(written["cards"])
    states["place"][0, written["cards"]] = GANGS * seat + gang
    for slot, building in enumerate(written["managers"]):
        if building is not None:
            crossing, kind = building.split(" ")
            where = CROSSING_NAMES.index(crossing), KIND_NAMES.index(kind)
            states["manager"][0, seat, gang, slot] = KINDS * where[0] + where[1]
            states["manager_at"][0][where] = MANAGERS * seat + CREW * gang + slot


def _write_events(states: np.ndarray, position: dict) -> None:
    states["last_roll"] = _or_nothing(position["last_roll"])
    states["finder"] = _or_nothing(position["finder"])
    order = position["chase"]["order"]
    states["chase_order"][0, : len(order)] = order
    states["chase_round"] = position["chase"]["round"]
    offer, fight = position["offer"], position["fight"]
    if offer is not None:
        what = PRODUCT_NAMES.index(offer["product"]), SIDE_NAMES.index(offer["side"])
        states["offer"] = [offer["from"], offer["to"], *what, int(np.sign(offer["payment"]))]
    if fight is not None:
        states["fight_seat"] = [fight["attacker"], fight["defender"]]
        states["fight_gang"] = [GANG_NAMES.index(fight["gang"]), GANG_NAMES.index(fight["target"])]
        states["fight_roll"] = fight["rolls"]
        states["fight_card"] = [_or_nothing(card) for card in fight["committed"]]
        states["fight_winner"] = _or_nothing(fight["winner"])


def _write_random(states: np.ndarray, position: dict) -> None:
    if "random" in position:
        states["random"] = position["random"]
        return
    new, one = np.zeros(1, STATE_DTYPE), np.zeros(1, np.int64)
    loops.setup(new, one, 0, 1, np.array([2]), Rules().record(), seed_words(0)[np.newaxis])
    states["random"] = new["random"]
