"""What a container prints, read as it comes: counted, bounded in memory, and never written to a disk.

The engine itself keeps nothing. What it cannot hand on it holds back, and so in the end the bot: its work for
a flood, which it does at nobody's cost but the machine's, is bounded by how fast is read here.
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
_PAUSE_S: Final = 0.008  # after so much: at most 8 MB and 2,000 reads a second


def attached(api: "APIClient", container: str) -> "CancellableStream[bytes]":
    """What a container that has not started yet will print. Raises APIError, OSError."""
    stream: CancellableStream[bytes] = api.attach(container, stdout=True, stderr=True, stream=True)
    return stream


def read_to_end(stream: Iterable[bytes], capture: Capture) -> None:
    """Until the container has ended, the stream was closed or the engine is gone."""
    pausing = _CHUNK
    with contextlib.suppress(OSError, ValueError):  # a ValueError: it was closed between two calls
        for number, data in enumerate(stream, 1):
            capture.feed(data)
            if capture.fed > pausing or number % _READS == 0:
                pausing = capture.fed + _CHUNK
                time.sleep(_PAUSE_S)


def hang_up(stream: "CancellableStream[bytes]") -> None:
    """Close it. Whoever reads it has come to its end."""
    from docker.errors import DockerException

    with contextlib.suppress(OSError, DockerException):  # which it is where the engine is reached by SSH
        stream.close()
    stream._response.close()  # type: ignore[attr-defined]  # that alone closes its socket
