"""The HTTP/1.1 protocol, with timeouts against clients that send or read too slowly."""

import asyncio
from collections.abc import Callable
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_TIMEOUT_S: Final = 10.0  # for the head of a request, from the connection or the last response
MAX_HEAD_BYTES: Final = 32 * 1024
READ_TIMEOUT_S: Final = 60.0  # for a client that stops reading a response

ENDLESS: Final = "arena.endless"  # key in the scope of a response that ends only when the client leaves

_TWO_LENGTHS: Final = {b"content-length", b"transfer-encoding"}


class _StrictConnection(h11.Connection):
    """A connection that refuses requests with both Content-Length and Transfer-Encoding (RFC 9112, 6.3)."""

    def next_event(self) -> Any:  # noqa: ANN401 - as in h11
        event = super().next_event()
        if isinstance(event, h11.Request) and {name for name, _ in event.headers} >= _TWO_LENGTHS:
            raise h11.RemoteProtocolError("Content-Length together with Transfer-Encoding")
        return event


class TimeoutProtocol(H11Protocol):
    """uvicorn's HTTP protocol, which also closes idle and stuck connections."""

    head_timeout_s = HEAD_TIMEOUT_S
    read_timeout_s = READ_TIMEOUT_S
    _head_timer: asyncio.TimerHandle | None = None
    _read_timer: asyncio.TimerHandle | None = None

    def __init__(self, *arguments: Any, **named: Any) -> None:  # noqa: ANN401 - as uvicorn has them
        super().__init__(*arguments, **named)
        self.conn = _StrictConnection(h11.SERVER, MAX_HEAD_BYTES)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as above
        super().connection_made(transport)
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        for timer in (self._head_timer, self._read_timer):
            if timer:
                timer.cancel()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._await_head()

    def shutdown(self) -> None:
        """Close the connection once its response is complete; at once if the response is an endless
        stream.
        """
        super().shutdown()
        if ENDLESS in (self.scope or {}):
            self.transport.abort()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._read_timer = self._after(self.read_timeout_s, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._read_timer:
            self._read_timer.cancel()

    def _await_head(self) -> None:
        if self._head_timer:
            self._head_timer.cancel()
        self._head_timer = self._after(self.head_timeout_s, self._close_if_idle)

    def _close_if_idle(self) -> None:
        if getattr(self.cycle, "response_complete", True):  # before the first request it is None
            self.transport.abort()

    def _after(self, seconds: float, action: Callable[[], None]) -> asyncio.TimerHandle:
        return self.loop.call_later(seconds, action)
