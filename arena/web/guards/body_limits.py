"""Refuse request bodies that are too long or too slow."""

import asyncio
from typing import Final

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arena.service.common.text import number_of
from arena.service.submission.upload_dir import MAX_BYTES
from arena.web.errors import Refused, error_response

USUAL: Final = 64 * 1024  # bytes
MIN_RATE: Final = 16 * 1024  # bytes a second
BODY_TIMEOUT_S: Final = 30.0

_MAX_BOT: Final = MAX_BYTES + USUAL
LARGER: Final = (("/api/bots", _MAX_BOT), ("/submit/bot", _MAX_BOT))  # start of the path, limit in bytes
MAX_URL: Final = 8 * 1024  # bytes, path and query
MAX_HEADERS: Final = 16 * 1024  # bytes, names and values


class BodyLimits:
    """Middleware that refuses request bodies over the time limit or over the size limit for their path."""

    def __init__(self, app: ASGIApp, timeout_s: float = BODY_TIMEOUT_S) -> None:
        self._app = app
        self._timeout_s = timeout_s

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        limit = max_bytes(scope["path"])
        length = number_of(Headers(scope=scope).get("content-length", ""), limit + 1) or 0
        if length > limit:
            await error_response(Request(scope), 413, _too_long(limit))(scope, receive, send)
            return
        deadline = asyncio.get_running_loop().time() + self._timeout_s + limit / MIN_RATE
        await self._app(scope, _Body(receive, limit, deadline).receive, send)


def max_bytes(path: str) -> int:
    """Return the maximum size of a request's body in bytes, which depends on the URL's path."""
    return next((limit for start, limit in LARGER if path.startswith(start)), USUAL)


def _too_long(limit: int) -> str:
    return f"The request body is too long: at most {limit // 1024:,} KiB are allowed here."


class _Body:
    """A request's body as it arrives. Reading raises Refused when a limit is exceeded."""

    def __init__(self, receive: Receive, limit: int, deadline: float) -> None:
        self._receive = receive
        self._limit = limit
        self._deadline = deadline
        self._length = 0
        self._complete = False

    async def receive(self) -> Message:
        if self._complete:
            return await self._receive()  # which waits until the visitor has gone
        try:
            async with asyncio.timeout_at(self._deadline):
                message = await self._receive()
        except TimeoutError:
            raise Refused(408, "The request body arrived too slowly.", "Send it again.") from None
        self._complete = not message.get("more_body", False)
        self._length += len(message.get("body", b""))
        if self._length > self._limit:
            raise Refused(413, _too_long(self._limit))
        return message


class UrlLimits:
    """Middleware that refuses URLs and headers that are too long."""

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
