"""HTTP/1.1 for whoever asks and reads at a reasonable speed; who does neither is left."""

import asyncio
from typing import TYPE_CHECKING, Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

HEAD_S: Final = 10.0  # from the connection, or from the last answer, to the whole head of a request
HEAD_BYTES: Final = 32 * 1024  # of a request before its body
READ_S: Final = 60.0  # that a visitor may take nothing of an answer


ENDLESS: Final = "arena.endless"  # in the scope of an answer that goes on for as long as somebody listens


_TWO_LENGTHS: Final = {b"content-length", b"transfer-encoding"}


class _StrictConnection(h11.Connection):
    """Refuse a request with two lengths: a proxy before us may believe the other one (RFC 9112, 6.3)."""

    def next_event(self) -> Any:  # noqa: ANN401 - as in h11
        event = super().next_event()
        if isinstance(event, h11.Request) and {name for name, _ in event.headers} >= _TWO_LENGTHS:
            raise h11.RemoteProtocolError("Content-Length together with Transfer-Encoding")
        return event


class PatientProtocol(H11Protocol):
    """Ends connections that only take up room: those that uvicorn would wait for without end."""

    head_s = HEAD_S
    read_s = READ_S
    _late: asyncio.TimerHandle | None = None
    _stuck: asyncio.TimerHandle | None = None

    def __init__(self, *arguments: Any, **named: Any) -> None:  # noqa: ANN401 - as uvicorn has them
        super().__init__(*arguments, **named)
        self.conn = _StrictConnection(h11.SERVER, HEAD_BYTES)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as above
        super().connection_made(transport)
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        for timer in (self._late, self._stuck):
            if timer:
                timer.cancel()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._await_head()

    def shutdown(self) -> None:
        """The site ends: what has no end of its own ends here, as if its visitor had gone."""
        super().shutdown()
        if ENDLESS in (self.scope or {}):
            self.transport.abort()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stuck = self._after(self.read_s, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._stuck:
            self._stuck.cancel()

    def _await_head(self) -> None:
        if self._late:
            self._late.cancel()
        self._late = self._after(self.head_s, self._leave_if_idle)

    def _leave_if_idle(self) -> None:
        if getattr(self.cycle, "response_complete", True):  # before the first request it is None
            self.transport.abort()

    def _after(self, seconds: float, done: "Callable[[], None]") -> asyncio.TimerHandle:
        return self.loop.call_later(seconds, done)
