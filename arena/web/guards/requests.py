"""Every request is told as an event: by its route, never its address, which may hold anything."""

import time
from typing import Any, Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arena.service.admin.telemetry.log_event import REQUESTS, told
from arena.web.assets import prefix
from arena.web.errors import API

NO_ROUTE: Final = "(none)"
FILE: Final = "(file)"  # a style, a script, a picture

_SEEN: Final = "arena.seen"
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"})
_BROKEN_OFF: Final = 499  # who asked has gone, as other servers have it


class Requests:
    """Outermost: it sees what all others answer. The time is until that begins: streams last for long."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.monotonic()
        seen: dict[str, Any] = {"route": NO_ROUTE}
        scope[_SEEN] = seen

        async def noted(message: Message) -> None:
            if message["type"] == "http.response.start":
                seen["status"], seen["ms"] = message["status"], 1_000 * (time.monotonic() - began)
            await send(message)

        try:
            await self._app(scope, receive, noted)
        finally:
            told(
                REQUESTS,
                "request",
                method=scope["method"] if scope["method"] in _METHODS else "OTHER",
                route=seen["route"],
                status=seen.get("status", _BROKEN_OFF),
                ms=round(seen.get("ms", 1_000 * (time.monotonic() - began)), 3),
            )


class Routed:
    """Innermost: it sees which route was found."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._app(scope, receive, send)
        finally:
            if seen := scope.get(_SEEN):
                seen["route"] = _route(scope)


def _route(scope: Scope) -> str:
    """The route as it is written in the code, and where it is mounted."""
    path = getattr(scope.get("route"), "path", None)
    if path:
        return f"/api{path}" if scope["path"].startswith(API) and not path.startswith(API) else str(path)
    return FILE if scope["path"].startswith(f"{prefix()}/") else NO_ROUTE
