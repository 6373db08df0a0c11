"""A web server for pages of a running command, on this machine only. Its address contains a secret key."""

import json
import secrets
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from select import select
from socket import MSG_PEEK
from threading import Lock
from typing import Any, Final
from urllib.parse import parse_qsl

from arena.service.common.server_sent import BEAT, event
from arena.service.common.text import number_of
from arena.service.errors import ArenaError

HOST: Final = "127.0.0.1"
HTML: Final = "text/html; charset=utf-8"
EVENTS: Final = "text/event-stream"
MAX_EVENTS: Final = 2**31 - 1
MAX_BODY: Final = 4_096  # bytes
TOKEN_BYTES: Final = 16
JSON_LINES: Final = "application/x-ndjson"
REPORT_INTERVAL_S: Final = 0.1
CLOSE_TIMEOUT_S: Final = 5.0

Json = dict[str, Any]
Request = Mapping[str, Any]  # the parameters of the address, and the request's JSON object
Content = str | Json | None  # HTML, JSON, or status 204
Progress = Callable[[int], None]  # called with how much is done; raises PageGone if nobody waits any more
Computation = Callable[[Request, Progress], Json]


class PageGone(Exception):
    """The page was closed before it got its answer, or the server is closing."""


class LocalServer(ThreadingHTTPServer):
    """A web server whose addresses start with a secret key.

    Subclasses fill four dicts of functions, keyed by the address without the secret key. If a page, action
    or computation raises ArenaError, the response has status 422.

    - `pages` answer GET, `actions` answer POST.
    - `computations` answer POST, one at a time. Slow ones send lines of JSON: progress, then the answer.
    - `streams` send server-sent events. Each function gets the number of the last event that the page has.
      It yields further events as (name, data, number), and sometimes None to keep the connection open.
    """

    daemon_threads = True

    def __init__(self) -> None:
        """Listen at any free port."""
        self.root = f"/{secrets.token_urlsafe(TOKEN_BYTES)}/"
        self.pages: dict[str, Callable[[Request], Content]] = {}
        self.actions: dict[str, Callable[[Request], Content]] = {}
        self.computations: dict[str, Computation] = {}
        self.streams: dict[str, Callable[[int], Iterable[tuple[str, object, int | None] | None]]] = {}
        self.lock = Lock()  # held by the running computation
        self.is_closing = False
        super().__init__((HOST, 0), _Handler)

    def server_close(self) -> None:
        """End the running computation, and stop listening."""
        self.is_closing = True
        if self.lock.acquire(timeout=CLOSE_TIMEOUT_S):
            self.lock.release()
        super().server_close()

    @property
    def address(self) -> str:
        return f"http://{HOST}:{self.server_port}{self.root}"


class _Handler(BaseHTTPRequestHandler):
    """The handler of HTTP requests to a local server."""

    protocol_version = "HTTP/1.1"
    server_version = "arena"
    server: LocalServer
    _has_lines = False  # True if the answer is lines of JSON
    _report_at = 0.0  # when progress may be sent again

    def do_GET(self) -> None:
        name, query = self._address()
        if page := self.server.pages.get(name):
            self._answer(lambda: page(query))
        elif stream := self.server.streams.get(name):
            known = self.headers.get("Last-Event-ID") or query.get("from", "")
            self._stream(stream(number_of(known, MAX_EVENTS) or 0))
        else:
            self._send_json(404, {"error": "There is no such page."})

    def do_POST(self) -> None:
        name, query = self._address()
        action, computation = self.server.actions.get(name), self.server.computations.get(name)
        if action is None and computation is None:
            self._send_json(404, {"error": "There is no such address."})
            return
        try:
            length = int(self.headers.get("Content-Length", 0))
            request = json.loads(self.rfile.read(min(length, MAX_BODY)) or "{}")
        except ValueError:
            self._send_json(400, {"error": "The request is not JSON."})
            return
        if not isinstance(request, dict):
            self._send_json(400, {"error": "The request is not a JSON object."})
        elif action:
            self._answer(lambda: action({**query, **request}))
        elif computation:
            self._compute(computation, {**query, **request})

    def _compute(self, computation: Computation, request: Request) -> None:
        with self.server.lock, suppress(PageGone, ConnectionError):
            self._has_lines, self._report_at = False, time.monotonic() + REPORT_INTERVAL_S
            self._answer(lambda: computation(request, self._report))

    def _report(self, done: int) -> None:
        """Send a computation's progress, but not too often. Raise PageGone if the page is closed."""
        if time.monotonic() < self._report_at:
            return
        self._report_at = time.monotonic() + REPORT_INTERVAL_S
        try:
            readable, _, _ = select([self.connection], (), (), 0)
            if self.server.is_closing or (readable and not self.connection.recv(1, MSG_PEEK)):
                raise PageGone
            if not self._has_lines:
                self._has_lines = self.close_connection = True
                self._send_head(200, JSON_LINES)
            self.wfile.write(f"{json.dumps({'done': done})}\n".encode())
        except OSError:
            raise PageGone from None

    def _address(self) -> tuple[str, dict[str, str]]:
        """Return the requested path, without the server's secret prefix, and the parameters."""
        name, _, query = self.path.partition("?")
        return name.removeprefix(self.server.root), dict(parse_qsl(query))

    def _answer(self, content: Callable[[], Content]) -> None:
        """Call `content` and send its result, or an error with status 422 if it raises ArenaError."""
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

    def _stream(self, events: Iterable[tuple[str, object, int | None] | None]) -> None:
        """Send events until they end or the page is closed."""
        self.close_connection = True
        self._send_head(200, EVENTS)
        try:
            for one in events:
                self.wfile.write((event(*one) if one else BEAT).encode())
                self.wfile.flush()
        except OSError:
            return  # the page is closed

    def _send_json(self, status: int, data: Json) -> None:
        """Send a JSON response.

        If progress was sent before, `data` becomes the last line of the response, and `status` is ignored.
        """
        body = json.dumps(data).encode()
        if self._has_lines:
            self.wfile.write(body)
        else:
            self._send(status, "application/json", body)

    def _send(self, status: int, kind: str, body: bytes) -> None:
        self._send_head(status, kind, len(body))
        self.wfile.write(body)

    def _send_head(self, status: int, kind: str, length: int | None = None) -> None:
        """Send the head of a response. If `length` is None, the response ends when the connection closes."""
        self.send_response(status)
        self.send_header("Content-Type", kind)
        if length is None:
            self.send_header("Connection", "close")
        else:
            self.send_header("Content-Length", str(length))
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""
