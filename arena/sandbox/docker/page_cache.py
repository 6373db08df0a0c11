"""Read all files of an image into the kernel's page cache before a bot starts.

Without this, a bot could cache only some pages, as a hidden message to later bots with the same image.
"""

import os
import shutil
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final

from arena.sandbox.docker.engine import is_local, raise_no_engine

# Containers of one image share the cached pages of its files, and the pages stay cached after a container is
# removed. If only some pages were cached, one bot instance could leave a message for a later one by its
# choice of pages to read. The later one would see in its count of major page faults which pages are cached.
#
# The engine reads the files for an export, whose data is thrown away. This works with every engine and
# storage driver, and the pages are charged to the engine. A bot that fills its memory evicts only pages that
# are charged to itself. So an image must be read again only after the kernel has evicted pages of files.

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
    """A reader of images' files into the page cache, shared by all bot instances."""

    def __init__(self, api: "APIClient") -> None:
        """Use the connection `api`. Its timeout must be long enough to export a container's files.

        Raise NoEngine if the engine does not answer.
        """
        self._api = api
        with raise_no_engine():
            info = api.info()
        self._init = str(info.get("InitBinary") or "docker-init")
        self._same_kernel = is_local() and info.get("KernelVersion") == os.uname().release
        self._lock = Lock()
        self._filled: dict[str, tuple[Evictions, Future[None]]] = {}  # by image id

    def fill(self, image: str, container: str) -> None:
        """Read all files of an image, unless they are still cached.

        `container`: a container of the image that has not started. If another thread reads the same image,
        wait for it. Raise NoEngine or APIError if the engine fails.
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
        with raise_no_engine():
            for _ in self._api.export(container, _CHUNK):
                pass
        for path in _init_programs(self._init):
            with suppress(OSError):  # it is not there, or not on this machine
                path.read_bytes()


def evictions() -> Evictions:
    """Return how many pages the kernel has evicted since its start, one number for each kind of eviction.

    Return () if the counts are unknown.
    """
    with suppress(OSError, ValueError):
        counts = dict(line.split() for line in _COUNTERS.read_text().splitlines())
        if _EVICTIONS[0] in counts:
            return tuple(int(counts.get(name, 0)) for name in _EVICTIONS)
    return ()


def _init_programs(name: str) -> Iterator[Path]:
    """Yield the possible paths of the engine's init program, which is mounted into every container.

    `name`: the program's file name.
    """
    yield from (Path(folder) / name for folder in _INIT_FOLDERS)
    if found := shutil.which(name):
        yield Path(found)
