"""Calls with header blocks that are wrong, too large, or expand when decoded (RFC 7541)."""

from collections.abc import Iterator
from functools import partial
from itertools import chain, count, repeat

from tests.hostile.attacks.attack import add_attack, flood, opening, play_on, strikes
from tests.hostile.attacks.http2 import (
    CALL,
    CONTINUATION,
    END_HEADERS,
    HEADERS,
    PLAY,
    Line,
    field,
    fields,
    frame,
    integer,
    text,
)
from tests.hostile.attacks.protobuf import hello

HEAD = fields(CALL)
REFLECTION = "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo"
STATIC = 61  # fields in the table that is always there: the first kept one has the number 62
UNREADABLE = "PROTOCOL DISCONNECT TIMEOUT"


# ---- a call beside the one that is open ------------------------------------------------------------------
def second_calls(verdicts: str, about: str, heads: dict[str, bytes]) -> None:
    strikes(verdicts, about, {name: frame(HEADERS, END_HEADERS, 3, head) for name, head in heads.items()})


second_calls(
    UNREADABLE,
    "a head that cannot be read",
    {
        "field_0_of_the_table": HEAD + b"\x80",
        "field_70_of_an_empty_table": HEAD + integer(70, 7, 0x80),
        "field_2_to_40": HEAD + integer(1 << 40, 7, 0x80),
        "field_without_end": HEAD + b"\xff" * 20,
        "string_longer_than_all": HEAD + b"\0" + integer(1 << 20, 7) + b"x",
        "string_of_2_to_62": HEAD + b"\0" + integer(1 << 62, 7),
        "huffman_garbage": HEAD + b"\0" + integer(200, 7, 0x80) + b"\xff" * 200 + text("x"),
        "table_of_a_gib": integer(1 << 30, 5, 0x20) + HEAD,
        "table_changed_too_late": HEAD + integer(0, 5, 0x20),
        "table_changed_1000_times": (integer(0, 5, 0x20) + integer(4_096, 5, 0x20)) * 1_000 + HEAD,
        "no_name": HEAD + field("", "x"),
        "no_name_at_all": HEAD + b"\0\0\0" * 4_000,
        "upper_case": HEAD + field("Upper-Case", "x"),
        "line_break": HEAD + field("x", "1\r\nte: 2"),
        "nul": HEAD + field("x\0y", "\0"),
        "pseudo_twice": HEAD + field(":path", PLAY),
        "pseudo_unknown": HEAD + field(":odd", "x"),
        "no_path": fields({name: value for name, value in CALL.items() if name != ":path"}),
        "empty_head": b"",
        "bin_garbage": HEAD + field("odd-bin", "!!! this is no base64 \xff"),
        "connection": HEAD + field("connection", "upgrade"),
        "method_get": fields(CALL | {":method": "GET"}),
        "method_connect": fields(CALL | {":method": "CONNECT"}),
        "method_odd": fields(CALL | {":method": "P\0ST"}),
        "text_html": fields(CALL | {"content-type": "text/html"}),
        "unknown_method": fields(CALL | {":path": "/maumau.v1.RefereeService/GiveMeAllCards"}),
        "unknown_service": fields(CALL | {":path": "/grpc.health.v1.Health/Check"}),
        "reflection": fields(CALL | {":path": REFLECTION}),
        "path_that_is_no_text": fields(CALL | {":path": PLAY.encode() + b"\xec"}),
        "path_of_12_kb": fields(CALL | {":path": "/" + "x" * 12_000}),
        "metadata_of_14_kb": HEAD + b"".join(field(f"more-{i}", "x" * 990) for i in range(14)),
        "metadata_of_3000_fields": HEAD + field("a", "b") * 3_000,
        "bomb": HEAD + field("bomb", "x" * 4_000, kept=True) + integer(STATIC + 1, 7, 0x80) * 4_000,
        "timeout_of_a_ns": HEAD + field("grpc-timeout", "1n"),
        "timeout_odd": HEAD + field("grpc-timeout", "-9999999999999999999H"),
    },
)


