"""Gangzzz for PettingZoo: 2 to 4 mafia families, six minigames, and most money wins.

| fact | value |
|---|---|
| agents | `player_0` ... `player_3`, by `num_players` |
| actions | `Discrete(755)`, one flat list for all minigames; the mask says what is legal |
| observation | `{"observation": int8[2028], "action_mask": int8[755]}`, the mask all zero for who is not to move |
| rewards | `win`, `rank` or `margin`, all zero-sum |
| decisions a game | about 86, 140, 193 for 2, 3, 4 random players; at most `GAME.max_decisions` |

`env()` takes an illegal action as the classics of PettingZoo do: a warning, -1 for who played it, 0 for the others, and
the game is over. `raw_env()` raises `IllegalAction`, which names the rule, and the game stays as it was. No wrapper is
in the path of either. `make_vec()` plays many games at once, `make_sb3()` as well, with a learner in one seat of each.
`make_gym()` and `make_gym_vec()`, one seat against agents, are what `gymnasium.make` and `make_vec` return for
`gangzzz_env/Gangzzz-v0`, once gangzzz_env has been imported; `gangzzz_env:gangzzz_env/Gangzzz-v0` imports it.

Where to read on, all in `gangzzz_env.games.gangzzz`:

- `observation_sections`: the table of an observation's sections, `BY_NAME[name].of(observation)`, and
  `describe(observation)` in words.
- `deduction.deduce(views)`: the probabilities of where Vittorio hides and of what others have noted, given what a seat
  sees. With `deduction=True` every door here adds them to the observation, which then is `int8[2220]`: the sections
  `hideout chances` and `notebook chances`. For RLlib, saves and replays that environment is `gangzzz_deduction_v0`.
- `actions`: `decode(action)` and `encode(section, ...)`; `GAME.action_name(num_players, seat, action)` in words.
- `rules.Rules`: the numbers that can be changed.
- `position`: a state as JSON that a person can read and edit; `from_position()` below plays on from it.

An agent of ours is asked with a batch of views and masks: `agent.act(env.view(agent_name), mask[np.newaxis])`.

Version history: v0, the first.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from gymnasium.vector import AutoresetMode

from gangzzz_env.aec import GameEnv, StrictGameEnv
from gangzzz_env.arguments import read_flag
from gangzzz_env.game import Game
from gangzzz_env.games.gangzzz import DEDUCED, GAME
from gangzzz_env.games.gangzzz.rules import Rules

__all__ = [
    "env",
    "from_bytes",
    "from_position",
    "make_gym",
    "make_gym_vec",
    "make_sb3",
    "make_sb3_env",
    "make_vec",
    "raw_env",
]


def _game(deduction: bool) -> Game:
    return DEDUCED if read_flag("deduction", deduction) else GAME


def env(
    num_players: int = 2,
    rules: Rules | dict | str | Path | None = None,
    reward: str = "win",
    render_mode: str | None = None,
    deduction: bool = False,
) -> GameEnv:
    """An environment in which an illegal action warns, loses and ends the game.

    Args:
        num_players: 2, 3 or 4.
        rules: section 12: `Rules`, a dictionary of changes, the path of a TOML file, or None for the defaults.
        reward: `win` (winner +1, losers -1/(n-1)), `rank` (+1 to -1 in equal steps) or `margin` (at each decision the
            change of own money minus the mean of the others', over 50).
        render_mode: `ansi` (render() returns text), `rgb_array` (it returns an image), `human` (every decision is shown
            in a window) or None; the last two need the extra `picture`.
        deduction: whether observations end with what `deduction.deduce` finds.

    Raises:
        TypeError, ValueError: an argument is none of these; the message says what is allowed.
    """
    return GameEnv(_game(deduction), num_players, rules, reward, render_mode)


def raw_env(
    num_players: int = 2,
    rules: Rules | dict | str | Path | None = None,
    reward: str = "win",
    render_mode: str | None = None,
    deduction: bool = False,
) -> StrictGameEnv:
    """The same environment as `env`, but an illegal action raises `IllegalAction` and changes nothing."""
    return StrictGameEnv(_game(deduction), num_players, rules, reward, render_mode)


def from_bytes(save: bytes, render_mode: str | None = None) -> GameEnv:
    """The environment that `to_bytes()` saved, in the middle of its game, as `env` makes it.

    `StrictGameEnv.from_bytes` is the same for one as `raw_env` makes it.

    Raises:
        ValueError: these are not the bytes of a save that this version can read.
    """
    return GameEnv.from_bytes(save, render_mode)


def from_position(
    position: dict, reward: str = "win", render_mode: str | None = None, deduction: bool = False
) -> GameEnv:
    """An environment, as `env` makes it, in the middle of the game that a position says: `json.load` of what
    `position.to_position(env.record)` wrote, perhaps edited. Money is the sum of the ledger: edit both.

    Raises:
        TypeError, ValueError: it is no position; the message names the entry and what is allowed.
    """
    from gangzzz_env.games.gangzzz.position import from_position as read_position

    states = read_position(position)
    made = env(int(states["num_seats"][0]), position["rules"], reward, render_mode, deduction)
    made.set_up(states)
    return made


def make_vec(
    num_envs: int,
    num_players: int | Sequence[int] = 2,
    rules: Rules | dict | str | Path | None | Sequence = None,
    reward: str = "win",
    seed: int | None | Sequence[int | None] = None,
    threads: int | None = None,
    autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
    observe: bool = True,
    checked: bool = True,
    deduction: bool = False,
):
    """Many games at once, with the seats' rewards: see `gangzzz_env.vector.VectorGame`.

    Players, rules and seeds may be lists with one for each game. What follows a game that ends, the next one in the
    same step (with `final_obs`), in the next step or when `reset_mask` asks for it, is Gymnasium's `autoreset_mode`.

    Raises:
        TypeError, ValueError: an argument is of the wrong type or out of range; the message says what is allowed.
    """
    from gangzzz_env.vector import VectorGame

    game = _game(deduction)
    return VectorGame(game, num_envs, num_players, rules, reward, seed, threads, autoreset_mode, observe, checked)


def make_gym(deduction: bool = False, **settings):
    """One seat against agents, as Gymnasium's Env: see `gangzzz_env.gym.SingleSeatEnv`.

    Settings are opponents, shares, num_players, rules, reward, seat and render_mode.
    """
    from gangzzz_env.gym import SingleSeatEnv

    return SingleSeatEnv(_game(deduction), **settings)


def make_gym_vec(num_envs: int = 1, deduction: bool = False, **settings):
    """Many of these games, as Gymnasium's VectorEnv: see `gangzzz_env.gym.SingleSeatVectorEnv`.

    Settings are opponents, shares, num_players, rules, reward, seat and autoreset_mode.
    """
    from gangzzz_env.gym import SingleSeatVectorEnv

    return SingleSeatVectorEnv(_game(deduction), num_envs, **settings)


def make_sb3_env(deduction: bool = False, **settings):
    """One of these games for DummyVecEnv and SubprocVecEnv of Stable-Baselines3: its observation is without the mask,
    which `action_masks()` says; see `gangzzz_env.gym.ArraySingleSeatEnv`, with the settings of `make_gym`.
    """
    from gangzzz_env.gym import ArraySingleSeatEnv

    return ArraySingleSeatEnv(_game(deduction), **settings)


def make_sb3(
    num_envs: int,
    opponents: Sequence[str] | Mapping[str, object] = ("greedy",),
    shares: Sequence[float] | None = None,
    num_players: int = 2,
    rules: Rules | dict | str | Path | None = None,
    reward: str = "win",
    seed: int | None = None,
    seat: int | None = None,
    deduction: bool = False,
):
    """Many games with a learner in each, as a VecEnv of Stable-Baselines3: see `gangzzz_env.sb3.GameVecEnv`.

    Raises:
        ImportError: Stable-Baselines3 is not installed; it comes with the extra `train`.
    """
    try:
        from gangzzz_env.sb3 import GameVecEnv
    except ImportError as error:
        raise ImportError(f'make_sb3 needs {error.name}: pip install "gangzzz_env[train]"') from error
    return GameVecEnv(_game(deduction), num_envs, opponents, shares, num_players, rules, reward, seed, seat)
