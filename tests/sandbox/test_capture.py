"""What is kept of a bot's output is bounded, and says what it left out."""

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
def test_first_and_last_half_are_kept(limit: int, chunks: list[bytes], kept: bytes) -> None:
    capture = Capture(limit)
    for chunk in chunks:
        capture.feed(chunk)
    assert capture.text() == kept
    assert capture.fed == sum(map(len, chunks))


def test_too_much_is_told_once_and_as_much_as_may_be_is_not() -> None:
    told: list[int] = []
    capture = Capture(10, 6, lambda: told.append(capture.fed))
    for size in (3, 3, 1, 1):
        capture.feed(b"x" * size)
    assert told == [7]
