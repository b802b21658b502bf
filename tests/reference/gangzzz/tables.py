"""2, 12, 13: the printed tables, the names and the numbers of the game."""

import csv
import itertools
from pathlib import Path

DATA = Path(__file__).resolve().parents[3] / "gangzzz_env" / "games" / "gangzzz" / "data"


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
