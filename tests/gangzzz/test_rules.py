"""."""

import dataclasses

import numpy as np
import pytest

from gangzzz_env.games.gangzzz.actions import DECLINE, PASS, encode
from gangzzz_env.games.gangzzz.rules import Rules, read_rules
from gangzzz_env.games.gangzzz.state import Decision, Source, Tally
from gangzzz_env.games.gangzzz.tables import BUILDING_SUBTYPE, Subtype
from tests.gangzzz.scene import (
    CITY,
    COMMERCIAL,
    FISH,
    GYM,
    HERE,
    HOSPITAL,
    MEAT,
    RESIDENTIAL,
    SMARTS,
    STRENGTH,
    UNDERWORLD,
    A,
    B,
    C,
    D,
    Scene,
    at,
    card_of,
    cards_with,
)
from tests.gangzzz.table import Table

# Section 12 of the rulebook: default, lowest, highest.
PRINTED = {
    "recruits": (2, 0, 5),
    "city_cards_assistant": (1, 0, 5),
    "city_cards_manager": (2, 0, 5),
    "link_cards_1": (1, 0, 6),
    "link_cards_2": (2, 0, 6),
    "link_cards_3": (3, 0, 6),
    "protection_percent": (50, 0, 200),
    "licenses": (1, 0, 5),
    "trainer_bonus": (1, 0, 5),
    "gym_cards": (1, 0, 5),
    "library_looks": (1, 0, 5),
    "casino_dice": (1, 0, 5),
    "manager_extra": (1, 0, 5),
    "side_payment": (3, 1, 20),
    "max_refusals": (3, 0, 10),
    "domination_percent": (100, 0, 500),
    "min_majority": (2, 1, 4),
    "fight_range": (3, 0, 10),
    "mismatch_divisor": (2, 1, 6),
    "regroup_moves": (6, 0, 20),
    "set_size": (3, 2, 12),
    "influence_cap": (3, 0, 20),
    "chase_rounds": (6, 1, 20),
    "safe_drive": (2, 0, 10),
    "longest_drive": (3, 1, 10),
    "crash_at_most": (1, 0, 6),
    "fine": (10, 0, 100),
    "bounty": (30, 0, 500),
    "bounty_per_card": (1, 0, 20),
    "old_rent": (0, 0, 1),
    "mixed_warehouses": (0, 0, 1),
}
FIELDS = pytest.mark.parametrize("name", PRINTED)


def recruits(**rules):
    """Cards after the first gangster is placed."""
    scene = Scene(2, **rules)
    scene.play(encode("place gangster", A, 0))
    return int(scene.state.gang_count.sum())


def working(name: str, gang: int, slot: int, kind: int, rules: dict) -> np.record:
    """The game after a manager has been placed on a building of this name, at a crossing worth 7."""
    scene = Scene(2, **rules)
    scene.build(name, "LEX/50TH")
    scene.stand(0, gang, "LEX/50TH")
    scene.load_dice(1, 2, 3)
    scene.ask(Decision.PLACE_MANAGER).play(encode("place manager", gang, slot, HERE, kind))
    return scene.state


def assistants_cards(**rules):
    return int(working("small hospital", A, 0, CITY, rules).gang_count.sum())


def managers_cards(**rules):
    return int(working("small hospital", A, 2, CITY, rules).gang_count.sum())


def cards_of_link(number: int):
    """Cards that a small office draws as the number-th link of a large one."""

    def count(**rules):
        scene = Scene(2, city_cards_assistant=0, **rules)
        scene.build("small office", "LEX/50TH")
        held = ("large office", "small office", "small office")[:number]
        for name, crossing in zip(held, ("1ST/52ND", "2ND/52ND", "3RD/52ND")):
            scene.build(name, crossing)
            scene.assistant(0, crossing, CITY, gang=D)
        scene.stand(0, A, "LEX/50TH")
        scene.ask(Decision.PLACE_MANAGER).play(encode("place manager", A, 0, HERE, CITY))
        return int(scene.state.gang_count.sum())

    return count


def protection(**rules):
    return int(working("forgery", A, 0, UNDERWORLD, rules).money[0])


def licenses(**rules):
    return int(working("forgery", A, 0, UNDERWORLD, rules).licenses[0])


def trainer(**rules):
    """The bonuses from a medium arsenal, gym and library."""
    names = ("medium arsenal", "medium gym", "medium library")
    return [int(working(name, D, 0, UNDERWORLD, rules).bonus[0, D].sum()) for name in names]


def gym_cards(**rules):
    return int(working("medium gym", D, 0, UNDERWORLD, rules).gang_count.sum())


def library_looks(**rules):
    return int(working("medium library", D, 0, UNDERWORLD, rules).tally[0, Tally.LOOKS])


def casino_roll(**rules):
    """What a medium casino wins with the dice 1, 2, 3 for an Assistant, beside the protection money."""
    return int(working("medium casino", A, 0, UNDERWORLD, rules).money[0]) - 3


