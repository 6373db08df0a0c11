"""What is kept of a bot's output: the first half and the last half of a bound, whatever it prints."""

import sys
from collections.abc import Callable


def _nobody() -> None:
    """Nobody is told."""


class Capture:
    """Bytes fed one after the other, of which at most `limit` are kept; more than `most` are told, once.

    >>> kept = Capture(8)
    >>> kept.feed(b"the first and the last")
    >>> kept.text()
    b'the \\n[14 bytes left out]\\nlast'
    """

    def __init__(self, limit: int, most: int = sys.maxsize, flooded: Callable[[], None] = _nobody) -> None:
        self._half = limit // 2
        self._head = bytearray()
        self._tail = bytearray()
        self._most = most
        self._flooded = flooded
        self.fed = 0

    def feed(self, data: bytes) -> None:
        before, self.fed = self.fed, self.fed + len(data)
        if before <= self._most < self.fed:
            self._flooded()
        room = self._half - len(self._head)
        self._head += data[:room]
        self._tail += data[room:]
        if len(self._tail) > self._half:
            del self._tail[: -self._half or None]

    def text(self) -> bytes:
        """What was kept, with a line about what was not."""
        left_out = self.fed - len(self._head) - len(self._tail)
        gap = b"\n[%d bytes left out]\n" % left_out if left_out else b""
        return bytes(self._head + gap + self._tail)
