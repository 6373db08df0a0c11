"""The page cache of images: every file is read before an instance starts, so all its pages are cached.

Containers of one image share the cached pages of its files, and the pages stay when a container is gone. If
only some were cached, an instance could leave bits for a later one, which would read them from its count of
major faults. The engine does the reading, for an export that is thrown away: that works with every engine and
storage driver, and the pages are charged to the engine. A bot that fills its memory evicts only pages that
are charged to itself. So an image is read again only after the kernel has evicted pages of files.
"""

import os
import shutil
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final

from arena.sandbox.docker.engine import answering, is_local

if TYPE_CHECKING:
    from docker import APIClient

_CHUNK: Final = 1 << 20  # bytes
_COUNTERS: Final = Path("/proc/vmstat")
# Evicted pages of files, also for a container's limit; caches dropped as a whole.
_EVICTIONS: Final = ("pgsteal_file", "pginodesteal", "kswapd_inodesteal", "drop_pagecache", "drop_slab")
# Where an engine looks for its init program before PATH, and where a container has it.
_INIT_FOLDERS: Final = (
    "/usr/local/libexec/docker",
    "/usr/libexec/docker",
    "/usr/local/lib/docker",
    "/usr/lib/docker",
    "/sbin",
)

Evictions = tuple[int, ...]


class PageCache:
    """Fills the page cache with the files of images, once for all instances that need it."""

    def __init__(self, api: "APIClient") -> None:
        """`api` must have a timeout that is long enough for an export. Raise NoEngine."""
        self._api = api
        with answering():
            info = api.info()
        self._init = str(info.get("InitBinary") or "docker-init")
        self._same_kernel = is_local() and info.get("KernelVersion") == os.uname().release
        self._lock = Lock()
        self._filled: dict[str, tuple[Evictions, Future[None]]] = {}  # by image

    def fill(self, image: str, container: str) -> None:
        """Read every file that an instance can see, unless that was done and no page was evicted since.

        `container` was made from the image and has not started. Raise NoEngine, APIError.
        """
        with self._lock:
            now = evictions() if self._same_kernel else ()
            filled = self._filled.get(image)
            reading: Future[None] | None = None
            if not (filled and now and filled[0] == now):
                reading = Future()
                filled = self._filled[image] = now, reading
        if reading:
            try:
                self._read(container)
                reading.set_result(None)
            except BaseException as problem:
                self._filled.pop(image, None)
                reading.set_exception(problem)
        filled[1].result()

    def _read(self, container: str) -> None:
        with answering():
            for _ in self._api.export(container, _CHUNK):
                pass
        for path in _init_programs(self._init):
            with suppress(OSError):  # it is not there, or not on this machine
                path.read_bytes()


def evictions() -> Evictions:
    """Return the kernel's counts of evictions; empty if unknown."""
    with suppress(OSError, ValueError):
        counts = dict(line.split() for line in _COUNTERS.read_text().splitlines())
        if _EVICTIONS[0] in counts:
            return tuple(int(counts.get(name, 0)) for name in _EVICTIONS)
    return ()


def _init_programs(name: str) -> Iterator[Path]:
    """Yield the possible paths of the init program, which the engine mounts into every container."""
    yield from (Path(folder) / name for folder in _INIT_FOLDERS)
    if found := shutil.which(name):
        yield Path(found)
