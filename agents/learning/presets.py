"""How long and how `train.py` trains: the presets and what they are made of."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    """Settings of a training.

    Attributes:
        positions: of the teacher's games, from which the critic learns before anything else.
        lessons: decisions whose outcomes a look-ahead shows before self-play.
        weights: of how likely an action is, and of its worth in units of 10 dollars, in its logit.
        trust: what the adviser's move gets more in its logit, as the worth of the others is uncertain.
        decisions: of the learner, in self-play.
        num_envs: games at once.
        rollout: decisions in each game between two updates.
        batch: decisions of a gradient step.
        epochs: how often an update goes over a rollout.
        learning_rate: of the first update; it falls in a straight line to a twentieth.
        entropy: weight of the policy's entropy.
        gae_lambda: of the advantages (Schulman et al. 2016); gamma is 1, a game's end is what counts.
        margin_until: share of the training in which the margin alone counts; from there on to the end the win counts
            more and more.
        averaging: weight of the network as it is in the running mean of its weights, once a rollout; the mean is the
            agent (Polyak and Juditsky 1992).
        itself, snapshots, scripted: how often an opponent is the current network, an earlier one, greedy.
        snapshot_every: rollouts from one snapshot, and checkpoint that is kept, to the next.
        max_snapshots: how many are kept; a random older one makes room.
    """

    positions: int
    lessons: int
    decisions: int
    weights: tuple[float, float] = (0.6, 2.0)
    trust: float = 2.0
    num_envs: int = 256
    rollout: int = 32
    batch: int = 1024
    epochs: int = 3
    learning_rate: float = 1e-3
    entropy: float = 0.0005
    gae_lambda: float = 0.85
    margin_until: float = 0.6
    averaging: float = 0.03
    itself: float = 0.45
    snapshots: float = 0.1
    scripted: float = 0.45
    snapshot_every: int = 25
    max_snapshots: int = 8


# What the network is before self-play, by how it is started.
STARTS = {"lookahead": "after look-ahead", "scratch": "knowing nothing"}
PRESETS = {
    "quick": Settings(positions=120_000, lessons=20_480, decisions=98_304, averaging=0.1),
    "standard": Settings(positions=500_000, lessons=204_800, decisions=2_457_600),
    "long": Settings(positions=1_000_000, lessons=1_024_000, decisions=29_491_200),
}
