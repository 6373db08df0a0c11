"""What is kept of a bot's output: the first half and the last half of a bound, whatever it prints."""


class Capture:
    """Bytes fed one after the other, of which at most `limit` are kept.

    >>> kept = Capture(8)
    >>> kept.feed(b"the first and the last")
    >>> kept.text()
    b'the \\n[14 bytes left out]\\nlast'
    """

    def __init__(self, limit: int) -> None:
        self._half = limit // 2
        self._head = bytearray()
        self._tail = bytearray()
        self.fed = 0

    def feed(self, data: bytes) -> None:
        self.fed += len(data)
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