def managers_extra(**rules):
    """Licenses, bonuses and looks of a Manager in the small buildings."""
    forger = working("forgery", D, 2, UNDERWORLD, rules)
    reader = working("small library", C, 3, UNDERWORLD, rules)
    trained = [
        int(working(name, gang, 3, UNDERWORLD, rules).bonus.sum())
        for name, gang in (("small gym", A), ("small arsenal", B))
    ]
    player = working("small casino", D, 3, UNDERWORLD, rules)
    rolled = int(player.money[0]) - 3
    return [int(forger.licenses[0]), *trained, int(reader.bonus.sum()), int(reader.tally[0, Tally.LOOKS]), rolled]


def market(rules: dict) -> Scene:
    """Player 0 has fish that player 1 wants; player 1 is rich."""
    scene = Scene(2, **rules)
    scene.build("regional warehouse", "1ST/50TH", FISH, FISH)
    scene.build("day bar", "2ND/50TH", FISH, MEAT)
    scene.assistant(0, "1ST/50TH", COMMERCIAL)
    scene.assistant(1, "2ND/50TH", COMMERCIAL)
    scene.state.money[1] = 20
    return scene.ask(Decision.TRADE)


def side_payment(**rules):
    """What player 0 is paid."""
    scene = market(rules)
    scene.play(encode("offer", 0, FISH, 0, 0), encode("answer", 0))
    return scene.earned(0, Source.SIDE_PAYMENTS)


def refusals(**rules):
    """How many offers player 0 has had declined when trade ends."""
    scene = market(rules)
    if scene.legal() == [PASS]:
        return 0
    scene.state.is_out[1] = 1
    while scene.decision in (Decision.TRADE, Decision.ANSWER):
        scene.play(DECLINE if scene.decision == Decision.ANSWER else scene.legal()[1])
    return int(scene.state.declined.sum())


def dominance(*kinds: int, **rules):
    """What a player earns who holds these buildings of a crossing worth 7, with a small tenement and a day bar."""
    scene = Scene(2, **rules)
    scene.build("small tenement", "1ST/47TH")
    scene.build("day bar", "1ST/47TH")
    for kind in kinds:
        scene.assistant(0, "1ST/47TH", kind)
    scene.close(Decision.TRADE)
    return scene.earned(0, Source.DOMINANCE)


def domination(**rules):
    return dominance(RESIDENTIAL, COMMERCIAL, CITY, UNDERWORLD, **rules)


def majority_of_one(**rules):
    return dominance(COMMERCIAL, **rules)


def attacks_at_distance_4(**rules):
    scene = Scene(2, **rules)
    scene.give_any(0, A, 1)
    scene.give_any(1, A, 1)
    scene.stand(0, A, "1ST/47TH")
    scene.stand(1, A, "3RD/49TH")
    return scene.ask(Decision.ATTACK).allows(encode("attack", A, 0, A))


def mismatched_defense(**rules):
    """The highest roll of the attacker that a defender with a mismatched 6 and an equal card holds against."""
    held = []
    for roll in range(1, 7):
        scene = Scene(2, **rules)
        for seat, attribute, value in ((0, SMARTS, roll), (1, STRENGTH, 6)):
            scene.give(seat, A, card_of(SMARTS, 3, place=seat))
            scene.give_die(seat, A, value, attribute)
        scene.load_dice(roll, 6)
        scene.ask(Decision.ATTACK).play(encode("attack", A, 0, A), encode("commit", 0), encode("commit", 0))
        if scene.state.fight_winner == 1:
            held.append(roll)
    return max(held)


def moves_in_the_regrouping(**rules):
    scene = Scene(2, **rules)
    scene.give(0, A, cards_with(GYM, 2)[0])
    scene.ask(Decision.ATTACK).play(PASS)
    while scene.decision != Decision.PARK:
        scene.play(scene.legal()[1])
    return int(scene.state.regroup_moves[0])


def inventory(count: int, hospitals: int, **rules):
    """What so many cards of a point each earn with so many hospitals."""
    scene = Scene(2, **rules)
    scene.give(0, A, *cards_with(HOSPITAL, *[1] * count))
    for crossing in ("1ST/47TH", "2ND/47TH", "3RD/47TH", "LEX/47TH")[:hospitals]:
        scene.build("small hospital", crossing)
        scene.assistant(0, crossing, CITY)
    scene.close(Decision.REGROUP)
    return scene.earned(0, Source.INVENTORY)


def pair_earns(**rules):
    return inventory(2, 1, **rules)


def four_hospitals_earn(**rules):
    return inventory(3, 4, **rules)


def chase(rules: dict) -> Scene:
    scene = Scene(2, **rules)
    scene.state.hideout[:] = (2, 2, CITY)
    scene.ask(Decision.CHASE).state.car[:2] = at("3RD/49TH")
    return scene


