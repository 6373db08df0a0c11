"""Too many frames, or frames that no honest peer sends (RFC 9113)."""

from collections.abc import Iterator
from itertools import cycle, repeat

from tests.hostile.attacks.attack import Question, flood, strike, strikes
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
    PADDED,
    PING,
    PREFACE,
    PRIORITY,
    PROMISE,
    RESET,
    SETTINGS,
    STREAM,
    WINDOW,
    WITH_PRIORITY,
    Line,
    field,
    fields,
    frame,
    prefixed,
    setting,
)

AT_ONCE = 500  # frames: a flood is none if each takes a call of the system
HEAD = fields(CALL)
MOST = (1 << 31) - 1


# ---- floods beside honest play ---------------------------------------------------------------------------
@flood("PROTOCOL DISCONNECT TIMEOUT")
def rapid_reset() -> Iterator[bytes]:
    """Start calls and reset them at once."""
    return resets(3)


def resets(stream: int) -> Iterator[bytes]:
    for first in range(stream, MOST - 2 * AT_ONCE, 2 * AT_ONCE):
        streams = range(first, first + 2 * AT_ONCE, 2)
        yield b"".join(
            frame(HEADERS, END_HEADERS, stream, HEAD) + frame(RESET, 0, stream, CANCEL) for stream in streams
        )


@flood("OK PROTOCOL DISCONNECT TIMEOUT")
def rapid_reset_unheard() -> Iterator[bytes]:
    """The same after the library stops accepting calls, because a path that is not UTF-8 ended its loop."""
    yield frame(HEADERS, END_HEADERS, 3, fields(CALL | {":path": b"\xff"}))
    yield frame(RESET, 0, 3, CANCEL)
    yield from resets(5)


@flood("PROTOCOL DISCONNECT TIMEOUT")
def calls_without_end() -> Iterator[bytes]:
    """Open 300 and more streams where 2 are allowed."""
    for stream in range(3, MOST, 2):
        yield frame(HEADERS, END_HEADERS, stream, HEAD)


@flood("OK PROTOCOL DISCONNECT TIMEOUT")
def pings() -> Iterator[bytes]:
    return repeat(frame(PING, 0, 0, bytes(8)) * AT_ONCE)


@flood("OK PROTOCOL DISCONNECT TIMEOUT")
def answers_to_no_ping() -> Iterator[bytes]:
    return repeat(frame(PING, ACK, 0, b"whatever") * AT_ONCE)


@flood("OK PROTOCOL DISCONNECT TIMEOUT")
def settings() -> Iterator[bytes]:
    return repeat(frame(SETTINGS, 0, 0, b"") * AT_ONCE)


@flood("OK PROTOCOL DISCONNECT TIMEOUT")
def settings_to_and_fro() -> Iterator[bytes]:
    """Change all windows and the header table again and again."""
    values = (setting(1, 0) + setting(4, 1), setting(1, 1 << 20) + setting(4, MOST))
    return cycle([b"".join(frame(SETTINGS, 0, 0, value) for value in values) * AT_ONCE])


