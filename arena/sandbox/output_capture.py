"""Capture the start and the end of a bot's output in limited memory."""

import sys
from collections.abc import Callable


class Capture:
    """The captured start and end of a bot's output, together at most `limit` bytes.

    `flooded`: a function that is called once when the output exceeds `max_fed` bytes.

    >>> capture = Capture(8)
    >>> capture.feed(b"the first and the last")
    >>> capture.text()
    b'the \\n[14 bytes left out]\\nlast'
    """

    def __init__(
        self, limit: int, max_fed: int = sys.maxsize, flooded: Callable[[], None] = lambda: None
    ) -> None:
        self._half = limit // 2
        self._head = bytearray()
        self._tail = bytearray()
        self._max_fed = max_fed
        self._flooded = flooded
        self.fed = 0

    def feed(self, data: bytes) -> None:
        before, self.fed = self.fed, self.fed + len(data)
        if before <= self._max_fed < self.fed:
            self._flooded()
        room = self._half - len(self._head)
        self._head += data[:room]
        self._tail += data[room:]
        if len(self._tail) > self._half:
            del self._tail[: -self._half or None]

    def text(self) -> bytes:
        """Return the captured bytes. A line in the middle says how many bytes are missing."""
        left_out = self.fed - len(self._head) - len(self._tail)
        gap = b"\n[%d bytes left out]\n" % left_out if left_out else b""
        return bytes(self._head + gap + self._tail)