def rounds(**rules):
    scene = chase(rules)
    decisions = 0
    while scene.decision == Decision.CHASE:
        scene.play(PASS)
        decisions += 1
    return decisions // 2


def rolls_on_a_drive_of_2(**rules):
    """The full-throttle die, -1 if none was rolled."""
    scene = chase(rules)
    scene.load_dice(4)
    scene.play(encode("drive", at("3RD/51ST")))
    return int(scene.state.last_roll)


def crossings_to_drive_to(**rules):
    return sum(action >= encode("drive", 0) for action in chase(rules).legal()) - 4


def crashes_on_a_2(**rules):
    scene = chase(rules)
    scene.load_dice(2)
    scene.play(encode("drive", at("3RD/52ND")))
    return int(scene.state.misses_turn[0])


def fine(**rules):
    scene = chase(rules)
    scene.state.money[0] = 50
    scene.play(encode("raid", UNDERWORLD))
    return -scene.earned(0, Source.FINES)


def bounty_with_4_cards(**rules):
    scene = chase(rules)
    scene.give_any(0, B, 4)
    scene.play(encode("raid", CITY))
    return scene.earned(0, Source.BOUNTY)


def rent_of_an_assistant(**rules):
    return int(working("luxury tenement", A, 1, RESIDENTIAL, rules).money[0])


def warehouse_of_two_products(**rules):
    """Whether any warehouse on the board has pieces of two products."""
    state = Table(2, 1, Rules(**rules)).state
    warehouses = BUILDING_SUBTYPE[state.building[:, COMMERCIAL]] == Subtype.WAREHOUSE
    return int(state.pieces[warehouses].max()) == 1


# name: what shows its effect, by default, another value, what that shows.
EFFECTS = {
    "recruits": (recruits, 2, 5, 5),
    "city_cards_assistant": (assistants_cards, 1, 3, 3),
    "city_cards_manager": (managers_cards, 2, 0, 0),
    "link_cards_1": (cards_of_link(1), 1, 4, 4),
    "link_cards_2": (cards_of_link(2), 2, 6, 6),
    "link_cards_3": (cards_of_link(3), 3, 0, 0),
    "protection_percent": (protection, 3, 200, 14),
    "licenses": (licenses, 1, 4, 4),
    "trainer_bonus": (trainer, [2, 2, 2], 3, [6, 6, 6]),
    "gym_cards": (gym_cards, 1, 3, 3),
    "library_looks": (library_looks, 2, 4, 8),
    "casino_dice": (casino_roll, 1 + 2, 0, 0),
    "manager_extra": (managers_extra, [2, 2, 2, 2, 2, 1 + 2], 2, [3, 3, 3, 3, 3, 1 + 2 + 3]),
    "side_payment": (side_payment, 3, 20, 20),
    "max_refusals": (refusals, 3, 5, 5),
    "domination_percent": (domination, 7 + 4, 50, 5),
    "min_majority": (majority_of_one, 0, 1, 2),
    "fight_range": (attacks_at_distance_4, False, 4, True),
    "mismatch_divisor": (mismatched_defense, 3, 6, 1),
    "regroup_moves": (moves_in_the_regrouping, 6, 2, 2),
    "set_size": (pair_earns, 0, 2, 2),
    "influence_cap": (four_hospitals_earn, 9, 20, 12),
    "chase_rounds": (rounds, 6, 2, 2),
    "safe_drive": (rolls_on_a_drive_of_2, -1, 1, 4),
    "longest_drive": (crossings_to_drive_to, 22, 1, 4),
    "crash_at_most": (crashes_on_a_2, 0, 2, 1),
    "fine": (fine, 10, 33, 33),
    "bounty": (bounty_with_4_cards, 34, 500, 504),
    "bounty_per_card": (bounty_with_4_cards, 34, 5, 50),
    "old_rent": (rent_of_an_assistant, 7, 1, 12),
    "mixed_warehouses": (warehouse_of_two_products, False, 1, True),
}


def test_12_the_fields_are_those_of_the_rulebook():
    fields = dataclasses.fields(Rules)
    assert {f.name: (f.default, f.metadata["lowest"], f.metadata["highest"]) for f in fields} == PRINTED


@FIELDS
def test_12_a_number_changes_what_it_says(name):
    shows, by_default, value, changed = EFFECTS[name]
    assert shows() == by_default
    assert shows(**{name: value}) == changed


@FIELDS
def test_12_the_ends_of_the_range_are_allowed_and_what_is_beyond_is_refused(name):
    _, lowest, highest = PRINTED[name]
    for value in (lowest, highest):
        rules = read_rules({name: value})
        assert getattr(rules, name) == value
        assert Table(2, 1, rules).state.rules[name] == value
    for value in (lowest - 1, highest + 1):
        with pytest.raises(ValueError, match=f"rule {name} is {value}, but must be an integer in {lowest}-{highest}"):
            read_rules({name: value})
