"""Server-sent events: a response that goes on until it is over or its visitor has left."""

from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Final

from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from arena.service.reports.export import to_json
from arena.web.errors import answer
from arena.web.guards.rate_limit import client
from arena.web.http.protocol import ENDLESS

BEAT: Final = ": still here\n\n"

_MOST: Final = 300  # streams at once
_MAX_OF_ONE: Final = 12  # of one visitor, who may have several pages open
_RETRY: Final = {"Retry-After": "10"}
_HEADERS: Final = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}  # the latter for proxies


def event(name: str, data: object, id: int | None = None) -> str:
    """One event; its data is JSON, which has no line ends.

    >>> event("frame", {"first": 1}, 2)
    'id: 2\\nevent: frame\\ndata: {"first":1}\\n\\n'
    """
    numbered = "" if id is None else f"id: {id}\n"
    return f"{numbered}event: {name}\ndata: {to_json(data, indent=None)}\n\n"


class Admission:
    """How many streams there are; those from this machine count only in all."""

    def __init__(self, most: int = _MOST, most_of_one: int = _MAX_OF_ONE) -> None:
        self.open = 0
        self._most = most
        self._most_of_one = most_of_one
        self._of: Counter[str] = Counter()

    def enter(self, visitor: str | None) -> str:
        """Why there is no room; empty: there was."""
        if self.open >= self._most:
            return "Too many watch at once."
        if visitor is not None and self._of[visitor] >= self._most_of_one:
            return "Too many streams from one address."
        self.open += 1
        if visitor is not None:
            self._of[visitor] += 1
        return ""

    def leave(self, visitor: str | None) -> None:
        self.open -= 1
        if visitor is not None:
            self._of -= Counter([visitor])


class EventStream(StreamingResponse):
    """Sends events, if there is room. Whatever happens, what makes them is ended with it."""

    media_type = "text/event-stream"

    def __init__(self, events: AsyncGenerator[str, None], admission: Admission) -> None:
        super().__init__(events, headers=_HEADERS)
        self._events = events
        self._admission = admission

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        visitor = client(scope)
        refused = self._admission.enter(visitor)
        if refused:
            await answer(Request(scope), 429, refused, headers=dict(_RETRY))(scope, receive, send)
            return
        scope[ENDLESS] = True
        try:
            async with aclosing(self._events):
                await super().__call__(scope, receive, send)
        finally:
            self._admission.leave(visitor)
