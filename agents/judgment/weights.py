"""The weights of what cannot be counted: worths in dollars, chances, shares. Found by self-play."""

import numpy as np

# name, value, meaning
WEIGHTS = (
    ("card", 27.0, "a clue card, but for its emblem"),
    ("look", 4.0, "a look in a library"),
    ("bonus", 10.0, "a point of a gang's bonus, for all players together: one of them is first in the chase"),
    ("license", 2.0, "a forged license that no pair of buildings waits for"),
    ("inventory", 1.0, "share of the set that an influence is hoped to earn"),
    ("future_cards", 1.0, "cards hoped for from each manager not yet placed"),
    ("deck_share", 1.0, "share of an even part of the deck that a seat hopes to draw"),
    ("link_hope", 0.4, "chance that a building in reach that is missing for a link will be taken"),
    ("deal_hope", 0.25, "share of a deal with oneself that the buildings in reach allow"),
    ("deal_outside", 0.1, "share of a deal with somebody else, for each opponent past the first"),
    ("dominate_1", 0.05, "chance to dominate an area with one building"),
    ("dominate_2", 0.17, "with two"),
    ("dominate_3", 0.6, "with three"),
    ("contested_area", 0.4, "factor of that chance where a rival can still come in"),
    ("majority", 0.6, "chance to keep a majority that can still be lost"),
    ("break_rival", 0.6, "share of a rival's hope that counts as one's own when it is broken"),
    ("contested", 1.0, "weight of what is lost if a rival takes the building"),
    ("patience", 0.25, "weight of what is lost if the building is merely left for later"),
    ("hurry", 1.2, "weight of what is lost if a building that draws cards is left for later: the deck may end"),
    ("deny", 0.4, "share of a building's worth to a rival that counts as one's own"),
    ("slot", 0.7, "share of a specialty's best building that using it elsewhere costs"),
    ("crowd", 0.15, "share of a site's worth lost to each gangster who reaches it"),
    ("cover", 16.0, "weight of the chance to be first at the hideout where a gangster comes nearer to it"),
    ("special_site", 0.7, "share of a gangster's mean site that is no merit of a site"),
    ("center_site", 0.2, "share of a site's own crossing's domination"),
    ("cluster", 4.0, "a card that linking the city buildings around a site could draw"),
    ("set_share", 0.6, "share of a set's points that an emblem card in a fight counts for"),
    ("race", 300.0, "holding most cards when the fights are over, and so being first in the chase"),
    ("fray", 0.7, "how much each fight to come may change the lead in cards"),
    ("attack_at", -0.5, "least expected gain of an attack, in dollars"),
    ("leave", 0.8, "share of what an attack leaves for the other gangs to gain that counts in its choice"),
    ("nerve", 5.0, "dollars of a lead that make the outcome of a chase likely"),
    ("hazard", 0.95, "chance that a rival who can be at the hideout, and knows it, is there"),
    ("tail", 0.8, "trust that a rival who knows the hideout drives there by the shortest way"),
    ("deduction", 0.0, "share of the deduced notebooks, instead of the count of cards, in what rivals know of it"),
    # what a style plays for with conviction: 1 or 0 for who has none
    ("rent", 1.0, "how much a dollar of rent counts"),
    ("goods", 1.0, "of the goods of a commercial building"),
    ("city", 1.0, "of the cards and the influence of a city building"),
    ("underworld", 1.0, "of the protection money, action and influence of an underworld building"),
    ("dominance", 1.0, "of the hopes of dominating areas, and of those taken from rivals"),
    ("won_card", 0.0, "a card won in a fight, for the sake of winning"),
    ("rivals_near", 0.0, "a rival's gangster in the range of fights around a site"),
    ("fairness", 0.0, "share of the mean gain of his opponents that who is made an offer is expected to resent"),
)
WEIGHTS_DTYPE = np.dtype((np.record, [(name, np.float64) for name, _, _ in WEIGHTS]))


def weights(**changes: float) -> np.ndarray:
    """The weights, with changes: one `WEIGHTS_DTYPE` record, in an array of shape (1,)."""
    values = {name: value for name, value, _ in WEIGHTS} | changes
    return np.array([tuple(values[name] for name, _, _ in WEIGHTS)], WEIGHTS_DTYPE)
