"""A slow, plain game of Gangzzz, written from the rulebook alone, to compare a faster one with.

The whole state is one JSON-like dict (the *position*); nothing else is remembered between decisions.
The numbers in the docstrings are the clauses of the rulebook.
"""

import copy
import csv
import itertools
import random
from pathlib import Path

DATA = Path(__file__).resolve().parents[2] / "gangzzz_env" / "games" / "gangzzz" / "data"


def read_table(name: str) -> list[dict]:
    """2: the rows of one component table, numbers as int."""
    with open(DATA / f"{name}.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return [{key: int(text) if text.isdigit() else text for key, text in row.items()} for row in rows]


BUILDINGS = read_table("buildings")
CARDS = read_table("cards")
SPECIALTY = {(row["gangster"], row["slot"]): row["specialty"] for row in read_table("crews")}

AVENUES = ["1ST", "2ND", "3RD", "LEX", "PARK", "MADI"]  # 1.1, from east to west
STREETS = ["47TH", "48TH", "49TH", "50TH", "51ST", "52ND"]  # 1.1, from south to north
KINDS = ["residential", "commercial", "city", "underworld"]  # 1.4
CLUES = AVENUES + STREETS + KINDS  # 2.5
CROSSINGS = [f"{avenue}/{street}" for street in STREETS for avenue in AVENUES]  # 1.2
PRODUCTS = ["fish", "meat", "cigars", "alcohol"]  # 2.2
SIDES = ["sell", "buy"]
GANGS = ["A", "B", "C", "D"]
SLOTS = range(4)
ATTRIBUTES = ["strength", "smarts", "armament"]
EMBLEMS = ["hospital", "office", "police", "gym", "arsenal", "library", "casino", "forgery"]  # 13
GANG_LIMIT = 12  # 4.2
PERIMETER = [(0, 0), (0, 1), (-1, 0), (0, -1), (1, 0)]  # 1.3, 13: (avenue, street) steps: here, N, E, S, W
SIZES = {"single": 1, "small": 1, "medium": 2}  # 6.5
NORTH_EAST, SOUTH_EAST, SOUTH_WEST, NORTH_WEST = range(4)  # 1.5

# 2.7: the marks of the values 1..6 of every fight die.
FIGHT_DICE = [marks for marks in itertools.product(range(3), repeat=6) if all(marks.count(m) == 2 for m in range(3))]

LEDGER = ["rent", "trade", "side_payments", "underworld", "dominance", "inventory", "bounty", "fines"]
TALLIES = ["cards_drawn", "cards_won", "cards_lost", "fights", "deals", "offers", "raids", "looks"]

# 12: the fields of the rules with their defaults.
# fmt: off
DEFAULT_RULES = {
    "recruits": 2, "city_cards_assistant": 1, "city_cards_manager": 2,
    "link_cards_1": 1, "link_cards_2": 2, "link_cards_3": 3,
    "protection_percent": 50, "licenses": 1, "trainer_bonus": 1, "gym_cards": 1, "library_looks": 1, "casino_dice": 1,
    "manager_extra": 1, "side_payment": 3, "max_refusals": 3, "domination_percent": 100, "min_majority": 2,
    "fight_range": 3, "mismatch_divisor": 2, "regroup_moves": 6, "set_size": 3, "influence_cap": 3,
    "chase_rounds": 6, "safe_drive": 2, "longest_drive": 3, "crash_at_most": 1, "fine": 10,
    "bounty": 30, "bounty_per_card": 1, "old_rent": 0, "mixed_warehouses": 0,
}
# fmt: on

# 13: the first number of every group of actions.
PASS, PLACE_GANGSTER, PLACE_MANAGER, SELL, FORGE, OFFER, ACCEPT, DECLINE = 0, 1, 145, 465, 469, 481, 553, 554
ATTACK, COMMIT, REGROUP, PARK, DRIVE, RAID = 555, 603, 615, 711, 715, 751


# ---------------------------------------------------------------- geometry (1)


def avenue_street(crossing: str) -> tuple[int, int]:
    """1.2: the indices of the avenue and the street of a crossing."""
    avenue, street = crossing.split("/")
    return AVENUES.index(avenue), STREETS.index(street)


def crossing_at(avenue: int, street: int) -> str | None:
    """1.2: the crossing of an avenue and a street, None outside the city."""
    if 0 <= avenue < 6 and 0 <= street < 6:
        return f"{AVENUES[avenue]}/{STREETS[street]}"
    return None


def distance(one: str, other: str) -> int:
    """1.3: Manhattan distance."""
    (avenue, street), (other_avenue, other_street) = avenue_street(one), avenue_street(other)
    return abs(avenue - other_avenue) + abs(street - other_street)


def crossing_near(crossing: str, where: int) -> str | None:
    """5.2: a crossing of the perimeter: 0 here, 1 north, 2 east, 3 south, 4 west."""
    avenue, street = avenue_street(crossing)
    return crossing_at(avenue + PERIMETER[where][0], street + PERIMETER[where][1])


def others(items: list, item) -> list:
    """13: "one of the three other", in order."""
    return [x for x in items if x != item]


# ---------------------------------------------------------------- chance and setup (2.7, 3)


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


# ---------------------------------------------------------------- the game


class Game:
    """One game, from any position; see the top of the file."""

    def __init__(self, position: dict, chance):
        self.state = copy.deepcopy(position)
        self.chance = chance

    def position(self) -> dict:
        return copy.deepcopy(self.state)

    @property
    def seat_to_move(self) -> int | None:
        return self.state["seat_to_move"]

    @property
    def is_over(self) -> bool:
        return self.state["decision"] == "over"

    def legal(self) -> list[int]:
        """13: the legal actions of the seat to move, sorted."""
        if self.is_over:
            return []
        return sorted(getattr(self, "legal_" + self.state["decision"].replace(" ", "_"))(self.seat_to_move))

    def apply(self, action: int) -> None:
        """13: the seat to move takes a legal action."""
        assert action in self.legal(), (self.state["decision"], action)
        self.state["decisions"] += 1
        getattr(self, "do_" + self.state["decision"].replace(" ", "_"))(self.seat_to_move, action)

    def winners(self) -> list[int]:
        """11.3: most money; ties: more cards; then the victory is shared."""
        scores = [(self.player(seat)["money"], self.number_of_cards(seat)) for seat in self.seats()]
        return [seat for seat in self.seats() if scores[seat] == max(scores)]

    # ------------------------------------------------------------ looking at the position

    def rule(self, field: str) -> int:
        return self.state["rules"][field]

    def seats(self) -> range:
        return range(self.state["num_players"])

    def player(self, seat: int) -> dict:
        return self.state["players"][seat]

    def gang(self, seat: int, letter: str) -> dict:
        return self.player(seat)["gangs"][letter]

    def opponents(self, seat: int) -> list[int]:
        """13: the opponents, by seats after yours."""
        count = self.state["num_players"]
        return [(seat + step) % count for step in range(1, count)]

    def number_of_cards(self, seat: int) -> int:
        return sum(len(self.gang(seat, letter)["cards"]) for letter in GANGS)

    def value(self, crossing: str) -> int:
        """3.2: avenue + street."""
        avenue, street = crossing.split("/")
        return self.state["avenues"][avenue] + self.state["streets"][street]

    def building(self, crossing: str, kind: str) -> dict:
        return BUILDINGS[self.state["crossings"][crossing][kind]]

    def runs_as_manager(self, letter: str, slot: int, crossing: str, kind: str) -> bool:
        """4.1: does the building match the specialty?"""
        specialty = SPECIALTY[letter, slot]
        return specialty == kind or specialty == self.building(crossing, kind)["subtype"]

    def held_buildings(self, seat: int) -> dict:
        """The buildings a player holds: (crossing, kind) -> is it run by a Manager?"""
        held = {}
        for letter in GANGS:
            for slot, place in enumerate(self.gang(seat, letter)["managers"]):
                if place is not None:
                    crossing, kind = place.split(" ")
                    held[crossing, kind] = self.runs_as_manager(letter, slot, crossing, kind)
        return held

    # ------------------------------------------------------------ money, cards, turns

    def pay(self, seat: int, source: str, dollars: int) -> None:
        self.player(seat)["money"] += dollars
        self.player(seat)["ledger"][source] += dollars

    def count(self, seat: int, tally: str, times: int = 1) -> None:
        self.player(seat)["tallies"][tally] += times

    def gang_with_room(self, seat: int, letter: str) -> dict | None:
        """4.2: the gang a new card joins; None if all four are full."""
        gang = self.gang(seat, letter)
        if len(gang["cards"]) >= GANG_LIMIT:
            gang = min((self.gang(seat, each) for each in GANGS), key=lambda each: len(each["cards"]))
        return gang if len(gang["cards"]) < GANG_LIMIT else None

    def join(self, seat: int, gang: dict, card: int) -> None:
        """4.2, 4.4, 4.5: a card joins a gang, its new owner sees the clue."""
        gang["cards"] = sorted(gang["cards"] + [card])
        self.write_down(seat, card)
        held_by = self.state["held_by"]
        held_by[str(card)] = sorted(set(held_by.get(str(card), []) + [seat]))
        self.state["held_by"] = {key: held_by[key] for key in sorted(held_by, key=int)}

    def write_down(self, seat: int, card: int) -> None:
        """4.5: the clue of a card goes into the notebook."""
        seen = self.player(seat)["notebook"] + [self.state["clues"][card]]
        self.player(seat)["notebook"] = [clue for clue in CLUES if clue in seen]

    def show(self, cards: list[int]) -> None:
        """4.4: the faces of the cards are shown to all."""
        self.state["shown"] = sorted(set(self.state["shown"] + cards))

    def draw(self, seat: int, letter: str, times: int) -> None:
        """4.2: draw cards in the name of a gangster."""
        for _ in range(times):
            gang = self.gang_with_room(seat, letter)
            if self.state["deck"] and gang is not None:
                self.join(seat, gang, self.state["deck"].pop(0))
                self.count(seat, "cards_drawn")

    def ask(self, decision: str, seat: int | None) -> None:
        self.state["decision"], self.state["seat_to_move"] = decision, seat

    def begin(self, decision: str, first_seat: int) -> None:
        """3.5: a minigame (or the trade) starts, nobody is out."""
        for seat in self.seats():
            self.player(seat)["out"] = False
        self.turn_comes_to(decision, first_seat % self.state["num_players"])

    def turn_comes_to(self, decision: str, seat: int) -> None:
        """3.5, 13: ask the next seat that is not out and has more to do than pass; the others on the way are out."""
        for candidate in [seat] + self.opponents(seat):
            if not self.player(candidate)["out"]:
                self.ask(decision, candidate)
                if self.legal() != [PASS]:
                    return
                self.player(candidate)["out"] = True
        self.all_are_out(decision)

    def turn_ends(self, decision: str, seat: int) -> None:
        self.turn_comes_to(decision, self.opponents(seat)[0])

    def all_are_out(self, decision: str) -> None:
        """3.5: the next minigame follows at once."""
        if decision == "place manager":
            self.begin("trade", 1)  # 7.2
        elif decision == "trade":
            self.score_dominance()
            self.begin("attack", 3)  # minigame 4
        elif decision == "attack":
            self.begin("regroup", 4)  # minigame 5
        elif decision == "regroup":
            self.score_inventory()
            self.begin_chase()

    # ------------------------------------------------------------ minigame 1: Divide and Rule (5)

    def snake_seat(self, placed: int) -> int:
        """5.1: 0..n-1, n-1..0, 0..n-1, n-1..0."""
        lap, step = divmod(placed, self.state["num_players"])
        return step if lap % 2 == 0 else self.state["num_players"] - 1 - step

    def gangster_crossings(self) -> list[str]:
        """The crossings with a gangster."""
        everywhere = [self.gang(seat, letter)["crossing"] for seat in self.seats() for letter in GANGS]
        return [crossing for crossing in everywhere if crossing is not None]

    def legal_place_gangster(self, seat: int) -> list[int]:
        """5.1: an unplaced gangster on a crossing without a gangster."""
        taken = self.gangster_crossings()
        return [
            PLACE_GANGSTER + 36 * g + c
            for g, letter in enumerate(GANGS)
            for c, crossing in enumerate(CROSSINGS)
            if self.gang(seat, letter)["crossing"] is None and crossing not in taken
        ]

    def do_place_gangster(self, seat: int, action: int) -> None:
        """5.1: place him and draw cards for him."""
        g, c = divmod(action - PLACE_GANGSTER, 36)
        self.gang(seat, GANGS[g])["crossing"] = CROSSINGS[c]
        self.draw(seat, GANGS[g], self.rule("recruits"))
        placed = len(self.gangster_crossings())
        if placed < 4 * self.state["num_players"]:
            self.ask("place gangster", self.snake_seat(placed))
        else:
            self.begin("place manager", 1)  # minigame 2

    # ------------------------------------------------------------ minigame 2: Influential Gentlemen (6)

    def legal_place_manager(self, seat: int) -> list[int]:
        """6.1: an unplaced manager on a building without a manager in the perimeter, or pass."""
        taken = [place for each in self.seats() for place in self.held_buildings(each)]
        actions = [PASS]
        for g, letter in enumerate(GANGS):
            gang = self.gang(seat, letter)
            for where in range(5):
                crossing = crossing_near(gang["crossing"], where)
                for k, kind in enumerate(KINDS):
                    if crossing is not None and (crossing, kind) not in taken:
                        for slot in SLOTS:
                            if gang["managers"][slot] is None:
                                actions.append(PLACE_MANAGER + ((g * 4 + slot) * 5 + where) * 4 + k)
        return actions

    def do_place_manager(self, seat: int, action: int) -> None:
        """6.1: place him, with what the kind of building brings at once, or pass."""
        if action == PASS:
            self.player(seat)["out"] = True
        else:
            rest, k = divmod(action - PLACE_MANAGER, 4)
            rest, where = divmod(rest, 5)
            g, slot = divmod(rest, 4)
            letter, kind = GANGS[g], KINDS[k]
            gang = self.gang(seat, letter)
            crossing = crossing_near(gang["crossing"], where)
            links_before = self.links(seat, self.building(crossing, kind)["subtype"])
            gang["managers"][slot] = f"{crossing} {kind}"
            manager = self.runs_as_manager(letter, slot, crossing, kind)
            if kind == "residential":
                self.collect_rent(seat, crossing, manager)
            elif kind == "city":
                self.hire_in_city(seat, letter, crossing, manager, links_before)
            elif kind == "underworld":
                self.act_in_underworld(seat, letter, crossing, manager)
        self.turn_ends("place manager", seat)

    def collect_rent(self, seat: int, crossing: str, manager: bool) -> None:
        """6.2: the crossing's value; a Manager (older text: anybody) also the building's coins."""
        coins = self.building(crossing, "residential")["coins"]
        self.pay(seat, "rent", self.value(crossing) + (coins if manager or self.rule("old_rent") else 0))

    def links(self, seat: int, subtype: str) -> int:
        """6.4: links = min(3 L, s)."""
        sizes = [
            self.building(crossing, kind)["size"]
            for crossing, kind in self.held_buildings(seat)
            if self.building(crossing, kind)["subtype"] == subtype
        ]
        return min(3 * sizes.count("large"), sizes.count("small"))

    def hire_in_city(self, seat: int, letter: str, crossing: str, manager: bool, links_before: int) -> None:
        """6.4: cards for the building, and for every link gained."""
        self.draw(seat, letter, self.rule("city_cards_manager" if manager else "city_cards_assistant"))
        links_now = self.links(seat, self.building(crossing, "city")["subtype"])
        for link in range(links_before + 1, links_now + 1):
            self.draw(seat, letter, self.rule(f"link_cards_{(link - 1) % 3 + 1}"))

    def act_in_underworld(self, seat: int, letter: str, crossing: str, manager: bool) -> None:
        """6.5: protection money, and an action by subtype."""
        building = self.building(crossing, "underworld")
        size = SIZES[building["size"]]
        extra = self.rule("manager_extra") if manager else 0
        bonus = self.gang(seat, letter)["bonus"]
        self.pay(seat, "underworld", self.value(crossing) * self.rule("protection_percent") // 100)
        if building["subtype"] == "forgery":
            self.player(seat)["licenses"] += self.rule("licenses") + extra
        elif building["subtype"] == "arsenal":
            bonus["armament"] += self.rule("trainer_bonus") * size + extra
        elif building["subtype"] == "gym":
            bonus["strength"] += self.rule("trainer_bonus") * size + extra
            self.draw(seat, letter, self.rule("gym_cards"))
        elif building["subtype"] == "library":
            bonus["smarts"] += self.rule("trainer_bonus") * size + extra
            self.look_in_library(seat, self.rule("library_looks") * size + extra)
        elif building["subtype"] == "casino":
            rolls = [self.chance.die() for _ in range(self.rule("casino_dice") * size + extra)]
            if rolls:
                self.state["last_roll"] = sum(rolls)
                self.pay(seat, "underworld", sum(rolls))

    def look_in_library(self, seat: int, times: int) -> None:
        """6.5: look at random cards of the deck."""
        deck = self.state["deck"]
        if times > 0 and deck:
            self.chance.shuffle(deck)
            for card in deck[:times]:
                self.write_down(seat, card)
                self.count(seat, "looks")
            self.chance.shuffle(deck)

    # ------------------------------------------------------------ trade: An Offer You Can't Refuse (7)

    def next_reward(self, crossing: str, manager: bool) -> int:
        """7.1: what the next piece dealt at this commercial building pays."""
        reward = self.value(crossing)
        if manager:
            reward += self.building(crossing, "commercial")["coins"]
        smaller = reward // 2
        return reward - smaller if self.state["crossings"][crossing]["dealt"] == 0 else smaller

    def best(self, seat: int, subtype: str, product: str) -> str | None:
        """7.3: the crossing of the player's warehouse with that supply (or bar with that demand) that pays most."""
        held = self.held_buildings(seat)
        usable = [
            crossing
            for crossing in CROSSINGS
            if (crossing, "commercial") in held
            and self.building(crossing, "commercial")["subtype"] == subtype
            and self.state["crossings"][crossing]["pieces"][product] > 0
        ]
        return max(usable, key=lambda crossing: self.next_reward(crossing, held[crossing, "commercial"]), default=None)

    def can_deal(self, seller: int, buyer: int, product: str) -> bool:
        """7.1: the seller has a piece, a bar of the buyer wants it."""
        return None not in (self.best(seller, "warehouse", product), self.best(buyer, "bar", product))

    def deal(self, seller: int, buyer: int, product: str) -> None:
        """7.1, 7.3: one piece moves, both sides are paid."""
        for seat, subtype in ((seller, "warehouse"), (buyer, "bar")):
            crossing = self.best(seat, subtype, product)
            manager = self.held_buildings(seat)[crossing, "commercial"]
            self.pay(seat, "trade", self.next_reward(crossing, manager))
            self.state["crossings"][crossing]["pieces"][product] -= 1
            self.state["crossings"][crossing]["dealt"] += 1
        for seat in {seller, buyer}:
            self.count(seat, "deals")

    def legal_trade(self, seat: int) -> list[int]:
        """7.2: sell to yourself, offer, forge or finish."""
        me = self.player(seat)
        actions = [PASS]
        for p, product in enumerate(PRODUCTS):
            if self.can_deal(seat, seat, product):
                actions.append(SELL + p)
            if me["licenses"] > 0 and self.best(seat, "warehouse", product) is not None:
                actions += [FORGE + p * 3 + other for other in range(3)]
        if sum(entry["times"] for entry in me["declined"]) < self.rule("max_refusals"):
            for o, opponent in enumerate(self.opponents(seat)):
                for p, product in enumerate(PRODUCTS):
                    for s, (seller, buyer) in enumerate(((seat, opponent), (opponent, seat))):
                        if self.can_deal(seller, buyer, product):
                            first = OFFER + ((o * 4 + p) * 2 + s) * 3
                            if self.player(opponent)["money"] >= self.rule("side_payment"):
                                actions.append(first)
                            actions.append(first + 1)
                            if me["money"] >= self.rule("side_payment"):
                                actions.append(first + 2)
        return actions

    def do_trade(self, seat: int, action: int) -> None:
        """7.2: one turn of the trade."""
        if OFFER <= action < ACCEPT:
            rest, payment = divmod(action - OFFER, 3)
            rest, side = divmod(rest, 2)
            o, p = divmod(rest, 4)
            opponent = self.opponents(seat)[o]
            offer = {"from": seat, "to": opponent, "product": PRODUCTS[p], "side": SIDES[side]}
            self.state["offer"] = offer | {"payment": (payment - 1) * self.rule("side_payment")}
            self.count(seat, "offers")
            self.ask("answer", opponent)
            return
        if action == PASS:
            self.player(seat)["out"] = True
        elif SELL <= action < FORGE:
            self.deal(seat, seat, PRODUCTS[action - SELL])
        else:
            old, other = divmod(action - FORGE, 3)
            pieces = self.state["crossings"][self.best(seat, "warehouse", PRODUCTS[old])]["pieces"]
            pieces[PRODUCTS[old]] -= 1
            pieces[others(PRODUCTS, PRODUCTS[old])[other]] += 1
            self.player(seat)["licenses"] -= 1
        self.turn_ends("trade", seat)

    def legal_answer(self, seat: int) -> list[int]:
        """7.2: accept or decline."""
        return [ACCEPT, DECLINE]

    def do_answer(self, seat: int, action: int) -> None:
        """7.2: the opponent answers at once; then the turn goes on after the offering player."""
        offer, self.state["offer"] = self.state["offer"], None
        maker, product, side = offer["from"], offer["product"], offer["side"]
        if action == ACCEPT:
            seller, buyer = (maker, seat) if side == "sell" else (seat, maker)
            self.deal(seller, buyer, product)
            self.pay(maker, "side_payments", -offer["payment"])
            self.pay(seat, "side_payments", offer["payment"])
        else:
            what = {"to": seat, "product": product, "side": side}
            declined = self.player(maker)["declined"]
            entry = next((entry for entry in declined if entry.items() >= what.items()), None)
            if entry is None:
                entry = what | {"times": 0}
                declined.append(entry)
            entry["times"] += 1
            declined.sort(key=lambda e: (e["to"], PRODUCTS.index(e["product"]), SIDES.index(e["side"])))
        self.turn_ends("trade", maker)

    # ------------------------------------------------------------ minigame 3: Dominance (8)

    def kind_on_corner(self, crossing: str, corner: int) -> str:
        """1.5: a tile turned by r has kind k on corner (r + k) mod 4."""
        return KINDS[(corner - self.state["crossings"][crossing]["turn"]) % 4]

    def blocks(self) -> list[list[tuple[str, str]]]:
        """1.6: the four buildings of each of the 25 blocks."""
        found = []
        for j, i in itertools.product(range(5), repeat=2):
            corners = [(i, j, NORTH_WEST), (i + 1, j, NORTH_EAST), (i, j + 1, SOUTH_WEST), (i + 1, j + 1, SOUTH_EAST)]
            square = [(crossing_at(avenue, street), corner) for avenue, street, corner in corners]
            found.append([(crossing, self.kind_on_corner(crossing, corner)) for crossing, corner in square])
        return found

    def score_dominance(self) -> None:
        """8.1, 8.2: every crossing and every block."""
        squares = [[(crossing, kind) for kind in KINDS] for crossing in CROSSINGS] + self.blocks()
        held = [self.held_buildings(seat) for seat in self.seats()]
        for square in squares:
            mine = [[place for place in square if place in held[seat]] for seat in self.seats()]
            numbers = [len(places) for places in mine]
            leader = numbers.index(max(numbers))
            coins = sum(self.building(*place)["coins"] for place in mine[leader])
            if numbers[leader] == 4:
                # The mean of a crossing's own four values is its value.
                value = sum(self.value(crossing) for crossing, _ in square) // 4
                self.pay(leader, "dominance", (value + coins) * self.rule("domination_percent") // 100)
            elif numbers[leader] >= self.rule("min_majority") and numbers.count(numbers[leader]) == 1:
                self.pay(leader, "dominance", coins)

    # ------------------------------------------------------------ minigame 4: Fair Fight (9)

    def legal_attack(self, seat: int) -> list[int]:
        """9.1: attack an opponent's gang with one of yours, or pass."""
        actions = [PASS]
        for g, letter in enumerate(GANGS):
            gang = self.gang(seat, letter)
            for o, opponent in enumerate(self.opponents(seat)):
                for t, target_letter in enumerate(GANGS):
                    target = self.gang(opponent, target_letter)
                    if (
                        not gang["attacked"]
                        and not target["hides"]
                        and gang["cards"]
                        and target["cards"]
                        and distance(gang["crossing"], target["crossing"]) <= self.rule("fight_range")
                    ):
                        actions.append(ATTACK + (g * 3 + o) * 4 + t)
        return actions

    def do_attack(self, seat: int, action: int) -> None:
        """9.1, 9.2: pass, or attack: both gangs roll."""
        if action == PASS:
            self.player(seat)["out"] = True
            self.turn_ends("attack", seat)
            return
        rest, t = divmod(action - ATTACK, 4)
        g, o = divmod(rest, 3)
        defender = self.opponents(seat)[o]
        self.gang(seat, GANGS[g])["attacked"] = True
        fight = {"attacker": seat, "gang": GANGS[g], "defender": defender, "target": GANGS[t]}
        rolls = [self.chance.die(), self.chance.die()]  # first the attacker's
        self.state["fight"] = fight | {"rolls": rolls, "committed": [None, None], "winner": None}
        self.count(seat, "fights")
        self.count(defender, "fights")
        self.ask("attacker commits", seat)

    def legal_attacker_commits(self, seat: int) -> list[int]:
        """9.3: any card of the attacking gang."""
        return [COMMIT + slot for slot in range(len(self.gang(seat, self.state["fight"]["gang"])["cards"]))]

    def do_attacker_commits(self, seat: int, action: int) -> None:
        """9.3: first the attacker."""
        fight = self.state["fight"]
        fight["committed"][0] = self.gang(seat, fight["gang"])["cards"][action - COMMIT]
        self.ask("defender commits", fight["defender"])

    def legal_defender_commits(self, seat: int) -> list[int]:
        """9.3: any card of the target gang."""
        return [COMMIT + slot for slot in range(len(self.gang(seat, self.state["fight"]["target"])["cards"]))]

    def do_defender_commits(self, seat: int, action: int) -> None:
        """9.3, 9.4, 9.1: then the defender; the fight is decided."""
        fight = self.state["fight"]
        attacker = fight["attacker"]
        attacking, target = self.gang(attacker, fight["gang"]), self.gang(seat, fight["target"])
        fight["committed"][1] = target["cards"][action - COMMIT]
        self.show(fight["committed"])

        about, defence_mark = (FIGHT_DICE[g["die"]][r - 1] for g, r in zip((attacking, target), fight["rolls"]))
        attribute = ATTRIBUTES[about]
        attack_die, defence_die = fight["rolls"]
        if defence_mark != about:
            defence_die //= self.rule("mismatch_divisor")
        attack_card, defence_card = fight["committed"]
        attack = CARDS[attack_card][attribute] + attacking["bonus"][attribute] + attack_die
        defence = CARDS[defence_card][attribute] + target["bonus"][attribute] + defence_die

        if attack > defence:
            target["hides"] = True
            fight["winner"] = attacker
            self.capture(attacker, fight["gang"], seat, target, defence_card)
        else:
            fight["winner"] = seat
            self.capture(seat, fight["target"], attacker, attacking, attack_card)
        self.turn_ends("attack", attacker)

    def capture(self, winner: int, letter: str, loser: int, losing_gang: dict, card: int) -> None:
        """9.4, 4.2: the winner takes the committed card; without room it leaves the game."""
        losing_gang["cards"].remove(card)
        self.count(loser, "cards_lost")
        self.count(winner, "cards_won")
        gang = self.gang_with_room(winner, letter)
        if gang is None:
            self.state["out_of_game"] = sorted(self.state["out_of_game"] + [card])
        else:
            self.join(winner, gang, card)

    # ------------------------------------------------------------ minigame 5: Inventory (10)

    def legal_regroup(self, seat: int) -> list[int]:
        """10.1: one move, or stop."""
        actions = [PASS]
        if self.player(seat)["regroup_moves"] < self.rule("regroup_moves"):
            for f, source in enumerate(GANGS):
                emblems = [CARDS[card]["emblem"] for card in self.gang(seat, source)["cards"]]
                for t, target in enumerate(others(GANGS, source)):
                    if len(self.gang(seat, target)["cards"]) < GANG_LIMIT:
                        actions += [
                            REGROUP + (e * 4 + f) * 3 + t for e, emblem in enumerate(EMBLEMS) if emblem in emblems
                        ]
        return actions

    def do_regroup(self, seat: int, action: int) -> None:
        """10.1: move the card of the emblem with the most points, lowest number on ties."""
        if action == PASS:
            self.player(seat)["out"] = True
        else:
            rest, t = divmod(action - REGROUP, 3)
            e, f = divmod(rest, 4)
            source = self.gang(seat, GANGS[f])
            target = self.gang(seat, others(GANGS, GANGS[f])[t])
            fitting = [card for card in source["cards"] if CARDS[card]["emblem"] == EMBLEMS[e]]
            card = min(fitting, key=lambda card: (-CARDS[card]["points"], card))
            source["cards"].remove(card)
            target["cards"] = sorted(target["cards"] + [card])
            self.player(seat)["regroup_moves"] += 1
        self.turn_ends("regroup", seat)

    def influence(self, seat: int, subtype: str) -> int:
        """10.2: 1 for each building of the subtype, 2 where a Manager runs it, at most the cap."""
        total = 0
        for place, manager in self.held_buildings(seat).items():
            if self.building(*place)["subtype"] == subtype:
                total += 2 if manager else 1
        return min(total, self.rule("influence_cap"))

    def score_inventory(self) -> None:
        """10.2: the sets of every gang."""
        for seat in self.seats():
            for emblem in EMBLEMS:
                influence = self.influence(seat, emblem)
                for letter in GANGS:
                    cards = [c for c in self.gang(seat, letter)["cards"] if CARDS[c]["emblem"] == emblem]
                    if len(cards) >= self.rule("set_size") and influence > 0:
                        self.pay(seat, "inventory", sum(CARDS[card]["points"] for card in cards) * influence)
                        self.show(cards)

    # ------------------------------------------------------------ minigame 6: Full Throttle (11)

    def begin_chase(self) -> None:
        """11.1: by number of cards, most first; ties: lower seat first."""
        for seat in self.seats():
            self.player(seat)["out"] = False
        order = sorted(self.seats(), key=lambda seat: (-self.number_of_cards(seat), seat))
        self.state["chase"]["order"] = order
        self.ask("park", order[0])

    def legal_park(self, seat: int) -> list[int]:
        """11.1: at one of the own gangsters' crossings."""
        return [PARK + g for g in range(4)]

    def do_park(self, seat: int, action: int) -> None:
        self.player(seat)["car"] = self.gang(seat, GANGS[action - PARK])["crossing"]
        order = self.state["chase"]["order"]
        if seat != order[-1]:
            self.ask("park", order[order.index(seat) + 1])
        else:
            self.next_in_chase(seat)

    def next_in_chase(self, seat: int) -> None:
        """11.1: the next in the order of play who does not miss the turn, in at most so many rounds."""
        chase = self.state["chase"]
        while True:
            if seat != chase["order"][-1]:
                seat = chase["order"][chase["order"].index(seat) + 1]
            elif chase["round"] < self.rule("chase_rounds"):
                chase["round"] += 1
                seat = chase["order"][0]
            else:
                return self.ask("over", None)
            if not self.player(seat)["misses_turn"]:
                return self.ask("chase", seat)
            self.player(seat)["misses_turn"] = False

    def legal_chase(self, seat: int) -> list[int]:
        """11.1: wait, drive to another crossing, or raid a kind not raided there in vain."""
        car = self.player(seat)["car"]
        drives = [
            DRIVE + c
            for c, crossing in enumerate(CROSSINGS)
            if crossing != car and distance(car, crossing) <= self.rule("longest_drive")
        ]
        ruled_out = self.state["crossings"][car]["ruled_out"]
        return [PASS] + drives + [RAID + k for k, kind in enumerate(KINDS) if kind not in ruled_out]

    def do_chase(self, seat: int, action: int) -> None:
        """11.1: one turn of the chase."""
        if action >= RAID:
            self.raid(seat, KINDS[action - RAID])
        elif action >= DRIVE:
            self.drive(seat, CROSSINGS[action - DRIVE])
        if not self.is_over:
            self.next_in_chase(seat)

    def drive(self, seat: int, crossing: str) -> None:
        """11.1: beyond a safe drive the car goes full throttle and may crash."""
        me = self.player(seat)
        if distance(me["car"], crossing) > self.rule("safe_drive"):
            self.state["last_roll"] = self.chance.die()
            if self.state["last_roll"] <= self.rule("crash_at_most"):
                me["misses_turn"] = True
                return
        me["car"] = crossing

    def raid(self, seat: int, kind: str) -> None:
        """11.1, 11.2: the bounty and the end of the game, or a fine."""
        me, hideout = self.player(seat), self.state["hideout"]
        self.count(seat, "raids")
        if (me["car"], kind) == (f"{hideout['avenue']}/{hideout['street']}", hideout["kind"]):
            self.pay(seat, "bounty", self.rule("bounty") + self.rule("bounty_per_card") * self.number_of_cards(seat))
            self.state["finder"] = seat
            self.ask("over", None)
        else:
            self.pay(seat, "fines", -min(self.rule("fine"), me["money"]))
            ruled_out = self.state["crossings"][me["car"]]["ruled_out"]
            self.state["crossings"][me["car"]]["ruled_out"] = [k for k in KINDS if k in ruled_out + [kind]]
