"""A run of `train.py`: look-ahead, self-play, checkpoints, evaluations; and how to go on with one that was stopped."""

import dataclasses
import time
from collections.abc import Sequence
from pathlib import Path

from stable_baselines3.common.logger import Logger, configure

from agents import make_agent
from agents.learning import checkpoint, evaluation, league, progress_page
from agents.learning.appraisal import EPOCHS
from agents.learning.evaluation import Trial
from agents.learning.lookahead import GAMES, Classroom, Pupil
from agents.learning.network import ActorCritic
from agents.learning.presets import STARTS, TEACHER, Settings
from agents.learning.self_play import SelfPlay
from gangzzz_env.analysis import tables
from gangzzz_env.analysis.metrics import summary
from gangzzz_env.games.gangzzz import GAME
from gangzzz_env.program import progress

SPACING = 60.0  # seconds of self-play that a kill loses at most, and a rollout
LESSONS_SPACING = 180.0  # the same of look-ahead, whose lessons take a second or two to write
LOOK = 7  # steps of the progress bar for a lesson; a decision of self-play is one, and one for each epoch
TRIAL_SEED = 2_000_000_011  # keeps the deals of the evaluations in training from being those of the last one


class Run:
    """One training in one folder.

    Args:
        options: the preset, seed, start and games of the last evaluation, as `train.py` was given them.
        settings: those of the preset when the run was begun.
        rules: of the games.
        players: the player counts.
        folder: for checkpoints, curves and the evaluation.
        resume_at: the checkpoint to go on from, or None.
        begun_from: the checkpoint whose network it begins with, as `checkpoint.origin` says, or None.
        plot: what draws the evaluations and ratings, the module `plot`, or None.
    """

    def __init__(
        self,
        options: dict,
        settings: Settings,
        rules,
        players: Sequence[int],
        folder: Path,
        resume_at: Path | None,
        begun_from: dict | None,
        plot,
    ):
        self.options, self.settings, self.rules, self.players = options, settings, rules, tuple(players)
        self.folder, self.latest, self.saved = folder, resume_at, time.monotonic()
        self.begun_from, self.plot = begun_from, plot
        self.curve, self.results, self.shown = [], [], []
        seed = options["seed"] + TRIAL_SEED
        self.trial = Trial(settings.panel, self.players, settings.evaluation_games, seed, rules)

    def train(self) -> None:
        """Train from the start, or from the checkpoint, to the end; evaluate; say what came of it."""
        self.learn()
        self._evaluate()

    def learn(self) -> None:
        """Train to the end, with the evaluations meanwhile."""
        logger = self._logger()
        try:
            self._learn(logger)
        finally:
            logger.close()

    def _learn(self, logger: Logger) -> None:
        settings, seed = self.settings, self.options["seed"]
        updates, before = settings.epochs + 1, self._steps_before()
        adviser = make_agent(TEACHER) if self.options["start"] == "lookahead" else None
        with progress(before + settings.decisions * updates, "step") as bar:
            training = SelfPlay(settings, self.players, self.rules, seed, adviser, logger)
            state = {} if self.latest is None else checkpoint.read_training(self.latest)
            if "policy" in state:
                self._restore(training, state)
                self.curve = state["evaluations"]
                bar.update(before + training.decisions * updates)
            else:
                self._begin(training, state, bar)
            training.learn(
                lambda count: bar.update(count * updates), lambda: self._on_rollout(training, logger, bar.write)
            )
            self._save(training)
            self._rate(training, logger, bar.write)

    def _steps_before(self) -> int:
        """Of the progress bar, until self-play begins."""
        positions, lessons = self.settings.positions * EPOCHS, self.settings.lessons * LOOK
        if self.begun_from is not None:
            return positions
        return positions + lessons if self.options["start"] == "lookahead" else 0

    def _begin(self, training: SelfPlay, state: dict, bar) -> None:
        """Give self-play the network that it begins with."""
        if self.begun_from is not None:
            pupil = self._pupil()
            pupil.network.load_state_dict(checkpoint.read_network(Path(self.begun_from["checkpoint"])).state_dict())
            pupil.appraise(bar.update)
            training.begin_with(pupil.network, pupil.value)
        elif self.options["start"] == "lookahead":
            pupil = self._look_ahead(state, bar)
            training.begin_with_lessons(pupil.network, pupil.value)
        else:
            training.network.fit_scale(self._classroom().warm_up())

    def _look_ahead(self, state: dict, bar) -> Pupil:
        """All lessons, or those that a stopped run had left."""
        pupil = self._pupil()
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

    def _pupil(self) -> Pupil:
        settings = self.settings
        return Pupil(self._classroom(), settings.positions, settings.lessons, self.options["seed"], settings.width)

    def _classroom(self) -> Classroom:
        seed = self.options["seed"]
        return Classroom(GAME, make_agent(TEACHER, seed), self.players, self.rules, seed)

    def _logger(self) -> Logger:
        """TensorBoard and CSV, in a folder of their own for every time the run is begun or resumed."""
        begun = len(list(self.folder.glob("curves-*")))
        return configure(str(self.folder / f"curves-{begun}"), ["csv", "tensorboard"])

    def _on_rollout(self, training: SelfPlay, logger: Logger, say) -> None:
        is_snapshot = training.is_snapshot(training.decisions)
        is_saved = training.decisions == training.resumed_at
        if not is_saved and (is_snapshot or time.monotonic() - self.saved >= SPACING):
            self._save(training)
        if is_snapshot:
            self._rate(training, logger, say)

    def _save(self, training: SelfPlay) -> None:
        """Write a checkpoint; those beside the snapshots are there to go on from, and go when the next is there."""
        self._write(training.decisions, training.mean, training.state() | {"evaluations": self.curve})
        for other in checkpoint.all_of(self.folder):
            if other != self.latest and not training.is_snapshot(checkpoint.decisions_of(other)):
                checkpoint.remove(other)

    def _write(self, decisions: int, network: ActorCritic, state: dict) -> None:
        config = checkpoint.facts(self.players, self.rules)
        config |= {"options": self.options, "settings": dataclasses.asdict(self.settings)}
        config |= {"begun_from": self.begun_from, "adviser_hash": checkpoint.adviser_hash()}
        learns_of = {*self.settings.panel, TEACHER}
        config |= {"learns_of": {name: checkpoint.agent_hash(make_agent(name)) for name in sorted(learns_of)}}
        self.latest, self.saved = checkpoint.save(self.folder, decisions, config, network, state), time.monotonic()

    def _rate(self, training: SelfPlay, logger: Logger, say) -> None:
        """Let the checkpoint play against the panel, unless it has, and name the best one so far."""
        decisions, self.results = training.decisions, training.league.results()
        if any(row["decisions"] == decisions for row in self.curve):
            return
        rates = self.trial.rates(self.trial.play(checkpoint.at(self.folder, decisions)))
        self.curve = [*self.curve, *({"decisions": decisions} | row for row in rates)]
        best, score = evaluation.best(self.curve)
        evaluation.write_curve(self.folder, self.curve)
        checkpoint.point_to_best(self.folder, best, score)
        league.write_results(self.folder, self.results)
        progress_page.write(self, self.plot)
        for row in rates:
            logger.record(f"evaluation/{row['opponent']} of {row['num_players']}", row["win_rate"])
        logger.record("evaluation/score", evaluation.score(rates))
        logger.dump(decisions)
        won = ", ".join(evaluation.words(row) for row in rates)
        say(f"after {decisions} decisions {won}; best after {best}")

    def _evaluate(self) -> None:
        """Play the first and the best checkpoint against the panel, and write what the best one showed."""
        first, best = checkpoint.at(self.folder, 0), checkpoint.find(self.folder)
        decisions = checkpoint.decisions_of(best)
        begun = "as it began" if self.begun_from else STARTS[self.options["start"]]
        print(f"win rates of {self.options['games']} games against each agent:")
        if first != best:
            self._show(begun, first)
        played = self._show(f"the best, after {decisions} decisions" if decisions else f"the best, {begun}", best)
        for path in tables.write(self.folder, self.options | {"checkpoint": best.name}, summary(GAME, played)):
            print(f"wrote {path}")
        progress_page.write(self, self.plot)
        print(f"wrote {self.folder / progress_page.PAGE}")
        print(f"the agent: {best}")

    def _show(self, what: str, place: Path) -> list:
        trial = Trial(self.settings.panel, self.players, self.options["games"], self.options["seed"], self.rules)
        with progress(trial.size, "game") as bar:
            played = trial.play(place, bar.update)
        for row in trial.rates(played):
            print(f"  {what}: {evaluation.words(row)}")
            self.shown.append((what, row))
        return played
