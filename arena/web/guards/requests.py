"""Log every request by its route ("/bots/{name}"), never by its URL."""

import time
from typing import Any, Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arena.service.admin.telemetry.log_messages import REQUESTS, log_message
from arena.web.assets import prefix
from arena.web.errors import API

NO_ROUTE: Final = "(none)"
FILE: Final = "(file)"  # a style sheet, script or picture

_FACTS: Final = "arena.request"
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"})
_CLIENT_GONE: Final = 499  # the status that nginx logs if the client leaves before the response


class RequestLog:
    """Middleware that logs each response's status, and the time until it started."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        start = time.monotonic()
        facts: dict[str, Any] = {"route": NO_ROUTE}
        scope[_FACTS] = facts

        async def note_start(message: Message) -> None:
            if message["type"] == "http.response.start":
                facts["status"], facts["ms"] = message["status"], 1_000 * (time.monotonic() - start)
            await send(message)

        try:
            await self._app(scope, receive, note_start)
        finally:
            log_message(
                REQUESTS,
                "request",
                method=scope["method"] if scope["method"] in _METHODS else "OTHER",
                route=facts["route"],
                status=facts.get("status", _CLIENT_GONE),
                ms=round(facts.get("ms", 1_000 * (time.monotonic() - start)), 3),
            )


class RouteLog:
    """Middleware that stores the route of each request for RequestLog. It is the innermost middleware."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._app(scope, receive, send)
        finally:
            if facts := scope.get(_FACTS):
                facts["route"] = _route(scope)


def _route(scope: Scope) -> str:
    """Return the route of a request, such as "/api/bots/{name}"; FILE for an asset, NO_ROUTE without a
    route.
    """
    path = getattr(scope.get("route"), "path", None)
    if path:
        return f"/api{path}" if scope["path"].startswith(API) and not path.startswith(API) else str(path)
    return FILE if scope["path"].startswith(f"{prefix()}/") else NO_ROUTE
