"""Bytes that are nearly a log: the reader has one error for all of them, and verify none."""

import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.record import verify
from arena.record.compression import compress, decompress
from arena.record.reader import MAX_BYTES, BadLog, log_lines, read_log
from arena.record.replay import replay
from tests.conftest import Scale
from tests.figures import figures
from tests.fuzzing import corpus, mutants, only
from tests.record.games import golden, play, resealed
from tests.record.test_house_rules import HOUSE

CORPUS = Path(__file__).parent / "corpus"
LOGS = [golden("mau-mau").data, golden("quick").data, play(HOUSE, 2, 1).data]
FRAMES = [compress(log) for log in LOGS]
MAX_MEMORY = 4 * MAX_BYTES


def read(data: bytes) -> None:
    """As a log and as what it was played; what can be read is verified as well."""
    found = verify(data)
    assert found.ok or found.difference
    for _ in replay(read_log(data)):
        pass


def refused(data: bytes) -> None:
    """By the reader, or by who verifies it."""
    assert not verify(data).ok
    read(data)


@given(mutants(LOGS))
def test_a_log_is_read_or_refused(data: bytes) -> None:
    read_it = only(read, data, BadLog)
    assert not read_it or data in LOGS or verify(data).ok or verify(data).difference
    figures("fuzz log", inputs=1, wrong=0)


@given(st.data())
def test_a_log_that_is_sealed_again_is_read_or_refused(data: st.DataObject) -> None:
    """Its digests are those of its bytes, so that what it says is looked at."""
    lines = log_lines(data.draw(st.sampled_from(LOGS)))
    place = data.draw(st.integers(1, len(lines) - 2))
    lines[place] = data.draw(mutants([lines[place]])).replace(b"\r", b"").replace(b"\n", b"") + b"\n"
    sealed = resealed(lines)
    only(read, sealed, BadLog)
    figures("fuzz log", inputs=1, wrong=0)


@given(mutants(FRAMES))
def test_a_compressed_log_is_read_or_refused(frame: bytes) -> None:
    only(lambda data: read(decompress(data)), frame, BadLog)
    figures("fuzz log", inputs=1, wrong=0)


@pytest.mark.parametrize("path", corpus(CORPUS, ".jsonl", ".zst"), ids=lambda path: path.name)
def test_what_is_always_tried(path: Path, scale: Scale) -> None:
    """Refused, and without more memory than a log may have several times."""
    data = path.read_bytes()
    reader = refused if path.suffix == ".jsonl" else lambda frame: refused(decompress(frame))
    tracemalloc.start()
    try:
        only(reader, data, BadLog)
        assert tracemalloc.get_traced_memory()[1] < MAX_MEMORY
    finally:
        tracemalloc.stop()
    figures("fuzz log", inputs=1, wrong=0)
