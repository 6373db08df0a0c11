"""The process that keeps all caches up to date: `python -m arena.service.ladder.worker`.

It uses the database that ARENA_DB names, and ends when its stdin ends or a signal comes. It checks the caches
every two seconds, and less often after a slow refresh.
"""

import logging
import sys
import time
from threading import Event
from typing import Final

from arena.service.analyses.bots import refresh_bot_analyses
from arena.service.common.worker import run_worker
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
REFRESHES: Final = (refresh_ladders, refresh_tables, refresh_winners, refresh_bot_analyses, refresh_people)


def keep_refreshing(store: Store, ended: Event) -> None:
    """Refresh each cache regularly until `ended` is set.

    If the database fails during a refresh, log the error and repeat the refresh later.
    """
    due = dict.fromkeys(REFRESHES, 0.0)
    while not ended.wait(max(0.0, min(due.values()) - time.monotonic())):
        refresh = min(due, key=due.__getitem__)
        started = time.monotonic()
        try:
            refresh(store)
        except StoreFailed as failed:
            LOG.warning("%s", failed)
        now = time.monotonic()
        due[refresh] = now + min(MAX_PAUSE_S, max(LOOK_INTERVAL_S, REST * (now - started)))


def main() -> int:
    """Refresh the caches until stdin ends. Return the exit code."""
    return run_worker("caches", keep_refreshing, NICE)


if __name__ == "__main__":
    sys.exit(main())
