"""Messages that are too long, too many, too slow or packed: what gRPC puts around them is wrong."""

import gzip
import socket
import time
from collections.abc import Iterator

from tests.bots.bare import item
from tests.hostile.attacks.attack import Question, flood, opening, play_on, strike, strikes
from tests.hostile.attacks.http2 import (
    CALL,
    DATA,
    END_STREAM,
    MAX_FRAME,
    STREAM,
    Line,
    fields,
    frame,
    prefixed,
)
from tests.hostile.attacks.protobuf import answer, hello, questions

GIB = 1 << 30
DRIP_S = 0.1
LONG = "PROTOCOL DISCONNECT"  # what is over a MiB is not read: the stream breaks


# ---- lengths ---------------------------------------------------------------------------------------------
strikes(
    LONG,
    "a message that says it is very long, and does not come",
    {
        "length_of_1_gib": frame(DATA, 0, STREAM, prefixed(b"", length=GIB)),
        "length_of_4_gib": frame(DATA, 0, STREAM, prefixed(b"", length=(1 << 32) - 1)),
        "length_of_2_mib": frame(DATA, 0, STREAM, prefixed(b"", length=1 << 21)),
    },
)


@strike(LONG)
def gibibyte(line: Line, _: list[Question]) -> None:
    """A message of 1 GiB, as far as there is room for it."""
    line.data(prefixed(b"", length=GIB))
    for _part in range(GIB // MAX_FRAME):
        line.data(bytes(MAX_FRAME))


@strike("PROTOCOL")
def message_of_half_a_mib(line: Line, _: list[Question]) -> None:
    line.send(item(9, bytes(1 << 19)))


@strike("PROTOCOL")
def messages_just_too_long(line: Line, _: list[Question]) -> None:
    for _time in range(100):
        line.send(item(9, bytes(131_072)))


# ---- packed ----------------------------------------------------------------------------------------------
def packed(encoding: str, flag: int, data: bytes) -> None:
    line = Line()
    line.greet()
    line.call(head=fields(CALL | {"grpc-encoding": encoding}))
    line.send(hello())
    line.data(prefixed(data, flag))
    play_on(line)


@opening("PROTOCOL NO_START DISCONNECT")
def gzip_bomb() -> None:
    """100 MB of nothing, in 100 kB."""
    packed("gzip", 1, gzip.compress(bytes(1_000_000)) * 100)


@opening("PROTOCOL NO_START DISCONNECT")
def deflate_that_is_none() -> None:
    packed("deflate", 1, b"this was never packed")


@opening("PROTOCOL NO_START DISCONNECT")
def unknown_packing() -> None:
    packed("shorter", 1, b"whatever")


strikes(
    "PROTOCOL DISCONNECT TIMEOUT",
    "a message whose flag says that it is packed, or is none",
    {f"flag_{flag}": frame(DATA, 0, STREAM, prefixed(b"", flag)) for flag in (1, 2, 127, 128, 255)},
)


# ---- many ------------------------------------------------------------------------------------------------
@opening("PROTOCOL")
def million_messages_first() -> None:
    """Empty ones, and no Hello."""
    line = Line()
    line.greet()
    line.call()
    for _ in range(1_000):
        line.data(prefixed(b"") * 1_000)
    line.until_gone()


@strike("PROTOCOL")
def million_messages(line: Line, asked: list[Question]) -> None:
    """Answers, of which only the first was asked for."""
    for _ in range(1_000):
        line.data(prefixed(answer(asked[0])) * 1_000)


@strike("PROTOCOL")
def million_empty_messages(line: Line, _: list[Question]) -> None:
    for _time in range(1_000):
        line.data(prefixed(b"") * 1_000)


@flood("PROTOCOL DISCONNECT")
def messages_between() -> Iterator[bytes]:
    """Hellos among the answers."""
    while True:
        yield frame(DATA, 0, STREAM, prefixed(hello()))


@strike("PROTOCOL DISCONNECT")
def million_bytes_of_answers(line: Line, asked: list[Question]) -> None:
    """Many answers in one message, all to the one question."""
    line.send(answer(asked[0]) * 30_000)


# ---- slow, or in parts -----------------------------------------------------------------------------------
@strike("TIMEOUT")
def slow_drip(line: Line, asked: list[Question]) -> None:
    """The right answer, a byte in 100 ms."""
    body = prefixed(b"".join(map(answer, asked)) + item(9, bytes(5_000)))
    for byte in body:
        line.data(bytes((byte,)))
        time.sleep(DRIP_S)


@strike("TIMEOUT")
def slow_frame(line: Line, _: list[Question]) -> None:
    """A frame of which a byte comes in 100 ms."""
    for byte in frame(DATA, 0, STREAM, prefixed(bytes(5_000))):
        line.raw(bytes((byte,)))
        time.sleep(DRIP_S)


@strike("TIMEOUT")
def silence(line: Line, _: list[Question]) -> None:
    """Pings are answered, nothing else."""
    line.until_gone()


@opening("OK")
def crumbs() -> None:
    """Honest answers, each byte in a frame of its own."""
    line = Line()
    line.greet()
    line.call()
    line.send(hello())
    for message in line.messages():
        for byte in prefixed(b"".join(map(answer, questions(message)))) if questions(message) else b"":
            line.data(bytes((byte,)))


@strike("PROTOCOL DISCONNECT")
def end_within_a_message(line: Line, _: list[Question]) -> None:
    line.raw(frame(DATA, END_STREAM, STREAM, prefixed(b"abc", length=99)))


@strike("DISCONNECT")
def end_within_a_prefix(line: Line, _: list[Question]) -> None:
    line.raw(frame(DATA, END_STREAM, STREAM, b"\0\0"))


@strike("DISCONNECT")
def message_after_the_end(line: Line, asked: list[Question]) -> None:
    line.raw(frame(DATA, END_STREAM, STREAM, b""))
    line.send(answer(asked[0]))


@strike("DISCONNECT")
def torn(line: Line, _: list[Question]) -> None:
    """The connection is cut within a frame."""
    line.raw(frame(DATA, 0, STREAM, b"ab", length=99))
    line.socket.shutdown(socket.SHUT_RDWR)