# ---- calls without end -----------------------------------------------------------------------------------
def _calls(head: bytes) -> Iterator[bytes]:
    return (frame(HEADERS, END_HEADERS, stream, head) for stream in count(3, 2))


@flood(UNREADABLE)
def reflections() -> Iterator[bytes]:
    return _calls(fields(CALL | {":path": REFLECTION}))


@flood(f"OK {UNREADABLE}")
def large_heads() -> Iterator[bytes]:
    return _calls(HEAD + b"".join(field(f"more-{i}", "x" * 990) for i in range(14)))


@flood(f"OK {UNREADABLE}")
def bombs() -> Iterator[bytes]:
    """Store a large field once and refer to it 4,000 times in each header block."""
    kept = frame(HEADERS, END_HEADERS, 3, HEAD + field("bomb", "x" * 4_000, kept=True))
    named = HEAD + integer(STATIC + 1, 7, 0x80) * 4_000
    return chain((kept,), (frame(HEADERS, END_HEADERS, stream, named) for stream in count(5, 2)))


@flood(UNREADABLE)
def tables() -> Iterator[bytes]:
    """Fill and empty the header table, in trailers of the open call."""
    fill = b"".join(field(f"k{i}", "x" * 50, kept=True) for i in range(100))
    return repeat(frame(HEADERS, END_HEADERS, 1, integer(0, 5, 0x20) + integer(4_096, 5, 0x20) + fill))


# ---- the head of the one call ----------------------------------------------------------------------------
def only_calls(verdicts: str, about: str, heads: dict[str, bytes]) -> None:
    for name, head in heads.items():
        add_attack(name, verdicts, about, partial(_only_call, head), alike=True)


def _only_call(head: bytes) -> None:
    line = Line()
    line.greet()
    line.call(head=head)
    line.send(hello())
    play_on(line)


only_calls(
    "PROTOCOL NO_START DISCONNECT",
    "the bot's only call is none",
    {
        "only_unknown_method": fields(CALL | {":path": "/x"}),
        "only_path_that_is_no_text": fields(CALL | {":path": b"\xff\xfe"}),
        "only_reflection": fields(CALL | {":path": REFLECTION}),
        "only_14_kb": HEAD + b"".join(field(f"more-{i}", "x" * 990) for i in range(14)),
        "only_for_a_ns": HEAD + field("grpc-timeout", "1n"),
        "only_get": fields(CALL | {":method": "GET"}),
    },
)
BOMB = HEAD + field("bomb", "x" * 4_000, kept=True) + integer(STATIC + 1, 7, 0x80) * 12_000


@opening("PROTOCOL NO_START DISCONNECT")
def only_a_bomb_of_50_mb() -> None:
    """A header block of 16 kB that expands to 50 MB, before the bot acknowledges any limit."""
    _only_call(BOMB)


@opening("PROTOCOL NO_START DISCONNECT")
def only_a_bomb_of_half_a_gib() -> None:
    """The same, continued in ten more frames."""
    more = integer(STATIC + 1, 7, 0x80) * 12_000
    line = Line()
    line.greet()
    line.call(head=BOMB, flags=0)
    for _ in range(10):
        line.raw(frame(CONTINUATION, 0, 1, more))
    line.raw(frame(CONTINUATION, END_HEADERS, 1, b""))
    line.until_gone()


only_calls(
    "OK",
    "odd, but nothing is wrong with it",
    {
        "only_text_html": fields(CALL | {"content-type": "text/html"}),
        "fields_of_3_kb": HEAD + field("more", "x" * 3_000),
        "bin_field": HEAD + field("odd-bin", "AAEC"),
        "deadline_of_a_day": HEAD + field("grpc-timeout", "24H"),
        "asks_for_packing": HEAD + field("grpc-accept-encoding", "gzip,deflate"),
    },
)
