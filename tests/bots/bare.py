"""A bot with nothing but Python: HTTP/2 and Protocol Buffers by hand, as far as an honest bot needs them.

It starts in a sixth of the time of one with gRPC, and most of a test's match is the start of its bots.
"""

import os
import socket
from collections import defaultdict
from collections.abc import Callable, Iterator

STARTS, QUESTIONS = 2, 4  # fields of a PlayResponse
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, RESET, SETTINGS, PING, GO_AWAY, WINDOW = 0, 1, 3, 4, 6, 7, 8  # RFC 9113, section 6
ACK = END_STREAM = 1
END_HEADERS = 4
STREAM = 1
WINDOW_AT_FIRST = 65_535
ROOM = (1 << 30).to_bytes(4, "big")  # for what the referee sends: more than it ever will
CALL = {
    ":method": "POST",
    ":scheme": "http",
    ":path": "/maumau.v1.RefereeService/Play",
    ":authority": "localhost",
    "te": "trailers",
    "content-type": "application/grpc",
}

Choose = Callable[[int, int], int]  # of so many choices, in the game with this number
Begins = Callable[[int, bytes], None]  # the number of a game, and its seed


def play(choose: Choose, begins: Begins = lambda game, seed: None, games: int = 256) -> None:
    """Answer everything, until the referee has no more games. `games`: how many it plays at once."""
    line = Line(os.environ["ARENA_TARGET"].removeprefix("unix://"))
    line.send(item(1, number(1, 1) + item(2, os.environ["ARENA_TOKEN"].encode()) + number(5, games)))
    for message in line.messages():
        _, items = read(message)
        for start in items[STARTS]:
            numbers, inside = read(start)
            begins(numbers[1], inside[3][0])
        if items[QUESTIONS]:
            line.send(b"".join(item(2, answer(question, choose)) for question in items[QUESTIONS]))


def answer(question: bytes, choose: Choose) -> bytes:
    numbers, inside = read(question)
    choice = choose(len(inside[4][0]) // 8, numbers[1])
    return number(1, numbers[1]) + number(2, numbers[2]) + number(3, choice)


# ---- Protocol Buffers ------------------------------------------------------------------------------------
def varint(value: int) -> bytes:
    return bytes([value]) if value < 128 else bytes([value & 127 | 128]) + varint(value >> 7)


def number(field: int, value: int) -> bytes:
    return varint(field << 3) + varint(value)


def item(field: int, value: bytes) -> bytes:
    return varint(field << 3 | 2) + varint(len(value)) + value


def read(data: bytes) -> tuple[dict[int, int], dict[int, list[bytes]]]:
    """A message's numbers and items by their fields; there is nothing else in the protocol."""
    numbers, items = defaultdict[int, int](int), defaultdict[int, list[bytes]](list)
    at = 0
    while at < len(data):
        key, at = read_varint(data, at)
        value, at = read_varint(data, at)
        if key & 7 == 2:
            items[key >> 3].append(data[at : at + value])
            at += value
        else:
            numbers[key >> 3] = value
    return numbers, items


def read_varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while data[at] & 128:
        value |= (data[at] & 127) << shift
        shift += 7
        at += 1
    return value | data[at] << shift, at + 1


# ---- HTTP/2 ----------------------------------------------------------------------------------------------
def text(value: str) -> bytes:
    return bytes([len(value)]) + value.encode()


class Line:
    """One call, with messages both ways."""

    def __init__(self, path: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.read = self.socket.makefile("rb").read
        self.windows = {0: WINDOW_AT_FIRST, STREAM: WINDOW_AT_FIRST}  # how much may be sent
        self.received = b""
        self.over = False
        head = b"".join(b"\0" + text(name) + text(value) for name, value in CALL.items())
        self.socket.sendall(PREFACE)
        self.frame(SETTINGS, 0, 0, b"\0\4" + ROOM)
        self.frame(WINDOW, 0, 0, ROOM)
        self.frame(HEADERS, END_HEADERS, STREAM, head)

    def frame(self, kind: int, flags: int, stream: int, body: bytes) -> None:
        head = len(body).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big")
        try:
            self.socket.sendall(head + body)
        except OSError:
            self.over = True  # it hung up

    def send(self, message: bytes) -> None:
        """Send a message, when there is room for it."""
        body = b"\0" + len(message).to_bytes(4, "big") + message
        while min(self.windows.values()) < len(body) and not self.over:
            self.hear()
        for stream in self.windows:
            self.windows[stream] -= len(body)
        self.frame(DATA, 0, STREAM, body)

    def messages(self) -> Iterator[bytes]:
        """What comes, until the call is over."""
        while not self.over:
            self.hear()
            while len(self.received) >= 5:
                end = 5 + int.from_bytes(self.received[1:5], "big")
                if len(self.received) < end:
                    break
                message, self.received = self.received[5:end], self.received[end:]
                yield message

    def hear(self) -> None:
        """Take in one frame."""
        head = self.read(9)
        if len(head) < 9:
            self.over = True
            return
        kind, flags, stream = head[3], head[4], int.from_bytes(head[5:9], "big")
        body = self.read(int.from_bytes(head[:3], "big"))
        if kind == DATA:
            self.received += body
        elif kind in (SETTINGS, PING) and not flags & ACK:
            self.frame(kind, ACK, 0, body if kind == PING else b"")
        elif kind == WINDOW:
            self.windows[stream] += int.from_bytes(body, "big")
        self.over |= kind in (RESET, GO_AWAY) or (kind == HEADERS and bool(flags & END_STREAM))
