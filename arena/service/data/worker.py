"""The process that writes the game files of the site: `python -m arena.service.data.worker`.

It uses the database that ARENA_DB names, and ends when its stdin ends or a signal comes. It has the lowest
priority, and rests while all cores are busy.
"""

import sys
from contextlib import suppress
from threading import Event
from typing import Final

from arena.service.analyses.worker import NICE, Pauses, Stopped
from arena.service.common.worker import run_worker
from arena.store.database.failures import StoreFailed
from arena.store.database.store import Store

LOOK_INTERVAL_S: Final = 600.0


def run_data_worker(store: Store, ended: Event) -> None:
    """Every ten minutes, write the game files that are missing or outdated, until `ended` is set."""
    from arena.service.data.publish import LOG, publish_games  # imports numpy, whose threads cannot be forked

    with suppress(Stopped):
        while not ended.is_set():
            try:
                publish_games(store, Pauses(ended).take)
            except StoreFailed as failed:
                LOG.warning("%s", failed)
            ended.wait(LOOK_INTERVAL_S)


def main() -> int:
    """Write game files until stdin ends. Return the exit code."""
    return run_worker("data", run_data_worker, NICE)


if __name__ == "__main__":
    sys.exit(main())
