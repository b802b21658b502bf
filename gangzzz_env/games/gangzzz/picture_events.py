"""What is going on, in pictures: the minigame and who is to move, the offer, the fight, the chase."""

from gangzzz_env.games.gangzzz.fair_fight import ATTACKER
from gangzzz_env.games.gangzzz.picture_cards import ATTRIBUTES, back, card
from gangzzz_env.games.gangzzz.picture_style import (
    FADED,
    GOLD,
    INK,
    LEAF,
    LINE,
    Seen,
    bold,
    die,
    token,
)
from gangzzz_env.games.gangzzz.state import DECISION_NAMES, SPECTATOR, Decision
from gangzzz_env.games.gangzzz.tables import (
    ATTRIBUTE_NAMES,
    CROSSING_NAMES,
    FIGHT_DICE,
    GANG_NAMES,
    KIND_NAMES,
    PRODUCT_NAMES,
)
from gangzzz_env.games.gangzzz.words import PAYMENT_WORDS, SIDE_WORDS, minigame
from gangzzz_env.svg import box, element, icon, moved, text

HEIGHT, OFFER_WIDTH, FIGHT_WIDTH, CHASE_WIDTH = 152, 172, 326, 150
DICE = FIGHT_DICE.tolist()
LOOKERS = ("a spectator", "nobody, from above,")


def head_parts(seen: Seen) -> dict[str, str]:
    """The minigame, what is asked of whom, who looks, and the deck."""
    name = minigame(seen.record)
    who = f"player {seen.observer}" if seen.observer < SPECTATOR else LOOKERS[seen.observer - SPECTATOR]
    drawn = bold(2, 28, name, 26)
    if seen.mover >= 0:
        drawn += token(seen.mover, 15, 48, 27, str(seen.mover))
        drawn += text(34, 53, f"player {seen.mover} is to move: {DECISION_NAMES[seen.decision]}", 15, fill=INK)
    else:
        drawn += text(2, 53, f"the game is over, won by player {_winners(seen)}", 15, fill=INK)
    drawn += text(656, 53, f"as {who} sees it, after {seen.decisions} decisions", 12, fill=FADED, text_anchor="end")
    drawn += icon("card", 574, 6, 24, INK) + bold(600, 26, str(seen.deck_count), 21) + text(632, 25, "left", 12)
    drawn += text(478, 25, f"last roll {seen.last_roll}", 13, fill=INK) if seen.last_roll >= 0 else ""
    return {"head": drawn}


def _winners(seen: Seen) -> str:
    """11.3 Most money wins; ties: more cards; then the victory is shared."""
    stands = [(seen.money[seat], sum(seen.gang_count[seat])) for seat in range(seen.num_seats)]
    return " and ".join(str(seat) for seat, stand in enumerate(stands) if stand == max(stands))


def event_parts(seen: Seen) -> dict[str, str]:
    """The offer, the current or last fight, and the chase, each in its place."""
    return {
        "offer": _frame(0, OFFER_WIDTH, "Offer", _offer(seen)),
        "fight": _frame(OFFER_WIDTH + 6, FIGHT_WIDTH, "Fight", _fight(seen)),
        "chase": _frame(OFFER_WIDTH + FIGHT_WIDTH + 12, CHASE_WIDTH, "Chase", _chase(seen)),
    }


def _frame(left: int, width: int, title: str, inner: str) -> str:
    """A box with a title, pale where there is nothing to show."""
    color = INK if inner else FADED
    return moved(
        left,
        0,
        box(1, 1, width - 2, HEIGHT - 2, rx=8, fill=LEAF if inner else "none", stroke=LINE)
        + bold(9, 18, title, 13, color)
        + (inner or text(9, 38, "none yet" if title != "Offer" else "none open", 11, fill=FADED)),
    )


