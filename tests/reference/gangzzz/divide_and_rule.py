"""5: Divide and Rule (minigame 1)."""

from tests.reference.gangzzz.position import Position
from tests.reference.gangzzz.tables import CROSSINGS, GANGS, PLACE_GANGSTER


class DivideAndRule(Position):
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
