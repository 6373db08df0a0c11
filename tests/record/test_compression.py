"""Logs as they are stored."""

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from arena.record import BadLog, compress, decompress
from arena.record.reader import MAX_BYTES
from tests.record.games import golden


@given(st.binary())
def test_what_was_compressed_comes_back(data: bytes) -> None:
    assert decompress(compress(data)) == data


def test_a_log_comes_to_a_third_of_its_size() -> None:
    data = golden("mau-mau").data
    assert len(compress(data)) < len(data) / 3


@given(st.binary(max_size=200))
def test_no_bytes_at_all_are_more_than_a_bad_log(data: bytes) -> None:
    for frame in (data, zstandard.compress(data)[:-1], zstandard.compress(data) + b"x"):
        try:
            decompress(frame)
        except BadLog:
            continue


def test_a_bomb_is_not_set_off() -> None:
    bomb = zstandard.compress(bytes(MAX_BYTES + 1))
    assert len(bomb) < 10_000
    with pytest.raises(BadLog, match="at most"):
        decompress(bomb)


def test_a_frame_that_hides_its_size_is_refused() -> None:
    stream = zstandard.ZstdCompressor(write_content_size=False).compress(b"x" * 1_000)
    with pytest.raises(BadLog, match="at most"):
        decompress(stream)
