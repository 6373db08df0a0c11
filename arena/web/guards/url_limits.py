"""Addresses and headers that are too long are refused."""

from typing import Final

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from arena.web.errors import answer

ADDRESS: Final = 8 * 1024  # bytes, path and query
HEADERS: Final = 16 * 1024  # bytes, names and values


class Sizes:
    """The server bounds what it reads; this is for what came in one piece."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = _refusal(scope) if scope["type"] == "http" else None
        if refusal:
            await answer(Request(scope), *refusal)(scope, receive, send)
        else:
            await self._app(scope, receive, send)


def _refusal(scope: Scope) -> tuple[int, str, str] | None:
    if len(scope["raw_path"]) + len(scope["query_string"]) > ADDRESS:
        return 414, "The address is too long.", "Ask for less at once."
    if sum(len(name) + len(value) for name, value in scope["headers"]) > HEADERS:
        return 431, "The headers are too long.", "Send fewer or shorter ones: cookies perhaps."
    return None
