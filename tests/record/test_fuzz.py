"""Damaged and hostile logs: the reader raises only BadLog, `verify` raises nothing, memory stays bounded."""

import tracemalloc
from collections.abc import Callable
from typing import Final

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from arena.record import verify
from arena.record.compression import compress, decompress
from arena.record.reader import MAX_BYTES, MAX_RECORD_BYTES, BadLog, log_lines, read_log
from arena.record.replay import replay
from tests.figures import figures
from tests.fuzzing import mutants, only
from tests.record.games import golden, play, resealed
from tests.record.test_house_rules import HOUSE

LOGS = [golden("mau-mau").data, golden("quick").data, play(HOUSE, 2, 1).data]
FRAMES = [compress(log) for log in LOGS]
MAX_MEMORY = 4 * MAX_BYTES
LOG, HEADER, FOOTER = LOGS[0], log_lines(LOGS[0])[0], log_lines(LOGS[0])[-1]


def replaced(old: bytes, new: bytes) -> bytes:
    assert old in LOG
    return LOG.replace(old, new, 1)


def with_ms(value: bytes) -> bytes:
    head, _, tail = LOG.partition(b'"ms":')
    return head + b'"ms":' + value + tail[tail.index(b"}") :]


def frame_of_size(size: int) -> bytes:
    """A frame that states this size and holds nothing."""
    return b"\x28\xb5\x2f\xfd\xe0" + size.to_bytes(8, "little") + bytes(3)


HOSTILE_LOGS: Final = {
    "empty": b"",
    "NUL bytes": bytes(4_000),
    "line ends only": b"\n" * 50,
    "one line": HEADER,
    "cut off": LOG[:2_662],
    "without footer": LOG.removesuffix(FOOTER),
    "twice": LOG + LOG,
    "header and footer swapped": FOOTER + LOG[len(HEADER) : -len(FOOTER)] + HEADER,
    "deep header": b'{"header":' + b'{"a":' * 3_000 + b"\n" + FOOTER,
    "deep record": HEADER + b'{"play":' + b"[" * 8_000 + b"\n" + FOOTER,
    "huge line": HEADER + b"x" * (MAX_RECORD_BYTES + 1) + b"\n" + FOOTER,
    "not ASCII": replaced(b'"name":"bot0"', '"name":"ü"'.encode()),
    "surrogate": replaced(b'"name":"bot0"', b'"name":"\\ud800"'),
    "nine seats": replaced(b'"seats":3', b'"seats":9'),
    "many copies": replaced(b'"copies":1', b'"copies":999999999'),
    "huge place": replaced(b'"places":[', b'"places":[99999999999999999999,'),
    **{
        f"ms {value[:9]!r}": with_ms(value)
        for value in (b"NaN", b"1e999", b"-1", b"9" * 5_000, b"%d" % 2**63)
    },
}
HOSTILE_FRAMES: Final[dict[str, Callable[[], bytes]]] = {
    "bomb": lambda: zstandard.compress(b"\n" * (MAX_BYTES + (1 << 20))),
    "bomb that hides its size": lambda: zstandard.ZstdCompressor(write_content_size=False).compress(
        b"{" * (32 << 20)
    ),
    "60 MiB of line ends": lambda: zstandard.compress(b"\n" * (60 << 20)),
    "two frames": lambda: compress(LOG) * 2,
    "cut off": lambda: compress(LOG)[:100],
    "magic only": lambda: b"\x28\xb5\x2f\xfd",
    "states 60 MiB": lambda: frame_of_size(60 << 20),
    "states 2^62 bytes": lambda: frame_of_size(1 << 62),
}


def read(data: bytes) -> None:
    """Verify and replay."""
    found = verify(data)
    assert found.ok or found.difference
    for _ in replay(read_log(data)):
        pass


def refuse(data: bytes) -> None:
    assert not verify(data).ok
    read(data)


@pytest.mark.dear
@given(mutants(LOGS))
def test_mutated_logs_raise_only_bad_log(data: bytes) -> None:
    only(read, data, BadLog)
    figures("fuzz log", inputs=1, wrong=0)


@pytest.mark.dear
@given(st.data())
def test_mutated_and_resealed_logs_raise_only_bad_log(data: st.DataObject) -> None:
    """With valid digests the contents of the record are checked."""
    lines = log_lines(data.draw(st.sampled_from(LOGS)))
    place = data.draw(st.integers(1, len(lines) - 2))
    lines[place] = data.draw(mutants([lines[place]])).replace(b"\r", b"").replace(b"\n", b"") + b"\n"
    only(read, resealed(lines), BadLog)
    figures("fuzz log", inputs=1, wrong=0)


@given(mutants(FRAMES))
def test_mutated_frames_raise_only_bad_log(frame: bytes) -> None:
    only(lambda data: read(decompress(data)), frame, BadLog)
    figures("fuzz log", inputs=1, wrong=0)


@pytest.mark.parametrize("name", HOSTILE_LOGS)
def test_hostile_logs_are_refused(name: str) -> None:
    only(refuse, HOSTILE_LOGS[name], BadLog)
    figures("fuzz log", inputs=1, wrong=0)


@pytest.mark.parametrize("name", HOSTILE_FRAMES)
def test_hostile_frames_are_refused_in_bounded_memory(name: str) -> None:
    frame = HOSTILE_FRAMES[name]()
    tracemalloc.start()
    try:
        only(lambda data: refuse(decompress(data)), frame, BadLog)
        assert tracemalloc.get_traced_memory()[1] < MAX_MEMORY
    finally:
        tracemalloc.stop()
    figures("fuzz log", inputs=1, wrong=0)


@given(st.binary(max_size=200))
def test_any_bytes_are_decompressed_or_bad(data: bytes) -> None:
    assert decompress(compress(data)) == data
    for frame in (data, zstandard.compress(data)[:-1], zstandard.compress(data) + b"x"):
        only(decompress, frame, BadLog)
