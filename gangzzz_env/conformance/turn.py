"""What is asked of an environment at every decision: whose turn it is, what it is told, and what it is paid."""

from dataclasses import dataclass

import numpy as np

from gangzzz_env.conformance.position import ONE, Position
from gangzzz_env.reward import MARGIN, final_rewards

CENT = 1e-9


@dataclass(frozen=True)
class Expected:
    """What a decision leads to by the rules: the record STATE[1], and the reward of each agent."""

    record: np.ndarray
    rewards: dict[str, float]


def expected_of(position: Position, action: int) -> Expected:
    """What the rules make of an action."""
    game, states = position.game, position.record
    rewards, over = np.zeros((1, game.seats[1])), np.zeros(1, np.bool_)
    game.apply(states, ONE, 0, 1, np.array([action]), position.inner._reward, rewards, over)
    return Expected(states, dict(zip(position.agents, rewards[0].tolist(), strict=False)))


class Accounts:
    """What each agent was paid, and what of it it has not been told by `last()` yet."""

    def __init__(self, env):
        self.owed = dict.fromkeys(env.possible_agents, 0.0)
        self.total = dict.fromkeys(env.possible_agents, 0.0)

    def step(self, env, action: int) -> None:
        """Take a decision and note what it paid."""
        self.owed[env.agent_selection] = 0.0
        env.step(action)
        for agent, payment in env.rewards.items():
            self.owed[agent] += payment
            self.total[agent] += payment

    def compare(self, position: Position, expected: Expected) -> None:
        """The rewards of a decision are of the right type, add up to zero, and are those of the rules."""
        rewards = position.env.rewards
        position.expect("the agents in rewards", list(rewards), position.agents)
        for agent, payment in rewards.items():
            position.demand(type(payment) is float, f"the type of the reward of {agent}", type(payment), "float")
        position.demand(abs(sum(rewards.values())) < CENT, "the sum of the rewards", rewards, "0")
        position.demand(_are_close(rewards, expected.rewards), "the rewards", rewards, expected.rewards)


def _are_close(one: dict[str, float], other: dict[str, float]) -> bool:
    return one.keys() == other.keys() and all(abs(one[agent] - other[agent]) < CENT for agent in one)


def selection(position: Position, accounts: Accounts) -> None:
    """The agent to move is the one whom the rules ask; after the end the closing turns begin with the first."""
    seat = position.seat
    position.expect("agents", position.env.agents, position.agents)
    position.expect("agent_selection", position.env.agent_selection, position.agents[max(seat, 0)])


def flags(position: Position, accounts: Accounts) -> None:
    """All terminate at once, when the rules end the game; nobody is truncated; flags are Python's bool."""
    for name, value in (("terminations", position.is_over), ("truncations", False)):
        told = getattr(position.env, name)
        position.expect(name, told, dict.fromkeys(position.agents, value))
        for agent, flag in told.items():
            position.demand(type(flag) is bool, f"the type of {name}[{agent!r}]", type(flag), "bool")


def observations(position: Position, accounts: Accounts) -> None:
    """Every agent's observation is in its space; masks are int8, empty for who is not to move and for nobody else."""
    for seat, agent in enumerate(position.agents):
        seen, asked = position.env.observe(agent), f"observe({agent!r})"
        position.demand(isinstance(seen, dict) and "action_mask" in seen, asked, seen, "a dict with an action_mask")
        mask = seen["action_mask"]
        position.expect(f"the type of {asked}['action_mask']", getattr(mask, "dtype", type(mask)), np.dtype(np.int8))
        position.demand(set(mask.tolist()) <= {0, 1}, f"{asked}['action_mask']", set(mask.tolist()), "zeros and ones")
        for key, space in position.env.observation_space(agent).items():
            held = key in seen and space.contains(seen[key])
            position.demand(held, f"{asked}[{key!r}]", seen.get(key), f"something in {space}")
        if seat == position.seat:
            _compare_masks(position, agent, mask)
        else:
            position.demand(not mask.any(), f"the mask of {agent}, who is not to move", "ones", "zeros only")


def _compare_masks(position: Position, agent: str, mask: np.ndarray) -> None:
    """The mask of who is to move is that of the rules."""
    position.demand(mask.any(), f"the mask of {agent}, who is to move", "no legal action", "at least one")
    legal = position.legal(position.look(position.record, position.seat))
    for action in np.flatnonzero(mask != legal)[:1]:
        asked = f"the mask of {agent} for {position.words(int(action))}"
        position.expect(asked, int(mask[action]), int(legal[action]))


def told_by_last(position: Position, accounts: Accounts) -> None:
    """`last()` tells the agent to move what it observes, what it is owed, and its flags."""
    env, agent = position.env, position.env.agent_selection
    observation, reward, terminated, truncated, info = env.last()
    position.demand(
        _same_observations(observation, env.observe(agent)), "last()[0]", "another observation", f"observe({agent!r})"
    )
    owed = accounts.owed[agent]
    position.demand(type(reward) is float, "the type of last()[1]", type(reward), "float")
    position.demand(abs(reward - owed) < CENT, f"last()[1], what {agent} has earned since it decided", reward, owed)
    flags = (env.terminations[agent], env.truncations[agent], env.infos[agent])
    position.expect("last()[2:]", (terminated, truncated, info), flags)


def _same_observations(one, other: dict) -> bool:
    return (
        isinstance(one, dict)
        and one.keys() == other.keys()
        and all(np.array_equal(one[key], other[key]) for key in one)
    )


TURNS = (selection, flags, observations, told_by_last)


def check_end(position: Position, accounts: Accounts) -> None:
    """The payoffs are those of the standings, and each agent gets one closing turn, in order."""
    if position.inner._reward != MARGIN:
        payoffs = _payoffs(position)
        position.demand(_are_close(accounts.total, payoffs), "the payoffs of the game", accounts.total, payoffs)
    env, turns = position.env, []
    for seat in range(len(position.agents)):
        position.expect("agents in a closing turn", list(env.agents), position.agents[seat:])
        told_by_last(position, accounts)
        turns.append(env.agent_selection)
        _refuse_action(position)
        env.step(None)
    position.expect("the closing turns", turns, position.agents)
    position.expect("agents after the closing turns", list(env.agents), [])


def _payoffs(position: Position) -> dict[str, float]:
    """What the standings of a finished game are worth."""
    game, seats = position.game, position.game.seats[1]
    standings, rewards = np.zeros((1, seats, 2), np.int64), np.zeros((1, seats))
    game.standings(position.record, 0, 1, standings)
    final_rewards(position.inner._reward, standings, position.inner.num_players, rewards)
    return dict(zip(position.agents, rewards[0].tolist(), strict=False))


def _refuse_action(position: Position) -> None:
    """In a closing turn, an action is refused."""
    before = list(position.inner.agents)
    try:
        position.inner.step(0)
    except ValueError:
        position.expect("agents after a refused action in a closing turn", position.inner.agents, before)
        return
    position.demand(False, "step(0) in a closing turn", "it was accepted", "ValueError, only None is allowed")
