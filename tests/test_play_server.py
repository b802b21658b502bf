"""The server of a game: each seat is told what it may know, and no more; nobody plays in another's place."""

import contextlib
import itertools
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import agents
from gangzzz_env.__main__ import main
from gangzzz_env.replay import Replay
from gangzzz_env.rng import seed_words
from gangzzz_env.session import Session
from gangzzz_env.table import Table
from tests.serving import GAME, SEATS, Client, new_table, serving

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def path(tmp_path):
    """Where the game is kept."""
    return tmp_path / "game.json"


@pytest.fixture
def server(path):
    """A server of one person against an agent."""
    with serving(new_table(), path) as running:
        yield running


@pytest.fixture
def for_two(path):
    """A server of two people and an agent."""
    with serving(new_table((None, "greedy", None)), path) as running:
        yield running


def play(server, client, decisions=10**9, seed=0):
    """Random moves of a person, so many or to the end."""
    draw, table = np.random.default_rng(seed), server.session.table
    for _ in range(decisions):
        table.wait_for_people(30)
        if table.is_over:
            break
        assert client.choose(int(draw.integers(len(table.moves(table.mover)))))[0] == 200


def saved(path):
    """The game in the file, once it is up to date."""
    time.sleep(0.6)
    return Table.load(path)


def test_a_whole_game_is_played_and_kept(server, path):
    client = Client(server, 0)
    play(server, client)
    state = client.state()
    assert state["mover"] == -1
    assert state["moves"] == []
    assert min(player["place"] for player in state["players"]) == 0
    assert [sum(player["money"]) for player in state["players"]] == server.session.table.view(0)["money"][
        0, :2
    ].tolist()
    assert saved(path).replay().actions == server.session.table.replay().actions


def test_the_front_and_its_files_are_served(server):
    client = Client(server)
    for name, kind in (("/", "text/html"), ("/play.js", "text/javascript"), ("/play.css", "text/css")):
        status, headers, content = client.ask("GET", name)
        assert (status, headers["Content-Type"]) == (200, f"{kind}; charset=utf-8")
        assert not re.search(rb"https?://(?!www\.w3\.org/2000/svg)", content)
    assert client.get("/nothing") == (404, {"error": "there is no /nothing"})


def test_every_answer_is_kept_out_of_caches_and_frames(server):
    client = Client(server, 0)
    for name in ("/", "/play.js", "/state", "/nothing"):
        headers = client.ask("GET", name)[1]
        assert headers["Cache-Control"] == "no-store"
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert not any(name.startswith("Access-Control") for name in headers)


