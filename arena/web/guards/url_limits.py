"""Refuse URLs and headers that are too long."""

from typing import Final

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from arena.web.errors import error_response

MAX_URL: Final = 8 * 1024  # bytes, path and query
MAX_HEADERS: Final = 16 * 1024  # bytes, names and values


class UrlLimits:
    """Middleware that refuses too long URLs and headers. The server has its own limit on what it reads."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = _find_refusal(scope) if scope["type"] == "http" else None
        if refusal:
            await error_response(Request(scope), *refusal)(scope, receive, send)
        else:
            await self._app(scope, receive, send)


def _find_refusal(scope: Scope) -> tuple[int, str, str] | None:
    if len(scope["raw_path"]) + len(scope["query_string"]) > MAX_URL:
        return 414, "The URL is too long.", "Ask for less at once."
    if sum(len(name) + len(value) for name, value in scope["headers"]) > MAX_HEADERS:
        return 431, "The headers are too long.", "Send fewer or shorter ones, for example fewer cookies."
    return None
