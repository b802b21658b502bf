"""11: Full Throttle (minigame 6)."""

from tests.reference.gangzzz.geometry import distance
from tests.reference.gangzzz.position import Position
from tests.reference.gangzzz.tables import CROSSINGS, DRIVE, GANGS, KINDS, PARK, PASS, RAID


class FullThrottle(Position):
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

    def winners(self) -> list[int]:
        """11.3: most money; ties: more cards; then the victory is shared."""
        scores = [(self.player(seat)["money"], self.number_of_cards(seat)) for seat in self.seats()]
        return [seat for seat in self.seats() if scores[seat] == max(scores)]
