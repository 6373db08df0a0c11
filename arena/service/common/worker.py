"""Run a worker process: a program that serves a database until its parent process ends."""

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from threading import Event

from arena.service.common.files import hold_lock
from arena.service.common.paths import data_folder
from arena.service.common.processes import interruptions, listen_to_parent
from arena.service.database import database_url, open_database
from arena.service.errors import ArenaError
from arena.store.database.private_files import make_private_folder
from arena.store.database.store import Store


def run_worker(name: str, work: Callable[[Store, Event], None], nice: int = 0) -> int:
    """Run a worker until stdin ends or a signal comes. Return the exit code.

    The worker uses the database that ARENA_DB names. Only one worker of this name works on a database on this
    machine; a second one waits until the first has ended.

    `work`: does the work. Its arguments are the database, and an event that is set when `work` must return.
    `nice`: how much to lower the process's priority, at most 19.
    """
    with suppress(OSError):
        os.nice(nice)
    ended = Event()
    listen_to_parent(ended)
    database = sha256(database_url().encode()).hexdigest()[:16]
    try:
        make_private_folder(data_folder())
        lock = hold_lock(data_folder() / f"{name}-{database}.lock", ended)
        with interruptions(ended), lock as mine, open_database() as store:
            if mine is not None:
                work(store, ended)
    except ArenaError as error:
        print(f"arena {name}: {error}", file=sys.stderr)
        return error.exit_code
    return 0
