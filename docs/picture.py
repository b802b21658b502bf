"""Draw docs/picture.svg: a position of a real game, as a player sees it and as notebooks, windows and pages show it."""

from pathlib import Path

import numpy as np

from agents import make_agent
from gangzzz_env import gangzzz_v0

SEED, NUM_PLAYERS, DECISIONS, LOOKER = 1920, 3, 78, "player_1"


def picture() -> str:
    """The view of a player, after so many decisions of `greedy`."""
    env, agent = gangzzz_v0.raw_env(num_players=NUM_PLAYERS), make_agent("greedy", SEED)
    env.reset(seed=SEED)
    for _ in range(DECISIONS):
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(agent.act(env.view(env.agent_selection), mask[np.newaxis])[0]))
    return gangzzz_v0.GAME.draw(env.view(LOOKER)[0])


if __name__ == "__main__":
    Path(__file__).with_suffix(".svg").write_text(picture(), encoding="utf-8")
