"""Reads the output of a container: it is counted, limited in memory, and never written to disk.

The engine stores nothing. If nobody reads the output, the engine and finally the bot have to wait. So slow
reading here limits the engine's work for a bot that floods its output.
"""

import contextlib
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from arena.sandbox.output_capture import Capture

if TYPE_CHECKING:
    from docker import APIClient
    from docker.types import CancellableStream

_CHUNK: Final = 65_536
_READS: Final = 16
_PAUSE_S: Final = 0.008  # after each chunk and after 16 reads: at most 8 MB and 2,000 reads a second


def attach(api: "APIClient", container: str) -> "CancellableStream[bytes]":
    """Return the stream of the output of a container that has not started yet. Raise APIError, OSError."""
    stream: CancellableStream[bytes] = api.attach(container, stdout=True, stderr=True, stream=True)
    return stream


def read_to_end(stream: Iterable[bytes], capture: Capture) -> None:
    """Feed the output to `capture` until the container has ended, the stream is closed or the
    engine is gone.
    """
    next_pause = _CHUNK
    with contextlib.suppress(OSError, ValueError):  # a ValueError: it was closed between two calls
        for number, data in enumerate(stream, 1):
            capture.feed(data)
            if capture.fed > next_pause or number % _READS == 0:
                next_pause = capture.fed + _CHUNK
                time.sleep(_PAUSE_S)


def hang_up(stream: "CancellableStream[bytes]") -> None:
    """Close the stream of a container's output; a thread that reads the stream stops."""
    from docker.errors import DockerException

    with contextlib.suppress(OSError, DockerException):  # raised if the engine is reached by SSH
        stream.close()
    stream._response.close()  # type: ignore[attr-defined]  # only this closes its socket
