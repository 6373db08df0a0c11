"""Streams of server-sent events: responses that grow until they end or the visitor leaves."""

from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Final

from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from arena.web.errors import error_response
from arena.web.guards.rate_limit import client_of
from arena.web.http.protocol import ENDLESS

_MAX_STREAMS: Final = 300
_MAX_PER_VISITOR: Final = 12  # one for each open page
_RETRY: Final = {"Retry-After": "10"}
_HEADERS: Final = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}  # the latter for proxies


class StreamLimit:
    """A limit on open streams, in total and per visitor. Visitors on this machine only have the total
    limit.
    """

    def __init__(self, max_streams: int = _MAX_STREAMS, max_per_visitor: int = _MAX_PER_VISITOR) -> None:
        self.open = 0
        self._max_streams = max_streams
        self._max_per_visitor = max_per_visitor
        self._open_by: Counter[str] = Counter()

    def enter(self, visitor: str | None) -> str:
        """Count a new open stream and return "". If a limit is reached, return the reason for the refusal.

        `visitor`: the visitor's address; None for this machine.
        """
        if self.open >= self._max_streams:
            return "Too many people are watching."
        if visitor is not None and self._open_by[visitor] >= self._max_per_visitor:
            return "Too many streams from one address."
        self.open += 1
        if visitor is not None:
            self._open_by[visitor] += 1
        return ""

    def leave(self, visitor: str | None) -> None:
        self.open -= 1
        if visitor is not None:
            self._open_by -= Counter([visitor])


class EventStream(StreamingResponse):
    """A response that streams events, or a refusal if too many streams are open."""

    media_type = "text/event-stream"

    def __init__(self, events: AsyncGenerator[str, None], admission: StreamLimit) -> None:
        super().__init__(events, headers=_HEADERS)
        self._events = events
        self._admission = admission

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        visitor = client_of(scope)
        refusal = self._admission.enter(visitor)
        if refusal:
            await error_response(Request(scope), 429, refusal, headers=dict(_RETRY))(scope, receive, send)
            return
        scope[ENDLESS] = True
        try:
            async with aclosing(self._events):
                await super().__call__(scope, receive, send)
        finally:
            self._admission.leave(visitor)
