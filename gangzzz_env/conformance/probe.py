"""What is asked of an environment at some decisions of a game, as it takes long: each tries things on copies."""

import copy
import pickle

import numpy as np

from gangzzz_env.aec import IllegalAction
from gangzzz_env.conformance.position import Position
from gangzzz_env.sample import MaskSampler

COPIES = {
    "deepcopy": copy.deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
    "to_bytes and from_bytes": lambda env: type(env).from_bytes(env.to_bytes()),
}
FORMS = {
    "an np.int64": np.int64,
    "an np.uint16": np.uint16,
    "a 0-d array": np.array,
    "an array of one": lambda number: np.array([number]),
}
NO_ACTIONS = (0.0, np.float64(0), True, np.True_, None, "0", [0], np.array([0.0]), np.array([0, 1]))


def copies(position: Position) -> None:
    """A copy is exact, dice to come included, and goes its own way."""
    inner = position.inner
    before, game = inner.to_bytes(), inner._game
    ends = set()
    for name, duplicate in COPIES.items():
        copied = duplicate(inner)
        position.expect(f"the type of a copy by {name}", type(copied), type(inner))
        position.demand(copied._game is game, f"the game of a copy by {name}", "another one", f"GAMES[{game.name!r}]")
        position.expect(f"to_bytes() of a copy by {name}", copied.to_bytes(), before)
        _play_out(copied, position)
        position.expect(f"to_bytes() of the environment after playing its copy by {name}", inner.to_bytes(), before)
        ends.add(copied.to_bytes())
    position.demand(len(ends) == 1, "the same actions in all copies", f"{len(ends)} different ends", "one")


def _play_out(env, position: Position) -> None:
    """Play at random to the end of the game, without printing it."""
    env.render_mode = None
    sampler = MaskSampler(position.seed)
    for _ in range(position.game.max_decisions):
        if any(env.terminations.values()):
            return
        env.step(sampler.sample(env.observe(env.agent_selection)["action_mask"]))


def purity(position: Position) -> None:
    """To look changes nothing, and what is handed out belongs to the caller."""
    env, inner = position.env, position.inner
    looks = {f"observe({agent!r})": lambda agent=agent: env.observe(agent) for agent in reversed(position.agents)}
    looks |= {f"view({agent!r})": lambda agent=agent: inner.view(agent) for agent in position.agents}
    looks |= {"last()": env.last, "record": lambda: inner.record, "render()": env.render, "close()": env.close}
    before, seen = inner.to_bytes(), _all_seen(position)
    for _ in range(2):
        for name, look in looks.items():
            handed_out, own = look(), _own_arrays(inner)
            _write_into(handed_out)
            # Asked before anything is played on: rules that are given nonsense write anywhere.
            position.demand(_own_arrays(inner) == own, f"the array that {name} hands out", "the game's own", "a copy")
            position.expect(f"to_bytes() after {name}", inner.to_bytes(), before)
            told = _all_seen(position)
            position.demand(told == seen, f"what agents observe after {name}", "something else", "the same as before")


def _all_seen(position: Position) -> list[bytes]:
    seen = [position.env.observe(agent) for agent in position.agents]
    return [value.tobytes() for observation in seen for value in observation.values()]


def _own_arrays(env) -> list[bytes]:
    """What is in the arrays that an environment keeps."""
    return [value.tobytes() for value in vars(env).values() if isinstance(value, np.ndarray)]


def _write_into(told) -> None:
    """Overwrite all arrays in what an environment has handed out."""
    if isinstance(told, np.ndarray):
        told.view(np.uint8)[...] = 1
    elif isinstance(told, dict):
        for value in told.values():
            _write_into(value)
    elif isinstance(told, tuple):
        for value in told:
            _write_into(value)


def hidden_information(position: Position) -> None:
    """Whatever a seat may not know is exchanged under the environment: the seat is told the same."""
    for seat, agent in enumerate(position.agents):
        record = position.record
        views = position.look(record, seat)
        told = position.inner.view(agent).tobytes()
        position.demand(told == views.tobytes(), f"view({agent!r})", "another one", "what the rules let it know")
        for number in range(2):
            other = position.another(views, 10 * seat + number)
            again = position.look(other, seat).tobytes()
            position.demand(
                again == views.tobytes(), f"the view of a state filled in for {agent}", "another", "the same"
            )
            position.demand(other.tobytes() != record.tobytes(), "a filled state", "the true state", "another one")
            _compare_told(position, agent, record, other)
            _compare_told_later(position, agent, record, other)


def _compare_told(position: Position, agent: str, record: np.ndarray, other: np.ndarray) -> None:
    """An agent is told the same in both states, which it cannot tell apart."""
    one, two = position.stand_ins
    one.unwrapped.set_up(record)
    two.unwrapped.set_up(other)
    for name, value in _shown(one, agent).items():
        changed = _shown(two, agent)[name]
        asked = f"the {name} of {agent} after what it may not know was exchanged"
        position.demand(value == changed, asked, "another one", "the same")
    for key, value in position.env.observe(agent).items():
        asked = f"the {key} of {agent}, against that of a copy in which what it may not know was exchanged"
        position.demand(np.array_equal(value, two.observe(agent)[key]), asked, "another one", "the same")