def _offer(seen: Seen) -> str:
    """7.2 The offer that waits for an answer: the arrow shows which way the piece would go."""
    if seen.offer[0] < 0:
        return ""
    giver, taker, product, side, payment = seen.offer
    ends = "M0 0h84m-9-7l9 7-9 7" if side == 0 else "M84 0H0m9-7L0 0l9 7"
    drawn = token(giver, 24, 52, 38, str(giver)) + token(taker, 147, 52, 38, str(taker))
    drawn += moved(44, 72, element("path", d=ends, stroke=INK, stroke_width=2.5, fill="none"))
    drawn += icon(PRODUCT_NAMES[product], 69, 32, 34, INK)
    extra = PAYMENT_WORDS[payment + 1].format(f"${seen.rules.side_payment}")
    drawn += text(9, 102, f"player {giver} {SIDE_WORDS[side]} {PRODUCT_NAMES[product]}", 13, fill=INK)
    return drawn + text(9, 119, extra, 13, fill=INK) + text(9, 139, f"player {taker} answers", 12, fill=FADED)


def _fight(seen: Seen) -> str:
    """9 The two sides of the current or last fight."""
    if seen.fight_seat[0] < 0:
        return ""
    topic = ATTRIBUTE_NAMES[_rolled(seen, ATTACKER)]
    drawn = text(56, 18, f"about {topic}", 12, fill=INK) + icon(topic, 58 + 7 * len(f"about {topic}"), 6, 15, INK)
    return drawn + "".join(moved(8 + 158 * side, 26, _side(seen, side)) for side in range(2))


def _rolled(seen: Seen, side: int) -> int:
    """9.2 The attribute on the face that a side has rolled."""
    return DICE[seen.fight_die[seen.fight_seat[side]][seen.fight_gang[side]]][seen.fight_roll[side] - 1]


def _side(seen: Seen, side: int) -> str:
    """A side of a fight: gang, die, card, and its score."""
    seat, gang, roll, number = (
        field[side] for field in (seen.fight_seat, seen.fight_gang, seen.fight_roll, seen.fight_card)
    )
    has_won = seen.fight_winner == seat
    drawn = box(0, 0, 152, 118, rx=6, fill=GOLD if has_won else "#f0e9da", fill_opacity=0.55 if has_won else 1)
    drawn += token(seat, 20, 20, 34, GANG_NAMES[gang])
    drawn += text(40, 17, f"player {seat}", 12, fill=INK) + text(40, 32, ("attacks", "defends")[side], 12, fill=INK)
    drawn += die(8, 44, 30, str(roll)) + icon(ATTRIBUTE_NAMES[_rolled(seen, side)], 43, 49, 20, INK)
    if number >= 0:
        drawn += moved(98, 6, card(seen, number)) + text(8, 95, _sum(seen, side, number), 13, fill=INK)
    elif side == ATTACKER and seen.decision == Decision.DEFENDER_COMMITS:
        drawn += moved(98, 6, back())
    return drawn + (bold(8, 112, "has won", 12) if has_won else "")


def _sum(seen: Seen, side: int, number: int) -> str:
    """9.3 The score of a side: its card, the gang's bonus, and what its die counts."""
    topic = _rolled(seen, ATTACKER)
    roll = seen.fight_roll[side]
    counts = roll if _rolled(seen, side) == topic else roll // seen.rules.mismatch_divisor
    parts = (ATTRIBUTES[number][topic], seen.bonus[seen.fight_seat[side]][seen.fight_gang[side]][topic], counts)
    return f"{' + '.join(map(str, parts))} = {sum(parts)}"


def _chase(seen: Seen) -> str:
    """11 Round and order of play, and how it ended."""
    if seen.chase_order[0] < 0:
        return ""
    drawn = text(9, 38, f"round {seen.chase_round} of {seen.rules.chase_rounds}, in order", 11, fill=INK)
    for place, seat in enumerate(seen.chase_order[: seen.num_seats]):
        drawn += token(seat, 24 + 34 * place, 60, 29, str(seat))
    if seen.finder >= 0:
        avenue, street, kind = seen.hideout
        words = (
            f"player {seen.finder} has found",
            f"Vittorio: {KIND_NAMES[kind]}",
            f"at {CROSSING_NAMES[6 * street + avenue]}",
        )
        drawn += "".join(bold(9, 98 + 17 * line, part, 12) for line, part in enumerate(words))
    else:
        raids = sum(map(sum, seen.ruled_out))
        drawn += text(9, 98, f"raided in vain: {raids}", 12, fill=INK)
    return drawn
