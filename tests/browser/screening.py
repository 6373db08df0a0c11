"""A place that shows one film in a page: whole, or growing ply by ply while a browser watches."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from arena.assets import ASSETS
from arena.rules.cards import Pack
from arena.viewer.html import element, shared_markup
from arena.viewer.replay.film import PUBLIC, Film, Side
from arena.viewer.replay.film_json import as_json, document, piece
from arena.web.assets import Assets

POSTED = ("answer", "resign", "hint", "again")
POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:"


@dataclass
class Screening:
    """A game that is shown as far as `plies`, and no more comes when that is `over`.

    `output`: what its bot wrote; `next`: what its end says; `refusals`: so many streams are refused first.
    """

    film: Film
    pack: Pack
    plies: int = 1
    over: bool = False
    refusals: int = 0
    cut: bool = False
    output: str = ""
    next: dict[str, str] = field(default_factory=dict)
    address: str = ""
    attributes: dict[str, str | int | None] = field(default_factory=lambda: {"src": "/film"})
    asked: list[str] = field(default_factory=list)  # what the stream was opened with
    side: Side = PUBLIC
    question: dict[str, Any] | None = None  # to the person who plays
    posted: list[tuple[str, Any]] = field(default_factory=list)  # the last part of the address, and the JSON
    replies: dict[str, tuple[int, Any]] = field(default_factory=dict)  # to these: status and JSON, else 204
    _told: threading.Condition = field(default_factory=threading.Condition)

    def show(self, plies: int, over: bool = False) -> None:
        """Lets it grow to so many plies, and end."""
        with self._told:
            self.plies, self.over = plies, over
            self._told.notify_all()

    def page(self, _: Request) -> Response:
        elements = element(self.attributes, "the game as text")
        links = "".join(
            f'<link rel="stylesheet" href="/assets/css/{name}.css">' for name in ("theme", "replay")
        )
        script = '<script type="module" src="/assets/js/replay/replay.js"></script>'
        head = f'<head><meta charset="utf-8"><title>A game</title>{links}{script}</head>'
        body = f"<body>{shared_markup([self.pack])}{elements}</body>"
        page = f'<!doctype html><html lang="en">{head}{body}</html>'
        return HTMLResponse(page, headers={"Content-Security-Policy": POLICY})

    def document(self, _: Request) -> Response:
        begun = replace(self.film, frames=self.film.frames[: self.plies])
        return Response(as_json(document([begun], [self.side])), media_type="application/json")

    def events(self, request: Request) -> Response:
        self.asked.append(str(request.url.query))
        if self.refusals or self.cut:
            self.refusals -= not self.cut
            return JSONResponse({"error": "Too many watch at once."}, 429)
        return StreamingResponse(
            self._growth(int(request.query_params["from"])), media_type="text/event-stream"
        )

    def _growth(self, known: int) -> Iterator[str]:
        put: dict[str, Any] | None = None
        while True:
            with self._told:
                while self.plies <= known and not self.over and self.question == put and not self.cut:
                    self._told.wait(30)
                plies, over, question = self.plies, self.over, self.question
            if self.cut:
                return
            if plies > known:
                grown = piece(self.film.frames[known:plies], self.film.frames[known - 1])
                yield f"id: {plies}\nevent: frame\ndata: {as_json([grown]).decode()}\n\n"
                known = plies
            if question != put:
                yield f"event: question\ndata: {as_json(question).decode()}\n\n"
                put = question
            if over:
                told, self.next = self.next, {}
                yield f"event: end\ndata: {as_json(told).decode()}\n\n"
                return

    def ask(self, question: dict[str, Any] | None) -> None:
        """Put a question to the person who plays, or take it back."""
        with self._told:
            self.question = question
            self._told.notify_all()

    def interrupt(self) -> None:
        """End all streams, and refuse new ones until `cut` is False."""
        with self._told:
            self.cut = True
            self._told.notify_all()

    async def post(self, request: Request) -> Response:
        name = request.url.path.rpartition("/")[2]
        self.posted.append((name, await request.json()))
        status, data = self.replies.get(name, (204, None))
        return Response(status_code=204) if status == 204 else JSONResponse(data, status)

    def written(self, _: Request) -> Response:
        return PlainTextResponse(self.output)

    def gone(self, _: Request) -> Response:
        return JSONResponse({"error": "That game was never played."}, 404)

    def app(self) -> Starlette:
        return Starlette(
            routes=[
                Route("/", self.page),
                Route("/film", self.document),
                Route("/events", self.events),
                Route("/output", self.written),
                Route("/gone", self.gone),
                *(Route(f"/{name}", self.post, methods=["POST"]) for name in POSTED),
                Mount("/assets", Assets(directory=ASSETS)),
            ]
        )


class Screen:
    """A server that shows one game after another; a browser caches its scripts."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._app: ASGIApp = PlainTextResponse("no game", 404)

    @contextmanager
    def showing(self, film: Film, pack: Pack) -> Iterator[Screening]:
        """Show a film, and end its streams afterwards."""
        shown = Screening(film, pack, address=self._address)
        self._app = shown.app()
        try:
            yield shown
        finally:
            shown.show(len(film.frames), over=True)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._app(scope, receive, send)


@contextmanager
def new_screen() -> Iterator[Screen]:
    """Serve a screen through a real socket."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        screen = Screen("http://{}:{}".format(*listening.getsockname()))
        config = uvicorn.Config(
            screen, log_config=None, access_log=False, lifespan="off", timeout_graceful_shutdown=1
        )
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        try:
            yield screen
        finally:
            server.should_exit = True
            thread.join(10)
