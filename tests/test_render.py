"""What an environment shows: text, an image, a window, and an SVG in notebooks, all as the seat to move sees it."""

import copy
import sys
import warnings

import numpy as np
import pygame
import pytest

from gangzzz_env import pixels
from gangzzz_env.aec import GameEnv, StrictGameEnv
from gangzzz_env.window import Window
from tests.playing import make, started

with warnings.catch_warnings():
    # With pygame installed, PettingZoo's tests import a classic in the way that PettingZoo itself deprecates.
    warnings.filterwarnings("ignore", "The old environment creation API", DeprecationWarning)
    from pettingzoo.test import render_test

MODES = {"ansi", "human", "rgb_array"}


def make_quick(line_up, render_mode):
    """An environment whose window does not wait."""
    env = make(line_up, render_mode=render_mode)
    env.metadata["render_fps"] = 0
    return env


def test_pettingzoos_render_test_passes(line_up):
    assert set(make(line_up).metadata["render_modes"]) == MODES
    render_test(lambda render_mode: make_quick(line_up, render_mode))


def test_the_text_is_that_of_the_seat_to_move(line_up):
    env = started(line_up, render_mode="ansi", decisions=3)
    assert env.render() == env._game.describe(env.view(env.agent_selection)[0])


def test_the_image_is_that_of_the_seat_to_move_and_the_callers(line_up):
    env = started(line_up, render_mode="rgb_array", decisions=3)
    image = env.render()
    assert (image.dtype, image.ndim, image.shape[2]) == (np.uint8, 3, 3)
    drawn = pixels.pixels(env._game.draw(env.view(env.agent_selection)[0]))
    assert (image == drawn).all()
    image[:] = 0
    assert (env.render() == drawn).all()


def test_the_image_has_the_colors_of_the_picture():
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20">'
        '<rect width="40" height="20" fill="#d55e00"/></svg>'
    )
    image = pixels.pixels(svg)
    assert image.shape == (15, 30, 3)
    assert (image == (0xD5, 0x5E, 0x00)).all()


def test_letters_are_drawn_without_fonts_of_the_machine():
    words = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40" font-family="{}" font-size="30" fill="#fff">'
        '<text y="30">W</text></svg>'
    )
    assert pixels.pixels(words.format(pixels.FAMILY)).any()
    assert not pixels.pixels(words.format(pixels.FAMILY).replace("W", " ")).any()


def test_a_picture_is_another_one_after_a_decision(line_up):
    env = started(line_up, render_mode="rgb_array")
    before = env.render()
    after = started(line_up, render_mode="rgb_array", decisions=1).render()
    assert before.shape == after.shape
    assert (before != after).any()


def test_the_window_shows_the_image_and_closes(line_up):
    env = make_quick(line_up, "human")
    env.close()
    env.reset(seed=0)
    shown = pygame.surfarray.array3d(pygame.display.get_surface()).swapaxes(0, 1)
    assert (shown == started(line_up, render_mode="rgb_array").render()).all()
    assert env.render() is None
    env.close()
    assert not pygame.display.get_init()
    env.step(env.observe(env.agent_selection)["action_mask"].argmax())
    assert pygame.display.get_init()
    env.close()


def test_the_window_waits_for_the_next_picture():
    window, picture = Window("a window"), np.zeros((10, 20, 3), np.uint8)
    clock = pygame.time.Clock()
    window.show(picture, 20)
    clock.tick()
    window.show(picture, 20)
    assert clock.tick() >= 40
    window.close()


def test_an_environment_with_a_window_can_be_copied(line_up):
    env = make_quick(line_up, "human")
    env.reset(seed=0)
    copied = copy.deepcopy(env)
    copied.close()
    assert pygame.display.get_init()
    assert copied.to_bytes() == env.to_bytes()
    env.close()


def test_a_notebook_shows_the_seat_to_move(line_up):
    env = make(line_up)
    assert env._repr_svg_() is None
    env.reset(seed=0)
    assert env._repr_svg_() == env._game.draw(env.view(env.agent_selection)[0])


@pytest.mark.parametrize(("mode", "module"), [("rgb_array", "pylunasvg"), ("human", "pygame")])
def test_13_a_missing_extra_is_named(line_up, monkeypatch, mode, module):
    env = make_quick(line_up, mode)
    monkeypatch.setitem(sys.modules, module, None)
    pixels._lunasvg.cache_clear()
    with pytest.raises(ImportError, match=rf'{module}: pip install "gangzzz_env\[picture\]"$'):
        env.reset(seed=0) or env.render()


def test_where_no_window_can_be_opened_it_is_said(line_up, monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "no such driver")
    with pytest.raises(RuntimeError, match="no window can be opened here: "):
        make_quick(line_up, "human").reset(seed=0)


def test_without_a_mode_the_modes_are_named(line_up):
    silent = started(line_up)
    with pytest.warns(UserWarning, match="render_mode; the modes are human, rgb_array, ansi"):
        assert silent.render() is None
    for kind in (GameEnv, StrictGameEnv):
        with pytest.raises(ValueError, match="unknown render_mode 'oil'; the modes are .*rgb_array"):
            make(line_up, kind, render_mode="oil")
