"""One PettingZoo environment for every game: seats take turns (AEC), each decision one compiled call."""

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from pettingzoo import AECEnv

from gangzzz_env.arguments import read_action, read_seed
from gangzzz_env.game import Game
from gangzzz_env.render import FPS, RENDER_MODES, Shown, read_render_mode
from gangzzz_env.reward import MARGIN, REWARD_NAMES, read_reward
from gangzzz_env.rng import seed_words
from gangzzz_env.save import pack, unpack
from gangzzz_env.spaces import observation_space

SAVED = ("agents", "agent_selection", "rewards", "terminations", "truncations", "_cumulative_rewards")
BORN_BY_RESET = (*SAVED, "num_agents", "infos")
ONE = np.zeros(1, np.int64)


class IllegalAction(ValueError):
    """An action that the rules forbid; the message names it and the rule."""


class ByAgent(dict):
    """What there is for each agent, by name."""

    def __missing__(self, agent):
        raise KeyError(f"there is no agent {agent!r}; the agents are {', '.join(self)}")


class GameEnv(AECEnv):
    """A game as PettingZoo's AEC environment, in which an illegal action warns, loses and ends the game.

    Agents are `player_0`, `player_1`, ...; an observation is `{"observation": int8[n], "action_mask": int8[m]}`, fresh
    arrays that belong to the caller. All agents terminate at once, then each takes one closing turn, `step(None)`.
    """

    def __init__(self, game: Game, num_players: int, rules, reward: str, render_mode: str | None):
        self.render_mode = read_render_mode(render_mode)
        self._game, self._shown = game, Shown(game)
        self.num_players = game.read_num_players(num_players)
        self.rules = game.read_rules(rules)
        self.metadata = {
            "name": game.name,
            "is_parallelizable": False,
            "render_modes": list(RENDER_MODES),
            "render_fps": FPS,
        }
        self._reward = read_reward(reward)
        self.possible_agents = [f"player_{seat}" for seat in range(self.num_players)]
        self._seats = ByAgent({agent: seat for seat, agent in enumerate(self.possible_agents)})
        self._lookers = ByAgent({agent: np.array([seat]) for agent, seat in self._seats.items()})
        self.action_spaces = ByAgent({agent: spaces.Discrete(game.num_actions) for agent in self.possible_agents})
        self.observation_spaces = ByAgent({agent: observation_space(game) for agent in self.possible_agents})
        self._states = np.zeros(1, game.state_dtype)
        self._views = np.zeros(1, game.state_dtype)
        self._masks = np.zeros((1, game.num_actions), np.int8)
        self._looked = np.zeros(1, game.state_dtype)  # by `observe`, for who is not to move
        self._num_seats, self._rules = np.array([self.num_players]), self.rules.record()
        self._payments = np.zeros(game.seats[1])
        self._mover = -1
        self._has_game = False
        self._running = False
        self._seed = None

    def __getattr__(self, name):
        """Say what is missing when something is asked for before the first reset()."""
        if name in BORN_BY_RESET:
            raise AttributeError(f"{name} does not exist before reset()")
        raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")

    def observation_space(self, agent: str) -> spaces.Space:
        """The observation space of an agent, the same object each call."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        """The action space of an agent, the same object each call."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict | None = None) -> None:
        """Set up a game: of this seed, or the one that follows the last game, or a random one if there was none.

        Options are ignored. The rules stay those of the constructor.

        Raises:
            TypeError, ValueError: the seed is not a non-negative integer.
        """
        self._seed = read_seed(seed)
        if self._seed is None and self._has_game:
            self._game.setup_next(self._states, ONE, 0, 1, self._num_seats, self._rules)
        else:
            words = seed_words(self._seed)[np.newaxis]
            self._game.setup(self._states, ONE, 0, 1, self._num_seats, self._rules, words)
        self._start()

    def set_up(self, record: np.ndarray) -> None:
        """Go on from a true state of as many players, as `record` returns it; nobody is owed anything.

        Raises:
            TypeError: it is not a state of this game in an array of one.
            ValueError: it is a view, or of another number of players.
        """
        if not isinstance(record, np.ndarray) or record.dtype != self._game.state_dtype or record.shape != (1,):
            raise TypeError(f"the record must be a state of {self._game.name} in an array of one")
        self._game.refuse_views(record)
        players = record["num_seats"][0]
        if players != self.num_players:
            raise ValueError(f"the record has {players} players, but this environment {self.num_players}")
        self._states[:] = record
        self._seed = None
        self._start()

    def _start(self) -> None:
        """Begin with the game that has been set up."""
        self._has_game = True
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._begin()
        if self._running:
            self.agent_selection = self.possible_agents[self._mover]
        else:
            self._end()
        if self.render_mode == "human":
            self.render()

    def _begin(self) -> None:
        """Look at the record as its seat to move sees it, and play on from there."""
        self._skip_agent_selection = None
        self.infos = {agent: {} for agent in self.agents}
        movers = np.empty(1, np.int64)
        self._game.see(self._states, ONE, 0, 1, self._views, self._masks, movers)
        self._mover = int(movers[0])
        self._running = self._mover >= 0
        self._first_record = self._states.tobytes()
        self._actions = []

    def step(self, action: int | np.integer | np.ndarray) -> None:
        """Play an action of the agent to move; None when it has terminated, its closing turn.

        Raises:
            TypeError: the action is not an integer (a NumPy scalar or an array of one integer is).
            ValueError: it is out of range.
            ResetNeeded: there is no game yet.
        """
        if not self._running:
            self._step_after_the_end(action)
            return
        game = self._game
        if type(action) is not int or not 0 <= action < game.num_actions:
            action = read_action(action, game.num_actions)
        mover = game.play(self._states, action, self._reward, self._views, self._masks, self._payments)
        if mover == game.illegal:
            self._refuse(action)
            return
        self._actions.append(action)
        self._cumulative_rewards[self.agent_selection] = 0.0
        if mover < 0:
            self._pay(self._payments.tolist())
            self._end()
        else:
            if self._reward == MARGIN:
                self._pay(self._payments.tolist())
            self._mover = mover
            self.agent_selection = self.possible_agents[mover]
        if self.render_mode == "human":
            self.render()

    def _pay(self, payments: list[float]) -> None:
        """Rewards of this decision, one a seat, and what they add up to since each agent last decided."""
        for agent, payment in zip(self.possible_agents, payments, strict=False):
            self.rewards[agent] = payment
            self._cumulative_rewards[agent] += payment

    def _end(self) -> None:
        """The game is over: everybody terminates, the closing turns begin with the first agent."""
        self._running = False
        self._mover = -1
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]

    def _step_after_the_end(self, action) -> None:
        """A closing turn, or a step that nobody waits for."""
        if not self._has_game:
            raise ResetNeeded("step() was called before reset(); call reset() first")
        if not self.agents:
            gymnasium.logger.warn("step() was called after the closing turns of all agents; call reset() first")
            return
        self._was_dead_step(action)

    def _refuse(self, action: int) -> None:
        """An illegal action: a warning, -1 for the offender, 0 for the others, and the game is over."""
        gymnasium.logger.warn(f"{self._what_is_illegal(action)}; {self.agent_selection} loses")
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._pay([-1.0 if agent == self.agent_selection else 0.0 for agent in self.possible_agents])
        self._end()

    def _what_is_illegal(self, action: int) -> str:
        words = self._game.action_name(self.num_players, self._mover, action)
        why = self._game.why_illegal(self._views[0], action)
        return f"{self.agent_selection} may not play action {action}, {words}: {why}"

    def _clear_rewards(self) -> None:
        for agent in self.rewards:
            self.rewards[agent] = 0.0

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What an agent sees now; the mask is all zero if it is not to move.

        Raises:
            ResetNeeded: there is no game yet.
            KeyError: there is no such agent.
        """
        if not self._has_game:
            raise ResetNeeded("observe() was called before reset(); call reset() first")
        game = self._game
        seat = self._seats[agent]
        if seat == self._mover:
            views, mask = self._views, self._masks[0].copy()
        else:
            views, mask = self._looked, np.zeros(game.num_actions, np.int8)
            game.look(self._states, ONE, 0, 1, self._lookers[agent], views)
        observation = np.empty((1, game.observation_size), np.int8)
        game.observe(views, 0, 1, observation)
        return {"observation": observation[0], "action_mask": mask}

    def last(self, observe: bool = True) -> tuple:
        """Observation, reward since its last decision, termination, truncation and info of the agent to move.

        Raises:
            ResetNeeded: all agents have taken their closing turns.
        """
        agent = self.agent_selection
        if not self.agents:
            raise ResetNeeded("last() was called after the closing turns of all agents; call reset() first")
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def view(self, agent: str) -> np.ndarray:
        """What an agent may know of the game's record, the secrets blanked: a copy, in an array of one.

        Raises:
            ResetNeeded: there is no game yet.
            KeyError: there is no such agent.
        """
        if not self._has_game:
            raise ResetNeeded("view() was called before reset(); call reset() first")
        views = np.empty(1, self._game.state_dtype)
        self._game.look(self._states, ONE, 0, 1, self._lookers[agent], views)
        return views

    @property
    def record(self) -> np.ndarray:
        """The true state of the game, secrets and dice to come included: a copy, in an array of one."""
        return self._states.copy()

    def render(self) -> str | np.ndarray | None:
        """The game as the seat to move sees it: text (`ansi`), an image uint8[height, width, 3] (`rgb_array`), or in a
        window (`human`).

        Raises:
            ResetNeeded: there is no game yet.
            ImportError: the extra `picture` is not installed, which images need.
            RuntimeError: no window can be opened here.
        """
        view = self._views[0] if self._has_game else None
        return self._shown.render(view, self.render_mode, self.metadata["render_fps"])

    def _repr_svg_(self) -> str | None:
        """The game as the seat to move sees it, as an SVG file, which notebooks show; None before the first reset."""
        return self._game.draw(self._views[0]) if self._has_game else None

    def close(self) -> None:
        """Close the window, if there is one."""
        self._shown.close()

    def replay(self):
        """The game so far, a `gangzzz_env.replay.Replay`, from its reset, `set_up` or `from_bytes` on.

        An illegal action that ended the game is not part of it.

        Raises:
            ResetNeeded: there is no game yet.
        """
        from gangzzz_env.replay import Replay

        if not self._has_game:
            raise ResetNeeded("there is no game to replay before reset(); call reset() first")
        start = np.frombuffer(self._first_record, self._game.state_dtype)
        return Replay.of(self._game, start, self._actions, self._seed)

    def to_bytes(self) -> bytes:
        """The running game, dice to come and rewards included, with the rules and settings of the environment."""
        if not self._has_game:
            raise ResetNeeded("there is no game to save before reset(); call reset() first")
        facts = {name: getattr(self, name) for name in SAVED}
        facts |= {"num_players": self.num_players, "rules": vars(self.rules), "reward": REWARD_NAMES[self._reward]}
        return pack(self._game, facts | {"running": self._running}, self._states)

    @classmethod
    def from_bytes(cls, save: bytes, render_mode: str | None = None) -> "GameEnv":
        """The environment that `to_bytes` saved.

        Raises:
            ValueError: these are not the bytes of a game that this version can read.
        """
        game, facts, states = unpack(save)
        try:
            env = cls(game, facts["num_players"], facts["rules"], facts["reward"], render_mode)
            for name in SAVED:
                setattr(env, name, facts[name])
            is_running = bool(facts["running"])
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"the head of the saved game is damaged: {error}") from None
        env._states = states
        env._has_game = True
        env._begin()
        if not is_running:
            env._mover, env._running = -1, False
        return env


class StrictGameEnv(GameEnv):
    """The same environment, but an illegal action raises `IllegalAction` and leaves the game as it was."""

    def _refuse(self, action: int) -> None:
        raise IllegalAction(self._what_is_illegal(action))
