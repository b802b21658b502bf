"""The web server of a session, by Python's standard library.

Each seat of a person has a secret link. The secret stands behind a `#`, so that it is in no log and no Referer; the
page sends it as a bearer token, and who has none is a spectator. Requests are answered only under a name of this
machine (a foreign name that leads here is refused), and moves are taken only from pages of this server.
"""

import errno
import gzip
import ipaddress
import json
import socket
import traceback
from functools import cache
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from socketserver import TCPServer
from urllib.parse import parse_qs, urlsplit

from gangzzz_env.session import Session

PAGES = Path(__file__).parent / "pages"
FILES = {
    "/play.css": ("text/css", ("common.css", "sheet.css", "play.css")),
    "/play.js": ("text/javascript", ("common.js", "play_sheet.js", "play_moves.js", "play.js")),
}
HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
LARGEST = 4 * 2**20  # bytes of what is sent to the server
PATIENCE = 20.0  # seconds that a page waits for something to happen
PORTS = 20  # that are tried if the first one is taken


class Refused(Exception):
    """A request that is not answered as it wants.

    Attributes:
        status: of the answer.
    """

    def __init__(self, status: HTTPStatus, message: str):
        super().__init__(message)
        self.status = status


class PlayServer(ThreadingHTTPServer):
    """A server that is bound to an address.

    Attributes:
        host: as it was asked for.
        session: what is played, to be set before it runs.
    """

    daemon_threads = True
    allow_reuse_address = True
    host: str
    session: Session

    def server_bind(self) -> None:
        """Bind, without asking the network for the name of an address, as HTTPServer does."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = self.server_address[:2]


def bind(host: str, port: int) -> PlayServer:
    """A server on a port, or on the next free one if it is taken.

    Raises:
        ValueError: the host is none of this machine, or so many ports are taken.
    """
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError):
        raise ValueError(f"host {host!r} is no name or address of this machine") from None
    kind = type("BoundServer", (PlayServer,), {"address_family": family, "host": host})
    for tried in range(port, min(port + PORTS, 2**16)):
        try:
            return kind((address[0], tried), Handler)
        except PermissionError:
            raise ValueError(f"port {tried} is for the administrator: take one from 1024 on") from None
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise ValueError(f"host {host!r} cannot be bound: {error.strerror}") from None
    raise ValueError(f"port {port} and the {PORTS - 1} after it are taken")


class Handler(BaseHTTPRequestHandler):
    """Answers one connection."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    timeout = 60
    server: PlayServer

    def do_GET(self):
        """Pages, and what a looker knows."""
        self._answer(self._get)

    def do_POST(self):
        """What a person does."""
        self._answer(self._post)

    def log_message(self, *words):
        """Nothing is logged."""

    def version_string(self):
        """No versions are told."""
        return "gangzzz"

    def _answer(self, act) -> None:
        """Send what comes of a request, or in one sentence why nothing does."""
        try:
            self._check_host()
            self._send(HTTPStatus.OK, *act())
        except Refused as error:
            self._refuse(error.status, str(error))
        except ValueError as error:
            self._refuse(HTTPStatus.BAD_REQUEST, str(error))
        except (ConnectionError, TimeoutError):
            self.close_connection = True
        except Exception:
            traceback.print_exc()
            self._refuse(HTTPStatus.INTERNAL_SERVER_ERROR, "the server has failed here; its window says how")

    def _refuse(self, status: HTTPStatus, words: str) -> None:
        """Say why nothing is done. A body may not have been read, so the connection carries no other request."""
        self.close_connection = True
        self._send(status, *_json({"error": words}))

    def _check_host(self) -> None:
        """A name that is not this machine's is somebody else's trick (DNS rebinding); an address cannot be one."""
        name = urlsplit(f"//{self.headers.get('Host', '')}").hostname or ""
        if name in ("localhost", self.server.host.lower(), socket.gethostname().lower()):
            return
        try:
            ipaddress.ip_address(name)
        except ValueError:
            raise Refused(HTTPStatus.MISDIRECTED_REQUEST, f"{name!r} is no name of this server") from None

    def _check_origin(self) -> None:
        """Only pages of this server may do something."""
        if self.headers.get("Origin") != f"http://{self.headers.get('Host')}":
            raise Refused(HTTPStatus.FORBIDDEN, "only the page of this server can do that")

    @property
    def looker(self) -> int:
        """The seat that the token of the request opens, or the spectator's number."""
        return self.server.session.looker_of(self.headers.get("Authorization", "").removeprefix("Bearer "))

    def _get(self) -> tuple[str, bytes]:
        url = urlsplit(self.path)
        asked = {name: values[0] for name, values in parse_qs(url.query).items()}
        if url.path == "/":
            return "text/html", _front(self.server.session.symbols)
        if url.path in FILES:
            return FILES[url.path][0], _file(url.path)
        if url.path not in GET:
            raise Refused(HTTPStatus.NOT_FOUND, f"there is no {url.path}")
        return _json(GET[url.path](self.server.session, self.looker, asked))

    def _post(self) -> tuple[str, bytes]:
        told = self._body()
        self._check_origin()
        if self.path not in POST:
            raise Refused(HTTPStatus.NOT_FOUND, f"there is no {self.path}")
        looker = self.looker
        if looker == self.server.session.table.spectator:
            raise Refused(HTTPStatus.FORBIDDEN, "this link is a spectator's: it has no seat")
        return _json(POST[self.path](self.server.session, looker, told))

    def _body(self) -> dict:
        """The JSON object of a request."""
        length = self.headers.get("Content-Length", "")
        if not length.isascii() or not length.isdigit() or int(length) > LARGEST:
            raise Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"a request has at most {LARGEST} bytes")
        try:
            told = json.loads(self.rfile.read(int(length)))
        except (ValueError, RecursionError):
            raise Refused(HTTPStatus.BAD_REQUEST, "the request is no JSON") from None
        if not isinstance(told, dict):
            raise Refused(HTTPStatus.BAD_REQUEST, "the request is no JSON object")
        return told

    def _send(self, status: HTTPStatus, kind: str, content: bytes) -> None:
        self.send_response(status)
        if "gzip" in self.headers.get("Accept-Encoding", ""):
            content = gzip.compress(content, 1, mtime=0)
            self.send_header("Content-Encoding", "gzip")
        for name, value in {"Content-Type": f"{kind}; charset=utf-8", "Content-Length": len(content)}.items():
            self.send_header(name, str(value))
        for name, value in HEADERS.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)


