"""10: Inventory (minigame 5)."""

from tests.reference.gangzzz.geometry import others
from tests.reference.gangzzz.position import Position
from tests.reference.gangzzz.tables import CARDS, EMBLEMS, GANG_LIMIT, GANGS, PASS, REGROUP


class Inventory(Position):
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
