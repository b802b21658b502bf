"""The network: a trunk over the facts, and for each decision one small network that is shared by all its actions.

An action is scored from its own row of the observation's targets, from what the trunk makes of the facts, and from a
learned vector for its number. So what is learned for one building, crossing or card holds for all of them.
"""

import numpy as np
import torch
from torch import nn

from agents.learning.rows import ROWS, section
from agents.learning.seen import ADVICE, SEEN
from gangzzz_env.games.gangzzz.actions import ACTIONS, NUM_ACTIONS, PASS
from gangzzz_env.games.gangzzz.observation_sections import BY_NAME, OBSERVATION_SIZE
from gangzzz_env.games.gangzzz.state import Decision

WIDTH, ROW_SHARE = 128, 4  # of trunk and critic; an action has so many times fewer
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
_ACTIONS = {section.name: section for section in ACTIONS}

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


class ActionHead(nn.Module):
    """Scores the actions of one section."""

    def __init__(self, actions: str, targets: str, width: int):
        super().__init__()
        self.targets = targets
        self.first, self.count = _ACTIONS[actions].first, _ACTIONS[actions].count
        features = ROWS[targets](torch.zeros(1, SEEN))[2].shape[1]
        self.register_buffer("scale", torch.ones(features))
        row = width // ROW_SHARE
        self.row = nn.Linear(features, row)
        self.context = nn.Linear(width, row, bias=False)
        self.action = nn.Parameter(torch.zeros(self.count, row))
        self.score = nn.Linear(row, SCORES)

    def forward(self, observations: torch.Tensor, trunk: torch.Tensor):
        """Games int64[m], actions int64[m], scores [m, SCORES], from observations [n, SEEN] and trunk [n, width]."""
        games, actions, rows = ROWS[self.targets](observations)
        hidden = self.row(rows * self.scale) + self.action[actions] + self.context(trunk)[games]
        return games, self.first + actions, self.score(torch.relu(hidden))

    def fit(self, observations: torch.Tensor) -> None:
        """Bring every feature to a spread of about 1 over these observations."""
        rows = ROWS[self.targets](observations)[2]
        if len(rows) > 1:
            self.scale.copy_(1.0 / rows.std(0).clamp(min=0.2))


class ActorCritic(nn.Module):
    """Logits of all actions, and the value of the position, from what is `seen.seen`.

    Logits are the weighted sum of an action's scores. The move that an adviser would make is worth as much more as the
    network trusts it in such a decision.

    Args:
        width: units of each layer of the trunk and of the critic.

    Attributes of SB3's `mlp_extractor`: latent_dim_pi, latent_dim_vf, forward_actor, forward_critic.
    """

    def __init__(self, width: int = WIDTH):
        super().__init__()
        self.width = width
        self.latent_dim_pi, self.latent_dim_vf = NUM_ACTIONS, width
        inputs = len(COLUMNS)
        self.register_buffer("mean", torch.zeros(inputs))
        self.register_buffer("scale", torch.ones(inputs))
        self.trunk = nn.Sequential(nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.passing = nn.Linear(width, len(Decision) * SCORES)
        self.register_buffer("weights", torch.ones(SCORES))
        self.trust = nn.Linear(width, len(Decision))
        pairs = dict.fromkeys(pair for heads in HEADS.values() for pair in heads)
        self.heads = nn.ModuleList(ActionHead(*pair, width) for pair in pairs)
        place = {pair: k for k, pair in enumerate(pairs)}
        self.decisions = [[place[pair] for pair in HEADS[d]] if d in HEADS else [] for d in Decision]
        self.critic = nn.Sequential(nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())

    def facts(self, observations: torch.Tensor) -> torch.Tensor:
        """The facts and the standing, scaled: [n, columns]."""
        return self.scaled(observations[:, COLUMNS])

    def scaled(self, columns: torch.Tensor) -> torch.Tensor:
        """Those columns of observations, each brought to a spread of about 1."""
        return ((columns - self.mean) * self.scale).clamp(-5, 5)

    def forward(self, observations: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits [n, actions] and the critic's last layer [n, width]."""
        facts = self.facts(observations)
        return self.scores(observations, facts) @ self.weights, self.critic(facts)

    def forward_critic(self, observations: torch.Tensor) -> torch.Tensor:
        """The critic's last layer [n, width]."""
        return self.critic(self.facts(observations))

    def forward_actor(self, observations: torch.Tensor) -> torch.Tensor:
        """Logits [n, actions]."""
        return self.scores(observations, self.facts(observations)) @ self.weights

    def scores(self, observations: torch.Tensor, facts: torch.Tensor) -> torch.Tensor:
        """[n, actions, SCORES]; each row is scored by the heads of its decision alone."""
        trunk = self.trunk(facts)
        everyone = torch.arange(len(trunk))
        waits_for = section("decision", observations).argmax(1)
        passing = self.passing(trunk).reshape(len(trunk), -1, SCORES)[everyone, waits_for]
        scores = passing.new_zeros(len(trunk), NUM_ACTIONS, SCORES).index_put((everyone, torch.tensor(PASS)), passing)
        for place in waits_for.unique().tolist():
            rows = torch.nonzero(waits_for == place)[:, 0]
            for head in (self.heads[k] for k in self.decisions[place]):
                games, actions, more = head(observations[rows], trunk[rows])
                scores = scores.index_put((rows[games], actions), more, accumulate=True)
        advised = (100 * observations[:, ADVICE] + observations[:, ADVICE + 1]).long() - 1
        rows = torch.nonzero(advised >= 0)[:, 0]
        trust = self.trust(trunk[rows])[torch.arange(len(rows)), waits_for[rows]]
        worth = torch.full_like(rows, WORTH)
        return scores.index_put((rows, advised[rows], worth), trust, accumulate=True)

    def fit_scale(self, inputs: np.ndarray) -> None:
        """Take the scale of all that is read from inputs int8[n, SEEN]."""
        observations = torch.from_numpy(inputs).float()
        facts = observations[:, COLUMNS]
        self.mean.copy_(facts.mean(0))
        self.scale.copy_(1.0 / facts.std(0).clamp(min=0.2))
        waits_for = section("decision", observations).argmax(1)
        for k, head in enumerate(self.heads):
            own = torch.tensor([k in self.decisions[d] for d in waits_for.tolist()])
            head.fit(observations[own])
