"""What came of a decision, in words: dice, fights, cards drawn, clues seen, raids; from views before and after it.

Both views are of the same one who looks, so nothing is told that he does not know.
"""

import numpy as np

from gangzzz_env.games.gangzzz.actions import decode
from gangzzz_env.games.gangzzz.legality import distance, seat_to_move
from gangzzz_env.games.gangzzz.state import SPECTATOR, Decision, Tally
from gangzzz_env.games.gangzzz.tables import (
    ATTRIBUTE_NAMES,
    BUILDING_SUBTYPE,
    CARD_ATTRIBUTES,
    CLUE_NAMES,
    FIGHT_DICE,
    GANG_NAMES,
    GANGS,
    NEIGHBORS,
    Subtype,
)
from gangzzz_env.games.gangzzz.words import card_words, minigame


def outcome(before: np.record, after: np.record, action: int) -> tuple[str, ...]:
    """A sentence for each thing that an action of the seat to move led to.

    Args:
        before: a view as somebody looks at the decision.
        after: the view of the same one right after it.
        action: what was decided.
    """
    section, index = decode(action)
    own = OUTCOMES[section.name](before, after, *index) if section.name in OUTCOMES else []
    return (*own, *_drawn(before, after), *_noted(before, after), *_next_part(before, after))


def _drawn(before, after):
    """The cards that have come to who looks."""
    seat = int(after.observer)
    if seat >= SPECTATOR:
        return []
    had, has = (view.place // GANGS == seat for view in (before, after))
    return [
        f"you get {card_words(after, card)} for {GANG_NAMES[after.place[card] % GANGS]}"
        for card in np.flatnonzero(~had & has)
    ]


def _noted(before, after):
    """The clues that who looks has seen in a library."""
    seat = int(after.observer)
    if seat >= SPECTATOR or after.tally[seat, Tally.LOOKS] == before.tally[seat, Tally.LOOKS]:
        return []
    new = int(after.notebook[seat]) & ~int(before.notebook[seat])
    names = [name for clue, name in enumerate(CLUE_NAMES) if new >> clue & 1]
    return [
        f"you learn in the library that Vittorio is not in {', '.join(names)}" if names else "you learn nothing new"
    ]


def _next_part(before, after):
    """The minigame that begins."""
    goes_on = after.decision != Decision.OVER
    return [f"now comes {minigame(after)}"] if goes_on and minigame(before) != minigame(after) else []


def _manager(before, after, gang, slot, where, kind):
    crossing = int(NEIGHBORS[before.gangster[seat_to_move(before), gang], where])
    is_casino = BUILDING_SUBTYPE[before.building[crossing, kind]] == Subtype.CASINO
    return [f"the casino's dice show {after.last_roll}"] if is_casino else []


def _attack(before, after, gang, opponent, target):
    """9.2 The dice, and what the fight is about."""
    sides = [_die(after, side) for side in range(2)]
    rolls = [
        f"player {after.fight_seat[side]} rolls {roll} {ATTRIBUTE_NAMES[mark]}"
        for side, (roll, mark) in enumerate(sides)
    ]
    return [f"{' and '.join(rolls)}: the fight is about {ATTRIBUTE_NAMES[sides[0][1]]}"]


def _die(view, side):
    """The value that a side has rolled and the attribute marked beside it."""
    roll = int(view.fight_roll[side])
    die = view.fight_die[view.fight_seat[side], view.fight_gang[side]]
    return roll, int(FIGHT_DICE[die, roll - 1])


def _commit(before, after, slot):
    """9.3 Both cards and scores, and who has won."""
    if before.decision != Decision.DEFENDER_COMMITS:
        return []
    scores = [f"player {after.fight_seat[side]} has {_score(after, side)}" for side in range(2)]
    return [*scores, f"player {after.fight_winner} wins the fight and takes the other card"]


def _score(view, side):
    """A card and the sum of a side."""
    topic, (roll, mark) = _die(view, 0)[1], _die(view, side)
    counts = roll if mark == topic else roll // int(view.rules.mismatch_divisor)
    card, bonus = int(view.fight_card[side]), int(view.bonus[view.fight_seat[side], view.fight_gang[side], topic])
    parts = (int(CARD_ATTRIBUTES[card, topic]), bonus, counts)
    return f"card {parts[0]} + bonus {parts[1]} + die {parts[2]} = {sum(parts)} {ATTRIBUTE_NAMES[topic]}"


def _drive(before, after, crossing):
    """11.1 The die of a car at full throttle."""
    seat = seat_to_move(before)
    if distance(int(before.car[seat]), crossing) <= before.rules.safe_drive:
        return []
    end = "arrives" if after.car[seat] == crossing else "crashes and misses the next turn"
    return [f"full throttle: the die shows {after.last_roll}, and the car {end}"]


def _raid(before, after, kind):
    return ["Vittorio is found"] if after.finder >= 0 else ["Vittorio is not there"]


OUTCOMES = {"place manager": _manager, "attack": _attack, "commit": _commit, "drive": _drive, "raid": _raid}
