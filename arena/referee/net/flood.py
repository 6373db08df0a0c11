"""A flood of what is no message: frames of HTTP/2 that the library reads and throws away by itself.

Nobody tells how many came. But they are work for the library's threads, and bytes that wait to be read and
then do not come as messages.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Final, NamedTuple, Protocol

MAX_CONNECTIONS: Final = 16  # before the call: an honest bot has one

_LOOK_S: Final = 0.05
_READ_LOOK_S: Final = 0.2
_CLOSE_LOOK_S: Final = 0.02  # what waits may well need so long to come
_FREE_S: Final = 0.03  # of a processor: what the library may work for nothing,
_IDLE: Final = 0.05  # and this part of all time,
_MESSAGE_S: Final = 0.003  # and this for each message: ten times what it needs
_FRAMING_BYTES: Final = 256  # of frames that go with a message
_STRAY_BYTES: Final = 1_024  # between two looks: of frames that come now and then by themselves
_FLOOD_BYTES: Final = 400_000  # about twice what a Unix socket holds
_FLOOD_S: Final = 0.03  # of a processor, meanwhile: what waits for a library that has no time is no flood


class Line(Protocol):
    """Where a bot's messages come in."""

    @property
    def messages(self) -> int:
        """How many have come."""
        ...

    @property
    def message_bytes(self) -> int:
        """Of all that have come."""
        ...

    def waiting(self) -> int:
        """How many bytes are there that were not read yet."""
        ...


class _Look(NamedTuple):
    """What was seen at a moment. `waiting` is not looked at where there is no reason to."""

    now: float
    library: float
    messages: int
    message_bytes: int
    waiting: int = 0


class Flood:
    """Looks at a line now and then. `now` and `library` are seconds: of time, and of the library's work."""

    def __init__(self, line: Line, now: Callable[[], float], library: Callable[[], float]) -> None:
        self._line = line
        self._now = now
        self._library = library
        self._last = self._seen()
        self._unpaid = 0.0  # work that no message explains
        self._strange = 0  # bytes that waited, and did not come as messages then or later,
        self._before = 0.0  # since so much work was unpaid

    def look(self) -> float:
        """Look once more. When to do so again, in seconds."""
        last, seen = self._last, self._seen()
        messages = seen.messages - last.messages
        paid = _MESSAGE_S * messages + _IDLE * (seen.now - last.now)
        self._unpaid = max(0.0, self._unpaid + seen.library - last.library - paid)
        if self._unpaid <= _FREE_S:
            self._last, self._strange = seen, 0
            return _LOOK_S
        if not self._strange:
            self._before = self._unpaid
        explained = seen.message_bytes - last.message_bytes + _FRAMING_BYTES * messages + _STRAY_BYTES
        self._strange = max(0, self._strange + last.waiting - explained)
        self._last = seen._replace(waiting=self._line.waiting())
        return _CLOSE_LOOK_S

    @property
    def is_there(self) -> bool:
        """More than any honest bot can be taken for, even on a machine that has no time."""
        return self._strange > _FLOOD_BYTES and self._unpaid - self._before > _FLOOD_S

    def _seen(self) -> _Look:
        return _Look(self._now(), self._library(), self._line.messages, self._line.message_bytes)


async def watch_for_flood(line: Line, flooded: Callable[[str], None]) -> None:
    """Tell once of a bot that floods. To be awaited in the thread that alone is not the library's."""
    flood = Flood(line, time.monotonic, library_s)
    while not flood.is_there:
        await asyncio.sleep(flood.look())
    flooded("a flood of frames that are no messages")


class Door(Protocol):
    """Where a bot connects."""

    @property
    def called(self) -> bool:
        """It has opened its stream: nobody else can connect any more."""
        ...

    def accepted_connections(self) -> frozenset[int]:
        """Return the inodes of all connections that were not closed here."""
        ...


async def watch_for_storm(door: Door, stormed: Callable[[str], None]) -> None:
    """Report once a bot that opens many connections before its call.

    Looks that are far apart find only some of the connections. But a storm is work for the library as far as
    it cannot close them as soon as they come, and those are found.
    """
    found: set[int] = set()
    while len(found) <= MAX_CONNECTIONS:
        await asyncio.sleep(_CLOSE_LOOK_S)
        if door.called:
            return
        found |= door.accepted_connections()
    stormed(f"more than {MAX_CONNECTIONS} connections before its call")


def library_s() -> float:
    """Return the seconds of a processor that all other threads have used: the library's."""
    return time.process_time() - time.thread_time()


class Outgoing(Protocol):
    """The messages that go out to a bot."""

    @property
    def sending(self) -> bool:
        """True while a message is on its way and not taken yet."""
        ...

    @property
    def sent(self) -> int:
        """The number of messages taken."""
        ...


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
