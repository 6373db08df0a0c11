"""Serve the page of a recorded game on this machine. The page can play on from decisions, and ask bots."""

import json
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock
from typing import Any, Final

from arena.record.reader import GameLog
from arena.record.replay import game_of
from arena.rules.notation import parse_action
from arena.service.bots.builtin import builtin_bot
from arena.service.errors import ArenaError, BadSettings
from arena.service.replay.ask import ask
from arena.service.replay.branch import branch, first_continuation
from arena.service.replay.page_commands import command_attributes
from arena.viewer.html import replay_page
from arena.viewer.replay.film_json import document
from arena.viewer.text import Wording, describe_action, seat_names

BOARDS: Final = (20, 50, 200, 1_000)  # numbers of continuations to choose from
MAX_BODY: Final = 4_096  # bytes
HOST: Final = "127.0.0.1"
TOKEN_BYTES: Final = 16
HTML: Final = "text/html; charset=utf-8"


@dataclass(frozen=True, slots=True)
class GameRequests:
    """The requests of the page of a game. `seat`: the seat that the page shows, from 0; None for all.

    With a seat, nothing in the answers depends on what the seat did not know.
    """

    log: GameLog
    seat: int | None = None

    def branch(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Play on from the decision `ply` with another `action`, `boards` times.

        `bot`: the bot that plays on; empty for the fast policy. Return the win chances of the seat that
        decided, each with its standard error, and the film of the first continuation. Raise ArenaError if the
        request cannot be answered.
        """
        boards, view = request.get("boards"), self._seat(request)
        if boards not in BOARDS:
            raise BadSettings(f"choose one of {', '.join(map(str, BOARDS))} continuations")
        result = branch(
            self.log,
            ply=_number(request, "ply"),
            action=_text(request, "action"),
            bots=[builtin_bot(_text(request, "bot"))] if request.get("bot") else (),
            boards=boards,
            seat=view,
        )
        values, seat = result.values, result.seat
        return {
            "boards": boards,
            "calibration_error": result.calibration_error,
            "film": document([first_continuation(self.log, result, seat=view)], [view]),
            **{
                name: [value.chances[seat], value.errors[seat]]
                for name, value in (
                    ("played", values.played),
                    ("other", values.other),
                    ("difference", values.difference),
                )
            },
        }

    def ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Ask the requested bot what it would have played.

        Return the decisions that it would make differently, each as `[ply, seat, its action in words]`.

        Raise ArenaError if the request cannot be answered.
        """
        bot = builtin_bot(_text(request, "bot"))
        result = ask(self.log, bot, self._seat(request))
        game = game_of(self.log.header)
        wording = Wording.of(game, seat_names(result.names))
        return {
            "bot": bot.name,
            "decisions": len(result.opinions),
            "different": [
                [one.ply, one.seat, describe_action(parse_action(game.pack, one.would), one.seat, wording)]
                for one in result.opinions
                if not one.agrees
            ],
            "faults": [f"Seat {one.seat + 1}: {one.detail}" for one in result.troubles],
        }

    def _seat(self, request: Mapping[str, Any]) -> int | None:
        """Return the seat whose knowledge counts: the page's seat, or else the requested seat."""
        if self.seat is not None or request.get("seat") is None:
            return self.seat
        return _number(request, "seat")


def _number(request: Mapping[str, Any], name: str) -> int:
    value = request.get(name)
    if type(value) is not int:
        raise BadSettings(f"{name} is not a number")
    return value


def _text(request: Mapping[str, Any], name: str) -> str:
    value = request.get(name)
    if not isinstance(value, str):
        raise BadSettings(f"{name} is not a text")
    return value


class PageServer(ThreadingHTTPServer):
    """A server for the page of one game, on this machine only. Its address contains a secret.

    It answers one request for a computation at a time.
    """

    daemon_threads = True

    def __init__(self, log: GameLog, seat: int | None, name: str) -> None:
        """Listen at any free port. `name`: the name of the game for `arena replay`.

        Raise NoSuchSeat if the game does not have the seat, BadLog if the log is invalid.
        """
        requests = GameRequests(log, seat)
        self.root = f"/{secrets.token_urlsafe(TOKEN_BYTES)}/"
        self.page = replay_page(
            log, seat, attributes={**command_attributes(name, seat), "branch": "branch", "ask": "ask"}
        ).encode()
        self.answers = {f"{self.root}branch": requests.branch, f"{self.root}ask": requests.ask}
        self.lock = Lock()
        super().__init__((HOST, 0), _Handler)

    @property
    def address(self) -> str:
        return f"http://{HOST}:{self.server_port}{self.root}"


class _Handler(BaseHTTPRequestHandler):
    """The answer to one request."""

    protocol_version = "HTTP/1.1"
    server_version = "arena"
    server: PageServer

    def do_GET(self) -> None:
        if self.path == self.server.root:
            self._send(200, HTML, self.server.page)
        else:
            self._send_json(404, {"error": "There is no such page."})

    def do_POST(self) -> None:
        answer = self.server.answers.get(self.path)
        if answer is None:
            self._send_json(404, {"error": "There is no such address."})
            return
        with self.server.lock:
            self._send_json(*self._answer(answer))

    def _answer(self, answer: Callable[[Mapping[str, Any]], dict[str, Any]]) -> tuple[int, dict[str, Any]]:
        """Return the status and the JSON of the answer to a request."""
        try:
            length = int(self.headers.get("Content-Length", 0))
            request = json.loads(self.rfile.read(min(length, MAX_BODY)))
        except ValueError:
            return 400, {"error": "The request is not JSON."}
        if not isinstance(request, dict):
            return 400, {"error": "The request is not a JSON object."}
        try:
            return 200, answer(request)
        except ArenaError as error:
            text = str(error)
            return 422, {"error": f"{text[:1].upper()}{text[1:]}."}

    def _send_json(self, status: int, data: dict[str, Any]) -> None:
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