def _compare_told_later(position: Position, agent: str, record: np.ndarray, other: np.ndarray) -> None:
    """The same after an action that both states allow, if the agent cannot tell what it led to apart either."""
    one, two = (stand_in.unwrapped for stand_in in position.stand_ins)
    one.set_up(record)
    two.set_up(other)
    both = one.observe(one.agent_selection)["action_mask"] & two.observe(two.agent_selection)["action_mask"]
    if position.is_over or not both.any():
        return
    action = MaskSampler(position.decisions).sample(both)
    for stand_in in position.stand_ins:
        stand_in.step(action)
    if one.view(agent).tobytes() != two.view(agent).tobytes():
        return
    for name, value in _shown(position.stand_ins[0], agent).items():
        asked = f"the {name} of {agent} after {position.words(action)}, where what it may not know was exchanged before"
        position.demand(value == _shown(position.stand_ins[1], agent)[name], asked, "another one", "the same")


def _shown(env, agent: str) -> dict:
    """All that an agent is told: bytes, or the text if it is rendered for this agent."""
    shown = {key: np.asarray(value).tobytes() for key, value in env.observe(agent).items()}
    shown["info"] = repr(env.infos[agent])
    if agent == env.agent_selection:
        shown["text"] = env.render()
    return shown


def contents(position: Position) -> None:
    """The environment of ours, as it is under its wrappers, observes what the game writes of each seat's view."""
    game, expected = position.game, np.zeros((1, position.game.observation_size), np.int8)
    for seat, agent in enumerate(position.agents):
        game.observe(position.look(position.record, seat), 0, 1, expected)
        seen = np.asarray(position.inner.observe(agent)["observation"])
        places = np.flatnonzero(seen != expected[0]).tolist() if seen.shape == expected[0].shape else seen.shape
        position.demand(places == [], f"the observation of {agent}, where it differs", places, "nowhere")


def every_action(position: Position) -> None:
    """Every action is tried: the mask says which are played, and the rules in words say the same."""
    if position.is_over:
        return
    record, views = position.record, position.look(position.record, position.seat)
    mask = position.env.observe(position.env.agent_selection)["action_mask"]
    for action in range(len(mask)):
        says, did = _legality(mask[action]), _legality(_is_played(position, record, action))
        if did != says:
            position.expect(f"step of {position.words(action)}, which the mask says is {says}", did, says)
        why = position.game.why_illegal(views[0], action)
        if _legality(why == "") != says:
            position.expect(f"the rule against {position.words(action)}, which the mask says is {says}", why, says)


def _legality(holds) -> str:
    return "legal" if holds else "illegal"


def _is_played(position: Position, record: np.ndarray, action: int) -> bool:
    """Whether `step` plays an action, in a copy; if not, it must raise and change nothing, or end the game for all."""
    trial = position.stand_ins[0].unwrapped
    trial.set_up(record)
    try:
        trial.step(action)
    except IllegalAction:
        changed = trial.record.tobytes() != record.tobytes() or any(trial.terminations.values())
        position.demand(not changed, f"step({action}) raised IllegalAction", "the game has changed", "it has not")
        return False
    if trial.record.tobytes() != record.tobytes():
        return True
    asked = f"after the illegal step({action})"
    ended, cut = set(trial.terminations.values()), set(trial.truncations.values())
    position.demand(ended == {True}, f"terminations {asked}", ended, "True for all")
    position.demand(cut == {False}, f"truncations {asked}", cut, "False for all")
    paid = {agent: -1.0 if seat == position.seat else 0.0 for seat, agent in enumerate(position.agents)}
    position.expect(f"the rewards {asked}", trial.rewards, paid)
    return False


def types_of_actions(position: Position) -> None:
    """Integers of every kind are the same action; what is no integer or out of range is refused."""
    if position.is_over:
        return
    trial, record = position.stand_ins[0].unwrapped, position.record
    action = int(np.argmax(position.legal(position.look(record, position.seat))))
    trial.set_up(record)
    trial.step(action)
    after = trial.to_bytes()
    for name, form in FORMS.items():
        trial.set_up(record)
        _try(position, f"step of {name}", trial, form(action))
        position.expect(f"the state after step of {name}", trial.to_bytes(), after)
    trial.set_up(record)
    before = trial.to_bytes()
    for wrong in (*NO_ACTIONS, -1, position.game.num_actions):
        refusal = _try_wrong(trial, wrong)
        position.demand(refusal, f"step({wrong!r})", "it was accepted", "TypeError, or ValueError if out of range")
        position.expect(f"to_bytes() after the refused step({wrong!r})", trial.to_bytes(), before)


def _try(position: Position, asked: str, env, action) -> None:
    """Step, which must not raise."""
    try:
        env.step(action)
    except (TypeError, ValueError) as error:
        position.demand(False, asked, f"{type(error).__name__}: {error}", "the same as that of an int")


def _try_wrong(env, action) -> bool:
    """Whether a step is refused."""
    try:
        env.step(action)
    except IllegalAction:
        return False
    except (TypeError, ValueError):
        return True
    return False


PROBES = (copies, purity, hidden_information, contents, every_action, types_of_actions)
