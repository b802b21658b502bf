"""Section 7: trade."""

import pytest

from gangzzz_env.games.gangzzz.actions import ACCEPT, DECLINE, PASS, encode
from gangzzz_env.games.gangzzz.state import Decision, Source, Tally
from tests.gangzzz.scene import ALCOHOL, CIGARS, COMMERCIAL, FISH, MEAT, WORTH, Scene, at
from tests.gangzzz.table import NUMBERS_OF_PLAYERS

SHOP, BAR, SHOP_2, BAR_2 = "1ST/50TH", "2ND/50TH", "3RD/50TH", "LEX/50TH"
SELLS, BUYS = 0, 1
IS_PAID, NO_PAYMENT, PAYS = 0, 1, 2
LARGER_HALF = WORTH - WORTH // 2


def sell(product: int) -> int:
    return encode("sell to yourself", product)


def forge(product: int, to: int) -> int:
    """The other products are counted in order, without the product itself."""
    return encode("forge", product, to - (to > product))


def offer(product: int, side: int, payment: int = NO_PAYMENT, opponent: int = 0) -> int:
    return encode("offer", opponent, product, side, payment)


def market(shop_owner: int = 0, bar_owner: int = 0, num_players: int = 2, **rules: int) -> Scene:
    """A warehouse with two pieces of fish and a bar that wants fish and meat, each run by an Assistant."""
    scene = Scene(num_players, **rules)
    scene.build("regional warehouse", SHOP, FISH, FISH)
    scene.build("day bar", BAR, FISH, MEAT)
    scene.assistant(shop_owner, SHOP, COMMERCIAL)
    scene.assistant(bar_owner, BAR, COMMERCIAL)
    return scene.ask(Decision.TRADE)


def pieces(scene: Scene, crossing: str) -> list[int]:
    return scene.state.pieces[at(crossing)].tolist()


def test_7_1_a_deal_moves_a_piece_from_a_warehouse_to_a_bar_that_wants_it():
    scene = market()
    assert not scene.allows(sell(MEAT)) and not scene.allows(sell(ALCOHOL))
    scene.play(sell(FISH))
    assert pieces(scene, SHOP) == [1, 0, 0, 0]
    assert pieces(scene, BAR) == [0, 1, 0, 0]


def test_7_1_what_is_not_held_supplies_and_demands_nothing():
    scene = market(shop_owner=1)
    assert not scene.allows(sell(FISH))
    scene = market()
    scene.state.manager_at[at(BAR), COMMERCIAL] = -1
    assert not scene.allows(sell(FISH))


def test_7_1_the_first_piece_pays_the_larger_half_the_second_the_rest():
    scene = market()
    scene.build("night bar", BAR_2, FISH, CIGARS)
    scene.assistant(0, BAR_2, COMMERCIAL)
    scene.play(sell(FISH))
    assert scene.state.money[0] == scene.earned(0, Source.TRADE) == 4 + 4
    scene.ask(Decision.TRADE).state.is_out[:] = 0
    scene.play(sell(FISH))
    assert scene.state.money[0] == 4 + 4 + 3 + 4


def test_7_1_a_manager_gets_the_coins_too_and_halves_of_an_even_reward_are_equal():
    scene = Scene()
    scene.build("wholesale warehouse", SHOP, CIGARS, CIGARS)
    scene.build("private bar", BAR, CIGARS, ALCOHOL)
    scene.manager(0, SHOP, COMMERCIAL)
    scene.manager(0, BAR, COMMERCIAL)
    scene.ask(Decision.TRADE).play(sell(CIGARS))
    assert scene.earned(0, Source.TRADE) == (WORTH + 3) // 2 + (WORTH + 5) // 2


def test_7_1_both_sides_of_a_deal_are_paid_and_unsold_pieces_earn_nothing():
    scene = market(0, 1)
    scene.value(SHOP, avenue=5, street=4)
    scene.play(offer(FISH, SELLS), ACCEPT)
    assert scene.earned(0, Source.TRADE) == 5
    assert scene.earned(1, Source.TRADE) == 4
    assert pieces(scene, SHOP) == [1, 0, 0, 0]
    assert scene.state.money[:2].tolist() == [5, 4]


