"""HTTP/2 by hand, for frames that no gRPC library would send."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple, Self

from arena.referee.net.listener import METHOD
from tests.hostile.attacks.http2 import (
    ACK,
    CALL,
    CANCEL,
    CONTINUATION,
    DATA,
    END_HEADERS,
    END_STREAM,
    GO_AWAY,
    HEADERS,
    MAX_FRAME,
    PING,
    PREFACE,
    RESET,
    SETTINGS,
    fields,
    frame,
    prefixed,
)

PATIENCE_S: Final = 30.0

_HEAD: Final = 9  # bytes before the payload
_PREFIX: Final = 5  # bytes before a message


class Frame(NamedTuple):
    """A received frame. Uncompressed payloads contain status and message as text."""

    kind: int
    flags: int
    stream: int
    payload: bytes


class Connection:
    """A client that sends only what the test says."""

    def __init__(self, path: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(PATIENCE_S)
        self._rest = b""
        with self._closing_if_cut_off():
            self._socket.connect(str(path))

    def begin(self) -> Self:
        """Send the preface of HTTP/2."""
        return self.send(PREFACE, frame(SETTINGS))

    def send(self, *frames: bytes) -> Self:
        with self._closing_if_cut_off():
            self._socket.sendall(b"".join(frames))
        return self

    def frames(self) -> Iterator[Frame]:
        """Yield frames until the other side closes. Raise TimeoutError."""
        while head := self._exactly(_HEAD):
            payload = self._exactly(int.from_bytes(head[:3], "big"))
            yield Frame(head[3], head[4], int.from_bytes(head[5:9], "big"), payload)

    def first(self, *kinds: int) -> Frame:
        """Return the next frame of one of these kinds. Raise EOFError at the end."""
        for one in self.frames():
            if one.kind in kinds:
                return one
        raise EOFError

    def close(self) -> None:
        self._socket.close()

    @contextmanager
    def _closing_if_cut_off(self) -> Iterator[None]:
        """Ignore that a connection was never accepted."""
        try:
            yield
        except OSError:
            self.close()
            raise

    def _exactly(self, size: int) -> bytes:
        """Read exactly so many bytes, or none at the end."""
        while len(self._rest) < size:
            try:
                data = self._socket.recv(65_536)
            except ConnectionResetError:
                data = b""
            if not data:
                return b""
            self._rest += data
        taken, self._rest = self._rest[:size], self._rest[size:]
        return taken


def call(stream: int = 1, method: str = METHOD, **more: str) -> bytes:
    """Return the start of a call, with `more` metadata."""
    given = CALL | {":path": method} | {name.replace("_", "-"): value for name, value in more.items()}
    return frame(HEADERS, END_HEADERS, stream, fields(given))


def message(data: bytes, *, size: int | None = None, compressed: int = 0, stream: int = 1) -> bytes:
    """Return a gRPC message in one frame, with a true or false `size`."""
    return frame(DATA, 0, stream, prefixed(data, compressed, size))


def split(headers: bytes) -> Iterator[bytes]:
    """Return a long frame of headers as several frames."""
    stream, block = int.from_bytes(headers[5:_HEAD], "big"), headers[_HEAD:]
    parts = [block[at : at + MAX_FRAME] for at in range(0, len(block), MAX_FRAME)]
    for number, part in enumerate(parts):
        last = END_HEADERS * (number == len(parts) - 1)
        yield frame(CONTINUATION if number else HEADERS, last, stream, part)


def reset(stream: int = 1) -> bytes:
    return frame(RESET, 0, stream, CANCEL)


def messages(connection: Connection) -> Iterator[bytes]:
    """Yield the gRPC messages of the stream until it ends."""
    rest = b""
    for one in connection.frames():
        if one.kind in (RESET, GO_AWAY) or (one.kind in (HEADERS, DATA) and one.flags & END_STREAM):
            return
        if one.kind == PING and not one.flags & ACK:
            connection.send(frame(PING, ACK, 0, one.payload))
        if one.kind == SETTINGS and not one.flags & ACK:
            connection.send(frame(SETTINGS, ACK))
        if one.kind == DATA:
            rest += one.payload
        while len(rest) >= _PREFIX and len(rest) >= (
            size := _PREFIX + int.from_bytes(rest[1:_PREFIX], "big")
        ):
            yield rest[_PREFIX:size]
            rest = rest[size:]
