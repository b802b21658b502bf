"""8: Dominance (minigame 3)."""

import itertools

from tests.reference.gangzzz.geometry import crossing_at
from tests.reference.gangzzz.position import Position
from tests.reference.gangzzz.tables import CROSSINGS, KINDS, NORTH_EAST, NORTH_WEST, SOUTH_EAST, SOUTH_WEST


class Dominance(Position):
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
