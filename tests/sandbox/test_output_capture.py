"""The captured output of a bot is limited and says how much is left out."""

import pytest

from arena.sandbox.output_capture import Capture


@pytest.mark.parametrize(
    ("limit", "chunks", "kept"),
    [
        (8, [b"short"], b"short"),
        (8, [b"12345678"], b"12345678"),
        (8, [b"123456789"], b"1234\n[1 bytes left out]\n6789"),
        (8, [b"1", b"2", b"345", b"6", b"7", b"89"], b"1234\n[1 bytes left out]\n6789"),
        (8, [b"x" * 1000, b"last"], b"xxxx\n[996 bytes left out]\nlast"),
        (0, [b"nothing"], b"\n[7 bytes left out]\n"),
    ],
)
def test_start_and_end_are_kept(limit: int, chunks: list[bytes], kept: bytes) -> None:
    capture = Capture(limit)
    for chunk in chunks:
        capture.feed(chunk)
    assert capture.text() == kept
    assert capture.fed == sum(map(len, chunks))


def test_a_flood_is_reported_once() -> None:
    told: list[int] = []
    capture = Capture(10, 6, lambda: told.append(capture.fed))
    for size in (3, 3, 1, 1):
        capture.feed(b"x" * size)
    assert told == [7]