@pytest.mark.parametrize("name", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", ""])
def test_a_foreign_name_that_leads_here_is_refused(server, name):
    for method, path in (("GET", "/"), ("GET", "/state"), ("POST", "/choose")):
        told = {} if method == "POST" else None
        assert Client(server, 0).ask(method, path, told, Host=name, Origin=f"http://{name}")[0] == 421


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1"])
def test_a_foreign_page_cannot_play_a_move(server, origin):
    client = Client(server, 0)
    action = client.state()["moves"][0]["action"]
    told = {"action": action, "position": 0}
    assert client.ask("POST", "/choose", told, Origin=origin)[0] == 403
    assert server.session.table.position == 0
    assert client.post("/choose", told)[0] == 200


def test_without_a_token_one_is_a_spectator_who_can_do_nothing(server):
    play(server, Client(server, 0), 3)
    stranger = Client(server)
    state = stranger.state()
    assert (state["seat"], state["moves"], state["may"]["undo"]) == (None, [], False)
    for path in ("/choose", "/undo", "/hint", "/save", "/saves", "/load", "/new"):
        assert stranger.post(path, {"action": 0})[0] == 403
    for token in (Client(server, 0).token[:-1], "\xe9", "0"):
        stranger.token = token
        assert stranger.state()["seat"] is None


def test_a_seat_cannot_play_for_another(for_two):
    first, third = Client(for_two, 0), Client(for_two, 2)
    assert first.state()["seat"] == 0
    told = {"action": first.state()["moves"][0]["action"], "position": 0}
    assert third.post("/choose", told) == (400, {"error": "it is not the turn of player 2: player 0 is to move"})
    assert first.post("/choose", told)[0] == 200
    assert first.post("/undo", {})[1]["error"].startswith("a move can be taken back only where")
    assert first.post("/load", {"text": "{}"})[1]["error"].startswith("another game can be loaded only where")
    assert first.post("/new", {})[1]["error"].startswith("a new game can be begun only where")


def answers(table, looker, path):
    """All bytes that a looker can get of a table, but for the names of moments."""
    with serving(table, path) as server:
        client = Client(server, looker if looker < table.spectator else None)
        names = ["/state", "/then?position=0", "/game", "/", f"/state?since={table.position}"]
        content = b"".join(client.ask("GET", name)[2] for name in names)
        for told in ("/saves", "/undo", "/hint"):
            content += client.ask("POST", told, {"agent": "greedy"})[2]
        return re.sub(rf'"{server.session._born}[.0-9]*"'.encode(), b"", content)


@pytest.mark.parametrize("decisions", [0, 12, 30, 42])
def test_every_byte_that_a_seat_gets_follows_from_its_view(tmp_path, decisions):
    table = new_table((None, None, None))
    draw = np.random.default_rng(decisions)
    for _ in range(decisions):
        moves = table.moves(table.mover)
        table.choose(table.mover, moves[draw.integers(len(moves))].action)
    player = table.replay().play()
    player.go_to(len(player))
    for looker in (0, 1, 2, table.spectator):
        other = np.zeros(1, GAME.state_dtype)
        GAME.fill(table.view(looker), 0, 1, seed_words(decisions)[np.newaxis], other)
        assert other.tobytes() != player.record.tobytes()
        tables = [Table(Replay(GAME, start, (), 1, (None,) * 3)) for start in (player.record, other)]
        told = [answers(table, looker, tmp_path / f"{looker}.json") for table in tables]
        assert told[0] == told[1]


def test_the_file_with_the_secrets_is_given_out_only_when_the_game_is_over(server):
    client = Client(server, 0)
    play(server, client, 4)
    assert client.get("/game")[0] == 400
    status, told = client.post("/save", {})
    assert status == 200
    assert set(told) == {"path"}
    play(server, client)
    assert Replay.from_json(client.get("/game")[1]["text"]).actions == server.session.table.replay().actions


def test_a_page_waits_until_something_happens(server):
    client = Client(server, 0)
    state = client.state()
    begun = time.monotonic()
    client.choose()
    told = client.get(f"/state?moment={state['moment']}&line={state['line']}&since={state['position']}")[1]
    assert time.monotonic() - begun < 10
    assert told["position"] > state["position"]
    assert [heard["number"] for heard in told["heard"]] == list(range(state["position"], told["position"]))


def test_a_choice_for_a_position_that_is_gone_is_refused(server):
    client = Client(server, 0)
    state = client.state()
    client.choose()
    told = {"action": state["moves"][0]["action"], "position": state["position"]}
    assert client.post("/choose", told) == (400, {"error": "the game has gone on meanwhile: choose again"})


def test_undo_a_hint_and_a_look_back(server):
    client = Client(server, 0)
    client.choose()
    client.choose(1)
    server.session.table.wait_for_people(30)
    state = client.state()
    assert client.get("/then?position=1")[1]["sheet"] != state["sheet"]
    assert client.get("/then?position=0")[1]["sheet"]["title"].startswith("Gangzzz, as player 0 sees it, after 0")
    hint = client.post("/hint", {"agent": "boss"})[1]
    assert hint["move"] in state["moves"]
    back = client.post("/undo", {})[1]
    assert back["position"] < state["position"]
    assert back["line"] != state["line"]
    assert back["mover"] == 0


def test_a_saved_game_is_loaded_by_name_or_as_text(server, path):
    client = Client(server, 0)
    play(server, client, 3)
    kept = Path(client.post("/save", {})[1]["path"])
    position, text = Table.load(kept).position, kept.read_text(encoding="utf-8")
    play(server, client, 3)
    assert kept.name in client.post("/saves", {})[1]["names"]
    for told in ({"name": kept.name}, {"text": text}):
        status, state = client.post("/load", told)
        assert (status, state["position"], state["seat"]) == (200, position, 0)
        assert server.session.path not in (path, kept)
        play(server, client, 1)
    assert Table.load(kept).position == position
    assert client.post("/new", {})[1]["position"] <= 1


def test_another_seat_in_the_loaded_game_keeps_the_link(server):
    client = Client(server, 0)
    table = new_table(("greedy", None), seed=5)
    status, state = client.post("/load", {"text": table.replay().to_json()})
    assert (status, state["seat"]) == (200, 1)
    assert client.choose()[0] == 200


@pytest.mark.parametrize(
    ("asked", "told", "said"),
    [
        ("/load", {"text": "x"}, "the file is not a replay"),
        ("/load", {"text": "[" * 10**5}, "the file is not a replay"),
        ("/load", {"name": "../secret.json"}, "there is no saved game '../secret.json'"),
        ("/load", {"text": 7}, "text is 7, but must be text"),
        ("/load", {}, "there is no saved game None"),
        ("/choose", {"action": "x", "position": 0}, "action is 'x', but must be a whole number"),
        ("/choose", {"action": 10**9, "position": 0}, "is no integer in 0-"),
        ("/choose", {"action": [1], "position": 0}, "action is"),
        ("/choose", [], "the request is no JSON object"),
        ("/hint", {"agent": "nobody"}, "unknown agent 'nobody'"),
        ("/undo", {}, "player 0 has no move to take back"),
        ("/nothing", {}, "there is no /nothing"),
    ],
)
def test_bad_requests_are_refused_in_one_sentence(server, asked, told, said):
    client = Client(server, 0)
    before = client.state()
    status, answer = client.post(asked, told)
    assert status in (400, 404)
    assert said in answer["error"]
    assert "\n" not in answer["error"]
    assert client.state() == before
    assert client.get("/then?position=99")[0] == client.get("/then?position=x")[0] == 400
    assert client.ask("POST", asked, Content_Length=str(10**9))[0] == 413


def test_a_game_of_two_people_is_not_loaded_where_one_plays(server):
    text = new_table((None, None)).replay().to_json()
    answer = Client(server, 0).post("/load", {"text": text})[1]
    assert answer == {"error": "the game is not one of a single person: open it with gangzzz play --load"}


def test_links_stay_as_they_are_when_the_server_is_started_again(server, path):
    client = Client(server, 0)
    client.choose()
    again = Session(saved(path), path)
    assert again.tokens == server.session.tokens
    assert oct(path.with_suffix(".links").stat().st_mode)[-3:] == "600"
    again.table.leave()


def test_an_agent_that_fails_is_told_and_the_game_stays(path, monkeypatch, capsys):
    class Broken:
        def __init__(self, seed):
            pass

        def act(self, views, masks):
            raise RuntimeError("out of luck")

    monkeypatch.setitem(agents.AGENTS, "broken", Broken)
    with serving(new_table((None, "broken")), path) as server:
        client = Client(server, 0)
        client.choose()
        time.sleep(0.3)
        assert client.state()["trouble"] == "an agent has failed: out of luck"
        assert client.post("/undo", {})[1]["position"] == 0


@contextlib.contextmanager
def started(folder, *arguments):
    """The program in a process of its own, killed at the end, and what it says when it has begun."""
    with subprocess.Popen(
        [sys.executable, "-u", "-m", "gangzzz_env", "play", "--no-browser", *arguments],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as run:
        try:
            lines = iter(run.stdout.readline, "")
            told = [*itertools.takewhile(lambda line: "Ctrl-C" not in line, lines)]
            yield run, "".join(told)
        finally:
            run.kill()


class Remote(Client):
    """A client of a server in another process."""

    def __init__(self, link):
        self.port, self.token = re.search(r":(\d+)/#(\S+)", link).groups()


@pytest.mark.slow
def test_a_killed_server_goes_on_where_it_was(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with started(tmp_path, "--agents", "greedy", "--seed", "4", "--port", str(port)) as (_, told):
            assert re.search(rf"port {port} is taken: this is port \d+", told)
            client = Remote(re.search(r"player 0: (\S+)", told)[1])
            client.post("/choose", {"action": client.state()["moves"][0]["action"], "position": 0})
            time.sleep(1)
            position, sheet = (client.state()[name] for name in ("position", "sheet"))
    (kept,) = (tmp_path / "games").glob("*.json")
    with started(tmp_path, "--load", str(kept), "--port", str(client.port)) as (run, told):
        assert re.search(r"#(\S+)", told)[1] == client.token
        assert [client.state()[name] for name in ("position", "sheet")] == [position, sheet]
        run.send_signal(signal.SIGINT)
        assert f"gangzzz play --load {kept} goes on" in run.stdout.read()
        assert run.wait() == 0


BAD = (
    (["--agents", "nobody"], "unknown agent 'nobody'; the agents are"),
    (["--agents", "search:x"], "agent search:x has no budget"),
    (["--agents", "boss,boss,boss,boss"], "num_players is 5, but Gangzzz is for 2 to 4"),
    (["--people", "5"], "num_players is 6, but Gangzzz is for 2 to 4"),
    (["--people", "0"], "'0' must be a whole number from 1 on"),
    (["--people", "2", "--seat", "1"], "--seat names 1 seats for 2 people"),
    (["--seat", "2"], "seat is 2, but 2 players have seats 0-1"),
    (["--seat", "x"], "'x' must be numbers of seats"),
    (["--num-players", "4", "--agents", "boss,boss"], "1 people and 2 agents are not the 4 players"),
    (["--port", "x"], "'x' must be a whole number from 1 to 65535"),
    (["--port", "70000"], "'70000' must be a whole number from 1 to 65535"),
    (["--host", "203.0.113.7"], "host '203.0.113.7' cannot be bound"),
    (["--host", "no such host"], "host 'no such host' is no name or address of this machine"),
    (["--seed", "-1"], "expected one argument|'-1' must be a whole number"),
    (["--rules", "none.toml"], "none.toml"),
    (["--load", "none.json"], "replay none.json cannot be read"),
    (["--load", "cut.json"], "cut.json is not a replay, or a damaged one"),
    (["--load", "old.json"], "old.json was recorded by gangzzz_env 0.0"),
    (["--load", "good.json", "--seed", "1"], "--seed is for a new game"),
    (["--folder", "good.json"], "output folder good.json cannot be written"),
)


@pytest.mark.parametrize(("arguments", "said"), BAD)
def test_bad_input_is_one_sentence_exit_2_and_nothing_is_written(tmp_path, monkeypatch, capsys, arguments, said):
    monkeypatch.chdir(tmp_path)
    text = new_table(SEATS).replay().to_json()
    Path("good.json").write_text(text, encoding="utf-8")
    Path("cut.json").write_text(text[: len(text) // 2], encoding="utf-8")
    Path("old.json").write_text(re.sub('"version": "[^"]*"', '"version": "0.0"', text), encoding="utf-8")
    before = sorted(Path().iterdir())
    with pytest.raises(SystemExit) as stop:
        main(["play", "--no-browser", *arguments])
    assert stop.value.code == 2
    error = capsys.readouterr().err
    assert re.search(said, error)
    assert error.count("\n") == 1
    assert sorted(Path().iterdir()) == before


def test_what_is_told_is_json_without_surprises(server):
    content = Client(server, 0).ask("GET", "/state")[2]
    assert json.loads(content)["moves"]
    assert len(content) < 400_000
