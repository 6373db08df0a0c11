"""HTTP/2 by hand, also wrongly: frames as bytes, header fields as literals. Only the standard library.

What is sent is sent as it is; what comes is read as far as an attacker needs it.
"""

import os
import socket
import threading
from collections import defaultdict
from collections.abc import Iterator, Mapping

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, PRIORITY, RESET, SETTINGS, PROMISE, PING, GO_AWAY, WINDOW, CONTINUATION = range(10)
ACK = END_STREAM = 1
END_HEADERS, PADDED, WITH_PRIORITY = 4, 8, 32
STREAM = 1
WINDOW_AT_FIRST = 65_535
MAX_FRAME = 16_384
CANCEL = (8).to_bytes(4, "big")  # the reason of a reset
PLAY = "/maumau.v1.RefereeService/Play"
CALL: dict[str, str | bytes] = {
    ":method": "POST",
    ":scheme": "http",
    ":path": PLAY,
    ":authority": "localhost",
    "te": "trailers",
    "content-type": "application/grpc",
}


class Gone(Exception):
    """The referee closed the connection; the text is its last message."""


class CallOver(Gone):
    """The referee ended the call; the connection is still open."""


def frame(kind: int, flags: int = 0, stream: int = 0, body: bytes = b"", length: int | None = None) -> bytes:
    """Return a frame; `length` overrides the length in its header."""
    size = len(body) if length is None else length
    return size.to_bytes(3, "big") + bytes((kind, flags)) + stream.to_bytes(4, "big") + body


def integer(value: int, bits: int, first: int = 0) -> bytes:
    """Return an HPACK integer in the low bits of a byte (RFC 7541, 5.1)."""
    most = (1 << bits) - 1
    if value < most:
        return bytes((first | value,))
    value -= most
    rest = bytearray((first | most,))
    while value >= 128:
        rest.append(value & 127 | 128)
        value >>= 7
    return bytes((*rest, value))


def text(value: str | bytes) -> bytes:
    """Return an uncompressed HPACK string."""
    raw = value.encode() if isinstance(value, str) else value
    return integer(len(raw), 7) + raw


def field(name: str | bytes, value: str | bytes, kept: bool = False) -> bytes:
    """Return a header field; `kept` stores it in the receiver's table."""
    return (b"\x40" if kept else b"\0") + text(name) + text(value)


def fields(values: Mapping[str, str | bytes]) -> bytes:
    """Return a header block."""
    return b"".join(field(name, value) for name, value in values.items())


def prefixed(message: bytes, flag: int = 0, length: int | None = None) -> bytes:
    """Return a message with its gRPC prefix; `length` overrides its length."""
    size = len(message) if length is None else length
    return bytes((flag,)) + size.to_bytes(4, "big") + message


def setting(number: int, value: int) -> bytes:
    return number.to_bytes(2, "big") + value.to_bytes(4, "big")


def connected() -> socket.socket:
    """Return a new connection to the referee."""
    line = socket.socket(socket.AF_UNIX)
    line.connect(os.environ["ARENA_TARGET"].removeprefix("unix://"))
    return line


class Line:
    """An HTTP/2 connection. Sending on a closed one raises Gone."""

    def __init__(self) -> None:
        self.socket = connected()
        self.last = ""  # how the referee said that it hangs up
        self._sending = threading.Lock()
        self._file = self.socket.makefile("rb")
        self._read = self._file.read
        self._windows = defaultdict[int, int](lambda: WINDOW_AT_FIRST)  # how much may be sent
        self._received = b""

    def raw(self, data: bytes) -> None:
        """Send bytes."""
        try:
            with self._sending:
                self.socket.sendall(data)
        except OSError as problem:
            raise Gone(str(problem)) from None

    def close(self) -> None:
        self._file.close()
        self.socket.close()

    def greet(self, settings: bytes = setting(4, 1 << 30)) -> None:
        """Send the preface, with a large window for the referee."""
        self.raw(PREFACE + frame(SETTINGS, 0, 0, settings))
        self.raw(frame(WINDOW, 0, 0, (1 << 30).to_bytes(4, "big")))

    def call(self, stream: int = STREAM, head: bytes = fields(CALL), flags: int = END_HEADERS) -> None:
        """Start a call."""
        self.raw(frame(HEADERS, flags, stream, head))

    def send(self, message: bytes, stream: int = STREAM) -> None:
        """Send a correct gRPC message when the window allows it."""
        self.data(prefixed(message), stream)

    def data(self, body: bytes, stream: int = STREAM) -> None:
        """Send bytes of a call as the window allows."""
        for start in range(0, len(body), MAX_FRAME):
            part = body[start : start + MAX_FRAME]
            while min(self._windows[0], self._windows[stream]) < len(part):
                self.hear()
            self._windows[0] -= len(part)
            self._windows[stream] -= len(part)
            self.raw(frame(DATA, 0, stream, part))

    def messages(self) -> Iterator[bytes]:
        """Yield the messages of any call. Raise Gone at the end."""
        while True:
            while len(self._received) < 5 or len(self._received) < 5 + self._size():
                self.hear()
            end = 5 + self._size()
            message, self._received = self._received[5:end], self._received[end:]
            yield message

    def hear(self) -> None:
        """Read one frame."""
        head = self._taken(9)
        kind, flags, stream = head[3], head[4], int.from_bytes(head[5:9], "big")
        body = self._taken(int.from_bytes(head[:3], "big"))
        if kind == DATA:
            self._received += body
        elif kind in (SETTINGS, PING) and not flags & ACK:
            self.raw(frame(kind, ACK, 0, body if kind == PING else b""))
        elif kind == WINDOW:
            self._windows[stream] += int.from_bytes(body, "big")
        elif kind == GO_AWAY:
            self.last = f"GOAWAY {int.from_bytes(body[4:8], 'big')} {body[8:]!r}"
        elif kind == RESET:
            self.last = f"RESET {int.from_bytes(body, 'big')}"
        over = kind == RESET or (kind == HEADERS and flags & END_STREAM)
        if over and stream == STREAM:
            raise CallOver(self.last or "the call is over")

    def until_gone(self) -> None:
        """Read until the end, and send only what every peer must. Raise Gone."""
        while True:
            self.hear()

    def _size(self) -> int:
        return int.from_bytes(self._received[1:5], "big")

    def _taken(self, size: int) -> bytes:
        try:
            data = self._read(size)
        except OSError as problem:
            raise Gone(f"{problem}; {self.last}") from None
        if len(data) < size:
            raise Gone(self.last or "the connection is closed")
        return data
