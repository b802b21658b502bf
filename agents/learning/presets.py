"""How long and how `train.py` trains: the presets and what they are made of."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    """Settings of a training.

    Attributes:
        lessons: decisions of the teacher that the start is cloned from.
        decisions: of the learner, in self-play.
        num_envs: games at once.
        rollout: decisions in each game between two updates.
        batch: decisions of a gradient step.
        epochs: how often an update goes over a rollout.
        learning_rate: of the first update; it falls in a straight line to a tenth.
        entropy: weight of the policy's entropy.
        gae_lambda: of the advantages (Schulman et al. 2016); gamma is 1, a game's end is what counts.
        win_by: share of the training after which only the win counts, and no longer the margin.
        itself, snapshots, scripted: how often an opponent is the current network, an earlier one, greedy.
        snapshot_every: rollouts from one snapshot, and checkpoint, to the next.
        max_snapshots: how many are kept; a random older one makes room.
    """

    lessons: int
    decisions: int
    num_envs: int = 256
    rollout: int = 64
    batch: int = 1024
    epochs: int = 4
    learning_rate: float = 5e-4
    entropy: float = 0.003
    gae_lambda: float = 0.95
    win_by: float = 0.7
    itself: float = 0.5
    snapshots: float = 0.1
    scripted: float = 0.4
    snapshot_every: int = 10
    max_snapshots: int = 8


PRESETS = {
    "quick": Settings(lessons=200_000, decisions=131_072, num_envs=128),
    "standard": Settings(lessons=1_000_000, decisions=3_276_800),
    "long": Settings(lessons=2_000_000, decisions=32_768_000),
}
