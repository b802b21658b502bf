"""Play an exported agent against one of ours, by ONNX Runtime: no torch, and no network of this package.

python -m agents.learning.export agents/box/don_corleone/players_2 -o agent.onnx
python examples/play_onnx.py agent.onnx --games 100
"""

import argparse
import os

import numpy as np
import onnxruntime

from agents import make_agent
from agents.learning.seen import seen
from gangzzz_env.analysis import tables
from gangzzz_env.analysis.metrics import summary
from gangzzz_env.analysis.play import paired_seeds, play_lineup
from gangzzz_env.games.gangzzz import GAME


class OnnxAgent:
    """An agent of an ONNX file."""

    def __init__(self, path: str):
        self.session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
        adviser = self.session.get_modelmeta().custom_metadata_map["adviser"]
        self.adviser = make_agent(adviser) if adviser else None

    def act(self, views: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Actions int64[n] for views STATE_DTYPE[n] with masks int8[n, 755]."""
        return self.session.run(["actions"], {"seen": seen(views, masks, self.adviser), "mask": masks})[0]


def main() -> None:
    """Play, and print who wins how often."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("path", metavar="FILE", help="agent.onnx")
    parser.add_argument("--against", default="greedy", metavar="A", help="an agent of ours (default greedy)")
    parser.add_argument("--num-players", type=int, default=2, metavar="N", help="players of a game (default 2)")
    parser.add_argument("--games", type=int, default=100, metavar="N", help="how many games (default 100)")
    arguments = parser.parse_args()
    if not os.path.isfile(arguments.path):
        parser.exit(2, f"play_onnx.py: {arguments.path} is missing; agents.learning.export writes such a file\n")
    agents = {"onnx": OnnxAgent(arguments.path), arguments.against: make_agent(arguments.against)}
    lineup = ("onnx", *[arguments.against] * (arguments.num_players - 1))
    seeds = paired_seeds(0, arguments.games, arguments.num_players)
    shown = summary(GAME, [play_lineup(GAME, lineup, agents, seeds)])
    print(tables.tables(shown, GAME.sources))


if __name__ == "__main__":
    main()
