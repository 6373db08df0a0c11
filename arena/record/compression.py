"""Logs as they are stored: Zstandard, one frame a log."""

from typing import Final

from arena.record.read import MOST_BYTES, BadLog

LEVEL: Final = 3


def compress(data: bytes) -> bytes:
    import zstandard

    return zstandard.ZstdCompressor(level=LEVEL).compress(data)


def decompress(frame: bytes) -> bytes:
    """The log in a frame. Raises BadLog if it is damaged or the log would be longer than a log may be."""
    import zstandard

    try:
        if not 0 <= zstandard.frame_content_size(frame) <= MOST_BYTES:
            raise BadLog(1, f"the compressed log does not say that it has at most {MOST_BYTES} bytes")
        return zstandard.ZstdDecompressor().decompress(frame)
    except zstandard.ZstdError as reason:
        raise BadLog(1, f"the log cannot be decompressed: {reason}") from None
