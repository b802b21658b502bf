"""A server of a game on this machine, for tests."""

import contextlib
import functools
import http.client
import json
import threading

from gangzzz_env.games import GAMES
from gangzzz_env.play_server import bind
from gangzzz_env.session import Session
from gangzzz_env.table import Table

GAME = next(iter(GAMES.values()))
SEATS = (None, "greedy")


@functools.cache
def compile_all():
    """Compile what a game needs, so that no test waits for it."""
    new_table().warm_up()


@contextlib.contextmanager
def serving(table: Table, path):
    """A server that plays at a table and keeps the game in this file; it ends with the block."""
    compile_all()
    server = bind("127.0.0.1", 0)
    server.session = Session(table, path)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.session.table.leave()
        server.server_close()
        thread.join()


def new_table(seats=SEATS, seed=4) -> Table:
    """A new game."""
    return Table.begin(GAME, seats, seed=seed)


class Client:
    """Asks a server as the page does; `ask` returns the status, the headers and the bytes of an answer."""

    def __init__(self, server, seat=None):
        self.server, self.port = server, server.server_address[1]
        self.token = server.session.tokens.get(seat, "")

    def ask(self, method, path, told=None, **headers):
        host = f"127.0.0.1:{self.port}"
        sent = {"Host": host, "Authorization": f"Bearer {self.token}"}
        if method == "POST":
            sent["Origin"] = f"http://{host}"
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, None if told is None else json.dumps(told), sent)
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        return answer.status, dict(answer.getheaders()), content

    def get(self, path):
        status, _, content = self.ask("GET", path)
        return status, json.loads(content)

    def post(self, path, told):
        status, _, content = self.ask("POST", path, told)
        return status, json.loads(content)

    def state(self):
        return self.get("/state")[1]

    def choose(self, number=0):
        """Play the move with this number in the list, once it is this seat's turn."""
        self.server.session.table.wait_for_people(30)
        state = self.state()
        action = state["moves"][number]["action"]
        return self.post("/choose", {"action": action, "position": state["position"]})
