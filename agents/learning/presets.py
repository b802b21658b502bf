"""How long and how `train.py` trains: the presets and what they are made of."""

from dataclasses import dataclass

TEACHER = "boss"  # of the lessons, and the adviser of who has had them
PANEL = ("boss",)  # any names of `agents.AGENTS`


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
        width: units of each layer of the network.
        averaging: weight of the network as it is in the running mean of its weights, once a rollout; the mean is the
            agent (Polyak and Juditsky 1992).
        panel: names of the scripted agents to train against and to be evaluated against.
        itself, snapshots, scripted: how often an opponent is the current network, an earlier one, one of the panel.
        pfsp_power: an earlier network, or one of the panel, is as likely as what it scores against the learner, to this
            power (Vinyals et al. 2019).
        prior: drawn games with which the estimate of each one's score begins.
        forgetting: how much less each game counts in that estimate, with each rollout.
        snapshot_every: rollouts from one snapshot, checkpoint that is kept, and evaluation to the next.
        max_snapshots: how many are in the league; the one that the learner beats most makes room.
        evaluation_games: of each evaluation, against each of the panel and for each player count.
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
    width: int = 128
    averaging: float = 0.03
    panel: tuple[str, ...] = PANEL
    itself: float = 0.35
    snapshots: float = 0.2
    scripted: float = 0.45
    pfsp_power: float = 2.0
    prior: float = 10.0
    forgetting: float = 0.02
    snapshot_every: int = 25
    max_snapshots: int = 8
    evaluation_games: int = 400


# What the network is before self-play, by how it is started.
STARTS = {"lookahead": "after look-ahead", "scratch": "knowing nothing"}
PRESETS = {
    "quick": Settings(
        positions=120_000, lessons=20_480, decisions=98_304, averaging=0.1, snapshot_every=6, evaluation_games=200
    ),
    "standard": Settings(positions=500_000, lessons=204_800, decisions=1_638_400, learning_rate=3e-4, margin_until=0.3),
    "long": Settings(
        positions=1_000_000, lessons=1_024_000, decisions=29_491_200, learning_rate=3e-4, margin_until=0.3
    ),
}
