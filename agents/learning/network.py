"""The network: a trunk over the facts, and for each decision one small network that is shared by all its actions.

An action is scored from its own row of the observation's targets, from what the trunk makes of the facts, and from a
learned vector for its number. So what is learned for one building, crossing or card holds for all of them.
"""

import numpy as np
import torch
from torch import nn

from agents.learning import scoring
from agents.learning.rows import Rows, section
from agents.learning.scoring import ACTIONS_OF, ASKED, COLUMNS, PAIRS, SCORES
from agents.learning.seen import SEEN
from gangzzz_env.games.gangzzz.actions import NUM_ACTIONS
from gangzzz_env.games.gangzzz.state import Decision

WIDTH, ROW_SHARE = 128, 4  # of trunk and critic; an action has so many times fewer
ROWS = Rows(torch)


class ActionHead(nn.Module):
    """Scores the actions of one section."""

    def __init__(self, actions: str, targets: str, width: int):
        super().__init__()
        self.targets = targets
        self.first, self.count = ACTIONS_OF[actions].first, ACTIONS_OF[actions].count
        features = ROWS.of(targets, torch.zeros(1, SEEN))[2].shape[1]
        self.register_buffer("scale", torch.ones(features))
        row = width // ROW_SHARE
        self.row = nn.Linear(features, row)
        self.context = nn.Linear(width, row, bias=False)
        self.action = nn.Parameter(torch.zeros(self.count, row))
        self.score = nn.Linear(row, SCORES)

    def forward(self, observations: torch.Tensor, trunk: torch.Tensor):
        """Games int64[m], actions int64[m], scores [m, SCORES], from observations [n, SEEN] and trunk [n, width]."""
        games, actions, rows = ROWS.of(self.targets, observations)
        hidden = self.row(rows * self.scale) + self.action[actions] + self.context(trunk)[games]
        return games, self.first + actions, self.score(torch.relu(hidden))

    def fit(self, observations: torch.Tensor) -> None:
        """Bring every feature to a spread of about 1 over these observations."""
        rows = ROWS.of(self.targets, observations)[2]
        if len(rows) > 1:
            self.scale.copy_(1.0 / rows.std(0).clamp(min=0.2))


class ActorCritic(nn.Module):
    """Logits of all actions, and the value of the position, from what is `seen.seen`.

    Logits are the weighted sum of an action's scores, which `scoring.scores` says.

    Args:
        width: units of each layer of the trunk and of the critic.

    Attributes of SB3's `mlp_extractor`: latent_dim_pi, latent_dim_vf, forward_actor, forward_critic.
    """

    rows = ROWS

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
        self.heads = nn.ModuleList(ActionHead(*pair, width) for pair in PAIRS)
        self.critic = nn.Sequential(nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())

    def facts(self, observations: torch.Tensor) -> torch.Tensor:
        """The facts and the standing, scaled: [n, columns]."""
        return scoring.facts(self, observations)

    def scaled(self, columns: torch.Tensor) -> torch.Tensor:
        """Those columns of observations, each brought to a spread of about 1."""
        return scoring.scaled(self, columns)

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
        return scoring.scores(self, observations, facts, scoring.decisions_in(self, observations))

    def fit_scale(self, inputs: np.ndarray) -> None:
        """Take the scale of all that is read from inputs int8[n, SEEN]."""
        observations = torch.from_numpy(inputs).float()
        facts = observations[:, COLUMNS]
        self.mean.copy_(facts.mean(0))
        self.scale.copy_(1.0 / facts.std(0).clamp(min=0.2))
        waits_for = section("decision", observations).argmax(1)
        for k, head in enumerate(self.heads):
            own = torch.tensor([k in ASKED[d] for d in waits_for.tolist()])
            head.fit(observations[own])
