"""The worker that tries the uploads in the queue, several at once.

A trial (the check and games of an uploaded bot) that fails by the arena's fault is repeated at most twice.
"""

import logging
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import partial
from threading import Event
from typing import Final

from arena.referee.process.match_process import MatchCancelled
from arena.sandbox.remove_tree import remove_folder
from arena.service.admin.telemetry.log_messages import UPLOADS, log_message
from arena.service.common.files import hold_lock
from arena.service.sandboxes import DOCKER
from arena.service.submission.upload_dir import LOCK, scratch_folder, sweep, uploads_folder
from arena.service.submission.worker import TryAgain, UploadRules, try_upload
from arena.service.tournaments.play.retry import retry_while_locked
from arena.store.bots.uploads import (
    QueuedUpload,
    UploadOutcome,
    UploadState,
    digests_wanted,
    end_upload,
    interrupted_uploads,
    put_back,
    take_next,
)
from arena.store.database.failures import StoreFailed
from arena.store.database.store import Store

MAX_ATTEMPTS: Final = 3
LOOK_INTERVAL_S: Final = 1.0  # between two checks of an empty queue
RETRY_S: Final = 5.0  # after a problem that is not the bot's fault
LOG: Final = logging.getLogger("arena.uploads")


def run_upload_worker(store: Store, rules: UploadRules, ended: Event, wake: Event) -> None:
    """Try uploads until `ended` is set. Only one process on this machine does this; other processes wait.

    `wake`: the event that ends the wait for new uploads. Set it after an upload.
    """
    with hold_lock(uploads_folder() / LOCK, ended) as lock:
        if lock is None:
            return
        retry_while_locked(partial(resume, store), LOG.error, ended)
        with ThreadPoolExecutor(rules.jobs) as threads:
            for working in [
                threads.submit(_work_in_thread, store, rules, ended, wake, slot) for slot in range(rules.jobs)
            ]:
                working.result()


def _work_in_thread(store: Store, rules: UploadRules, ended: Event, wake: Event, slot: int) -> None:
    while not ended.is_set():
        wake.clear()
        if _is_engine_missing(rules):
            ended.wait(RETRY_S)
        elif not try_next(store, rules, ended, slot):
            if slot == 0:
                retry_while_locked(partial(_sweep, store), LOG.error, ended)
            wake.wait(LOOK_INTERVAL_S)


def try_next(store: Store, rules: UploadRules, ended: Event, slot: int = 0) -> bool:
    """Try the next upload in the queue. Return False if the queue is empty.

    `ended`: the event that stops the trial; the upload then returns to the queue. `slot`: the number of the
    calling thread. Each thread has its own scratch folder.
    """
    upload = retry_while_locked(partial(_take, store, rules.runner), LOG.error, ended)
    if upload is None:
        return False
    scratch = scratch_folder(slot)
    log_message(UPLOADS, "upload begun", upload=upload.key, attempt=upload.attempts, size=upload.sent.size)
    try:
        ending = try_upload(store, upload, rules, scratch, ended)
        retry_while_locked(partial(_end, store, upload, ending), LOG.error, ended)
        state, bot, version = ending.state.value, ending.bot or None, ending.version[:12] or None
        log_message(UPLOADS, "upload ended", upload=upload.key, state=state, bot=bot, version=version)
    except MatchCancelled:
        _put_back(store, upload, count_it=False)  # because this process is ending
        ended.set()
    except (TryAgain, StoreFailed) as problem:
        _retry(store, upload, str(problem), ended)
    except Exception as bug:
        LOG.exception("upload %s", upload.ticket)
        _retry(store, upload, f"internal error, {type(bug).__name__}", ended)
    finally:
        remove_folder(scratch)
    return True


def resume(store: Store) -> None:
    """Return interrupted uploads to the queue; give up uploads that were interrupted three times.

    An upload is interrupted if the worker process dies during its trial.
    """
    with store.reading() as tx:
        interrupted = interrupted_uploads(tx)
    for upload in interrupted:
        if upload.attempts >= MAX_ATTEMPTS:
            _give_up(store, upload, "the process that tried it died each time")
        else:
            _put_back(store, upload, count_it=True)


def _retry(store: Store, upload: QueuedUpload, problem: str, ended: Event) -> None:
    LOG.error("upload %s, attempt %s: %s", upload.ticket, upload.attempts, problem)
    if upload.attempts >= MAX_ATTEMPTS:
        retry_while_locked(partial(_give_up, store, upload, problem), LOG.error, ended)
    else:
        retry_while_locked(partial(_put_back, store, upload, count_it=True), LOG.error, ended)
        ended.wait(RETRY_S)


def _take(store: Store, runner: str) -> QueuedUpload | None:
    with store.writing() as tx:
        return take_next(tx, runner, datetime.now(UTC))


def _give_up(store: Store, upload: QueuedUpload, problem: str) -> None:
    why = f"cannot try the bot, which is not its fault: {problem}; send it again later"
    _end(store, upload, UploadOutcome(UploadState.GIVEN_UP, why))


def _end(store: Store, upload: QueuedUpload, ending: UploadOutcome) -> None:
    with store.writing() as tx:
        end_upload(tx, upload.key, ending, datetime.now(UTC))


def _put_back(store: Store, upload: QueuedUpload, count_it: bool) -> None:
    with store.writing() as tx:
        put_back(tx, upload.key, count_it)


def _sweep(store: Store) -> None:
    """Delete the files of uploads that are no longer in the queue."""
    with store.reading() as tx:
        wanted = digests_wanted(tx)
    sweep(wanted)


def _is_engine_missing(rules: UploadRules) -> bool:
    """True if uploads need Docker but no Docker engine answers."""
    if rules.runner != DOCKER:
        return False
    from arena.sandbox.docker.engine import NoEngine, connect

    try:
        connect().close()
    except NoEngine as problem:
        LOG.error("%s", problem)
        return True
    return False
