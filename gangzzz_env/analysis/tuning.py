"""Search for rules that meet a target and change little: Optuna proposes, paired deals judge.

First many rules on the same deals; then the best of them, and the very best with each change taken back, on other
deals, since who wins among many has had luck too. The loss of the search is by how much the target is missed, and a
little for each step away from the rules one started from.
"""

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from gangzzz_env.analysis.ranges import Range, read_range, step_of
from gangzzz_env.analysis.targets import Term
from gangzzz_env.analysis.variants import Evidence, Plan, Players, Variant, counts, evidence, play
from gangzzz_env.game import Game

STUDY, JOURNAL = "tune", "trials.log"
AT_ONCE = 5  # rules in a batch
BEST = 4  # of the rules that were tried, how many are tried again
STEP_COST = 0.3  # of the loss, which is in points: a step away must bring at least so much
BOOTSTRAPS = 200
REACH = 5  # steps down and up that are searched if no range is named


@dataclass(frozen=True)
class Task:
    """What is searched.

    Attributes:
        target: what is wanted.
        ranges: the rules that may be changed, and to what.
        base: the rules to start from.
        trials: how many rules are tried.
    """

    target: tuple[Term, ...]
    ranges: tuple[Range, ...]
    base: Variant
    trials: int

    def loss(self, game: Game, rules, figures: np.ndarray) -> float:
        """How bad rules are, by their figures."""
        return self.miss(figures) + STEP_COST * self.steps(game, rules)

    def miss(self, figures: np.ndarray) -> float:
        """By how much figures miss the target."""
        return sum(term.miss(figures) for term in self.target)

    def steps(self, game: Game, rules) -> float:
        """How many steps rules are away from the base."""
        return sum(abs(value) / step_of(game, name) for name, value in self.changes(rules).items())

    def changes(self, rules) -> dict[str, int]:
        """By how much each number that was changed was changed."""
        moves = {each.name: getattr(rules, each.name) - getattr(self.base.rules, each.name) for each in self.ranges}
        return {name: move for name, move in moves.items() if move}

    def rules(self, values: dict[str, int]):
        """The base with other values."""
        return dataclasses.replace(self.base.rules, **values)


def read_changes(game: Game, text: str, base: Variant) -> tuple[Range, ...]:
    """Which rules may be changed, with commas between: `bounty` by five steps down and up, or `bounty=10:60`.

    Raises:
        ValueError: an unknown rule, one named twice, or a range that cannot be read.
    """
    ranges = tuple(read_range(game, part) if "=" in part else _around(game, part, base) for part in text.split(","))
    names = [each.name for each in ranges]
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"rule {name} is named twice in {text!r}; name it once")
    return ranges


def _around(game: Game, name: str, base: Variant) -> Range:
    game.read_rules({name: getattr(base.rules, name, 0)})
    facts = next(field.metadata for field in dataclasses.fields(base.rules) if field.name == name)
    value, step = getattr(base.rules, name), step_of(game, name)
    low, high = max(facts["lowest"], value - REACH * step), min(facts["highest"], value + REACH * step)
    return Range(name, tuple(range(low, high + 1)))


def _played(plan: Plan, players: Players, on_end: Callable[[int], object]) -> list[Evidence]:
    """What was counted for each variant of a plan without a null."""
    return evidence(plan, [counts(plan, part) for part in play(plan, players, 0, on_end)])


def open_study(game: Game, task: Task, folder: Path, seed: int):
    """The study in a folder, which goes on where it stopped."""
    import optuna
    from optuna.storages import JournalStorage
    from optuna.storages.journal import JournalFileBackend

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    storage = JournalStorage(JournalFileBackend(str(folder / JOURNAL)))
    sampler = optuna.samplers.TPESampler(seed=seed, constant_liar=True)
    study = optuna.create_study(study_name=STUDY, storage=storage, sampler=sampler, load_if_exists=True)
    if not study.trials:
        for values in first_trials(game, task):
            study.enqueue_trial(values)
    return study


