"""6: Influential Gentlemen (minigame 2)."""

from tests.reference.gangzzz.geometry import crossing_near
from tests.reference.gangzzz.position import Position
from tests.reference.gangzzz.tables import GANGS, KINDS, PASS, PLACE_MANAGER, SIZES, SLOTS


class InfluentialGentlemen(Position):
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
