"""Damaged documents: mutations of good ones, and typical traps for readers."""

import time
from collections.abc import Callable, Iterable
from pathlib import Path

from hypothesis import strategies as st

MAX_SECONDS = 20.0  # of processor time for one document, on any machine: not a promise, but no hang
NASTY = (
    b"",
    b"\x00",
    b"\xff\xfe",
    b"\xed\xa0\x80",  # a lone surrogate
    "\u202e\U0001f0cf".encode(),
    b"\r",
    b"\n\n",
    b"\\u0000",
    b"\\ud800",
    b"1e999",
    b"-1e999",
    b"NaN",
    b"nan",
    b"inf",
    b"Infinity",
    b"-1",
    b"-0",
    b"0x10",
    b"1_000",
    b"9223372036854775808",
    b"-9223372036854775809",
    b"9" * 400,
    b"9" * 5000,  # more digits than Python makes a number of
    b"true",
    b"null",
    b"{}",
    b"[]",
    b'""',
    b"[" * 2000,
    b"{" * 2000,
    b'{"a":' * 600,
    b"a." * 600,
    b"[[a]]\n",
    b"a = {b = {c = 1}}\n",
    b"'''",
    b'"""',
    b"2026-11-22T10:00:00Z",
    b"12:00:00",
    b"A" * 70_000,
)


@st.composite
def mutants(draw: st.DrawFn, samples: Iterable[bytes]) -> bytes:
    """Return a strategy for a good document with one to four mutations, or for arbitrary bytes."""
    known = tuple(samples)
    if draw(st.integers(0, 9)) == 0:
        return draw(
            st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode(errors="replace"))
        )
    data = draw(st.sampled_from(known))
    for _ in range(draw(st.integers(1, 4))):
        data = _changed(draw, data, known)
    return data


def _changed(draw: st.DrawFn, data: bytes, known: tuple[bytes, ...]) -> bytes:
    one, other = sorted((draw(st.integers(0, len(data))), draw(st.integers(0, len(data)))))
    part = data[one : min(other, one + 400)]
    match draw(st.integers(0, 7)):
        case 0:
            return data[:one] + data[one + len(part) :]
        case 1:
            return data[:one] + part + data[one:]
        case 2:
            return data[:one] + draw(st.sampled_from(NASTY)) + data[one:]
        case 3:
            return data[:one] + draw(st.sampled_from(NASTY)) + data[one + len(part) :]
        case 4:
            return data[:one] + bytes([draw(st.integers(0, 255))]) + data[one + 1 :]
        case 5:
            return data[:one]
        case 6:
            lines = data.splitlines(keepends=True)
            return b"".join(draw(st.permutations(lines))) if len(lines) < 40 else data[one:] + data[:one]
        case _:
            return data[:one] + draw(st.sampled_from(known))[one:]


def corpus(folder: Path, *endings: str) -> list[Path]:
    """Return the files that are always tried."""
    found = [path for path in sorted(folder.iterdir()) if path.name.endswith(endings)]
    assert found, folder
    return found


def only(read: Callable[[bytes], object], data: bytes, *errors: type[Exception]) -> bool:
    """True if the reader accepts a document. Fail if it raises another error or takes too long."""
    began = time.process_time()
    try:
        read(data)
    except errors:
        return False
    finally:
        assert time.process_time() - began < MAX_SECONDS
    return True
