"""What holding a building is worth to a seat, but for dominance, in dollars."""

from agents.judgment.glance import CITY_SUBTYPES, EMBLEM_SORTS, SORT_OF, SORTS, side_of
from gangzzz_env.games.gangzzz.influential_gentlemen import city_cards, count_links, link_cards, protection_money, rent
from gangzzz_env.games.gangzzz.score import building_subtype, crossing_value
from gangzzz_env.games.gangzzz.tables import BUILDING_COINS, PRODUCTS, Kind, Subtype
from gangzzz_env.jit import rule

MEAN_DIE = 3.5


@rule
def building_worth(view, weights, look, seat, crossing, kind):
    """What holding a building is worth to a seat, but for dominance, by an Assistant and by a Manager.

    `price_sorts` has written for the seat.
    """
    if kind == Kind.RESIDENTIAL:
        return float(rent(view, crossing, False)), float(rent(view, crossing, True))
    if kind == Kind.COMMERCIAL:
        return goods_worth(view, weights, look, seat, crossing)
    worth = look.sort_worth[seat, SORT_OF[view.building[crossing, kind]]]
    money = float(protection_money(view, crossing)) if kind == Kind.UNDERWORLD else 0.0
    return worth[0] + money, worth[1] + money


@rule
def price_sorts(view, weights, look, seat):
    """Write into `look` what a building of each sort with an emblem is worth to a seat wherever it stands."""
    for sort in range(EMBLEM_SORTS):
        subtype = int(SORTS[sort, 0])
        size = int(SORTS[sort, 1])
        if subtype < CITY_SUBTYPES:
            by_assistant, by_manager = city_worth(view, weights, look, seat, subtype, size)
        else:
            by_assistant = underworld_worth(view, weights, look, seat, subtype, size, False)
            by_manager = underworld_worth(view, weights, look, seat, subtype, size, True)
        look.sort_worth[seat, sort, 0] = influence_worth(view, weights, look, seat, subtype, False) + by_assistant
        look.sort_worth[seat, sort, 1] = influence_worth(view, weights, look, seat, subtype, True) + by_manager


@rule
def taste(weights, kind):
    """How much the worth of a kind of building counts for its own seat."""
    if kind == Kind.RESIDENTIAL:
        return weights.rent
    if kind == Kind.COMMERCIAL:
        return weights.goods
    return weights.city if kind == Kind.CITY else weights.underworld


@rule
def influence_worth(view, weights, look, seat, subtype, is_manager):
    """10.2 What one building more of a subtype adds to the pay of its set."""
    cap = int(view.rules.influence_cap)
    before = min(int(look.influence[seat, subtype]), cap)
    after = min(int(look.influence[seat, subtype]) + (2 if is_manager else 1), cap)
    return weights.inventory * (after - before) * look.hoped_set[seat, subtype]


@rule
def city_worth(view, weights, look, seat, subtype, size):
    """6.4 The cards drawn at once, for links too, and some of the links that the buildings in reach allow."""
    small = int(look.sized[seat, subtype, 0])
    large = int(look.sized[seat, subtype, 1])
    more_large = int(look.sized_free[seat, subtype, 1])
    more_small = int(look.sized_free[seat, subtype, 0])
    before = count_links(large, small)
    now = count_links(large + size, small + 1 - size)
    hope = hoped_links(view, weights, large + size, small + 1 - size, more_large - size, more_small - 1 + size)
    links = link_cards(view, before, now)
    by_assistant = cards_worth(view, weights, city_cards(view, False) + links, hope)
    return by_assistant, cards_worth(view, weights, city_cards(view, True) + links, hope)


@rule
def cards_worth(view, weights, drawn, hope):
    """6.4 What cards drawn now, and some hoped for, are worth, as far as the deck goes."""
    cards = min(drawn, int(view.deck_count))
    return weights.card * (cards + min(hope, (int(view.deck_count) - cards) / 2.0))


@rule
def hoped_links(view, weights, large, small, more_large, more_small):
    """6.4 Cards that further links are hoped to draw, each building that is still missing making them less sure."""
    hope = 0.0
    chance = 1.0
    linked = count_links(large, small)
    if 3 * large <= small and more_large > 0:
        large += 1
        chance *= weights.link_hope
    while linked < 3 * large:
        if linked >= small:
            if more_small <= 0:
                break
            small += 1
            more_small -= 1
            chance *= weights.link_hope
        hope += chance * link_cards(view, linked, linked + 1)
        linked += 1
    return hope


@rule
def underworld_worth(view, weights, look, seat, subtype, size, is_manager):
    """6.5 What an underworld building does, but for protection money."""
    rules = view.rules
    extra = int(rules.manager_extra) if is_manager else 0
    if subtype == Subtype.FORGERY:
        return license_worth(weights, look, seat) * (int(rules.licenses) + extra)
    if subtype == Subtype.CASINO:
        return MEAN_DIE * (int(rules.casino_dice) * size + extra)
    bonus = weights.bonus / int(view.num_seats) * (int(rules.trainer_bonus) * size + extra)
    if subtype == Subtype.GYM:
        return bonus + weights.card * min(int(rules.gym_cards), int(view.deck_count))
    if subtype == Subtype.LIBRARY:
        return bonus + weights.look * (int(rules.library_looks) * size + extra)
    return bonus


@rule
def license_worth(weights, look, seat):
    """7.2 A license makes a deal with oneself where supply and demand do not match."""
    supply = 0
    demand = 0
    for product in range(PRODUCTS):
        pairs = min(int(look.goods[seat, 0, product]), int(look.goods[seat, 1, product]))
        supply += int(look.goods[seat, 0, product]) - pairs
        demand += int(look.goods[seat, 1, product]) - pairs
    return 7.0 if supply > 0 and demand > 0 else weights.license


@rule
def goods_worth(view, weights, look, seat, crossing):
    """7.1 Deals with oneself that the building makes possible, some that it may, and some with opponents."""
    side = side_of(building_subtype(view, crossing, Kind.COMMERCIAL))
    half = crossing_value(view, crossing) / 2.0
    half_by_manager = half + int(BUILDING_COINS[view.building[crossing, Kind.COMMERCIAL]]) / 2.0
    outside = weights.deal_outside * (int(view.num_seats) - 2)
    worth = 0.0
    worth_by_manager = 0.0
    for product in range(PRODUCTS):
        pieces = int(view.pieces[crossing, product])
        wanted = int(look.goods[seat, 1 - side, product]) - int(look.goods[seat, side, product])
        sure = max(0, min(pieces, wanted))
        hoped = min(pieces - sure, int(look.goods_free[seat, 1 - side, product])) * weights.deal_hope
        others = (pieces - sure) * outside
        worth += sure * (half + MEAN_DIE) + hoped * half + others * half
        worth_by_manager += sure * (half_by_manager + MEAN_DIE) + hoped * half_by_manager + others * half_by_manager
    return worth, worth_by_manager
