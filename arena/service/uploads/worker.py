"""Trying one upload: unpacked, made ready, checked, qualified, registered; and how that ended."""

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
from arena.service.check.request import DEFAULT, Bounds
from arena.service.common.step_titles import PREPARE, UNPACK
from arena.service.errors import RunError, UserError
from arena.service.rulesets import LADDER_RULESETS
from arena.service.sandboxes import ImageFailed
from arena.service.submission.listing import shown
from arena.service.submission.name_claims import free_name
from arena.service.submission.submit import Submitted, Wishes, submit_bot
from arena.service.uploads.progress import MAX_LINES, Steps
from arena.service.uploads.unpack import contents, without_paths
from arena.store.bots.submissions import Registered, SubmissionState
from arena.store.bots.uploads import Ending, Upload, UploadState, waiting
from arena.store.database.failures import StoreFailed
from arena.store.database.store import Store
from arena.viewer.printable import last_lines

MAX_S: Final = 3_600  # that one upload may take
MAX_SHARED_S: Final = 600  # that it may take while others wait


@dataclass(frozen=True, slots=True)
class UploadTerms:
    """What the operator takes. `builds`: Dockerfiles and build lines of strangers are run."""

    runner: str
    builds: bool = False
    most_s: float = MAX_S
    max_shared_s: float = MAX_SHARED_S
    bounds: Bounds = DEFAULT
    first: tuple[str, ...] = LADDER_RULESETS  # a bot is registered once it has passed in these
    jobs: int = 1  # bots tried at once

    @property
    def matches_at_once(self) -> int:
        return max(1, len(os.sched_getaffinity(0)) // self.jobs)


class TryAgain(Exception):
    """It could not be tried, which is no fault of the bot."""


def tried(store: Store, upload: Upload, terms: UploadTerms, scratch: Path, cancel: Event) -> Ending:
    """How it ends. Raises TryAgain, and MatchCancelled soon after `cancel` is set."""
    clean = partial(without_paths, scratch=scratch)
    steps = Steps(store, upload.key, terms.runner, clean)
    stop = Event()
    with _in_time(store, terms, cancel, stop) as late:
        try:
            done = _submitted(store, upload, terms, scratch, steps, stop)
        except UserError as error:
            return _refused(steps, clean(str(error)))
        except MatchCancelled:
            if not late.why:
                raise
            if steps.version:
                return _partly_tried(steps, steps.version, late.why)
            return _refused(steps, f"cannot finish the trial: {late.why}; name fewer rulesets in bot.toml")
        except ImageFailed as error:
            if not terms.builds:
                raise TryAgain(str(error)) from error
            return _refused(steps, clean(str(error)))
        except RunError as error:
            raise TryAgain(str(error)) from error
    return _ending(steps, done)


def _submitted(
    store: Store, upload: Upload, terms: UploadTerms, scratch: Path, steps: Steps, stop: Event
) -> Submitted:
    sent = upload.sent
    wishes = Wishes(
        sent.wanted_name or None, terms.runner, sent.rulesets, sent.owner, terms.first, terms.matches_at_once
    )
    steps.start(UNPACK)
    notes: list[str] = []
    bot = contents(sent, scratch, terms.runner, terms.builds, notes.append)
    name = free_name(store, sent.wanted_name or bot.name, sent.owner)
    steps.passed("; ".join((_found(name, bot), *notes)))
    steps.start(PREPARE)
    return submit_bot(store, bot, sent.source, wishes, steps, stop, terms.bounds)


def _found(name: str, bot: Bot) -> str:
    files = f"{len(bot.files)} file{'' if len(bot.files) == 1 else 's'}"
    own = " and its own Dockerfile" if DOCKERFILE in dict(bot.files) else ""
    return f"{name}: {files} in {bot.language or 'no language'}{own}"


@dataclass(slots=True)
class _Late:
    """Why a trial has taken too long; empty while it has not."""

    why: str = ""


@contextmanager
def _in_time(store: Store, terms: UploadTerms, cancel: Event, stop: Event) -> Iterator[_Late]:
    """Set `stop` soon after `cancel` is set, or when the trial takes too long."""
    late, over = _Late(), Event()

    def watch() -> None:
        started = time.monotonic()
        while not over.wait(_LOOK_S):
            late.why = _too_long(store, terms, time.monotonic() - started)
            if cancel.is_set() or late.why:
                stop.set()
                return

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield late
    finally:
        over.set()
        watcher.join()


def _too_long(store: Store, terms: UploadTerms, seconds: float) -> str:
    """Return why a trial that has lasted so long must end; empty if it may go on."""
    if seconds >= terms.most_s:
        return f"it took longer than {terms.most_s / 60:g} min"
    if seconds >= terms.max_shared_s and _others_wait(store):
        return f"it took longer than {terms.max_shared_s / 60:g} min while other bots waited"
    return ""


def _others_wait(store: Store) -> bool:
    try:
        with store.reading() as tx:
            return waiting(tx) > 1
    except StoreFailed:  # the database is away for now
        return False


_LOOK_S: Final = 0.1


def _refused(steps: Steps, why: str) -> Ending:
    steps.failed(why)
    return Ending(UploadState.REFUSED, why)


def _ending(steps: Steps, done: Submitted) -> Ending:
    version = shown(done.version)
    if version.state == SubmissionState.FAILED:
        return _failed(steps, done)
    if done.again:
        steps.passed(f"{version.short} is registered already, of these very bytes: nothing was tried again")
        return Ending(
            UploadState.REGISTERED, f"{version.short} was registered before", version.name, version.version
        )
    steps.passed(steps.games)
    return Ending(UploadState.REGISTERED, f"{version.short} is registered", version.name, version.version)


def _partly_tried(steps: Steps, version: Registered, why: str) -> Ending:
    """It plays, but was not tried in all its rulesets."""
    steps.failed(f"cannot finish the trial: {why}; name fewer rulesets in bot.toml")
    what = shown(version)
    message = f"{what.short} is registered, but was not tried in all its rulesets: {why}"
    return Ending(UploadState.REGISTERED, message, what.name, what.version)


def _failed(steps: Steps, done: Submitted) -> Ending:
    """Registered as failed: by the step of its check that says so, or in a game."""
    version = shown(done.version)
    if done.report and done.report.passed:
        steps.failed(version.failure, done.output, version.repeat)
    return Ending(
        UploadState.FAILED,
        f"{version.short} did not qualify: {version.failure}",
        version.name,
        version.version,
        "\n".join(last_lines(done.output, MAX_LINES)),
        version.repeat,
    )
