"""How long people wait: for a picture as SVG, for its pixels beside connect four's, and for the answer to a click.

The pictures are those of every tenth position of a random game of four; they take turns with PettingZoo's
`connect_four_v3`, and the middle time counts. A click is a move of a person against two scripted agents, over HTTP as
the page of `gangzzz play` makes it, up to the answer that shows what the agents did.
"""

import http.client
import json
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from aec_speed import machine
from pettingzoo.classic import connect_four_v3

from gangzzz_env import gangzzz_v0
from gangzzz_env.play_server import bind
from gangzzz_env.program import Parser, count
from gangzzz_env.sample import MaskSampler
from gangzzz_env.session import Session
from gangzzz_env.table import Table

AGENTS = (None, "boss", "trader")
PEER = "connect four's pixels"


def milliseconds(call: Callable[[], object]) -> float:
    """How long a call takes."""
    began = time.perf_counter()
    call()
    return 1000 * (time.perf_counter() - began)


def pictures(positions: int) -> dict[str, list[float]]:
    """Milliseconds of each picture, by what is drawn."""
    ours = gangzzz_v0.env(num_players=4, render_mode="rgb_array")
    peer = connect_four_v3.env(render_mode="rgb_array")
    ours.reset(seed=3)
    peer.reset(seed=3)
    calls = {
        "SVG": lambda: gangzzz_v0.GAME.draw(ours.view("player_0")[0]),
        "pixels": ours.render,
        PEER: peer.render,
    }
    sampler, times = MaskSampler(3), {name: [] for name in calls}
    for position in range(10 * positions):
        observation, _, termination, truncation, _ = ours.last()
        if termination or truncation:
            ours.reset()
            continue
        ours.step(sampler.sample(observation["action_mask"]))
        if position % 10 == 0:
            for name, call in calls.items():
                times[name].append(milliseconds(call))
    return times


def clicks(number: int) -> list[float]:
    """Milliseconds from each of so many moves of a person to the answer with the moves of the agents."""
    table = Table.begin(gangzzz_v0.GAME, AGENTS, seed=3)
    table.warm_up()
    with tempfile.TemporaryDirectory() as folder, bind("127.0.0.1", 0) as server:
        server.session = Session(table, Path(folder) / "game.json")
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            return [_click(server) for _ in range(number)]
        finally:
            server.shutdown()
            server.session.table.leave()


def _click(server) -> float:
    table = server.session.table
    table.wait_for_people(60)
    moves = table.moves(table.mover)
    if not moves:
        raise SystemExit("picture_speed.py: the game ends before so many clicks; ask for fewer")
    told = json.dumps({"action": moves[len(moves) // 2].action, "position": table.position})
    connection = http.client.HTTPConnection("127.0.0.1", server.server_address[1], timeout=60)
    host = f"127.0.0.1:{server.server_address[1]}"
    head = {"Host": host, "Origin": f"http://{host}", "Authorization": f"Bearer {server.session.tokens[0]}"}

    def ask():
        connection.request("POST", "/choose", told, head)
        answer = connection.getresponse()
        content = answer.read()
        if answer.status != 200:
            raise SystemExit(f"picture_speed.py: the server refuses a move: {content.decode()}")

    taken = milliseconds(ask)
    connection.close()
    return taken


def line(name: str, times: list[float]) -> str:
    """A line of figures."""
    middle, ninth = np.quantile(times, [0.5, 0.9])
    return f"{name:<24}{middle:8.1f} ms, 90 % within {ninth:.1f}, all within {max(times):.1f}, of {len(times)}"


def main() -> None:
    """Measure and print."""
    parser = Parser(prog="picture_speed.py", description=__doc__)
    parser.add_argument("--positions", type=count, default=40, metavar="N", help="that are drawn (default 40)")
    parser.add_argument("--clicks", type=count, default=30, metavar="N", help="that are answered (default 30)")
    arguments = parser.parse_args()
    found = pictures(arguments.positions)
    print(machine())
    for name, times in found.items():
        print(line(name, times))
    print(f"pixels take {np.median(found['pixels']) / np.median(found[PEER]):.1f} times as long as {PEER}")
    print(line("answer to a click", clicks(arguments.clicks)))


if __name__ == "__main__":
    sys.exit(main())
