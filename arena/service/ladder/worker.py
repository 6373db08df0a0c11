"""Keeps ladders up beside the site: `python -m arena.service.ladder.worker`.

The database is that of ARENA_DB. It ends when its stdin does. It looks every few seconds, and the less often
the longer the last making took.
"""

import logging
import os
import select
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from arena.service.database import open_database
from arena.service.ladder.cache import keep_up
from arena.store.database.failures import StoreFailed
from arena.store.database.store import Store

LOOK_S: Final = 2.0
REST: Final = 20  # times as long as the last making took
MAX_PAUSE_S: Final = 600.0
NICE: Final = 10
LOG: Final = logging.getLogger("arena.standing")

Keep = Callable[[Store], object]


def keep_on(store: Store, keep: Keep = keep_up) -> None:
    """Until stdin ends. A database that does not answer is asked again later."""
    pause = 0.0
    while not _ended(pause):
        begun = time.monotonic()
        try:
            keep(store)
        except StoreFailed as failed:
            LOG.warning("%s", failed)
        pause = min(MAX_PAUSE_S, max(LOOK_S, REST * (time.monotonic() - begun)))


def _ended(seconds: float) -> bool:
    """Whether stdin comes to its end while this waits."""
    ready, _, _ = select.select([sys.stdin], [], [], seconds)
    return bool(ready) and not os.read(sys.stdin.fileno(), 1)


def main(keep: Keep = keep_up) -> None:
    """What the process does."""
    with suppress(OSError):
        os.nice(NICE)
    with suppress(KeyboardInterrupt), open_database() as store:
        keep_on(store, keep)


if __name__ == "__main__":
    main()
