"""The process that computes requested analyses: `python -m arena.service.analyses.worker`.

It uses the database that ARENA_DB names, and ends when its stdin ends or a signal comes. It has the lowest
priority, and rests while all cores are busy, so that it hardly delays matches on the same machine.
"""

import json
import logging
import sys
import time
from collections.abc import Callable
from functools import partial
from threading import Event
from typing import Final, TypeVar

from arena.analysis.calibration import version
from arena.record.reader import BadLog, GameLog, read_log
from arena.service.common.worker import run_worker
from arena.service.tournaments.play.retry import retry_while_locked
from arena.store.database.failures import StoreFailed
from arena.store.database.store import Store
from arena.store.ladder.cached_documents import to_bytes
from arena.store.people.games import next_to_analyse, store_analyses
from arena.store.results.analyses import (
    OPEN_HANDS,
    AnalysisKey,
    find_queued,
    finish_analysis,
    put_back,
    resume_analyses,
    take_next,
)
from arena.store.results.games import game_log

LOOK_INTERVAL_S: Final = 1.0  # between two checks of an empty queue
NICE: Final = 19
MAX_WAIT: Final = 0.03  # for a core, as a share of the processor time; above it, all cores are busy
REST: Final = 24  # pause while all cores are busy: so many times as long as the work before it took
MAX_REST_S: Final = 60.0  # also after the machine slept
LOG: Final = logging.getLogger("arena.analyses")

T = TypeVar("T")


class Stopped(Exception):
    """The exception that ends a worker in the middle of its work."""


class Pauses:
    """A helper that pauses a long computation while all cores are busy. The computation calls `take` often.

    A low process priority is not enough, because it has no effect on processes in other containers.
    """

    def __init__(self, ended: Event) -> None:
        self._ended = ended
        self._begin()

    def _begin(self) -> None:
        self._began, self._worked = time.monotonic(), time.process_time()

    def take(self, _: object = None) -> None:
        """Rest if the computation had to wait for a core since the last call.

        Raise Stopped if the worker is to end.
        """
        took, worked = time.monotonic() - self._began, time.process_time() - self._worked
        if took - worked > MAX_WAIT * worked:
            self._ended.wait(min(MAX_REST_S, REST * took))
        if self._ended.is_set():
            raise Stopped
        self._begin()


def run_analysis_worker(store: Store, ended: Event) -> None:
    """Compute requested analyses, one at a time, until `ended` is set."""
    retry_while_locked(partial(_write, store, resume_analyses, version()), LOG.error, ended)
    while not ended.is_set():
        if not analyse_next(store, ended) and not analyse_person_game(store, ended):
            ended.wait(LOOK_INTERVAL_S)


def analyse_next(store: Store, ended: Event) -> bool:
    """Compute the next analysis in the queue and store it. Return False if the queue is empty.

    If `ended` is set meanwhile, the analysis returns to the queue.
    """
    key = retry_while_locked(partial(_take, store), LOG.error, ended)
    if key is None:
        return False
    try:
        document = _compute(store, key, ended)
    except Stopped:
        _write(store, put_back, key)
        return True
    except StoreFailed:
        raise
    except Exception:  # of a damaged log, or a bug
        LOG.exception("cannot analyse game %s", key.game_id)
        document = None
    retry_while_locked(partial(_write, store, finish_analysis, key, document), LOG.error, ended)
    return True


def analyse_person_game(store: Store, ended: Event) -> bool:
    """Analyse a person's finished game, with open hands and from each seat's view. Store the analyses.

    Return False if no game waits. If `ended` is set meanwhile, store nothing.
    """
    from arena.analysis.report import analyse_views

    with store.reading() as tx:
        found = next_to_analyse(tx)
    if found is None:
        return False
    key, log = found
    try:
        document = json.dumps(analyse_views(read_log(log), on_ply=Pauses(ended).take)).encode()
    except Stopped:
        return True
    except Exception:  # of a damaged log, or a bug
        LOG.exception("cannot analyse the person's game %s", key)
        document = b""
    retry_while_locked(partial(_write, store, store_analyses, key, document), LOG.error, ended)
    return True


def _compute(store: Store, key: AnalysisKey, ended: Event) -> bytes:
    """Return an analysis as JSON. Raise Stopped soon after `ended` is set, BadLog for a damaged or
    missing log.
    """
    from arena.analysis.game import analyse
    from arena.analysis.report import to_json

    log = retry_while_locked(partial(_read_log, store, key), LOG.error, ended)
    if log is None:
        raise Stopped
    seat = None if key.seat == OPEN_HANDS else key.seat
    return to_bytes(to_json(log, analyse(log, seat, Pauses(ended).take)))


def _read_log(store: Store, key: AnalysisKey) -> GameLog:
    with store.reading() as tx:
        packed = game_log(tx, key.game_id)
    if packed is None:
        raise BadLog(1, "the log is missing")
    return read_log(packed.data())


def _take(store: Store) -> AnalysisKey | None:
    with store.reading() as tx:
        if find_queued(tx) is None:
            return None
    return _write(store, take_next)


def _write(store: Store, write: Callable[..., T], *arguments: object) -> T:
    with store.writing() as tx:
        return write(tx, *arguments)


def main() -> int:
    """Compute requested analyses until stdin ends. Return the exit code."""
    return run_worker("analyses", run_analysis_worker, NICE)


if __name__ == "__main__":
    sys.exit(main())