def first_trials(game: Game, task: Task) -> list[dict[str, int]]:
    """What is tried first: the base, and one number a step lower or higher, up to half of all trials."""
    near = {each.name: getattr(task.base.rules, each.name) for each in task.ranges}
    base = {each.name: _nearest(each, near[each.name]) for each in task.ranges}
    found = [base]
    for sign in (-1, 1):
        for each in task.ranges:
            values = base | {each.name: _nearest(each, near[each.name] + sign * step_of(game, each.name))}
            if values not in found:
                found.append(values)
    return found[: max(1, task.trials // 2)]


def _nearest(each: Range, wanted: int) -> int:
    return min(each.values, key=lambda value: abs(value - wanted))


def search(task: Task, plan: Plan, players: Players, study, on_end: Callable[[int], object]) -> None:
    """Try rules until there are as many trials as the task says; `plan` has the deals, and no null."""
    while (missing := task.trials - len(finished(study))) > 0:
        asked = [study.ask() for _ in range(min(AT_ONCE, missing))]
        try:
            tried = [task.rules(_proposed(task, trial)) for trial in asked]
            variants = tuple(Variant(f"trial {trial.number}", rules) for trial, rules in zip(asked, tried))
            played = _played(dataclasses.replace(plan, variants=variants), players, on_end)
        except KeyboardInterrupt:
            _give_up(study, asked)
            raise
        for trial, rules, found in zip(asked, tried, played):
            study.tell(trial, task.loss(plan.game, rules, found.estimate().value))


def _proposed(task: Task, trial) -> dict[str, int]:
    return {
        each.name: trial.suggest_int(each.name, each.values[0], each.values[-1], step=_gap(each))
        for each in task.ranges
    }


def _gap(each: Range) -> int:
    return each.values[1] - each.values[0] if len(each.values) > 1 else 1


def _give_up(study, asked: Sequence) -> None:
    from optuna.trial import TrialState

    for trial in asked:
        study.tell(trial, state=TrialState.FAIL)


def finished(study) -> list:
    """The trials that were played."""
    return [trial for trial in study.trials if trial.value is not None]


def candidates(task: Task, study) -> list[Variant]:
    """The base, the best rules of the search, and the very best with each of its changes taken back."""
    ranked = sorted(finished(study), key=lambda trial: trial.value)
    found = [task.base.rules]
    for trial in ranked:
        rules = task.rules(trial.params)
        if rules not in found and len(found) <= BEST:
            found.append(rules)
    best = task.rules(ranked[0].params)
    for name in task.changes(best):
        back = dataclasses.replace(best, **{name: getattr(task.base.rules, name)})
        if back not in found:
            found.append(back)
    return [Variant(f"candidate {place}", rules) for place, rules in enumerate(found)]


def best_of(task: Task, plan: Plan, players: Players, on_end: Callable[[int], object]) -> Variant:
    """Of a plan's variants the one that changes least among those that chance alone may keep from the best.

    That is: whose miss is greater than the least by no more than one standard error of this difference (Breiman,
    Friedman, Olshen and Stone, "Classification and regression trees", 1984, 3.4.3), by a bootstrap of the deals.
    """
    found = _played(plan, players, on_end)
    misses = [task.miss(each.estimate().value) for each in found]
    best = int(np.argmin(misses))
    drawn = np.random.default_rng([plan.seed, 2]).multinomial(len(found[0].deals), _equal(found[0]), BOOTSTRAPS)
    again = np.array([[task.miss(figures) for figures in _redrawn(each, drawn)] for each in found])
    errors = np.std(again - again[best], axis=1)
    near = [place for place in range(len(found)) if misses[place] - misses[best] <= errors[place]]
    return plan.variants[
        min(near, key=lambda place: (task.steps(plan.game, plan.variants[place].rules), misses[place]))
    ]


def _equal(found: Evidence) -> np.ndarray:
    return np.full(len(found.deals), 1 / len(found.deals))


def _redrawn(found: Evidence, drawn: np.ndarray) -> np.ndarray:
    """The figures of each redrawing, how often each deal was drawn i8[n, deals]: f8[n, figures]."""
    with np.errstate(invalid="ignore"):
        return (drawn @ found.top) / (drawn @ found.bottom)


def as_toml(game: Game, rules) -> str:
    """Rules as a file: what is other than printed, with the printed number beside it."""
    printed = dataclasses.asdict(game.read_rules(None))
    others = {name: value for name, value in dataclasses.asdict(rules).items() if value != printed[name]}
    lines = [f"{name} = {value}  # printed: {printed[name]}" for name, value in others.items()]
    return "\n".join(lines or ["# all as printed"]) + "\n"