@pytest.mark.parametrize("num_players", NUMBERS_OF_PLAYERS)
def test_7_2_trade_starts_with_seat_1(num_players):
    scene = Scene(num_players)
    for seat, crossing in enumerate((SHOP, BAR, SHOP_2, BAR_2)[:num_players]):
        scene.build("regional warehouse", crossing)
        scene.assistant(seat, crossing, COMMERCIAL)
        scene.state.licenses[seat] = 1
    scene.close(Decision.PLACE_MANAGER)
    assert (scene.decision, scene.mover()) == (Decision.TRADE, 1 % num_players)


def test_7_2_selling_to_yourself_is_a_turn():
    scene = market()
    scene.state.licenses[1] = 1
    scene.build("local warehouse", SHOP_2)
    scene.assistant(1, SHOP_2, COMMERCIAL)
    scene.play(sell(FISH))
    assert scene.mover() == 1
    assert scene.state.tally[0, Tally.DEALS] == 1


def test_7_2_an_offer_can_be_made_only_if_that_deal_can():
    scene = market(0, 1)
    assert scene.legal() == [PASS, offer(FISH, SELLS)]
    scene.ask(Decision.TRADE, seat=1)
    assert scene.legal() == [PASS, offer(FISH, BUYS)]


def test_7_2_offers_name_the_opponent_by_seats_after_ones_own():
    scene = market(2, 0, num_players=4)
    scene.ask(Decision.TRADE, seat=2)
    assert scene.legal() == [PASS, offer(FISH, SELLS, opponent=1)]
    scene.play(offer(FISH, SELLS, opponent=1))
    assert (scene.decision, scene.mover()) == (Decision.ANSWER, 0)


@pytest.mark.parametrize("side", [SELLS, BUYS])
@pytest.mark.parametrize(("payment", "dollars"), [(IS_PAID, 3), (NO_PAYMENT, 0), (PAYS, -3)])
def test_7_2_an_accepted_offer_is_dealt_and_its_side_payment_made(side, payment, dollars):
    scene = market(side, 1 - side)
    scene.state.money[:2] = 10
    scene.play(offer(FISH, side, payment))
    assert (scene.decision, scene.mover()) == (Decision.ANSWER, 1)
    assert scene.legal() == [ACCEPT, DECLINE]
    scene.play(ACCEPT)
    assert [scene.earned(seat, Source.SIDE_PAYMENTS) for seat in (0, 1)] == [dollars, -dollars]
    assert [scene.earned(seat, Source.TRADE) for seat in (0, 1)] == [LARGER_HALF, LARGER_HALF]
    assert scene.state.money[:2].tolist() == [14 + dollars, 14 - dollars]
    assert scene.state.tally[:2, Tally.DEALS].tolist() == [1, 1]
    assert scene.state.tally[:2, Tally.OFFERS].tolist() == [1, 0]


@pytest.mark.parametrize(
    ("own", "theirs", "payments"), [(2, 2, [1]), (3, 2, [1, 2]), (2, 3, [0, 1]), (3, 3, [0, 1, 2])]
)
def test_7_2_who_would_pay_must_have_the_money(own, theirs, payments):
    scene = market(0, 1)
    scene.state.money[:2] = own, theirs
    assert [payment for payment in range(3) if scene.allows(offer(FISH, SELLS, payment))] == payments
    scene.ask(Decision.TRADE, seat=1)
    mirrored = [payment for payment in range(3) if scene.allows(offer(FISH, BUYS, payment))]
    assert mirrored == sorted(2 - payment for payment in payments)


def test_7_2_a_declined_offer_changes_nothing_but_is_counted():
    scene = market(0, 1)
    scene.state.money[:2] = 10
    scene.play(offer(FISH, SELLS, PAYS), DECLINE)
    assert scene.state.money[:2].tolist() == [10, 10]
    assert pieces(scene, SHOP) == [2, 0, 0, 0]
    assert scene.state.declined[0, 1, FISH, SELLS] == scene.state.declined.sum() == 1
    assert (scene.state.offer == -1).all()
    assert scene.mover() == 1


def test_7_2_after_the_third_declined_offer_a_player_makes_no_more():
    scene = market(0, 1)
    scene.state.licenses[0] = 1
    scene.state.declined[0, 1, MEAT, BUYS] = 2
    assert scene.allows(offer(FISH, SELLS))
    scene.state.declined[0, 1, FISH, SELLS] = 1
    assert not scene.allows(offer(FISH, SELLS))
    assert scene.allows(forge(FISH, MEAT))
    scene.ask(Decision.TRADE, seat=1)
    assert scene.allows(offer(FISH, BUYS))


