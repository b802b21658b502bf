"""How a network scores actions: what it reads for each decision, and the arithmetic between its layers.

Written once, for the network of torch that is trained (`network.py`) and for that of NumPy that plays (`trained.py`).
Such a network has `rows` of its library, the layers `trunk`, `passing`, `trust` and `heads`, and the arrays `mean`,
`scale` and `weights`.
"""

from collections.abc import Iterable

import numpy as np

from agents.learning.rows import section
from agents.learning.seen import ADVICE
from gangzzz_env.games.gangzzz.actions import ACTIONS, NUM_ACTIONS, PASS
from gangzzz_env.games.gangzzz.observation_sections import BY_NAME, OBSERVATION_SIZE
from gangzzz_env.games.gangzzz.state import Decision

# What an action is scored by: how likely a sensible player takes it, and what it is worth.
LIKELY, WORTH, SCORES = 0, 1, 2
# The sections of the observation that the trunk and the critic read, besides how the seats stand.
FACTS = (
    ("players", "decision", "to move", "turn", "market", "money to scale", "money ahead", "licenses", "bonuses")
    + ("gang counts", "attacked", "hides", "out", "regroup moves", "chase place", "misses turn", "chase round", "deck")
    + ("declined", "offer by", "offer to", "offer of", "offer side", "offer payment", "fighters", "fight gangs")
    + ("fight rolls", "fight attributes", "fight strengths", "notebook", "hideout", "finder")
)
COLUMNS = np.concatenate([np.arange(BY_NAME[name].first, BY_NAME[name].end) for name in FACTS])
COLUMNS = np.concatenate([COLUMNS, np.arange(OBSERVATION_SIZE, ADVICE)])
ACTIONS_OF = {section.name: section for section in ACTIONS}

# Decision: (actions' section, targets' section) of each kind of action it allows, besides passing.
HEADS = {
    Decision.PLACE_GANGSTER: (("place gangster", "gangster targets"),),
    Decision.PLACE_MANAGER: (("place manager", "manager targets"),),
    Decision.TRADE: (
        ("sell to yourself", "sell targets"),
        ("forge", "forge targets"),
        ("offer", "offer targets"),
    ),
    Decision.ANSWER: (("answer", "answer targets"),),
    Decision.ATTACK: (("attack", "attack targets"),),
    Decision.ATTACKER_COMMITS: (("commit", "commit targets"),),
    Decision.DEFENDER_COMMITS: (("commit", "commit targets"),),
    Decision.REGROUP: (("regroup", "regroup targets"),),
    Decision.PARK: (("park", "park targets"),),
    Decision.CHASE: (("drive", "drive targets"), ("raid", "raid targets")),
}
# The heads, each (actions' section, targets' section), and the places of those that a decision asks.
PAIRS = tuple(dict.fromkeys(pair for heads in HEADS.values() for pair in heads))
ASKED = [[PAIRS.index(pair) for pair in HEADS.get(decision, ())] for decision in Decision]


def facts(network, observations):
    """The facts and the standing, scaled: [n, columns]."""
    return scaled(network, observations[:, COLUMNS])


def scaled(network, columns):
    """Those columns of observations, each brought to a spread of about 1."""
    return ((columns - network.mean) * network.scale).clip(-5, 5)


def decisions_in(network, observations) -> list[int]:
    """The decisions that observations [n, SEEN] wait for, each once."""
    return network.rows.library.unique(section("decision", observations).argmax(1)).tolist()


def scores(network, observations, facts, decisions: Iterable[int]):
    """[n, actions, SCORES], of observations [n, SEEN] that wait for any of these decisions.

    Each is scored by the heads of its decision alone. The move that an adviser would make is worth as much more as the
    network trusts it in such a decision.
    """
    rows, library = network.rows, network.rows.library
    trunk = network.trunk(facts)
    everyone = library.arange(trunk.shape[0])
    waits_for = section("decision", observations).argmax(1)
    passing = network.passing(trunk).reshape(-1, len(Decision), SCORES)[everyone, waits_for]
    found = [(everyone, PASS + 0 * everyone, passing)]
    for decision in decisions:
        asked = library.where(waits_for == decision)[0]
        for head in (network.heads[place] for place in ASKED[decision]):
            games, actions, more = head(observations[asked], trunk[asked])
            found.append((asked[games], actions, more))
    games, actions, values = (library.concatenate(parts) for parts in zip(*found))
    table = library.zeros((trunk.shape[0], NUM_ACTIONS, SCORES), dtype=values.dtype)
    table[games, actions] = values
    advised = rows.index(100 * observations[:, ADVICE] + observations[:, ADVICE + 1]) - 1
    games = library.where(advised >= 0)[0]
    table[games, advised[games], WORTH] += network.trust(trunk[games])[library.arange(games.shape[0]), waits_for[games]]
    return table
