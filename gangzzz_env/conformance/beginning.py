"""What is asked of an environment outside its games: its facts and spaces, and what seeds mean."""

from gymnasium import spaces

from gangzzz_env.conformance.position import Position
from gangzzz_env.sample import MaskSampler

BAD_SEEDS = (-1, 1.5, "1", True)


def facts(position: Position) -> None:
    """The metadata, and the agents by number of players."""
    env, inner = position.env, position.inner
    position.expect("the agents", env.possible_agents, [f"player_{seat}" for seat in range(inner.num_players)])
    position.expect("metadata['is_parallelizable']", env.metadata.get("is_parallelizable"), False)
    modes = env.metadata.get("render_modes", ())
    position.demand("human" in modes, "metadata['render_modes']", modes, "'human' among them")
    name = env.metadata.get("name")
    position.demand(isinstance(name, str), "metadata['name']", name, "a string")


def space_objects(position: Position) -> None:
    """The spaces are the same objects each call, and of the kind that learners take."""
    env = position.env
    for agent in env.possible_agents:
        for name in ("observation_space", "action_space"):
            space = getattr(env, name)
            position.demand(space(agent) is space(agent), f"{name}({agent!r})", "another object", "the same each call")
        actions, seen = env.action_space(agent), env.observation_space(agent)
        position.expect(f"action_space({agent!r})", actions, spaces.Discrete(position.game.num_actions))
        keys = list(seen.keys()) if isinstance(seen, spaces.Dict) else seen
        wanted = isinstance(seen, spaces.Dict) and {"observation", "action_mask"} <= set(seen.keys())
        position.demand(wanted, f"observation_space({agent!r})", keys, "a Dict with observation and action_mask")


def _told(position: Position, decisions: int) -> bytes:
    """Everything that agents are told in so many random decisions from here on, and the state they lead to."""
    env, sampler, told = position.env, MaskSampler(position.seed), []
    for _ in range(decisions):
        if position.is_over:
            break
        observation, *facts = env.last()
        told += [f"{env.agent_selection} {facts}".encode(), *(value.tobytes() for value in observation.values())]
        env.step(sampler.sample(observation["action_mask"]))
    return b"".join([*told, position.record.tobytes()])


def same_seed(position: Position) -> None:
    """A seed is a game, with or without options, and another seed another one."""
    env, seed, longest = position.env, position.seed, position.game.max_decisions
    env.reset(seed=seed)
    first = position.record.tobytes()
    env.reset(seed=seed)
    position.expect(f"the state after a second reset(seed={seed})", position.record.tobytes(), first)
    told = _told(position, longest)
    env.reset(seed=seed)
    position.expect(f"what the same actions bring after reset(seed={seed})", _told(position, longest), told)
    env.reset(seed=seed, options={"of another environment": 1})
    position.expect("the state after a reset with unknown options", position.record.tobytes(), first)
    for another in (seed + 1, seed + 2**32, seed + 2**64):
        env.reset(seed=another)
        other = position.record.tobytes()
        position.demand(other != first, f"the state after reset(seed={another})", f"that of {seed}", "another one")


def continuing(position: Position) -> None:
    """`reset()` goes on with a game that follows the last one, however that was played."""
    env, following = position.env, []
    for decisions in (0, 9):
        env.reset(seed=position.seed)
        first = position.record.tobytes()
        _told(position, decisions)
        env.reset()
        following.append(position.record.tobytes())
        position.demand(following[-1] != first, "the state after reset()", "that of the game before", "another one")
    position.demand(
        following[0] == following[1], "the game after reset()", "one that depends on how the last was played", "one"
    )


def rules_stay(position: Position) -> None:
    """A seed never resets the rules."""
    env, inner = position.env, position.inner
    rules = inner.rules
    for seed in (position.seed, None, position.seed + 1):
        env.reset(seed=seed)
        position.expect(f"the rules of the environment after reset(seed={seed})", inner.rules, rules)
        played = position.record["rules"].tobytes()
        position.demand(
            played == rules.record().tobytes(), f"the rules of the game after reset(seed={seed})", "others", str(rules)
        )


def bad_seeds(position: Position) -> None:
    """What is no seed is refused."""
    for seed in BAD_SEEDS:
        try:
            position.env.reset(seed=seed)
        except (TypeError, ValueError):
            continue
        position.demand(False, f"reset(seed={seed!r})", "a game", "TypeError or ValueError")


FACTS = (facts, space_objects)
SEEDS = (same_seed, continuing, rules_stay, bad_seeds)
