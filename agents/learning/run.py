"""A run of `train.py`: look-ahead, self-play, checkpoints, evaluation; and how to go on with one that was stopped."""

import dataclasses
import time
from pathlib import Path

from stable_baselines3.common.logger import configure

from agents import make_agent
from agents.learned import Learned
from agents.learning import checkpoint
from agents.learning.appraisal import EPOCHS
from agents.learning.lookahead import GAMES, Classroom, Pupil
from agents.learning.network import ActorCritic
from agents.learning.presets import STARTS, Settings
from agents.learning.self_play import TEACHER, SelfPlay
from gangzzz_env.analysis import report
from gangzzz_env.analysis.metrics import summary
from gangzzz_env.analysis.play import Games, paired_seeds, play_lineup
from gangzzz_env.games.gangzzz import GAME
from gangzzz_env.program import progress

LEARNED = "learned"
SPACING = 60.0  # seconds of self-play that a kill loses at most, and a rollout
LESSONS_SPACING = 180.0  # the same of look-ahead, whose lessons take a second or two to write
LOOK = 7  # steps of the progress bar for a lesson; a decision of self-play is one, and one for each epoch


class Run:
    """One training in one folder.

    Args:
        options: the preset, seed, start and games of the evaluation, as `train.py` was given them.
        settings: those of the preset when the run was begun.
        rules: of the games.
        num_players: of each game.
        folder: for checkpoints, curves and the evaluation.
        resume_at: the checkpoint to go on from, or None.
    """

    def __init__(
        self, options: dict, settings: Settings, rules, num_players: int, folder: Path, resume_at: Path | None
    ):
        self.options, self.settings, self.rules, self.num_players = options, settings, rules, num_players
        self.folder, self.latest, self.saved = folder, resume_at, time.monotonic()

    def train(self) -> None:
        """Train from the start, or from the checkpoint, to the end; evaluate; say what came of it."""
        logger = self._logger()
        try:
            self._learn(logger)
        finally:
            logger.close()
        self._evaluate()

    def _learn(self, logger) -> None:
        settings, seed = self.settings, self.options["seed"]
        updates = settings.epochs + 1
        looks_ahead = self.options["start"] == "lookahead"
        adviser = make_agent(TEACHER) if looks_ahead else None
        before = settings.positions * EPOCHS + settings.lessons * LOOK if looks_ahead else 0
        with progress(before + settings.decisions * updates, "step") as bar:
            training = SelfPlay(settings, self.num_players, self.rules, seed, adviser, logger)
            state = {} if self.latest is None else checkpoint.read_training(self.latest)
            if "policy" in state:
                self._restore(training, state)
                bar.update(before + training.decisions * updates)
            elif looks_ahead:
                pupil = self._look_ahead(state, bar)
                training.begin_with(pupil.network, pupil.value)
            else:
                training.network.fit_scale(self._classroom().warm_up())
            training.learn(lambda count: bar.update(count * updates), lambda: self._save_if_due(training))
            self._save(training)

    def _look_ahead(self, state: dict, bar) -> Pupil:
        """All lessons, or those that a stopped run had left."""
        settings = self.settings
        pupil = Pupil(self._classroom(), settings.positions, settings.lessons, self.options["seed"])
        if state:
            self._restore(pupil, state)
            bar.update(self.settings.positions * EPOCHS + pupil.done * GAMES * LOOK)

        def on_round():
            bar.update(GAMES * LOOK)
            if time.monotonic() - self.saved >= LESSONS_SPACING:
                self._write(0, pupil.network, pupil.state())

        pupil.learn(bar.update, on_round)
        return pupil

    def _restore(self, learner: SelfPlay | Pupil, state: dict) -> None:
        try:
            learner.set_state(state)
        except (AttributeError, IndexError, KeyError, RuntimeError, TypeError, ValueError) as error:
            words = f"checkpoint {self.latest} cannot be resumed: {checkpoint.TRAINING} does not fit its configuration"
            raise checkpoint.Unresumable(words) from error

    def _classroom(self) -> Classroom:
        seed = self.options["seed"]
        return Classroom(GAME, make_agent(TEACHER, seed), self.num_players, self.rules, seed)

    def _logger(self):
        """TensorBoard and CSV, in a folder of their own for every time the run is begun or resumed."""
        begun = len(list(self.folder.glob("curves-*")))
        return configure(str(self.folder / f"curves-{begun}"), ["csv", "tensorboard"])

    def _save_if_due(self, training: SelfPlay) -> None:
        if training.is_snapshot(training.decisions) or time.monotonic() - self.saved >= SPACING:
            self._save(training)

    def _save(self, training: SelfPlay) -> None:
        """Write a checkpoint; those beside the snapshots are there to go on from, and go when the next is there."""
        self._write(training.decisions, training.mean, training.state())
        for other in checkpoint.all_of(self.folder):
            if other != self.latest and not training.is_snapshot(checkpoint.decisions_of(other)):
                checkpoint.remove(other)

    def _write(self, decisions: int, network: ActorCritic, state: dict) -> None:
        config = checkpoint.facts(self.num_players, self.rules)
        config |= {"options": self.options, "settings": dataclasses.asdict(self.settings)}
        config |= {"greedy": checkpoint.greedy_hash()}
        self.latest, self.saved = checkpoint.save(self.folder, decisions, config, network, state), time.monotonic()

    def _evaluate(self) -> None:
        """Play the first and the last checkpoint against the teacher, and write what the last one showed."""
        first = checkpoint.at(self.folder, 0)
        print(f"win rates of {self.options['games']} games against {TEACHER}, par {100 / self.num_players:.0f}%:")
        words = STARTS[self.options["start"]]
        if first.exists():
            print(f"  {words:18} {report.rate(self._rates(first)[0])}")
        row, shown = self._rates(self.latest)
        print(f"  {'after self-play':18} {report.rate(row)}")
        for path in report.write(self.folder, self.options | {"checkpoint": self.latest.name}, shown):
            print(f"wrote {path}")
        print(f"the agent: {self.latest}")

    def _rates(self, place: Path) -> tuple[dict, dict]:
        agents = {LEARNED: Learned(place), TEACHER: make_agent(TEACHER)}
        lineup = (LEARNED, *[TEACHER] * (self.num_players - 1))
        seeds = paired_seeds(self.options["seed"], self.options["games"], self.num_players)
        with progress(len(seeds) * self.num_players, "game") as bar:
            games: Games = play_lineup(GAME, lineup, agents, seeds, self.rules, bar.update)
        shown = summary(GAME, [games])
        return next(row for row in shown["agents"] if row["agent"] == LEARNED), shown
