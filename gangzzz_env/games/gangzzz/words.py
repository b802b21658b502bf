"""A view in words, for a terminal: the board, the players, the hand of the seat that looks, and what is going on.

North is up, west is left. A crossing shows its four buildings on their corners (1.5), each as code, mark and holder:
`T5` a tenement with 5 coins; `B2fm` a bar with 2 coins that wants fish and meat; `W1cc` a warehouse with cigars to
sell; `HOSP` a large, `hosp` a small hospital; `gym2` a medium gym. `!` marks a building raided in vain. The holder is
the seat and the gangster, the letter a capital where a Manager works: `0A` is a Manager of player 0, `0a` an Assistant.
In the middle are the crossing's value, gangsters (`0A`) and cars (`@0`). Of a fight die, `t`, `m`, `r` are the marks of
strength, smarts and armament beside 1-6; a gang that has attacked has an `x`, one that hides an `h`.
"""

import numpy as np

from gangzzz_env.games.gangzzz.actions import action_name, decode
from gangzzz_env.games.gangzzz.legality import opponent_of, seat_to_move
from gangzzz_env.games.gangzzz.manager_words import brings
from gangzzz_env.games.gangzzz.market_words import answer_facts, forge_facts, offer_facts, pass_facts, sell_facts
from gangzzz_env.games.gangzzz.state import DECISION_NAMES, EVERYBODY, SPECTATOR, Decision
from gangzzz_env.games.gangzzz.tables import (
    ATTRIBUTE_NAMES,
    AVENUE_NAMES,
    BUILDING_COINS,
    BUILDING_NAMES,
    BUILDING_SIZE,
    BUILDING_SUBTYPE,
    CARD_ATTRIBUTES,
    CARD_EMBLEM,
    CARD_POINTS,
    CLUE_NAMES,
    CREW,
    CROSSING_NAMES,
    EMBLEM_NAMES,
    FIGHT_DICE,
    GANG_NAMES,
    GANGS,
    KIND_NAMES,
    MANAGERS,
    NEIGHBORS,
    PRODUCT_NAMES,
    SPECIALTY,
    STREET_NAMES,
    SUBTYPE_NAMES,
    Kind,
)
from gangzzz_env.terminal import Paint, plain

CORNERS = 4
NORTH_WEST, NORTH_EAST, SOUTH_WEST, SOUTH_EAST = 3, 0, 2, 1
CODE_WIDTH = 7
AVENUES, STREETS = len(AVENUE_NAMES), len(STREET_NAMES)
STREET_WIDTH, AVENUE_WIDTH = 7, 2 * CODE_WIDTH + 4
WIDTH = STREET_WIDTH + AVENUES * AVENUE_WIDTH
SIDE_WORDS = ("sells", "buys")
MINIGAMES = (
    *("1 Divide and Rule", "2 Influential Gentlemen", "2 An Offer You Can't Refuse", "2 An Offer You Can't Refuse"),
    *("4 Fair Fight", "4 Fair Fight", "4 Fair Fight", "5 Inventory", "6 Full Throttle", "6 Full Throttle", "The end"),
)
PAYMENT_WORDS = ("and is paid {}", "without a payment", "and pays {}")


def describe(view: np.record, paint: Paint = plain, width: int = WIDTH) -> str:
    """A view as text of several lines; `paint` colors what belongs to a seat, and the board has at most that width."""
    parts = [headline(view), board(view, paint, width), players(view, paint), *events(view)]
    if view.observer < SPECTATOR:
        parts += [hand(view, int(view.observer)), notebook(view)]
    return "\n".join(part for part in parts if part)


def headline(view: np.record) -> str:
    """Who looks, how far the game is, and what is asked of whom."""
    who = f"player {view.observer}" if view.observer < SPECTATOR else "a spectator"
    asked = DECISION_NAMES[view.decision]
    seat = seat_to_move(view)
    now = f"player {seat} is to move: {asked}" if seat >= 0 else "the game is over"
    return f"Gangzzz, as {who} sees it, after {view.decisions} decisions; {now}; {view.deck_count} cards in the deck"


def minigame(view: np.record) -> str:
    """The minigame that a view is in; the third, Dominance, is scored without a decision."""
    return MINIGAMES[view.decision]