@flood("OK PROTOCOL DISCONNECT TIMEOUT")
def full_settings() -> Iterator[bytes]:
    """Fill a frame with unknown settings."""
    return repeat(frame(SETTINGS, 0, 0, setting(0xABCD, 1) * (MAX_FRAME // 6)))


@flood("OK PROTOCOL DISCONNECT TIMEOUT")
def windows() -> Iterator[bytes]:
    return repeat(frame(WINDOW, 0, STREAM, b"\0\0\0\1") * AT_ONCE)


@flood("OK PROTOCOL DISCONNECT TIMEOUT")
def priorities() -> Iterator[bytes]:
    """Send priorities of streams that were never opened."""
    for first in range(3, MOST - 2 * AT_ONCE, 2 * AT_ONCE):
        streams = range(first, first + 2 * AT_ONCE, 2)
        yield b"".join(frame(PRIORITY, 0, stream, bytes(4) + b"\x10") for stream in streams)


@flood("OK PROTOCOL DISCONNECT TIMEOUT")
def empty_data() -> Iterator[bytes]:
    return repeat(frame(DATA, 0, STREAM, b"") * AT_ONCE)


@flood("OK PROTOCOL DISCONNECT TIMEOUT")
def unknown_frames() -> Iterator[bytes]:
    return repeat(frame(0xEE, 0xFF, STREAM, bytes(100)) * AT_ONCE)


@flood("OK PROTOCOL DISCONNECT TIMEOUT")
def large_unknown_frames() -> Iterator[bytes]:
    return repeat(frame(0xEE, 0, 0, bytes(MAX_FRAME)) * 20)


@flood("OK PROTOCOL DISCONNECT TIMEOUT")
def resets_of_nothing() -> Iterator[bytes]:
    """Reset streams that were never opened."""
    return repeat(b"".join(frame(RESET, 0, 2 * stream + 3, CANCEL) for stream in range(AT_ONCE)))


@flood("OK PROTOCOL DISCONNECT TIMEOUT")
def farewells() -> Iterator[bytes]:
    """Send GOAWAY without leaving."""
    return repeat(frame(GO_AWAY, 0, 0, bytes(8) + b"bye") * AT_ONCE)


# ---- floods in place of an answer ------------------------------------------------------------------------
@strike("PROTOCOL DISCONNECT TIMEOUT")
def continuations(line: Line, _: list[Question]) -> None:
    """Send a header block that never ends."""
    line.call(3, HEAD, 0)
    for count in range(1_000_000):
        line.raw(frame(CONTINUATION, 0, 3, field(f"more-{count}", "x" * 100)))


@strike("PROTOCOL DISCONNECT TIMEOUT")
def empty_continuations(line: Line, _: list[Question]) -> None:
    line.call(3, HEAD, 0)
    while True:
        line.raw(frame(CONTINUATION, 0, 3, b"") * AT_ONCE)


@strike("PROTOCOL DISCONNECT TIMEOUT")
def padding_only(line: Line, _: list[Question]) -> None:
    """Use up the window with DATA frames of padding only."""
    while True:
        line.raw(frame(DATA, PADDED, STREAM, b"\xff" + bytes(255)))
        line.hear()


# ---- frames that are wrong -------------------------------------------------------------------------------
strikes(
    "PROTOCOL DISCONNECT TIMEOUT",
    "a frame that breaks HTTP/2",
    {
        "frame_too_large": frame(DATA, 0, STREAM, bytes(MAX_FRAME * 4)),
        "frame_of_16_mb_promised": frame(DATA, 0, STREAM, b"", 0xFFFFFF),
        "data_on_no_stream": frame(DATA, 0, 0, b"x"),
        "data_before_its_call": frame(DATA, 0, 77, prefixed(b"")),
        "call_on_no_stream": frame(HEADERS, END_HEADERS, 0, HEAD),
        "even_stream": frame(HEADERS, END_HEADERS, 2, HEAD),
        "stream_again": frame(HEADERS, END_HEADERS, STREAM, HEAD),
        "earlier_stream": frame(HEADERS, END_HEADERS, 9, HEAD) + frame(HEADERS, END_HEADERS, 5, HEAD),
        "last_stream": frame(HEADERS, END_HEADERS, MOST, HEAD),
        "reserved_bit": frame(DATA, 0, STREAM | 1 << 31, b""),
        "continuation_of_nothing": frame(CONTINUATION, END_HEADERS, STREAM, HEAD),
        "continuation_elsewhere": frame(HEADERS, 0, 3, HEAD) + frame(CONTINUATION, END_HEADERS, 5, b""),
        "data_within_a_head": frame(HEADERS, 0, 3, HEAD) + frame(DATA, 0, STREAM, b""),
        "window_of_nothing": frame(WINDOW, 0, STREAM, bytes(4)),
        "window_of_the_line_of_nothing": frame(WINDOW, 0, 0, bytes(4)),
        "window_over_all": frame(WINDOW, 0, STREAM, MOST.to_bytes(4, "big")) * 3,
        "window_of_the_line_over_all": frame(WINDOW, 0, 0, MOST.to_bytes(4, "big")) * 3,
        "window_of_two_bytes": frame(WINDOW, 0, 0, bytes(2)),
        "ping_of_seven_bytes": frame(PING, 0, 0, bytes(7)),
        "ping_on_a_stream": frame(PING, 0, STREAM, bytes(8)),
        "settings_of_five_bytes": frame(SETTINGS, 0, 0, bytes(5)),
        "settings_on_a_stream": frame(SETTINGS, 0, STREAM, setting(4, 1)),
        "settings_with_an_answer": frame(SETTINGS, ACK, 0, setting(4, 1)),
        "settings_window_too_large": frame(SETTINGS, 0, 0, setting(4, 1 << 31)),
        "settings_frame_of_one": frame(SETTINGS, 0, 0, setting(5, 1)),
        "settings_push_of_two": frame(SETTINGS, 0, 0, setting(2, 2)),
        "settings_no_room": frame(SETTINGS, 0, 0, setting(4, 0) + setting(3, 0) + setting(1, 0)),
        "reset_of_three_bytes": frame(RESET, 0, STREAM, bytes(3)),
        "reset_of_the_line": frame(RESET, 0, 0, CANCEL),
        "reset_of_itself": frame(RESET, 0, STREAM, CANCEL),
        "priority_of_itself": frame(PRIORITY, 0, STREAM, STREAM.to_bytes(4, "big") + b"\0"),
        "priority_of_four_bytes": frame(PRIORITY, 0, STREAM, bytes(4)),
        "call_that_waits_for_itself": frame(
            HEADERS, END_HEADERS | WITH_PRIORITY, 3, (3).to_bytes(4, "big") + b"\0" + HEAD
        ),
        "padding_longer_than_all": frame(DATA, PADDED, STREAM, b"\xff" + bytes(9)),
        "padding_of_a_head_too_long": frame(HEADERS, PADDED | END_HEADERS, 3, b"\xff" + bytes(9)),
        "no_room_for_padding": frame(DATA, PADDED, STREAM, b""),
        "promise": frame(PROMISE, END_HEADERS, STREAM, (2).to_bytes(4, "big") + HEAD),
        "greeting_again": PREFACE + frame(SETTINGS, 0, 0, b""),
        "window_ignored": frame(DATA, 0, STREAM, bytes(MAX_FRAME)) * 400,
        "reset_after_the_end": frame(DATA, END_STREAM, STREAM, b"") + frame(RESET, 0, STREAM, CANCEL),
        "data_after_the_end": frame(DATA, END_STREAM, STREAM, b"") + frame(DATA, 0, STREAM, prefixed(b"")),
        "data_after_the_reset": frame(RESET, 0, STREAM, CANCEL) + frame(DATA, 0, STREAM, prefixed(b"")) * 9,
        "farewell": frame(GO_AWAY, 0, 0, bytes(8)),
        "farewell_of_four_bytes": frame(GO_AWAY, 0, 0, bytes(4)),
        "trailers": frame(HEADERS, END_HEADERS | END_STREAM, STREAM, field("odd-bin", b"\xff\0\x80")),
        "trailers_without_an_end": frame(HEADERS, END_HEADERS, STREAM, field("odd", "x")),
    },
)
