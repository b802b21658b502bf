"""The strict conformance test `gangzzz_env.check(env)`: what PettingZoo's own tests leave open.

`position` is a moment of a game that is checked; `beginning` asks what can be asked before a game, `turn` at every
decision, `probe` at some.
"""

import contextlib
import io
import random
import sys
import warnings

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
    games, seed, apart = read_count("games", games), read_seed(seed), read_count("apart", apart)
    if not isinstance(getattr(env, "unwrapped", None), GameEnv):
        raise TypeError(f"check is for an environment of gangzzz_env, wrapped or not, not for {env!r}")
    with _quiet(env.unwrapped.render_mode):
        before = _foreign_generators()
        for question in FACTS:
            question(Position(env, seed))
        for number in range(games):
            _play_with_notes(Position(env, seed + number), apart)
        for question in SEEDS:
            question(Position(env, seed))
        if _foreign_generators() != before:
            raise ConformanceError(
                "Python's or NumPy's global random numbers were drawn from, expected to be left alone"
            )


def _play_with_notes(position: Position, apart: int) -> None:
    """Check a game; what the environment itself raises is told with the moment."""
    try:
        _play(position, apart)
    except ConformanceError:
        raise
    except Exception as error:
        error.add_note(f"gangzzz_env.check was in the {position.moment}")
        raise


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
def _quiet(render_mode: str | None):
    """Illegal actions are tried on purpose: nothing is said of them, and `human` prints nothing."""
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO() if render_mode == "human" else sys.stdout):
        warnings.simplefilter("ignore")
        yield
