"""The network: a trunk over the facts, and for each decision one small network that is shared by all its actions.

An action is scored from its own row of the observation's targets, from what the trunk makes of the facts, and from a
learned vector for its number. So what is learned for one building, crossing or card holds for all of them.
"""

import numpy as np
import torch
from torch import nn

from agents.learning.holdings import holdings
from gangzzz_env.games.gangzzz.actions import ACTIONS, NUM_ACTIONS
from gangzzz_env.games.gangzzz.observation_sections import BY_NAME, OBSERVATION_SIZE, SECTIONS
from gangzzz_env.games.gangzzz.state import Decision
from gangzzz_env.games.gangzzz.tables import CREW, GANGS

TRUNK, ROW, CRITIC = 128, 32, 64
# Sections that name a printed piece or a place by its number, of which no sum means anything.
CODES = ("tile turns", "buildings", "goods", "ruled out", "crews", "places", "clues", "holders")
QUANTITIES = [(s.first, s.end) for s in SECTIONS if not s.decisions and s.name not in CODES]
CREWS = BY_NAME["crews"]
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


def gangster_rows(targets: torch.Tensor) -> torch.Tensor:
    """[n, 36, 17] -> [n, 144, 14]: the crossing's features and the match with the gangster's own crew."""
    shared, match = targets[..., :-GANGS], targets[..., -GANGS:].transpose(1, 2)
    shared = shared[:, None].expand(-1, GANGS, -1, -1)
    return torch.cat([shared, match[..., None]], -1).flatten(1, 2)


def manager_rows(targets: torch.Tensor) -> torch.Tensor:
    """[n, 4, 5, 4, 10] -> [n, 320, 13]: the building's features, and for the slot: its match, whether others match."""
    n, gangs, where, kinds, _ = targets.shape
    slot = torch.arange(1, CREW + 1, dtype=targets.dtype, device=targets.device)
    match = (targets[..., 5, None] == slot) & (targets[..., 0, None] > 0)
    match = match.permute(0, 1, 4, 2, 3).to(targets.dtype)
    choices = match.sum((-1, -2))[..., None, None].expand_as(match)
    other = (targets[..., 5] > 0)[:, :, None].to(targets.dtype).expand_as(match) - match
    shared = targets[:, :, None].expand(-1, -1, CREW, -1, -1, -1)
    rows = torch.cat([shared, match[..., None], choices[..., None], other[..., None]], -1)
    return rows.reshape(n, gangs * CREW * where * kinds, -1)


ROWS = {"gangster targets": gangster_rows, "manager targets": manager_rows}


def rows_of(targets: str, observations: torch.Tensor) -> torch.Tensor:
    """[n, actions, features] of a section of targets, from observations float[n, size], in the order of the actions."""
    section = BY_NAME[targets]
    values = observations[:, section.first : section.end].reshape(-1, *section.shape)
    if targets in ROWS:
        return ROWS[targets](values)
    if targets == "sell targets":
        return values
    return values.flatten(1, -2)


class ActionHead(nn.Module):
    """Scores the actions of one section."""

    def __init__(self, actions: str, targets: str):
        super().__init__()
        self.targets = targets
        self.first, self.count = _ACTIONS[actions].first, _ACTIONS[actions].count
        features = rows_of(targets, torch.zeros(1, OBSERVATION_SIZE)).shape[-1]
        self.register_buffer("scale", torch.ones(features))
        self.row = nn.Linear(features, ROW, bias=False)
        self.context = nn.Linear(TRUNK, ROW)
        self.action = nn.Parameter(torch.zeros(self.count, ROW))
        self.score = nn.Linear(ROW, 1)

    def forward(self, observations: torch.Tensor, trunk: torch.Tensor) -> torch.Tensor:
        """[n, count] from observations [n, size] and the trunk [n, TRUNK]."""
        rows = rows_of(self.targets, observations) * self.scale
        hidden = self.row(rows) + self.action + self.context(trunk)[:, None]
        return self.score(torch.relu(hidden))[..., 0]

    def fit(self, observations: torch.Tensor) -> None:
        """Bring every feature to a spread of about 1 over these observations."""
        rows = rows_of(self.targets, observations).flatten(0, 1)
        self.scale.copy_(1.0 / rows.std(0).clamp(min=0.2))