def crossing_value(view: np.record, crossing: int) -> int:
    """3.2 The value of a crossing: its avenue's die plus its street's."""
    return int(view.avenue_value[crossing % 6]) + int(view.street_value[crossing // 6])


def board(view: np.record, paint: Paint = plain, width: int = WIDTH) -> str:
    """The city, 52ND street at the top and MADI avenue on the left; in parts, the west first, if it is too wide."""
    at_once = max(1, (width - STREET_WIDTH) // AVENUE_WIDTH)
    avenues = list(reversed(range(AVENUES)))
    return "\n".join(_part(view, avenues[low : low + at_once], paint) for low in range(0, AVENUES, at_once))


def _part(view, avenues, paint) -> str:
    """The board of some avenues."""
    heads = [f"{AVENUE_NAMES[avenue]} {view.avenue_value[avenue]}" for avenue in avenues]
    lines = [" " * STREET_WIDTH + "".join(f"| {head:<{AVENUE_WIDTH - 3}} " for head in heads)]
    for street in reversed(range(STREETS)):
        label = f"{STREET_NAMES[street]} {view.street_value[street]} "
        cells = [_cell(view, AVENUES * street + avenue, paint) for avenue in avenues]
        lines.append("-" * len(lines[0]))
        for row, left in enumerate((" " * len(label), label, " " * len(label))):
            lines.append(left + "".join(f"| {cell[row]} " for cell in cells))
    return "\n".join(lines)


def _cell(view, crossing, paint) -> tuple[str, str, str]:
    """The three lines of a crossing: northern corners, value and figures, southern corners."""
    corner = [_building(view, crossing, (at - int(view.turn[crossing])) % CORNERS, paint) for at in range(CORNERS)]
    figures = [f"={crossing_value(view, crossing)}"]
    painted = figures[:]
    for seat in range(int(view.num_seats)):
        for gang in range(GANGS):
            if view.gangster[seat, gang] == crossing:
                figures.append(f"{seat}{GANG_NAMES[gang]}")
                painted.append(paint(figures[-1], seat))
        if view.car[seat] == crossing:
            figures.append(f"@{seat}")
            painted.append(paint(figures[-1], seat))
    space = " " * (2 * CODE_WIDTH + 1 - len(" ".join(figures)))
    return (
        f"{corner[NORTH_WEST]} {corner[NORTH_EAST]}",
        " ".join(painted) + space,
        f"{corner[SOUTH_WEST]} {corner[SOUTH_EAST]}",
    )


def building_code(view: np.record, crossing: int, kind: int) -> str:
    """A building in up to four letters, as the head of this file explains them."""
    row = int(view.building[crossing, kind])
    name, coins, size = SUBTYPE_NAMES[BUILDING_SUBTYPE[row]], BUILDING_COINS[row], BUILDING_SIZE[row]
    if kind == Kind.RESIDENTIAL:
        return f"T{coins}"
    if kind == Kind.COMMERCIAL:
        pieces = "".join(PRODUCT_NAMES[p][0] * int(count) for p, count in enumerate(view.pieces[crossing]))
        return f"{name[0].upper()}{coins}{pieces}"
    if kind == Kind.CITY:
        return name[:4].upper() if size == 1 else name[:4]
    return f"{name[:3]}{size}"


def _building(view, crossing, kind, paint) -> str:
    """A building with its mark and holder, `CODE_WIDTH` wide."""
    mark = "!" if view.ruled_out[crossing, kind] else " "
    manager = int(view.manager_at[crossing, kind])
    code = f"{building_code(view, crossing, kind):<4}{mark}"
    if manager < 0:
        return code + "  "
    seat, gang, slot = manager // MANAGERS, manager % MANAGERS // CREW, manager % CREW
    letter = GANG_NAMES[gang]
    if SPECIALTY[gang, slot] != BUILDING_SUBTYPE[view.building[crossing, kind]]:
        letter = letter.lower()
    return code + paint(f"{seat}{letter}", seat)


def players(view: np.record, paint: Paint = plain) -> str:
    """A line for each player: money, licenses, gangs."""
    lines = []
    for seat in range(int(view.num_seats)):
        gangs = "  ".join(_gang(view, seat, gang) for gang in range(GANGS))
        notes = [f"licenses {view.licenses[seat]}", f"refused {int(view.declined[seat].sum())}"]
        notes += ["out"] if view.is_out[seat] else []
        notes += ["misses a turn"] if view.misses_turn[seat] else []
        name = paint(f"player {seat}", seat)
        lines.append(f"{name}  ${view.money[seat]:<4} {gangs}  {', '.join(notes)}")
    return "\n".join(lines)


def _gang(view, seat, gang) -> str:
    """A gang: its cards, its bonuses, its die, and whether it has attacked or hides."""
    bonus = "/".join(str(value) for value in view.bonus[seat, gang])
    die = "".join(ATTRIBUTE_NAMES[attribute][1] for attribute in FIGHT_DICE[view.fight_die[seat, gang]])
    marks = ("x" if view.attacked[seat, gang] else "") + ("h" if view.hides[seat, gang] else "")
    return f"{GANG_NAMES[gang]}: {view.gang_count[seat, gang]} cards +{bonus} die {die}{' ' + marks if marks else ''}"


def card_words(view: np.record, card: int) -> str:
    """A card as far as it is known: strength, smarts and armament, emblem with points, clue."""
    values = "/".join(str(value) for value in CARD_ATTRIBUTES[card])
    clue = CLUE_NAMES[view.clue[card]] if view.clue[card] >= 0 else "?"
    return f"{values} {EMBLEM_NAMES[CARD_EMBLEM[card]]} {CARD_POINTS[card]} ({clue})"


def hand(view: np.record, seat: int) -> str:
    """The cards of a player by gang and slot, and which managers are left."""
    lines = []
    for gang in range(GANGS):
        cards = np.flatnonzero(view.place == GANGS * seat + gang)
        words = ", ".join(f"{slot + 1}: {card_words(view, card)}" for slot, card in enumerate(cards))
        left = [slot for slot in range(CREW) if view.manager[seat, gang, slot] < 0]
        crew = ", ".join(f"{slot + 1} {SUBTYPE_NAMES[SPECIALTY[gang, slot]]}" for slot in left)
        lines.append(f"your {GANG_NAMES[gang]}: {words or 'no cards'}" + (f"; managers left: {crew}" if crew else ""))
    return "\n".join(lines)


def notebook(view: np.record) -> str:
    """4.5 The clues that the one who looks has seen."""
    seen = [name for i, name in enumerate(CLUE_NAMES) if int(view.notebook[view.observer]) >> i & 1]
    return f"Vittorio is not in: {', '.join(seen) or '(nothing known yet)'}"


def events(view: np.record) -> list[str]:
    """The offer, the fight, the chase, the last roll and the shown cards of others: what there is of them."""
    lines = [offer_words(view), fight_words(view), chase_words(view)]
    if view.last_roll >= 0:
        lines.append(f"last roll: {view.last_roll}")
    lines.append(shown_words(view))
    return lines


def offer_words(view: np.record) -> str:
    """7.2 The offer that waits for an answer."""
    if view.offer[0] < 0:
        return ""
    giver, taker, product, side, payment = (int(number) for number in view.offer)
    extra = PAYMENT_WORDS[payment + 1].format(f"${view.rules.side_payment}")
    return f"offer: player {giver} {SIDE_WORDS[side]} {PRODUCT_NAMES[product]} {extra}; player {taker} answers"


def fight_words(view: np.record) -> str:
    """9 The current fight, or the last one."""
    if view.fight_seat[0] < 0:
        return ""
    sides = []
    for side, verb in enumerate(("attacks with", "defends with")):
        seat, gang, roll = int(view.fight_seat[side]), int(view.fight_gang[side]), int(view.fight_roll[side])
        attribute = ATTRIBUTE_NAMES[FIGHT_DICE[view.fight_die[seat, gang], roll - 1]]
        card = int(view.fight_card[side])
        words = f", card {card_words(view, card)}" if card >= 0 else ""
        sides.append(f"player {seat} {verb} {GANG_NAMES[gang]}, rolled {roll} {attribute}{words}")
    end = f"; player {view.fight_winner} has won" if view.fight_winner >= 0 else ""
    return f"fight: {'; '.join(sides)}{end}"


def chase_words(view: np.record) -> str:
    """11 The order and the round of the chase, and how it ended."""
    if view.chase_order[0] < 0:
        return ""
    order = ", ".join(str(seat) for seat in view.chase_order[: view.num_seats])
    lines = [f"chase: round {view.chase_round} of {view.rules.chase_rounds}, order of play {order}"]
    if view.finder >= 0:
        avenue, street, kind = (int(number) for number in view.hideout)
        place = f"{KIND_NAMES[kind]} at {CROSSING_NAMES[6 * street + avenue]}"
        lines.append(f"player {view.finder} has found Vittorio: {place}")
    return "; ".join(lines)


def shown_words(view: np.record) -> str:
    """4.4 The shown cards in the gangs of others."""
    known = []
    for card in np.flatnonzero(view.shown):
        place = int(view.place[card])
        if 0 <= place < GANGS * int(view.num_seats) and place // GANGS != view.observer:
            known.append(f"{place // GANGS}{GANG_NAMES[place % GANGS]} {card_words(view, card)}")
    return f"shown cards of others: {', '.join(known)}" if known else ""


def action_words(view: np.record, action: int) -> str:
    """A legal action of the seat to move in words, with what the board says about its target."""
    seat = seat_to_move(view)
    section, index = decode(action)
    words = action_name(int(view.num_seats), seat, action)
    facts = FACTS[section.name](view, seat, *index) if section.name in FACTS else ""
    return f"{words} ({facts})" if facts else words


def action_heard(view: np.record, action: int) -> str:
    """A legal action of the seat to move as who looks hears it (4.3): which card is committed or moved is not said."""
    section, index = decode(action)
    if view.observer in (seat_to_move(view), EVERYBODY) or section.name not in HEARD:
        return action_words(view, action)
    return HEARD[section.name](*index)


def _regroup_heard(emblem, gang, to):
    return f"regroup a card from {GANG_NAMES[gang]} to {GANG_NAMES[to + (to >= gang)]}"


HEARD = {"commit": lambda slot: "commit a card of the gang", "regroup": _regroup_heard}


def _crossing_facts(view, seat, gang, crossing):
    return f"value {crossing_value(view, crossing)}"


def _manager_facts(view, seat, gang, slot, where, kind):
    crossing = int(NEIGHBORS[view.gangster[seat, gang], where])
    row = int(view.building[crossing, kind])
    role = "as Manager" if SPECIALTY[gang, slot] == BUILDING_SUBTYPE[row] else "as Assistant"
    coins = f", {BUILDING_COINS[row]} coins" if BUILDING_COINS[row] else ""
    brought = brings(view, seat, gang, slot, crossing, kind)
    value = f"value {crossing_value(view, crossing)}{coins}"
    return f"{BUILDING_NAMES[row]} at {CROSSING_NAMES[crossing]}, {value}, {role}{': ' if brought else ''}{brought}"


def _attack_facts(view, seat, gang, opponent, target):
    other = opponent_of(view, seat, opponent)
    return f"{view.gang_count[seat, gang]} cards against {view.gang_count[other, target]}"


def _commit_facts(view, seat, slot):
    gang = int(view.fight_gang[int(view.decision == Decision.DEFENDER_COMMITS)])
    return card_words(view, int(np.flatnonzero(view.place == GANGS * seat + gang)[slot]))


def _regroup_facts(view, seat, emblem, gang, to):
    """10.1 The card of that emblem with the most points, the lowest number on ties."""
    cards = np.flatnonzero((view.place == GANGS * seat + gang) & (CARD_EMBLEM == emblem))
    return card_words(view, int(cards[CARD_POINTS[cards].argmax()]))


def _park_facts(view, seat, gang):
    return CROSSING_NAMES[view.gangster[seat, gang]]


def _drive_facts(view, seat, crossing):
    here = int(view.car[seat])
    apart = abs(here % 6 - crossing % 6) + abs(here // 6 - crossing // 6)
    return f"{apart} away" + (", full throttle" if apart > view.rules.safe_drive else "")


def _raid_facts(view, seat, kind):
    crossing = int(view.car[seat])
    return f"{BUILDING_NAMES[view.building[crossing, kind]]} at {CROSSING_NAMES[crossing]}"


FACTS = {
    "pass": pass_facts,
    "sell to yourself": sell_facts,
    "offer": offer_facts,
    "answer": answer_facts,
    "forge": forge_facts,
    "place gangster": _crossing_facts,
    "place manager": _manager_facts,
    "attack": _attack_facts,
    "commit": _commit_facts,
    "regroup": _regroup_facts,
    "park": _park_facts,
    "drive": _drive_facts,
    "raid": _raid_facts,
}
