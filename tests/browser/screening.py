"""A place that shows one film in a page: whole, or growing ply by ply while a browser watches."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from arena.assets import ASSETS
from arena.rules.cards import Pack
from arena.viewer.html import element, shared_markup
from arena.viewer.replay.film import PUBLIC, Film
from arena.viewer.replay.film_json import as_json, document, piece

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
    output: str = ""
    next: dict[str, str] = field(default_factory=dict)
    address: str = ""
    attributes: dict[str, str | int | None] = field(default_factory=lambda: {"src": "/film"})
    asked: list[str] = field(default_factory=list)  # what the stream was opened with
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
        return Response(as_json(document([begun], [PUBLIC])), media_type="application/json")

    def events(self, request: Request) -> Response:
        self.asked.append(str(request.url.query))
        if self.refusals:
            self.refusals -= 1
            return JSONResponse({"error": "Too many watch at once."}, 429)
        return StreamingResponse(
            self._growth(int(request.query_params["from"])), media_type="text/event-stream"
        )

    def _growth(self, known: int) -> Iterator[str]:
        while True:
            with self._told:
                while self.plies <= known and not self.over:
                    self._told.wait(30)
                plies, over = self.plies, self.over
            if plies > known:
                grown = piece(self.film.frames[known:plies], self.film.frames[known - 1])
                yield f"id: {plies}\nevent: frame\ndata: {as_json([grown]).decode()}\n\n"
                known = plies
            if over:
                told, self.next = self.next, {}
                yield f"event: end\ndata: {as_json(told).decode()}\n\n"
                return

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
                Mount("/assets", StaticFiles(directory=ASSETS)),
            ]
        )


@contextmanager
def screening(film: Film, pack: Pack) -> Iterator[Screening]:
    """Shows a film, through a real socket."""
    shown = Screening(film, pack)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        shown.address = "http://{}:{}".format(*listening.getsockname())
        config = uvicorn.Config(
            shown.app(), log_config=None, access_log=False, lifespan="off", timeout_graceful_shutdown=1
        )
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        try:
            yield shown
        finally:
            shown.show(len(film.frames), over=True)
            server.should_exit = True
            thread.join(10)
