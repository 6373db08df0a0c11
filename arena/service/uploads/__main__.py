"""The process that tries what was sent: `python -m arena.service.uploads --runner docker --db URL`.

It ends when its stdin does: then the site that started it is gone. A byte on stdin: there is something new.
"""

import argparse
import logging
import os
import sys
import threading
from threading import Event
from typing import Final

from arena.service.admin.telemetry.log_event import is_not_log_event
from arena.service.admin.telemetry.logs import configure_from_environment, configured
from arena.service.common.interrupt import interruptions
from arena.service.database import open_database
from arena.service.errors import ArenaError
from arena.service.sandboxes import DOCKER
from arena.service.tournaments.setup.settings import RUNNERS, check_runner
from arena.service.uploads.queue import work
from arena.service.uploads.worker import MAX_S, UploadTerms

_STDIN: Final = 0


def main(arguments: list[str]) -> int:
    """Work until stdin ends, or a signal comes."""
    _log()
    given = _parser().parse_args(arguments)
    ended, wake = Event(), Event()
    threading.Thread(target=_listen, args=(ended, wake), daemon=True).start()
    try:
        check_runner(given.runner)
        with open_database(given.db) as store, interruptions(ended):
            work(store, UploadTerms(given.runner, given.allow_builds, given.most_seconds), ended, wake)
    except ArenaError as error:
        print(f"arena uploads: {error}", file=sys.stderr)
        return error.exit_code
    return 0


def _parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="arena.service.uploads", description="Try the bots that were sent.")
    made.add_argument("--db", metavar="URL", help="the database, as the commands name it")
    made.add_argument("--runner", choices=RUNNERS, default=DOCKER, help="what bots are tried in")
    made.add_argument("--allow-builds", action="store_true", help="build Dockerfiles that are sent")
    made.add_argument("--most-seconds", type=float, default=MAX_S, help="that one upload may take")
    return made


def _log() -> None:
    """As ARENA_LOG has it, else what is wrong for the eye."""
    if configured():
        configure_from_environment()
        return
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(is_not_log_event)
    logging.basicConfig(handlers=[handler], format="%(name)s: %(message)s")


def _listen(ended: Event, wake: Event) -> None:
    while os.read(_STDIN, 4_096):
        wake.set()
    ended.set()
    wake.set()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
