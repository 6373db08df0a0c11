"""The process that keeps all caches up to date: `python -m arena.service.ladder.worker`.

It uses the database that ARENA_DB names, and ends when its stdin ends. It checks the caches every two
seconds, and less often after a slow refresh.
"""

import logging
import os
import select
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from arena.service.analyses.bots import refresh_bot_analyses
from arena.service.database import open_database
from arena.service.ladder.cache import refresh_ladders
from arena.service.people.ratings import refresh_people
from arena.service.reports.tournament_cache import refresh_tables, refresh_winners
from arena.store.database.failures import StoreFailed
from arena.store.database.store import Store

LOOK_INTERVAL_S: Final = 2.0
REST: Final = 20  # pause after a refresh: so many times as long as it took
MAX_PAUSE_S: Final = 600.0
NICE: Final = 10
LOG: Final = logging.getLogger("arena.standing")

Refresh = Callable[[Store], object]


def keep_refreshing(store: Store, refreshes: Sequence[Refresh]) -> None:
    """Call each of the functions `refreshes` regularly until stdin ends.

    If the database fails during a call, log the error and repeat the call later.
    """
    due = dict.fromkeys(refreshes, 0.0)
    while not _stdin_ends_within(min(due.values()) - time.monotonic()):
        refresh = min(due, key=due.__getitem__)
        started = time.monotonic()
        try:
            refresh(store)
        except StoreFailed as failed:
            LOG.warning("%s", failed)
        ended = time.monotonic()
        due[refresh] = ended + min(MAX_PAUSE_S, max(LOOK_INTERVAL_S, REST * (ended - started)))


def _stdin_ends_within(seconds: float) -> bool:
    ready, _, _ = select.select([sys.stdin], [], [], max(0.0, seconds))
    return bool(ready) and not os.read(sys.stdin.fileno(), 1)


def main() -> None:
    with suppress(OSError):
        os.nice(NICE)
    with suppress(KeyboardInterrupt), open_database() as store:
        keep_refreshing(
            store, (refresh_ladders, refresh_tables, refresh_winners, refresh_bot_analyses, refresh_people)
        )


if __name__ == "__main__":
    main()