def test_7_2_a_license_turns_an_unsold_piece_into_another_product():
    scene = market()
    assert not scene.allows(forge(FISH, MEAT))
    scene.state.licenses[0] = 1
    assert not scene.allows(forge(MEAT, FISH))
    scene.play(forge(FISH, ALCOHOL))
    assert pieces(scene, SHOP) == [1, 0, 0, 1]
    assert scene.state.licenses[0] == 0
    assert not scene.state.money.any()
    assert not scene.allows(forge(FISH, MEAT))


def test_7_2_what_a_bar_wants_is_no_unsold_piece():
    scene = market()
    scene.state.licenses[0] = 1
    assert not scene.allows(forge(MEAT, FISH))
    assert [scene.allows(forge(FISH, to)) for to in (MEAT, CIGARS, ALCOHOL)] == [True, True, True]


def test_7_2_finishing_is_being_out_and_trade_ends_when_all_are():
    scene = market(0, 1)
    scene.play(PASS)
    assert (scene.decision, scene.mover()) == (Decision.TRADE, 1)
    scene.play(PASS)
    assert scene.decision != Decision.TRADE


def test_7_2_who_can_do_nothing_but_finish_is_out():
    scene = market()
    scene.build("day bar", BAR_2, FISH, CIGARS)
    scene.assistant(0, BAR_2, COMMERCIAL)
    scene.play(sell(FISH))
    assert scene.mover() == 0
    assert scene.state.is_out[:2].tolist() == [0, 1]
    scene.state.declined[0, 1, FISH, SELLS] = 3
    assert scene.legal() == [PASS, sell(FISH)]


def test_7_2_with_refusals_spent_and_no_deal_of_ones_own_a_player_is_out():
    scene = market(0, 1)
    scene.state.declined[1, 0, FISH, BUYS] = 3
    scene.play(offer(FISH, SELLS), DECLINE)
    assert scene.mover() == 0
    assert scene.state.is_out[1] == 1


def two_warehouses(better: str) -> Scene:
    """Two warehouses with fish, one of them at a better crossing, and a bar, all of player 0."""
    scene = Scene()
    for crossing in (SHOP, SHOP_2):
        scene.build("regional warehouse", crossing, FISH, FISH)
        scene.assistant(0, crossing, COMMERCIAL)
    scene.build("day bar", BAR, FISH, MEAT)
    scene.assistant(0, BAR, COMMERCIAL)
    scene.state.avenue_value[at(better) % 6] = 6
    scene.state.licenses[0] = 1
    return scene.ask(Decision.TRADE)


@pytest.mark.parametrize(("better", "other"), [(SHOP, SHOP_2), (SHOP_2, SHOP)])
def test_7_3_the_building_that_pays_most_for_this_piece_deals(better, other):
    scene = two_warehouses(better)
    scene.play(sell(FISH))
    assert pieces(scene, better) == [1, 0, 0, 0] and pieces(scene, other) == [2, 0, 0, 0]
    assert scene.earned(0, Source.TRADE) == 5 + 4


@pytest.mark.parametrize(("better", "other"), [(SHOP, SHOP_2), (SHOP_2, SHOP)])
def test_7_3_forging_takes_the_piece_from_that_warehouse(better, other):
    scene = two_warehouses(better)
    scene.play(forge(FISH, MEAT))
    assert pieces(scene, better) == [1, 1, 0, 0] and pieces(scene, other) == [2, 0, 0, 0]


def test_7_3_the_lowest_crossing_deals_on_ties():
    scene = two_warehouses(BAR)
    scene.play(sell(FISH))
    assert pieces(scene, SHOP) == [1, 0, 0, 0] and pieces(scene, SHOP_2) == [2, 0, 0, 0]


def test_7_3_a_warehouse_that_has_dealt_pays_the_smaller_half_for_its_next_piece():
    scene = two_warehouses(BAR)
    scene.state.dealt[at(SHOP)], scene.state.pieces[at(SHOP), FISH] = 1, 1
    scene.play(sell(FISH))
    assert pieces(scene, SHOP_2) == [1, 0, 0, 0]


def test_7_3_the_bar_too_is_the_one_that_pays_most():
    scene = market()
    scene.build("private bar", BAR_2, FISH, CIGARS)
    scene.manager(0, BAR_2, COMMERCIAL)
    scene.play(sell(FISH))
    assert pieces(scene, BAR_2) == [0, 0, 1, 0] and pieces(scene, BAR) == [1, 1, 0, 0]
    assert scene.earned(0, Source.TRADE) == 4 + 6
