"""Try one upload: unpack, prepare, check, qualify and register the bot."""

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Event
from typing import Final

from arena.referee.process.match_process import MatchCancelled
from arena.service.bots import Bot
from arena.service.bots.build import DOCKERFILE
from arena.service.bots.registered import short_name
from arena.service.check.request import DEFAULT, CheckLimits
from arena.service.common.step_titles import PREPARE, UNPACK
from arena.service.errors import RunError, UserError
from arena.service.rulesets import LADDER_RULESETS
from arena.service.sandboxes import ImageFailed
from arena.service.submission.progress import MAX_LINES, UploadProgress
from arena.service.submission.register import free_name
from arena.service.submission.sources import hide_paths, unpack_upload
from arena.service.submission.submit import SubmissionJob, SubmitOptions, SubmitResult
from arena.store.bots.submissions import StoredVersion, SubmissionState
from arena.store.bots.uploads import QueuedUpload, UploadOutcome, UploadState, count_waiting
from arena.store.database.failures import StoreFailed
from arena.store.database.store import Store
from arena.viewer.printable import last_lines
from arena.viewer.units import plural

MAX_S: Final = 3_600  # limit of one trial
MAX_SHARED_S: Final = 600  # limit of one trial while other uploads wait

_WATCH_INTERVAL_S: Final = 0.1


@dataclass(frozen=True, slots=True)
class UploadRules:
    """The operator's rules for uploads."""

    runner: str
    builds: bool = False  # whether strangers' Dockerfiles and build commands may be run
    max_s: float = MAX_S  # seconds that a trial may take
    max_shared_s: float = MAX_SHARED_S  # the same while other uploads wait
    check_limits: CheckLimits = DEFAULT
    required_rulesets: tuple[str, ...] = LADDER_RULESETS  # to be passed before registration
    jobs: int = 1  # how many bots are tried at once

    @property
    def matches_at_once(self) -> int:
        return max(1, len(os.sched_getaffinity(0)) // self.jobs)


class TryAgain(Exception):
    """A trial failed by the arena's fault, so that it must be repeated."""


def try_upload(
    store: Store, upload: QueuedUpload, rules: UploadRules, scratch: Path, cancel: Event
) -> UploadOutcome:
    """Try an upload (unpack, check and qualify the bot) and return how the trial ended.

    Raise TryAgain if the trial failed by the arena's fault, MatchCancelled soon after `cancel` is set.
    """
    clean = partial(hide_paths, scratch=scratch)
    progress = UploadProgress(store, upload.key, rules.runner, clean)
    stop = Event()
    with _time_limit(store, rules, cancel, stop) as limit:
        try:
            done = _submit(store, upload, rules, scratch, progress, stop)
        except UserError as error:
            return _refused(progress, clean(str(error)))
        except MatchCancelled:
            if not limit.exceeded:
                raise
            refused = _refused(
                progress, f"cannot finish the trial: {limit.exceeded}; name fewer rulesets in bot.toml"
            )
            if not progress.version:
                return refused
            how = f"is registered, but was not tried in all its rulesets: {limit.exceeded}"
            return _registered(progress.version, how)
        except ImageFailed as error:
            if not rules.builds:
                raise TryAgain(str(error)) from error
            return _refused(progress, clean(str(error)))
        except RunError as error:
            raise TryAgain(str(error)) from error
    return _ending(progress, done)


def _submit(
    store: Store,
    upload: QueuedUpload,
    rules: UploadRules,
    scratch: Path,
    progress: UploadProgress,
    stop: Event,
) -> SubmitResult:
    sent = upload.sent
    options = SubmitOptions(
        sent.wanted_name or None,
        rules.runner,
        sent.rulesets,
        sent.owner,
        rules.required_rulesets,
        rules.matches_at_once,
        rules.check_limits,
    )
    progress.start(UNPACK)
    notes: list[str] = []
    bot = unpack_upload(sent, scratch, rules.runner, rules.builds, notes.append)
    name = free_name(store, sent.wanted_name or bot.name, sent.owner)
    progress.passed("; ".join((_summary(name, bot), *notes)))
    progress.start(PREPARE)
    return SubmissionJob(store, options, progress, stop).submit(bot, sent.source)


def _summary(name: str, bot: Bot) -> str:
    own = " and its own Dockerfile" if DOCKERFILE in dict(bot.files) else ""
    return f"{name}: {plural(len(bot.files), 'file')} in {bot.language or 'no language'}{own}"


# ---- time limit ----


@dataclass(slots=True)
class _TimeLimit:
    """The state of a trial's time limit. `exceeded`: a sentence about the exceeded limit; empty if none."""

    exceeded: str = ""


@contextmanager
def _time_limit(store: Store, rules: UploadRules, cancel: Event, stop: Event) -> Iterator[_TimeLimit]:
    """Watch the time limit of a trial that runs in the block. Yield the limit's state.

    Set `stop` if the trial takes too long, or soon after `cancel` is set.
    """
    limit, ended = _TimeLimit(), Event()

    def watch() -> None:
        started = time.monotonic()
        while not ended.wait(_WATCH_INTERVAL_S):
            limit.exceeded = _exceeded_limit(store, rules, time.monotonic() - started)
            if cancel.is_set() or limit.exceeded:
                stop.set()
                return

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield limit
    finally:
        ended.set()
        watcher.join()


def _exceeded_limit(store: Store, rules: UploadRules, seconds: float) -> str:
    """Return a sentence about the time limit that a trial of `seconds` exceeds; empty if it exceeds none."""
    if seconds >= rules.max_s:
        return f"it took longer than {rules.max_s / 60:g} min"
    if seconds >= rules.max_shared_s and _others_wait(store, rules):
        return f"it took longer than {rules.max_shared_s / 60:g} min while other bots waited"
    return ""


def _others_wait(store: Store, rules: UploadRules) -> bool:
    try:
        with store.reading() as tx:
            return count_waiting(tx) > rules.jobs
    except StoreFailed:  # the database cannot be read now
        return False


# ---- endings ----


def _refused(progress: UploadProgress, why: str) -> UploadOutcome:
    progress.failed(why)
    return UploadOutcome(UploadState.REFUSED, why)


def _ending(progress: UploadProgress, done: SubmitResult) -> UploadOutcome:
    version = done.version
    if version.submission.state is SubmissionState.FAILED:
        return _failed(progress, done)
    if done.again:
        short = short_name(version)
        progress.passed(f"{short} is registered already with the same files; nothing was tried again")
        return _registered(version, "was registered before")
    progress.passed(progress.games)
    return _registered(version, "is registered")


def _registered(version: StoredVersion, how: str) -> UploadOutcome:
    message = f"{short_name(version)} {how}"
    return UploadOutcome(UploadState.REGISTERED, message, version.name, version.submission.digest)


def _failed(progress: UploadProgress, done: SubmitResult) -> UploadOutcome:
    """Return the outcome of a trial in which the bot failed."""
    what = done.version.submission
    if done.report and done.report.passed:
        progress.failed(what.failure, done.output, what.repeat)
    return UploadOutcome(
        UploadState.FAILED,
        f"{short_name(done.version)} did not qualify: {what.failure}",
        done.version.name,
        what.digest,
        "\n".join(last_lines(done.output, MAX_LINES)),
        what.repeat,
    )
