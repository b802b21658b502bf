"""The league: whom a learner plays against, and how often.

Itself, frozen snapshots of what it was, and a panel of scripted agents. Of the snapshots one is drawn for the games
that begin in a rollout, by how often it beats the learner: prioritized fictitious self-play (Vinyals et al. 2019). The
panel's share of the games is divided in the same way.
"""

import csv
import io
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch

from agents import AGENTS, make_agent
from agents.learning.network import ActorCritic
from agents.learning.policy import masked_logits
from agents.learning.presets import Settings
from agents.learning.seen import seen
from gangzzz_env.program import write_whole

ITSELF, SNAPSHOT = "itself", "snapshot"
RESULTS = "league.csv"


class Result(NamedTuple):
    """What an opponent has scored in games of the learner.

    Attributes:
        learner: after how many decisions its last snapshot before the end of these games was taken.
        opponent: the same of a snapshot; or a name in the panel.
        games: how many.
        score: of the opponent in them, 1 for each that it won.
    """

    learner: int
    opponent: int | str
    games: int
    score: float


def write_results(folder: Path, results: Sequence[Result]) -> None:
    """Write results as CSV."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerows([Result._fields, *results])
    write_whole(folder / RESULTS, text.getvalue())


def read_panel(names: Sequence[str]) -> tuple[str, ...]:
    """The scripted agents to train against.

    Raises:
        ValueError: one of them is unknown, or named twice.
    """
    for name in names:
        if name not in AGENTS:
            raise ValueError(f"unknown agent {name!r} in the panel; the agents are {', '.join(AGENTS)}")
    if len(set(names)) != len(names):
        raise ValueError(f"the panel is {','.join(names)}, but must name each agent once")
    return tuple(names)


class Copy:
    """A network that plays as it is trained: each action as often as the policy says."""

    def __init__(self, network: ActorCritic, adviser: object | None):
        self.network, self.adviser = network.requires_grad_(False), adviser

    def act(self, views: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Actions int64[n] for views STATE_DTYPE[n] with masks int8[n, 755], drawn by torch's generator."""
        with torch.no_grad():
            inputs = torch.from_numpy(seen(views, masks, self.adviser)).float()
            logits = masked_logits(self.network, inputs, torch.from_numpy(masks != 0))
            return torch.distributions.Categorical(logits=logits).sample().numpy()


class League:
    """Opponents by name, and what the learner's games against them have shown.

    What an opponent scores in a game is (1 - the learner's reward `win`) / 2: 1 if the learner loses to it in a game of
    two, and a half on average wherever the learner wins as often as any other, however many play.

    Args:
        settings: shares, panel and pool.
        adviser: the agent whose moves the networks see, or None.
        seed: of what is drawn.

    Attributes:
        opponents: agents by name, in the order of `shares`.
        taken: after how many decisions of the learner each snapshot was taken; there are no others yet.
    """

    def __init__(self, settings: Settings, adviser: object | None, seed: int):
        self.settings, self.draw = settings, np.random.default_rng(seed)
        self.current = Copy(ActorCritic(settings.width), adviser)
        self.snapshots = [Copy(ActorCritic(settings.width), adviser) for _ in range(settings.max_snapshots)]
        self.names = [f"{SNAPSHOT} {k}" for k in range(settings.max_snapshots)] + list(settings.panel)
        scripted = [make_agent(name, seed) for name in settings.panel]
        self.opponents = {ITSELF: self.current} | dict(zip(self.names, [*self.snapshots, *scripted]))
        self.taken: list[int] = []
        self.scores, self.games = np.zeros((2, len(self.names)))
        self.noted: dict[tuple[int, int | str], tuple[int, float]] = {}

    def rates(self) -> np.ndarray:
        """What each snapshot and each of the panel is thought to score against the learner as it is now: f8[n]."""
        prior = self.settings.prior
        return (self.scores + prior / 2) / (self.games + prior)

    def note(self, name: str, win: float) -> None:
        """A game against this opponent has ended, in which the learner's reward `win` was so much."""
        if name not in self.names:
            return
        place, score = self.names.index(name), (1.0 - win) / 2
        self.scores[place] += score
        self.games[place] += 1
        pair = (max(self.taken, default=0), self.taken[place] if place < len(self.taken) else name)
        games, sum_of_scores = self.noted.get(pair, (0, 0.0))
        self.noted[pair] = games + 1, sum_of_scores + score

    def results(self) -> list[Result]:
        """All games that have ended, none forgotten, in the order in which the learner and an opponent first met."""
        return [Result(*pair, *told) for pair, told in self.noted.items()]

    def forget(self) -> None:
        """Let older games count less, as the learner has changed: estimates of those not met return to a half."""
        self.scores *= 1 - self.settings.forgetting
        self.games *= 1 - self.settings.forgetting

    def shares(self) -> list[float]:
        """How often each of `opponents` is drawn until the next snapshot is, which is drawn now."""
        settings, slots = self.settings, self.settings.max_snapshots
        weights = self.rates() ** settings.pfsp_power
        panel = settings.scripted * weights[slots:] / weights[slots:].sum()
        snapshots = np.zeros(slots)
        if not self.taken:
            return [settings.itself + settings.snapshots, *snapshots, *panel]
        here = weights[: len(self.taken)]
        snapshots[self.draw.choice(len(here), p=here / here.sum())] = settings.snapshots
        return [settings.itself, *snapshots, *panel]

    def keep(self, network: ActorCritic, decisions: int, at_table: Collection[str]) -> None:
        """Take a snapshot. If there are too many, the one goes that the learner beats most.

        One whose name is among those at a table stays, unless all are: its game would go on against another.
        """
        slot = len(self.taken)
        if slot == self.settings.max_snapshots:
            rates = self.rates()[:slot]
            away = [k for k in range(slot) if self.names[k] not in at_table] or range(slot)
            slot = min(away, key=lambda k: (rates[k], self.taken[k]))
            self.taken.pop(slot)
        self.taken.insert(slot, decisions)
        self.scores[slot] = self.games[slot] = 0.0
        self.snapshots[slot].network.load_state_dict(network.state_dict())

    def state(self) -> dict:
        """Everything that later games depend on, for `set_state`."""
        kept = self.snapshots[: len(self.taken)]
        return {
            "networks": [{name: tensor.clone() for name, tensor in c.network.state_dict().items()} for c in kept],
            "taken": list(self.taken),
            "scores": self.scores.tolist(),
            "games": self.games.tolist(),
            "noted": [list(result) for result in self.results()],
            "draw": self.draw.bit_generator.state,
        }

    def set_state(self, state: dict) -> None:
        """Go on as the league that `state` was taken from would have."""
        for copy, network in zip(self.snapshots, state["networks"], strict=False):
            copy.network.load_state_dict(network)
        self.taken = list(state["taken"])
        self.scores[:], self.games[:] = state["scores"], state["games"]
        self.noted = {(learner, opponent): (games, score) for learner, opponent, games, score in state["noted"]}
        self.draw.bit_generator.state = state["draw"]
