"""Detect bots that flood the referee, storm it with connections, or stop reading.

A flood consists of HTTP/2 frames that are not messages: the gRPC library reads and drops them and does not
count them. But they cost its threads time, and they are bytes that arrive and never become messages.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Final, NamedTuple, Protocol

MAX_CONNECTIONS: Final = 16  # before the call; an honest bot has one

_LOOK_S: Final = 0.05
_READ_LOOK_S: Final = 0.2
_CLOSE_LOOK_S: Final = 0.02  # waiting bytes may take so long to become a message
_FREE_S: Final = 0.03  # processor time that the library may use without messages,
_IDLE: Final = 0.05  # plus this share of all time,
_MESSAGE_S: Final = 0.003  # plus this for each message: ten times what it needs
_FRAMING_BYTES: Final = 256  # frames that come with a message
_STRAY_BYTES: Final = 1_024  # other frames between two looks
_FLOOD_BYTES: Final = 400_000  # about twice what a Unix socket holds
_FLOOD_S: Final = 0.03  # processor time; bytes that wait for a library without time are not a flood


class Line(Protocol):
    """The incoming messages of a bot."""

    @property
    def messages(self) -> int:
        """The number of messages."""

    @property
    def message_bytes(self) -> int:
        """The bytes of all messages."""

    def waiting(self) -> int:
        """Return the bytes that were not read yet."""


class _Look(NamedTuple):
    """The state at one moment. `waiting` is 0 if there was no reason to look."""

    now: float
    library: float
    messages: int
    message_bytes: int
    waiting: int = 0


class Flood:
    """The flood detector of one line. `now` returns the time, `library` the library's processor time."""

    def __init__(self, line: Line, now: Callable[[], float], library: Callable[[], float]) -> None:
        self._line = line
        self._now = now
        self._library = library
        self._last = self._state()
        self._unpaid = 0.0  # work that no message explains
        self._strange = 0  # bytes that arrived and did not become messages,
        self._before = 0.0  # since this much work was unexplained

    def look(self) -> float:
        """Look at the line, and return in how many seconds to look again."""
        last, state = self._last, self._state()
        messages = state.messages - last.messages
        paid = _MESSAGE_S * messages + _IDLE * (state.now - last.now)
        self._unpaid = max(0.0, self._unpaid + state.library - last.library - paid)
        if self._unpaid <= _FREE_S:
            self._last, self._strange = state, 0
            return _LOOK_S
        if not self._strange:
            self._before = self._unpaid
        explained = state.message_bytes - last.message_bytes + _FRAMING_BYTES * messages + _STRAY_BYTES
        self._strange = max(0, self._strange + last.waiting - explained)
        self._last = state._replace(waiting=self._line.waiting())
        return _CLOSE_LOOK_S

    @property
    def is_flood(self) -> bool:
        """True for more than any honest bot could cause, even on an overloaded machine."""
        return self._strange > _FLOOD_BYTES and self._unpaid - self._before > _FLOOD_S

    def _state(self) -> _Look:
        return _Look(self._now(), self._library(), self._line.messages, self._line.message_bytes)


async def watch_for_flood(line: Line, flooded: Callable[[str], None]) -> None:
    """Report a flood once. To be awaited in the only thread that is not the library's."""
    flood = Flood(line, time.monotonic, library_s)
    while not flood.is_flood:
        await asyncio.sleep(flood.look())
    flooded("a flood of frames that are no messages")


class Door(Protocol):
    """The connections of a bot."""

    @property
    def called(self) -> bool:
        """True if the bot has opened its stream: then nobody can connect any more."""

    def accepted_connections(self) -> frozenset[int]:
        """Return the inodes of all connections that we have not closed."""


async def watch_for_storm(door: Door, stormed: Callable[[str], None]) -> None:
    """Report once a bot that opens many connections before its call.

    Connections that the library closes at once may be missed, but they cost it little.
    """
    connections: set[int] = set()
    while len(connections) <= MAX_CONNECTIONS:
        await asyncio.sleep(_CLOSE_LOOK_S)
        if door.called:
            return
        connections |= door.accepted_connections()
    stormed(f"more than {MAX_CONNECTIONS} connections before its call")


def library_s() -> float:
    """Return the processor time of all other threads: the library's."""
    return time.process_time() - time.thread_time()


class Outgoing(Protocol):
    """The messages that go out to a bot."""

    @property
    def sending(self) -> bool:
        """True while a message is on its way and not taken yet."""

    @property
    def sent(self) -> int:
        """The number of messages taken."""


async def watch_for_read_stall(
    line: Outgoing, is_asked: Callable[[], bool], max_s: float, stalled: Callable[[], None]
) -> None:
    """Detect a bot that stops reading: its questions queue up and its clock never starts.

    A bot that owes an answer (`is_asked`) need not read. Looks are counted, so that no time counts in which
    this process did not run.
    """
    looks, sent = 0, line.sent
    while looks * _READ_LOOK_S < max_s:
        await asyncio.sleep(_READ_LOOK_S)
        is_stuck = line.sending and line.sent == sent and not is_asked()
        looks, sent = looks + 1 if is_stuck else 0, line.sent
    stalled()
