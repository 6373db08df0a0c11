"""The worker process for uploads: `python -m arena.service.submission --runner docker --db URL`.

The site starts the worker. The worker ends when its stdin is closed. A byte on stdin makes the worker look
for new uploads at once.
"""

import argparse
import logging
import sys
from threading import Event

from arena.service.admin.telemetry.log_messages import is_foreign
from arena.service.admin.telemetry.log_output import configure_from_environment, is_configured
from arena.service.common.processes import interruptions, listen_to_parent
from arena.service.database import open_database
from arena.service.errors import ArenaError
from arena.service.rulesets import LADDER_RULESETS
from arena.service.sandboxes import DOCKER
from arena.service.submission.queue import run_upload_worker
from arena.service.submission.worker import MAX_S, UploadRules
from arena.service.tournaments.setup.settings import RUNNERS, check_runner


def main() -> int:
    """Run the trials of uploaded bots until stdin is closed or a signal comes.

    Return the exit code: 0, or the code of the error that stopped the worker.
    """
    _configure_log()
    options = _parser().parse_args()
    ended, wake = Event(), Event()
    listen_to_parent(ended, wake)
    rules = UploadRules(
        options.runner,
        options.allow_builds,
        options.max_seconds,
        required_rulesets=tuple(options.ruleset or LADDER_RULESETS),
        jobs=options.jobs,
    )
    try:
        check_runner(options.runner)
        with open_database(options.db) as store, interruptions(ended):
            run_upload_worker(store, rules, ended, wake)
    except ArenaError as error:
        print(f"arena uploads: {error}", file=sys.stderr)
        return error.exit_code
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="arena.service.submission", description="Try uploaded bots.")
    parser.add_argument("--db", metavar="URL", help="database, as in the commands")
    parser.add_argument("--runner", choices=RUNNERS, default=DOCKER, help="where bots run")
    parser.add_argument("--allow-builds", action="store_true", help="build Dockerfiles of uploads")
    parser.add_argument("--max-seconds", type=float, default=MAX_S, help="limit of one trial")
    parser.add_argument("--jobs", type=int, default=1, help="bots tried at once")
    parser.add_argument("--ruleset", action="append", help="try bots in this one first; repeat it")
    return parser


def _configure_log() -> None:
    """Configure the log as ARENA_LOG says; without ARENA_LOG, print only warnings and errors."""
    if is_configured():
        configure_from_environment()
        return
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(is_foreign)
    logging.basicConfig(handlers=[handler], format="%(name)s: %(message)s")


if __name__ == "__main__":
    sys.exit(main())
