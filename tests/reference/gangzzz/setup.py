"""3: chance and setup."""

import random

from tests.reference.gangzzz.tables import (
    ATTRIBUTES,
    AVENUES,
    BUILDINGS,
    CLUES,
    CROSSINGS,
    DEFAULT_RULES,
    GANGS,
    KINDS,
    LEDGER,
    PRODUCTS,
    STREETS,
    TALLIES,
)


class RandomChance:
    """The chance of a game, made of a random.Random."""

    def __init__(self, source: random.Random):
        self.source = source

    def die(self) -> int:
        return self.source.randint(1, 6)

    def shuffle(self, cards: list) -> None:
        self.source.shuffle(cards)


def new_position(num_players: int, rules: dict, random: random.Random) -> dict:
    """3: the position before the first decision."""
    assert num_players in (2, 3, 4) and set(rules) == set(DEFAULT_RULES)

    # 3.1: the buildings of each kind over the crossings, each tile with a random turn.
    rows = {kind: [b["building"] for b in BUILDINGS if b["kind"] == kind] for kind in KINDS}
    for kind in KINDS:
        random.shuffle(rows[kind])
    crossings = {}
    for number, crossing in enumerate(CROSSINGS):
        tile = {"turn": random.randrange(4)}
        tile.update({kind: rows[kind][number] for kind in KINDS})
        tile["pieces"] = pieces_of(BUILDINGS[tile["commercial"]], rules)
        tile.update({"dealt": 0, "ruled_out": []})
        crossings[crossing] = tile

    # 2.5: the clues over the faces, 7 each. 3.3: 7, 6 or 5 cards a pile stay in the game.
    clues = [clue for clue in CLUES for _ in range(7)]
    random.shuffle(clues)
    piles, removed = {}, []
    for clue in CLUES:
        pile = [card for card in range(112) if clues[card] == clue]
        random.shuffle(pile)
        piles[clue], rest = pile[: num_players + 3], pile[num_players + 3 :]
        removed += rest
    hideout = {"avenue": random.choice(AVENUES), "street": random.choice(STREETS), "kind": random.choice(KINDS)}
    set_aside = [card for clue in hideout.values() for card in piles[clue]]
    deck = [card for clue in CLUES if clue not in hideout.values() for card in piles[clue]]
    random.shuffle(deck)

    dice = random.sample(range(90), 4 * num_players)  # 3.4
    players = [new_player(dice[4 * seat : 4 * seat + 4]) for seat in range(num_players)]
    avenues = {avenue: random.randint(1, 6) for avenue in AVENUES}  # 3.2
    streets = {street: random.randint(1, 6) for street in STREETS}
    # fmt: off
    return {
        "game": "gangzzz_v0", "observer": "everybody", "num_players": num_players, "rules": dict(rules),
        "decision": "place gangster", "seat_to_move": 0, "decisions": 0,
        "avenues": avenues, "streets": streets, "crossings": crossings, "players": players,
        "deck": deck, "set_aside": sorted(set_aside), "removed": sorted(removed), "out_of_game": [],
        "clues": clues, "shown": [], "held_by": {}, "hideout": hideout,
        "offer": None, "fight": None, "last_roll": None, "chase": {"order": [], "round": 0}, "finder": None,
    }
    # fmt: on


def pieces_of(building: dict, rules: dict) -> dict:
    """2.2: the supply of a warehouse, or the demand of a bar."""
    first, second = building["product_1"], building["product_2"]
    if building["subtype"] == "warehouse" and rules["mixed_warehouses"]:
        second = PRODUCTS[(PRODUCTS.index(first) + 1) % 4]
    return {product: [first, second].count(product) for product in PRODUCTS}


def new_player(dice: list[int]) -> dict:
    """2.6, 3.4, 3.5: a player before the first decision."""
    # fmt: off
    gangs = {
        letter: {
            "crossing": None, "die": die, "bonus": dict.fromkeys(ATTRIBUTES, 0), "cards": [],
            "managers": [None] * 4, "attacked": False, "hides": False,
        }
        for letter, die in zip(GANGS, dice)
    }
    return {
        "money": 0, "ledger": dict.fromkeys(LEDGER, 0), "tallies": dict.fromkeys(TALLIES, 0), "licenses": 0,
        "gangs": gangs, "notebook": [], "out": False, "regroup_moves": 0, "declined": [],
        "car": None, "misses_turn": False,
    }
    # fmt: on
