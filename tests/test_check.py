"""`gangzzz_env.check` passes what conforms, of any rules and players, and names the fault of what does not."""

import itertools
import subprocess
import sys

import pytest
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, BaseWrapper, OrderEnforcingWrapper

import gangzzz_env
from gangzzz_env.aec import GameEnv, StrictGameEnv
from gangzzz_env.conformance import ConformanceError
from gangzzz_env.games import GAMES
from tests.faults import CHANGED_GAMES, FAULTS, GAME, changed
from tests.many_games import changed_rules
from tests.playing import make


@pytest.mark.parametrize("kind", [GameEnv, StrictGameEnv])
def test_the_environments_conform(line_up, kind):
    gangzzz_env.check(make(line_up, kind), games=1, apart=50)


@pytest.mark.slow
@pytest.mark.parametrize(("reward", "render_mode"), [("win", "ansi"), ("rank", "human"), ("margin", None)])
def test_the_environments_conform_with_other_rules_rewards_and_pictures(line_up, reward, render_mode, capsys):
    game, num_players = line_up
    env = GameEnv(game, num_players, vars(changed_rules(game, num_players)), reward, render_mode)
    gangzzz_env.check(env, games=1, seed=100)
    assert (env.render_mode, capsys.readouterr().out) == (render_mode, "")


WRAPPERS = (BaseWrapper, AssertOutOfBoundsWrapper, OrderEnforcingWrapper)


@pytest.mark.parametrize(
    "order", list(itertools.permutations(WRAPPERS, 2)), ids=lambda order: "-".join(w.__name__ for w in order)
)
def test_wrapped_environments_conform(order):
    env = StrictGameEnv(GAME, 2, None, "margin", None)
    for wrapper in order:
        env = wrapper(env)
    gangzzz_env.check(env, games=1, apart=100)


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_named(name):
    kind, said, settings = FAULTS[name]
    env = kind(GAME, 2, settings.get("rules"), settings.get("reward", "win"), None)
    with pytest.raises(ConformanceError, match=said):
        gangzzz_env.check(env, games=1)


@pytest.mark.parametrize("name", CHANGED_GAMES)
def test_a_fault_of_a_changed_game_is_named(name, monkeypatch):
    functions, said = CHANGED_GAMES[name]
    monkeypatch.setitem(GAMES, GAME.name, changed(functions))
    with pytest.raises(ConformanceError, match=said):
        gangzzz_env.check(GameEnv(GAMES[GAME.name], 2, None, "win", None))


def test_a_changed_game_that_copies_cannot_find_is_named():
    env = GameEnv(changed({"max_decisions": 10**6}), 2, None, "win", None)
    with pytest.raises(ConformanceError, match=rf"the game of a copy by deepcopy .*GAMES\['{GAME.name}'\]"):
        gangzzz_env.check(env)


def test_a_fault_of_a_wrapper_is_named():
    class Blind(BaseWrapper):
        def last(self, observe=True):
            return super().last(observe=False)

    with pytest.raises(ConformanceError, match=r"last\(\)\[0\]"):
        gangzzz_env.check(Blind(make((GAME, 2))))


def test_a_fault_is_told_with_its_game_and_decision():
    kind = FAULTS["TheHandTrembles"][0]
    with pytest.raises(ConformanceError, match=r"\(game of seed 7, after 21 decisions\): seen .*, expected "):
        gangzzz_env.check(kind(GAME, 2, None, "win", None), seed=7)


def test_an_error_of_the_environment_is_told_with_its_moment(monkeypatch):
    env, answer = make((GAME, 2)), GameEnv.last
    monkeypatch.setattr(GameEnv, "last", lambda self: {}["last"] if self.record["decisions"][0] == 3 else answer(self))
    told = r"the environment \(game of seed 0, after 3 decisions\): raised KeyError: 'last', expected no error"
    with pytest.raises(ConformanceError, match=told) as caught:
        gangzzz_env.check(env)
    assert isinstance(caught.value.__cause__, KeyError)


def test_a_fault_can_be_found_again_so_check_needs_a_seed():
    with pytest.raises(TypeError, match="seed is None"):
        gangzzz_env.check(make((GAME, 2)), seed=None)


@pytest.mark.parametrize("stranger", [None, 3, GameEnv, "gangzzz_v0"])
def test_what_is_no_environment_of_ours_is_refused(stranger):
    with pytest.raises(TypeError, match="check is for a PettingZoo environment of gangzzz_env"):
        gangzzz_env.check(stranger)


def test_bad_numbers_are_refused():
    for arguments in ({"games": 0}, {"seed": -1}, {"apart": 0}):
        with pytest.raises(ValueError, match=next(iter(arguments))):
            gangzzz_env.check(make((GAME, 2)), **arguments)


def test_check_stays_a_function_whatever_is_imported_and_importing_is_light():
    program = """
import sys, gangzzz_env
light = not {"torch", "pygame", "ray", "matplotlib", "numba", "gangzzz_env.conformance"} & set(sys.modules)
import gangzzz_env.conformance, gangzzz_env.gangzzz_v0, gangzzz_env.replay
game = not {"torch", "pygame", "ray", "matplotlib"} & set(sys.modules)
print(light, game, callable(gangzzz_env.check))
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["True", "True", "True"]
