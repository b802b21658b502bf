"""The strict conformance test `gangzzz_env.check(env)`: what PettingZoo's own tests leave open.

`position` is a moment of a game that is checked; `beginning` asks what can be asked before a game, `turn` at every
decision, `probe` at some.
"""

import contextlib
import random
import warnings
from collections.abc import Callable

import numpy as np

from gangzzz_env.aec import GameEnv
from gangzzz_env.arguments import read_count, read_seed
from gangzzz_env.conformance.beginning import FACTS, SEEDS
from gangzzz_env.conformance.position import ConformanceError, Position
from gangzzz_env.conformance.probe import PROBES
from gangzzz_env.conformance.turn import TURNS, Accounts, check_end, expected_of
from gangzzz_env.sample import MaskSampler

__all__ = ["ConformanceError", "check"]


def check(env, games: int, seed: int, apart: int) -> None:
    """Play some games of an environment and ask everything of it that its users rely on.

    See `gangzzz_env.check`.
    """
    games, apart = read_count("games", games), read_count("apart", apart)
    if read_seed(seed) is None:
        raise TypeError("seed is None, but must be a non-negative integer: a fault is to be found again")
    if not isinstance(getattr(env, "unwrapped", None), GameEnv):
        raise TypeError(f"check is for a PettingZoo environment of gangzzz_env, wrapped or not, not for {env!r}")
    with _quiet(env):
        before = _foreign_generators()
        for question in FACTS:
            _ask(Position(env, seed), question)
        for number in range(games):
            _ask(Position(env, seed + number), lambda position: _play(position, apart))
        for question in SEEDS:
            _ask(Position(env, seed), question)
        if _foreign_generators() != before:
            raise ConformanceError(
                "Python's or NumPy's global random numbers were drawn from, expected to be left alone"
            )


def _ask(position: Position, question: Callable[[Position], None]) -> None:
    """Ask; what the environment itself raises is a fault, too."""
    try:
        question(position)
    except ConformanceError:
        raise
    except Exception as error:
        raise ConformanceError(
            f"the environment ({position.moment}): raised {type(error).__name__}: {error}, expected no error"
        ) from error


def _play(position: Position, apart: int) -> None:
    """Check a game, every decision of it and more at each `apart`-th."""
    env = position.env
    env.reset(seed=position.seed)
    accounts, sampler = Accounts(env), MaskSampler(position.seed)
    while True:
        for question in TURNS:
            question(position, accounts)
        if position.is_over:
            break
        if position.decisions % apart == 0:
            for question in PROBES:
                question(position)
        action = sampler.sample(env.observe(env.agent_selection)["action_mask"])
        expected = expected_of(position, action)
        accounts.step(env, action)
        position.decisions += 1
        position.expect(f"the state after action {action}", position.record.tobytes(), expected.record.tobytes())
        accounts.compare(position, expected)
        bound = position.game.max_decisions
        position.demand(position.decisions <= bound, "decisions of a game", position.decisions, f"at most {bound}")
    for question in PROBES:
        question(position)
    check_end(position, accounts)


def _foreign_generators() -> tuple:
    """The states of the global random number generators."""
    _, words, *rest = np.random.get_state()  # noqa: NPY002
    return random.getstate(), words.tobytes(), rest


@contextlib.contextmanager
def _quiet(env):
    """Illegal actions are tried on purpose: nothing is said of them, and no window opens."""
    inner = env.unwrapped
    render_mode = inner.render_mode
    inner.render_mode = None if render_mode == "human" else render_mode
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        inner.render_mode = render_mode
