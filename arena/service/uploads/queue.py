"""Taking one upload after the other, the one that waited longest first; each at most a few times."""

import logging
from datetime import UTC, datetime
from functools import partial
from threading import Event
from typing import Final

from arena.referee.process.match_process import MatchCancelled
from arena.sandbox.remove_tree import remove_folder
from arena.service.admin.telemetry.log_event import UPLOADS, told
from arena.service.common.file_lock import alone
from arena.service.sandboxes import DOCKER
from arena.service.tournaments.play.retry import when_it_can
from arena.service.uploads.upload_dir import LOCK, scratch_folder, sweep, uploads_folder
from arena.service.uploads.worker import TryAgain, UploadTerms, tried
from arena.store.bots.uploads import (
    Ending,
    Upload,
    UploadState,
    broken_off,
    digests_wanted,
    end_upload,
    put_back,
    take_next,
)
from arena.store.database.failures import StoreFailed
from arena.store.database.store import Store

MAX_ATTEMPTS: Final = 3
LOOK_S: Final = 1.0  # between two looks whether there is something
AGAIN_S: Final = 5.0  # after something went wrong that is no fault of a bot
LOG: Final = logging.getLogger("arena.uploads")


def work(store: Store, terms: UploadTerms, ended: Event, wake: Event) -> None:
    """Try what is waiting, until `ended` is set; `wake`: there may be something new."""
    with alone(uploads_folder() / LOCK, ended) as lock:
        if lock is None:
            return
        when_it_can(partial(take_up_again, store), LOG.error, ended)
        while not ended.is_set():
            wake.clear()
            if _engine_is_missing(terms):
                ended.wait(AGAIN_S)
            elif not try_next(store, terms, ended):
                when_it_can(lambda: sweep(_wanted(store)), LOG.error, ended)
                wake.wait(LOOK_S)


def try_next(store: Store, terms: UploadTerms, ended: Event) -> bool:
    """Try the next one; False if there is none."""
    upload = when_it_can(partial(_taken, store, terms.runner), LOG.error, ended)
    if upload is None:
        return False
    scratch = scratch_folder()
    told(UPLOADS, "upload begun", upload=upload.key, attempt=upload.attempts, size=upload.sent.size)
    try:
        ending = tried(store, upload, terms, scratch, ended)
        when_it_can(partial(_end, store, upload, ending), LOG.error, ended)
        state, bot, version = ending.state.value, ending.bot or None, ending.version[:12] or None
        told(UPLOADS, "upload ended", upload=upload.key, state=state, bot=bot, version=version)
    except MatchCancelled:
        _put_back(store, upload, count_it=False)  # it is we who end
        ended.set()
    except (TryAgain, StoreFailed) as problem:
        _not_its_fault(store, upload, str(problem), ended)
    except Exception as bug:
        LOG.exception("upload %s", upload.ticket)
        _not_its_fault(store, upload, f"internal error, {type(bug).__name__}", ended)
    finally:
        remove_folder(scratch)
    return True


def _taken(store: Store, runner: str) -> Upload | None:
    with store.writing() as tx:
        return take_next(tx, runner, datetime.now(UTC))


def take_up_again(store: Store) -> None:
    """What somebody began who was killed: it is tried again, unless that happens each time."""
    with store.reading() as tx:
        left = broken_off(tx)
    for upload in left:
        if upload.attempts >= MAX_ATTEMPTS:
            _give_up(store, upload, "the process that tried it died each time")
        else:
            _put_back(store, upload, count_it=True)


def _not_its_fault(store: Store, upload: Upload, problem: str, ended: Event) -> None:
    LOG.error("upload %s, attempt %s: %s", upload.ticket, upload.attempts, problem)
    if upload.attempts >= MAX_ATTEMPTS:
        when_it_can(partial(_give_up, store, upload, problem), LOG.error, ended)
    else:
        when_it_can(partial(_put_back, store, upload, count_it=True), LOG.error, ended)
        ended.wait(AGAIN_S)


def _give_up(store: Store, upload: Upload, problem: str) -> None:
    why = f"it could not be tried, which is no fault of the bot ({problem}): send it again later"
    _end(store, upload, Ending(UploadState.GIVEN_UP, why))


def _end(store: Store, upload: Upload, ending: Ending) -> None:
    with store.writing() as tx:
        end_upload(tx, upload.key, ending, datetime.now(UTC))


def _put_back(store: Store, upload: Upload, count_it: bool) -> None:
    with store.writing() as tx:
        put_back(tx, [upload.key], count_it)


def _wanted(store: Store) -> frozenset[str]:
    with store.reading() as tx:
        return digests_wanted(tx)


def _engine_is_missing(terms: UploadTerms) -> bool:
    """Without an engine everything waits."""
    if terms.runner != DOCKER:
        return False
    from arena.sandbox.docker.engine import NoEngine, connect

    try:
        connect().close()
    except NoEngine as problem:
        LOG.error("%s", problem)
        return True
    return False
