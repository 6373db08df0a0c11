"""Detect bots that flood the referee with data, open too many connections, or stop reading."""

import asyncio
import ctypes
import time
from collections.abc import Callable
from contextlib import closing, suppress
from threading import Thread
from typing import Final, NamedTuple, Protocol

# A flood consists of HTTP/2 frames that belong to no message. The gRPC library reads and drops them without
# counting them. But a flood can be measured: it costs processor time in the library's threads, and its bytes
# arrive without becoming messages.

MAX_CONNECTIONS: Final = 16  # before a bot opens its stream; an honest bot has one

_WORK_S: Final = 0.05  # processor time between two looks: a process that does nothing need not look
_READ_LOOK_S: Final = 0.5
_CLOSE_LOOK_S: Final = 0.02  # also how long waiting bytes may take to become a message
_FREE_S: Final = 0.03  # processor time that the library may always use,
_IDLE: Final = 0.05  # plus this share of all time,
_MESSAGE_S: Final = 0.003  # plus this for each message: ten times what a message needs
_FRAMING_BYTES: Final = 256  # other frames that come with each message
_STRAY_BYTES: Final = 1_024  # stray frames between two checks
_FLOOD_BYTES: Final = 400_000  # about twice what a Unix socket holds
_FLOOD_S: Final = 0.03  # processor time; bytes that wait for a library without time are not a flood


class Incoming(Protocol):
    """The counters of the messages from one bot."""

    @property
    def messages(self) -> int:
        """The number of messages received from the bot so far."""

    @property
    def message_bytes(self) -> int:
        """The number of bytes in all messages received from the bot so far."""

    def waiting(self) -> int:
        """Return how many bytes from the bot have arrived but were not read yet."""


class _Counters(NamedTuple):
    """The measurements of a flood detector at one moment."""

    now: float  # seconds
    library: float  # processor time that the gRPC library has used so far, in seconds
    messages: int  # received so far
    message_bytes: int  # in these messages
    waiting: int = 0  # bytes arrived but not read; 0 if not measured


class Flood:
    """A detector of a flood: one bot sends much data that does not form messages."""

    def __init__(self, traffic: Incoming, now: Callable[[], float], library: Callable[[], float]) -> None:
        self._traffic = traffic  # the counters of the bot's messages
        self._now = now  # returns the time in seconds
        self._library = library  # returns the processor time that the gRPC library has used, in seconds
        self._last = self._state()
        self._unpaid = 0.0  # the library's processor time that no message explains
        self._strange = 0  # bytes that did not become messages,
        self._before = 0.0  # counted from when this much time was unexplained

    def look(self) -> bool:
        """Measure once. Return True if a flood is possible; the caller should then measure again soon."""
        last, state = self._last, self._state()
        messages = state.messages - last.messages
        paid = _MESSAGE_S * messages + _IDLE * (state.now - last.now)
        self._unpaid = max(0.0, self._unpaid + state.library - last.library - paid)
        if self._unpaid <= _FREE_S:
            self._last, self._strange = state, 0
            return False
        if not self._strange:
            self._before = self._unpaid
        explained = state.message_bytes - last.message_bytes + _FRAMING_BYTES * messages + _STRAY_BYTES
        self._strange = max(0, self._strange + last.waiting - explained)
        self._last = state._replace(waiting=self._traffic.waiting())
        return True

    @property
    def is_flood(self) -> bool:
        """True if the bot sent more data outside messages than an honest bot could on a slow machine."""
        return self._strange > _FLOOD_BYTES and self._unpaid - self._before > _FLOOD_S

    def _state(self) -> _Counters:
        return _Counters(self._now(), self._library(), self._traffic.messages, self._traffic.message_bytes)


