"""When bytes of a bot arrived, however late the referee is in looking at them.

An answer passes through the library's threads before the event loop sees it. Both may be busy with another
bot. So the loop's selector also waits for the bots' own sockets: it learns that bytes are there before the
library has read them.
"""

import select
import selectors
import socket
import sys
import time
from collections.abc import Callable
from typing import Final

_WAITED_S: Final = 0.000_1  # a shorter wait found something that had come before


class LagSelector(selectors.DefaultSelector):
    """A selector that notes when bytes arrive on some sockets: for `asyncio.SelectorEventLoop`.

    What it finds without waiting came while the loop was busy: at the earliest right after the select before.
    """

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._monotonic = monotonic
        self._back = self._since = monotonic()
        self._arrived: dict[int, float] = {}  # descriptor -> when the last bytes arrived
        self._lines = select.epoll() if sys.platform == "linux" else None
        if self._lines:
            self.register(self._lines, selectors.EVENT_READ)

    def close(self) -> None:
        super().close()
        if self._lines:
            self._lines.close()

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        asked = self._monotonic()
        found = super().select(timeout)
        back = self._monotonic()
        self._since = self._back if back - asked < _WAITED_S else back
        self._back = back
        if self._arrived:
            for number, (key, _) in enumerate(found):
                if key.fileobj is self._lines:
                    del found[number]  # the loop has no callback for it
                    self._note(self._since)
                    break
        return found

    def watch(self, line: socket.socket) -> None:
        """Note from now on when bytes arrive on this socket."""
        if self._lines:
            self._lines.register(line, select.EPOLLIN | select.EPOLLET)  # each arrival is reported once
            self._arrived[line.fileno()] = self._monotonic()

    def forget(self, line: socket.socket) -> None:
        """Stop noting. To be called before the socket is closed."""
        if self._lines and self._arrived.pop(line.fileno(), None) is not None:
            self._lines.unregister(line)

    def arrived(self, line: socket.socket | None) -> float:
        """Return when the last bytes arrived on a socket; of one that is not watched, the earliest time at
        which what the loop found just now may have arrived.
        """
        if line is None or line.fileno() not in self._arrived:
            return self._since
        self._note(self._back)  # what arrived after the select has not been noted
        return self._arrived[line.fileno()]

    def _note(self, moment: float) -> None:
        assert self._lines
        for line, _ in self._lines.poll(0):
            self._arrived[line] = moment
