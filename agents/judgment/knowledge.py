"""What rivals know of the hideout: by the number of cards they have seen, or by what is deduced of their notebooks."""

import numpy as np

from gangzzz_env.games.gangzzz.deduction import HIDEOUTS, deduce_hideouts, deduce_notebooks, weigh_clues
from gangzzz_env.games.gangzzz.score import cards_of
from gangzzz_env.games.gangzzz.state import Tally, cards_in_play
from gangzzz_env.games.gangzzz.tables import CLUES, CROSSINGS, KINDS, SEATS
from gangzzz_env.games.gangzzz.view import is_possible_hideout
from gangzzz_env.jit import rule

FIRST_CLUES = np.array([0, 6, 12, CLUES])  # of the avenues, the streets, the kinds, and the end


@rule
def see_knowledge(view, weights, seat, knows):
    """Write the chance that each rival finds the hideout at each crossing at once, float64[4, 36], if it is there.

    It is one over the hideouts that he cannot exclude: their expected number by his cards, or, by the weight
    `deduction`, the mean of that fraction over what he may have noted, for the possible hideouts of the crossing.
    """
    raided = failed_raids(view)
    for rival in range(int(view.num_seats)):
        if rival != seat:
            guess = knows_hideout(view, rival, raided)
            for crossing in range(CROSSINGS):
                knows[rival, crossing] = guess
    if weights.deduction > 0.0:
        deduce_knowledge(view, weights.deduction, seat, raided, knows)


@rule
def deduce_knowledge(view, share, seat, raided, knows):
    """Move what rivals are thought to know by a share towards what follows from the chances of their notebooks."""
    hideouts = np.empty(HIDEOUTS)
    named = np.zeros(CLUES)
    notebooks = np.empty((SEATS, CLUES))
    sharp = np.empty(CLUES)
    deduce_hideouts(view, hideouts)
    weigh_clues(hideouts, named)
    deduce_notebooks(view, hideouts, notebooks)
    for rival in range(int(view.num_seats)):
        if rival == seat:
            continue
        for part in range(len(FIRST_CLUES) - 1):
            see_sharpness(notebooks[rival], named, FIRST_CLUES[part], FIRST_CLUES[part + 1], sharp)
        for crossing in range(CROSSINGS):
            deduced = sharp_at(view, crossing, sharp) / (1.0 - raided / HIDEOUTS)
            knows[rival, crossing] += share * (min(deduced, 1.0) - knows[rival, crossing])


@rule
def see_sharpness(notebook, named, low, high, sharp):
    """The mean of one over the clues in [low, high) that a notebook lacks, into `sharp` for each that may be true.

    The true one is lacking; of the others, each is noted with its chance given that it is not true, by itself.
    """
    lacking = np.zeros(high - low)  # the chance that so many of the others are lacking
    for true in range(low, high):
        lacking[0] = 1.0
        count = 0
        for clue in range(low, high):
            if clue == true or named[true] == 0.0:
                continue
            noted = notebook[clue] / (1.0 - named[clue])
            count += 1
            lacking[count] = 0.0
            for k in range(count, 0, -1):
                lacking[k] = noted * lacking[k] + (1.0 - noted) * lacking[k - 1]
            lacking[0] *= noted
        sharp[true] = 0.0
        for k in range(count + 1):
            sharp[true] += lacking[k] / (k + 1)


@rule
def sharp_at(view, crossing, sharp):
    """The mean chance, over the possible hideouts of a crossing, to pick it among those that are not excluded."""
    total = 0.0
    count = 0
    for kind in range(KINDS):
        if is_possible_hideout(view, crossing % 6, crossing // 6, kind):
            total += sharp[crossing % 6] * sharp[6 + crossing // 6] * sharp[12 + kind]
            count += 1
    return total / max(count, 1)


@rule
def failed_raids(view):
    """11.1 How many buildings have been raided in vain."""
    raided = 0
    for crossing in range(CROSSINGS):
        for kind in range(KINDS):
            raided += int(view.ruled_out[crossing, kind])
    return raided


@rule
def knows_hideout(view, seat, raided):
    """One over the expected number of hideouts that a rival cannot exclude, from the cards he has seen."""
    copies = cards_in_play(int(view.num_seats))
    cards = 13.0 * copies
    seen = min(1.0, (cards_of(view, seat) + int(view.tally[seat, Tally.LOOKS])) / cards)
    unseen = 1.0
    for _ in range(copies):
        unseen *= 1.0 - seen
    doubt = (1.0 + 5.0 * unseen) * (1.0 + 5.0 * unseen) * (1.0 + 3.0 * unseen)
    return 1.0 / max(doubt * (1.0 - raided / 144.0), 1.0)
