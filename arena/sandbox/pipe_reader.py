"""Reading a bot's pipe to its end: bounded in memory, so slowly that a flood costs the bot itself."""

import asyncio
import os
from typing import Final

from arena.sandbox.output_capture import Capture

_CHUNK: Final = 65_536  # a whole pipe
_PAUSE_S: Final = 0.002  # after each read: at most 32 MB a second


class Drain:
    """Reads the file descriptor, and closes it in the end."""

    def __init__(self, descriptor: int, capture: Capture) -> None:
        self._descriptor = descriptor
        self._capture = capture
        self._loop = asyncio.get_running_loop()
        self._pause: asyncio.TimerHandle | None = None
        os.set_blocking(descriptor, False)
        self._resume()

    def _resume(self) -> None:
        self._loop.add_reader(self._descriptor, self._read)

    def _read(self) -> None:
        self._loop.remove_reader(self._descriptor)
        if self._take():
            self._pause = self._loop.call_later(_PAUSE_S, self._resume)

    def _take(self) -> bool:
        """Take what is there, once; False when nothing more will come or nothing is there."""
        try:
            data = os.read(self._descriptor, _CHUNK)
        except (BlockingIOError, OSError):
            return False
        self._capture.feed(data)
        return bool(data)

    def close(self) -> None:
        """Take what the dead bot left in the pipe."""
        if self._pause:
            self._pause.cancel()
        self._loop.remove_reader(self._descriptor)
        self._take()
        os.close(self._descriptor)
