"""Compress game logs with Zstandard, each log as one frame."""

from functools import cache
from threading import local
from typing import Final

from arena.record.reader import MAX_BYTES, BadLog

COMPRESSED: Final = b"\x28\xb5\x2f\xfd"  # the first bytes of a frame
LEVEL: Final = 6


class _Contexts(local):
    """The Zstandard compressor and decompressor of one thread, stored because creating them takes long."""

    def __init__(self) -> None:
        import zstandard

        self.compressor = zstandard.ZstdCompressor(level=LEVEL)
        self.decompressor = zstandard.ZstdDecompressor()


def compress(data: bytes) -> bytes:
    return _contexts().compressor.compress(data)


def decompress(frame: bytes) -> bytes:
    """Return the log that a frame contains. Raise BadLog if the frame is damaged or the log is too large."""
    import zstandard

    try:
        if not 0 <= zstandard.frame_content_size(frame) <= MAX_BYTES:
            raise BadLog(1, f"the compressed log does not state a size of at most {MAX_BYTES} bytes")
        return _contexts().decompressor.decompress(frame, allow_extra_data=False)
    except zstandard.ZstdError as reason:
        raise BadLog(1, f"the log cannot be decompressed: {reason}") from None


@cache
def _contexts() -> _Contexts:
    return _Contexts()
