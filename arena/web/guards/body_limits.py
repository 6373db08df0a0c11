"""What is sent is neither too long nor too slow, and is measured as it comes: not by what its header says."""

import asyncio
from typing import Final

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arena.service.submission.upload_dir import MAX_BYTES
from arena.web.errors import Refused, answer

USUAL: Final = 64 * 1024  # bytes
SLOWEST: Final = 16 * 1024  # bytes a second
PATIENCE_S: Final = 30.0

# Where more may be sent: the beginning of the path, and how many bytes.
_BOT: Final = MAX_BYTES + USUAL
LARGER: Final = (("/api/bots", _BOT), ("/submit/bot", _BOT))


class Bodies:
    """Refuses the rest of a body that is longer than what is taken there, or that takes too long to come."""

    def __init__(self, app: ASGIApp, patience_s: float = PATIENCE_S) -> None:
        self._app = app
        self._patience_s = patience_s

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        most = most_bytes(scope["path"])
        if _announced(scope) > most:
            await answer(Request(scope), 413, _too_long(most))(scope, receive, send)
            return
        body = _Body(receive, most, asyncio.get_running_loop().time() + self._patience_s + most / SLOWEST)
        await self._app(scope, body.receive, send)


def most_bytes(path: str) -> int:
    """How much may be sent there."""
    return next((most for start, most in LARGER if path.startswith(start)), USUAL)


def _announced(scope: Scope) -> int:
    length = Headers(scope=scope).get("content-length", "")
    return int(length) if length.isascii() and length.isdecimal() else 0


def _too_long(most: int) -> str:
    return f"No more than {most // 1024:,} KiB may be sent here."


class _Body:
    """A body as it comes. Refused is raised where it is read, which FastAPI passes on as it is."""

    def __init__(self, receive: Receive, most: int, until: float) -> None:
        self._receive = receive
        self._most = most
        self._until = until
        self._length = 0
        self._whole = False

    async def receive(self) -> Message:
        if self._whole:
            return await self._receive()  # which waits until the visitor has gone
        try:
            async with asyncio.timeout_at(self._until):
                message = await self._receive()
        except TimeoutError:
            raise Refused(408, "What was sent came too slowly.", "Send it again.") from None
        self._whole = not message.get("more_body", False)
        self._length += len(message.get("body", b""))
        if self._length > self._most:
            raise Refused(413, _too_long(self._most))
        return message
