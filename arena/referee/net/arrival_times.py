"""Measure when a bot's bytes arrive. If the referee reads them late, the bot is not charged for the delay."""

import os
import select
import selectors
import socket
import sys
import time
from collections.abc import Callable
from typing import Final, NamedTuple

from arena.referee.net.connections import unread_bytes

# When an answer comes, the gRPC library's threads and the event loop may both be busy with another bot. So
# the loop's selector also watches the bots' sockets, and notices bytes that the library has not read yet. If
# the library reads bytes before the selector notices them, only the event loop was busy. Then the bot is not
# charged for this busy time.
#
# If the machine has too few processors, the event loop's thread must wait for a processor after bytes have
# woken it. Linux measures this wait, and the bot is not charged for it either.

_BUSY_S: Final = 0.000_1  # after a shorter busy time, it does not matter when in it the bytes arrived
_LOOK_S: Final = 0.001  # how often to look at unread bytes
_DELIVERED_S: Final = 0.000_5  # from the library's read to the message in the loop
_CONTENTION_LOOK_S: Final = 0.05  # how often to look whether this thread waits for processors
_CONTENDED_S: Final = 0.001  # mean wait that matters; to correct shorter waits would cost more than it gains
_SCHEDSTAT: Final = "/proc/thread-self/schedstat"
_NS: Final = 1e-9


class SchedulerWaits(NamedTuple):
    """The kernel's counters for a thread: how long it waited for a processor, and how often it got one."""

    queued_s: float  # seconds waited
    runs: int  # how often the thread got a processor


class RunQueue:
    """A meter of the time that the calling thread waits for a processor.

    Without support by the kernel, it measures 0.
    """

    def __init__(self) -> None:
        self._file: int | None = None
        self._next_look = 0.0
        self._last = SchedulerWaits(0.0, 0)
        self.is_contended = False

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def look(self, now: float) -> None:
        """Check whether this thread's recent waits for a processor took more than 1 ms on average.

        Store the result in `is_contended`. While it is False, the slow `read` is not needed. `now`: seconds.
        """
        if now >= self._next_look:
            before, self._last = self._last, self.read()
            queued_s, runs = self._last.queued_s - before.queued_s, self._last.runs - before.runs
            self.is_contended = queued_s > _CONTENDED_S * runs > 0
            self._next_look = now + _CONTENTION_LOOK_S

    def read(self) -> SchedulerWaits:
        """Return how long this thread has waited for a processor so far, and how often it got one."""
        try:
            if self._file is None:
                self._file = os.open(_SCHEDSTAT, os.O_RDONLY)
            _, queued, runs = os.pread(self._file, 64, 0).split()
        except (OSError, ValueError):
            return SchedulerWaits(0.0, 0)
        return SchedulerWaits(int(queued) * _NS, int(runs))

    def woken_late_s(self, before: SchedulerWaits) -> float:
        """Return how many seconds this thread waited for a processor when it woke up.

        `before`: the result of `read` before the thread slept. Return 0 unless the thread got a processor
        exactly once after `before`.
        """
        after = self.read()
        return after.queued_s - before.queued_s if after.runs - before.runs == 1 else 0.0


class LagSelector(selectors.DefaultSelector):
    """A selector for asyncio that also records when bytes arrive on watched sockets.

    If bytes come while the loop is busy, the start of the busy time counts as their arrival. This favours the
    bot.
    """

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._monotonic = monotonic
        self._back = self._since = monotonic()
        self._queue = RunQueue()
        self._watched: set[int] = set()  # descriptors
        self._unread: dict[int, float] = {}  # descriptor -> when its last unread bytes arrived
        self._read: dict[int, tuple[float, float]] = {}  # descriptor -> when bytes arrived and were read
        self._connections = select.epoll() if sys.platform == "linux" else None
        if self._connections:
            self.register(self._connections, selectors.EVENT_READ)

    def close(self) -> None:
        super().close()
        self._queue.close()
        if self._connections:
            self._connections.close()

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if self._unread:
            timeout = _LOOK_S if timeout is None else min(timeout, _LOOK_S)
        asked = self._monotonic()
        if self._watched:
            self._queue.look(asked)
        events = super().select(0) if timeout == 0 or asked - self._back >= _BUSY_S else []
        if events or timeout == 0:
            self._since, self._back = self._back, self._monotonic()
        else:
            before = self._queue.read() if self._watched and self._queue.is_contended else None
            events = super().select(timeout)
            self._back = self._monotonic()
            late = self._queue.woken_late_s(before) if before else 0.0
            self._since = max(asked, self._back - late)
        if self._watched:
            for number, (key, _) in enumerate(events):
                if key.fileobj is self._connections:
                    del events[number]  # the loop has no callback for it
                    self._note(self._since)
                    break
            self._note_read()
        return events

    def watch(self, connection: socket.socket) -> None:
        """Start to record when bytes arrive on this socket."""
        if self._connections:
            # each arrival is reported once
            self._connections.register(connection, select.EPOLLIN | select.EPOLLET)
            self._watched.add(connection.fileno())

    def forget(self, connection: socket.socket) -> None:
        """Stop watching this socket. Call this before the socket is closed."""
        if self._connections and connection.fileno() in self._watched:
            self._watched.remove(connection.fileno())
            self._unread.pop(connection.fileno(), None)
            self._read.pop(connection.fileno(), None)
            self._connections.unregister(connection)

    def arrived(self, connection: socket.socket | None, delivered_s: float = _DELIVERED_S) -> float:
        """Return when the last bytes arrived on a socket, in loop time.

        If no time was recorded for these bytes, return the earliest time at which they may have arrived.

        `delivered_s`: how many seconds the gRPC library may need to hand bytes over to the loop.
        """
        if connection is None or connection.fileno() not in self._watched:
            return self._since
        self._note(self._back)  # bytes after the select were not noted yet
        if connection.fileno() in self._unread:
            return self._unread[connection.fileno()]
        arrival, read = self._read.get(connection.fileno(), (0.0, 0.0))
        return arrival if read >= self._since - delivered_s else self._since

    def _note(self, moment: float) -> None:
        """Record `moment` as the arrival time of all bytes that came since the last call of this method."""
        assert self._connections
        for connection, _ in self._connections.poll(0):
            self._unread[connection] = moment

    def _note_read(self) -> None:
        for connection, arrival in [*self._unread.items()]:
            if not unread_bytes(connection):
                del self._unread[connection]
                self._read[connection] = arrival, self._back