async def watch_for_flood(traffic: Incoming, flooded: Callable[[str], None]) -> None:
    """Wait until a bot floods the referee, then call `flooded` once with a description.

    Await this in the main thread. A flood shows in the processor time of all other threads, so they must all
    belong to the gRPC library. `traffic`: the counters of the bot's messages.
    """
    flood = Flood(traffic, time.monotonic, library_seconds)
    with closing(WorkTimer()) as timer:
        while not flood.is_flood:
            await (asyncio.sleep(_CLOSE_LOOK_S) if flood.look() else timer.wait())
    flooded("a flood of frames that are no messages")


class WorkTimer:
    """A timer that runs only while this process works: it measures the processor time of all threads.

    Create it in an event loop's thread. If the system cannot measure processor time, real time counts.
    """

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._worked = asyncio.Event()
        self._is_closed = False
        Thread(target=self._run, name="work-timer", daemon=True).start()

    async def wait(self) -> None:
        """Wait until the process has used `_WORK_S` more of processor time."""
        self._worked.clear()
        await self._worked.wait()

    def close(self) -> None:
        self._is_closed = True

    def _run(self) -> None:
        with suppress(RuntimeError):  # the loop is closed
            while not self._is_closed:
                _sleep_until_worked(_WORK_S)
                self._loop.call_soon_threadsafe(self._worked.set)


class _Timespec(ctypes.Structure):
    _fields_ = (("seconds", ctypes.c_long), ("nanoseconds", ctypes.c_long))


_CLOCK_NANOSLEEP: Final = getattr(ctypes.CDLL(None), "clock_nanosleep", None)  # see clock_nanosleep(2)


def _sleep_until_worked(seconds: float) -> None:
    """Wait until this process has used `seconds` of processor time.

    If the system cannot measure processor time, wait `seconds` of real time.
    """
    span = ctypes.byref(_Timespec(0, int(1e9 * seconds)))
    if not _CLOCK_NANOSLEEP or _CLOCK_NANOSLEEP(time.CLOCK_PROCESS_CPUTIME_ID, 0, span, None) != 0:
        time.sleep(seconds)


class ConnectionAttempts(Protocol):
    """The connections that a bot has opened to its seat."""

    @property
    def has_opened_stream(self) -> bool:
        """True if the bot has opened its stream; after that no further connection is accepted."""

    def accepted_connections(self) -> frozenset[int]:
        """Return the inode numbers of all connections that we have not closed, even if the bot has."""


async def watch_for_many_connections(
    attempts: ConnectionAttempts, on_too_many: Callable[[str], None]
) -> None:
    """Call `on_too_many` once, with a description, if a bot opens too many connections.

    Only count connections that the bot opens before its stream.
    """
    connections: set[int] = set()
    while len(connections) <= MAX_CONNECTIONS:
        await asyncio.sleep(_CLOSE_LOOK_S)
        if attempts.has_opened_stream:
            return
        connections |= attempts.accepted_connections()
    on_too_many(f"more than {MAX_CONNECTIONS} connections before its call")


def library_seconds() -> float:
    """Return the processor time in seconds of the gRPC library's threads: all threads except this one."""
    return time.process_time() - time.thread_time()


class Outgoing(Protocol):
    """The messages to one bot: how many were sent, and whether one still waits to be read."""

    @property
    def sending(self) -> asyncio.Event:
        """The event that is set while a message to the bot waits to be read."""

    @property
    def sent(self) -> int:
        """The number of messages that were sent to the bot completely."""


async def watch_for_read_stall(
    traffic: Outgoing, is_asked: Callable[[], bool], max_s: float, stalled: Callable[[], None]
) -> None:
    """Call `stalled` if a bot leaves a waiting message unread for `max_s` seconds.

    `is_asked`: returns True while the bot owes an answer. During this time, the bot need not read.
    """
    # Checks are counted, not seconds: time in which this process was suspended does not count.
    looks, sent = 0, traffic.sent
    while looks * _READ_LOOK_S < max_s:
        await traffic.sending.wait()
        await asyncio.sleep(_READ_LOOK_S)
        is_stuck = traffic.sending.is_set() and traffic.sent == sent and not is_asked()
        looks, sent = looks + 1 if is_stuck else 0, traffic.sent
    stalled()
