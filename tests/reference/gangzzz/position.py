"""The position, and what all minigames do with it: turns, money and cards (3.5, 4)."""

import copy

from tests.reference.gangzzz.tables import BUILDINGS, CLUES, GANG_LIMIT, GANGS, PASS, SPECIALTY


class Position:
    """The whole state as one JSON-like dict, `state`; nothing else is remembered between decisions."""

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
