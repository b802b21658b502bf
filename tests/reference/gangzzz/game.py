"""The whole game: all minigames, and which follows which (3.5)."""

from tests.reference.gangzzz.divide_and_rule import DivideAndRule
from tests.reference.gangzzz.dominance import Dominance
from tests.reference.gangzzz.fair_fight import FairFight
from tests.reference.gangzzz.full_throttle import FullThrottle
from tests.reference.gangzzz.influential_gentlemen import InfluentialGentlemen
from tests.reference.gangzzz.inventory import Inventory
from tests.reference.gangzzz.trade import Trade


class Game(DivideAndRule, InfluentialGentlemen, Trade, Dominance, FairFight, Inventory, FullThrottle):
    """One game, from any position; `chance` rolls its dice and shuffles its deck."""

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