def _json(facts: dict) -> tuple[str, bytes]:
    return "application/json", json.dumps(facts, separators=(",", ":")).encode()


def _front(symbols: str) -> bytes:
    """The page, with the symbols of the drawing in it."""
    return (PAGES / "play.html").read_text(encoding="utf-8").replace("{{symbols}}", symbols).encode()


@cache
def _file(path: str) -> bytes:
    return "\n".join((PAGES / name).read_text(encoding="utf-8") for name in FILES[path][1]).encode()


def _number(asked: dict, name: str) -> int:
    """A whole number from 0 on that a request tells."""
    value = asked.get(name, 0)
    if isinstance(value, bool) or not str(value).isascii() or not str(value).isdigit():
        raise ValueError(f"{name} is {value!r}, but must be a whole number from 0 on")
    return int(value)


def _text(asked: dict, name: str) -> str | None:
    value = asked.get(name)
    if value is not None and not isinstance(value, str):
        raise ValueError(f"{name} is {value!r}, but must be text")
    return value


def _state(session: Session, looker: int, asked: dict) -> dict:
    """What a looker knows; if it has seen this moment, once something has happened, or after a while."""
    session.wait(asked.get("moment", ""), PATIENCE)
    if asked.get("moment") == session.moment:
        return {"moment": session.moment}
    return session.told(looker, asked.get("line", ""), _number(asked, "since"))


def _choose(session: Session, looker: int, told: dict) -> dict:
    session.choose(looker, _number(told, "action"), _number(told, "position"))
    return session.told(looker, _text(told, "line") or "", _number(told, "since"))


def _undo(session: Session, looker: int, told: dict) -> dict:
    session.undo(looker)
    return session.told(looker)


def _hint(session: Session, looker: int, told: dict) -> dict:
    hint = session.hint(looker, _text(told, "agent") or "")
    return vars(hint) | {"move": vars(hint.move)}


def _load(session: Session, looker: int, told: dict) -> dict:
    session.load(looker, _text(told, "name"), _text(told, "text"))
    return session.told(session.table.people[0])


def _begin_anew(session: Session, looker: int, told: dict) -> dict:
    session.begin_anew(looker)
    return session.told(looker)


GET = {
    "/state": _state,
    "/then": lambda session, looker, asked: session.look_back(looker, _number(asked, "position")),
    "/game": lambda session, looker, asked: session.finished(),
}
POST = {
    "/choose": _choose,
    "/undo": _undo,
    "/hint": _hint,
    "/save": lambda session, looker, told: {"path": str(session.save(looker))},
    "/saves": lambda session, looker, told: {"names": session.saves(looker)},
    "/load": _load,
    "/new": _begin_anew,
}