class ActorCritic(nn.Module):
    """Logits of all actions, and the value of the position, from observations.

    Attributes of SB3's `mlp_extractor`: latent_dim_pi, latent_dim_vf, forward_actor, forward_critic.
    """

    def __init__(self):
        super().__init__()
        self.latent_dim_pi, self.latent_dim_vf = NUM_ACTIONS, CRITIC
        inputs = self.raw_facts(torch.zeros(1, OBSERVATION_SIZE)).shape[1]
        self.register_buffer("mean", torch.zeros(inputs))
        self.register_buffer("scale", torch.ones(inputs))
        self.trunk = nn.Sequential(nn.Linear(inputs, TRUNK), nn.ReLU(), nn.Linear(TRUNK, TRUNK), nn.ReLU())
        self.bias = nn.Linear(TRUNK, NUM_ACTIONS)
        pairs = dict.fromkeys(pair for heads in HEADS.values() for pair in heads)
        self.heads = nn.ModuleList(ActionHead(*pair) for pair in pairs)
        place = {pair: k for k, pair in enumerate(pairs)}
        self.decisions = [[place[pair] for pair in HEADS[d]] if d in HEADS else [] for d in Decision]
        self.critic = nn.Sequential(nn.Linear(inputs, CRITIC), nn.ReLU(), nn.Linear(CRITIC, CRITIC), nn.ReLU())

    def raw_facts(self, observations: torch.Tensor) -> torch.Tensor:
        """The facts that are quantities, what is placed, and what the seats hold: [n, inputs]."""
        facts = [observations[:, first:end] for first, end in QUANTITIES]
        placed = observations[:, CREWS.first : CREWS.end] > 0
        return torch.cat([*facts, placed.to(observations.dtype), holdings(observations)], 1)

    def facts(self, observations: torch.Tensor) -> torch.Tensor:
        """The facts, scaled."""
        return ((self.raw_facts(observations) - self.mean) * self.scale).clamp(-5, 5)

    def forward(self, observations: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits [n, actions] and the critic's last layer [n, CRITIC]."""
        return self.forward_actor(observations), self.forward_critic(observations)

    def forward_critic(self, observations: torch.Tensor) -> torch.Tensor:
        """The critic's last layer [n, CRITIC]."""
        return self.critic(self.facts(observations))

    def forward_actor(self, observations: torch.Tensor) -> torch.Tensor:
        """Logits [n, actions]; each row is scored by the heads of its decision alone."""
        trunk = self.trunk(self.facts(observations))
        logits = self.bias(trunk)
        decision = BY_NAME["decision"]
        waits_for = observations[:, decision.first : decision.end].argmax(1)
        for place in waits_for.unique().tolist():
            rows = torch.nonzero(waits_for == place)[:, 0]
            for head in (self.heads[k] for k in self.decisions[place]):
                scores = head(observations[rows], trunk[rows])
                columns = torch.arange(head.first, head.first + head.count)
                logits = logits.index_put((rows[:, None], columns[None]), scores, accumulate=True)
        return logits

    def fit_scale(self, observations: np.ndarray) -> None:
        """Take the scale of every input from observations int8[n, size]."""
        observations = torch.as_tensor(observations, dtype=torch.float32)
        facts = self.raw_facts(observations)
        self.mean.copy_(facts.mean(0))
        self.scale.copy_(1.0 / facts.std(0).clamp(min=0.2))
        decision = BY_NAME["decision"]
        waits_for = observations[:, decision.first : decision.end].argmax(1)
        for k, head in enumerate(self.heads):
            own = torch.tensor([k in self.decisions[d] for d in waits_for.tolist()])
            if own.sum() > 1:
                head.fit(observations[own])
