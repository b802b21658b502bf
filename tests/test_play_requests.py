"""Requests that no page of ours makes, and servers that fail: one answer, in one sentence."""

import json
import socket

import pytest

import agents
from tests.serving import Client, new_table, serving


@pytest.fixture
def server(tmp_path):
    """A server of one person against an agent."""
    with serving(new_table(), tmp_path / "game.json") as running:
        yield running


@pytest.mark.parametrize("head", ["Host: elsewhere\r\nContent-Length: {}", "Host: localhost\r\nContent-Length: ²"])
def test_what_comes_with_a_refused_request_is_not_read_as_another_one(server, head):
    inner = b"GET /state HTTP/1.1\r\nHost: localhost\r\n\r\n"
    outer = f"POST /choose HTTP/1.1\r\n{head.format(len(inner))}\r\n\r\n".encode("latin-1")
    with socket.create_connection(("127.0.0.1", server.server_address[1]), timeout=60) as connection:
        connection.sendall(outer + inner)
        answer = b"".join(iter(lambda: connection.recv(65536), b""))
    assert answer.count(b"HTTP/1.1 ") == 1 and answer.split()[1] in (b"413", b"421")


def test_a_failure_that_nobody_foresaw_is_answered_and_the_server_goes_on(server, monkeypatch, capsys):
    class Broken:
        def act(self, views, masks):
            raise ZeroDivisionError("no reason")

    monkeypatch.setattr(agents, "make_agent", lambda name, seed: Broken())
    status, _, content = Client(server, 0).ask("POST", "/hint", {"agent": "boss"})
    assert status == 500
    assert json.loads(content) == {"error": "the server has failed here; its window says how"}
    assert "no reason" in capsys.readouterr().err
    assert Client(server, 0).ask("GET", "/state")[0] == 200
