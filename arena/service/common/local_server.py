"""A web server for pages of a running command, on this machine only. Its address contains a secret."""

import json
import secrets
from collections.abc import Callable, Iterable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final
from urllib.parse import parse_qsl

from arena.service.errors import ArenaError

HOST: Final = "127.0.0.1"
HTML: Final = "text/html; charset=utf-8"
EVENTS: Final = "text/event-stream"
MAX_BODY: Final = 4_096  # bytes
TOKEN_BYTES: Final = 16

Json = dict[str, Any]
Request = Mapping[str, Any]  # the parameters of the address, and the request's JSON object
Content = str | Json | None  # HTML, JSON, or status 204


class LocalServer(ThreadingHTTPServer):
    """A server whose addresses start with a secret.

    Subclasses fill `pages`, `actions` and `streams`, whose keys are addresses without the secret. Pages
    answer GET, actions answer POST; an ArenaError becomes status 422. Streams yield server-sent events and
    are called with the number of events that the page already has.
    """

    daemon_threads = True

    def __init__(self) -> None:
        """Listen at any free port."""
        self.root = f"/{secrets.token_urlsafe(TOKEN_BYTES)}/"
        self.pages: dict[str, Callable[[Request], Content]] = {}
        self.actions: dict[str, Callable[[Request], Content]] = {}
        self.streams: dict[str, Callable[[int], Iterable[str]]] = {}
        super().__init__((HOST, 0), _Handler)

    @property
    def address(self) -> str:
        return f"http://{HOST}:{self.server_port}{self.root}"


class _Handler(BaseHTTPRequestHandler):
    """The answer to one request."""

    protocol_version = "HTTP/1.1"
    server_version = "arena"
    server: LocalServer

    def do_GET(self) -> None:
        name, query = self._address()
        if page := self.server.pages.get(name):
            self._answer(lambda: page(query))
        elif stream := self.server.streams.get(name):
            known = self.headers.get("Last-Event-ID") or query.get("from", "")
            self._stream(stream(int(known) if known.isdecimal() else 0))
        else:
            self._send_json(404, {"error": "There is no such page."})

    def do_POST(self) -> None:
        name, query = self._address()
        action = self.server.actions.get(name)
        if action is None:
            self._send_json(404, {"error": "There is no such address."})
            return
        try:
            length = int(self.headers.get("Content-Length", 0))
            request = json.loads(self.rfile.read(min(length, MAX_BODY)) or "{}")
        except ValueError:
            self._send_json(400, {"error": "The request is not JSON."})
            return
        if isinstance(request, dict):
            self._answer(lambda: action({**query, **request}))
        else:
            self._send_json(400, {"error": "The request is not a JSON object."})

    def _address(self) -> tuple[str, dict[str, str]]:
        """Return the requested address and its parameters. The secret is removed if it is right."""
        name, _, query = self.path.partition("?")
        return name.removeprefix(self.server.root), dict(parse_qsl(query))

    def _answer(self, content: Callable[[], Content]) -> None:
        """Send the content of a page, or of the answer to a request."""
        try:
            made = content()
        except ArenaError as error:
            text = str(error)
            self._send_json(422, {"error": f"{text[:1].upper()}{text[1:]}."})
            return
        if made is None:
            self._send(204, HTML, b"")
        elif isinstance(made, str):
            self._send(200, HTML, made.encode())
        else:
            self._send_json(200, made)

    def _stream(self, events: Iterable[str]) -> None:
        """Send events until they end or the page is closed."""
        self.close_connection = True
        self.send_response(200)
        self.send_header("Content-Type", EVENTS)
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        try:
            for event in events:
                self.wfile.write(event.encode())
                self.wfile.flush()
        except OSError:
            return  # the page is closed

    def _send_json(self, status: int, data: Json) -> None:
        self._send(status, "application/json", json.dumps(data).encode())

    def _send(self, status: int, kind: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""
