"""Submit a bot: store its files, check it, let it play its qualification, and register it under its name."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from threading import Event
from typing import Final, Protocol

from arena.rules import UnknownRuleset, ruleset, rulesets
from arena.service.bots import Bot
from arena.service.bots.files import files_in
from arena.service.bots.image import keep
from arena.service.bots.stored_copies import stored_copy
from arena.service.check import CheckLimits, CheckProgress, CheckStep, Report
from arena.service.check.request import DEFAULT
from arena.service.common.interrupt import interruptions
from arena.service.errors import BadSettings
from arena.service.rulesets import LADDER_RULESETS
from arena.service.sandboxes import ready
from arena.service.submission.name_claims import OWNER, free_name
from arena.service.submission.qualification import MatchDone
from arena.service.submission.register import (
    add_results,
    find_version,
    member_of,
    register,
    submission_of,
    untried_rulesets,
)
from arena.service.submission.sources import local_bot
from arena.service.submission.trial import Trial, TrialResult, merge_reports
from arena.service.tournaments.setup.settings import RUNNERS, check_runner
from arena.store.bots.submissions import StoredVersion, SubmissionState
from arena.store.database.store import Store

ONCE_MORE: Final = (3, 4, 9)  # steps of the check that depend on the ruleset


@dataclass(frozen=True, slots=True)
class SubmitOptions:
    """How a bot is to be submitted.

    `rulesets`: those that it plays; empty for those in its manifest. `first`: it is registered as soon as it
    has passed under these rulesets. `jobs`: matches played at once; None for one per processor core.
    """

    name: str | None = None
    runner: str = RUNNERS[0]
    rulesets: tuple[str, ...] = ()
    owner: str = OWNER
    first: tuple[str, ...] = LADDER_RULESETS
    jobs: int | None = None


class SubmissionListener(Protocol):
    """Is called with the progress of a submission."""

    def tell(self, line: str) -> None:
        """Called with each line of text about the build."""

    def begin(self, bot: Bot) -> None:
        """Called when the check starts, with the bot as it will play."""

    def step(self, step: CheckStep) -> None:
        """Called when a step of the check has ended."""

    def progress(self, progress: CheckProgress) -> None:
        """Called when the check has made progress."""

    def checked(self, report: Report) -> None:
        """Called when the whole check has ended."""

    def match(self, match: MatchDone) -> None:
        """Called when a match of the qualification has ended."""

    def registered(self, version: StoredVersion, untried: Sequence[str]) -> None:
        """Called when the bot is registered, before it is tried under the rulesets `untried`."""


@dataclass(frozen=True, slots=True)
class SubmitResult:
    """The result of a submission.

    `again`: true if a version with the same files was registered before, and nothing was tried now.
    """

    version: StoredVersion
    again: bool
    report: Report | None
    output: bytes = b""  # the bot's last output, if it failed in a game


def submit(
    store: Store,
    text: str,
    wishes: SubmitOptions,
    listener: SubmissionListener,
    cancel: Event | None = None,
    bounds: CheckLimits = DEFAULT,
) -> SubmitResult:
    """Submit the bot at a path or in an image. Raises UnknownBot, BadBot, BadSettings, RunError.

    A bot that fails its trial is registered as failed. At Ctrl-C, or soon after `cancel` is set,
    MatchCancelled is raised: an unregistered bot leaves nothing behind, while a registered one stays, and the
    rulesets that were not tried yet are tried when it is submitted again.
    """
    check_runner(wishes.runner)
    _ids(wishes.rulesets)
    with local_bot(text, wishes.runner) as bot:
        return submit_bot(store, bot, text, wishes, listener, cancel, bounds)


def submit_bot(
    store: Store,
    bot: Bot,
    origin: str,
    wishes: SubmitOptions,
    listener: SubmissionListener,
    cancel: Event | None = None,
    bounds: CheckLimits = DEFAULT,
) -> SubmitResult:
    """Submit a bot that was found already. Raises the same errors as `submit`.

    `origin`: the path or name by which its author submitted it.
    """
    named = _ids(wishes.rulesets)
    name = free_name(store, bot.name if wishes.name is None else wishes.name, wishes.owner)
    bot = replace(ready(bot, wishes.runner, listener.tell), name=name)
    bot = replace(bot, rulesets=named or bot.rulesets)
    trial = Trial(wishes.runner, listener, cancel or Event(), bounds, wishes.jobs)
    with interruptions(trial.cancel):
        known = find_version(store, bot, wishes.runner)
        done = SubmitResult(known, True, None) if known else _first_trial(store, bot, origin, wishes, trial)
        names = bot.rulesets or tuple(one.id for one in rulesets())
        untried = untried_rulesets(done.version, names)
        if untried and done.version.submission.state is SubmissionState.ACTIVE:
            listener.registered(done.version, untried)
            done = _second_trial(store, bot, untried, trial, done)
    return done


def _first_trial(store: Store, bot: Bot, origin: str, wishes: SubmitOptions, trial: Trial) -> SubmitResult:
    """Try a bot under the rulesets that must be passed first, and register it."""
    with _stored_bot(bot) as stored:
        trial.listener.begin(stored)
        names = stored.rulesets or tuple(one.id for one in rulesets())
        result = trial.run(stored, tuple(name for name in names if name in wishes.first) or names[:1])
        made = submission_of(stored, origin, wishes.runner, result)
        if stored.image:
            keep(stored.image)
        version = register(store, stored.name, made, wishes.owner)
    return SubmitResult(version, False, result.report, _output(result))


def _second_trial(
    store: Store, bot: Bot, names: tuple[str, ...], trial: Trial, done: SubmitResult
) -> SubmitResult:
    """Try a registered bot under the other rulesets `names`, and add the results to its version."""
    with _stored_bot(bot) as stored:
        result = trial.run(stored, names, ONCE_MORE)
    version = add_results(store, done.version, result)
    report = merge_reports(done.report, result.report) if done.report else result.report
    return SubmitResult(version, False, report, _output(result))


def _output(result: TrialResult) -> bytes:
    return result.failure.output if result.failure else b""


def _ids(names: Sequence[str]) -> tuple[str, ...]:
    """Return the ids of these rulesets. Raises BadSettings for an unknown name or house rules."""
    try:
        return tuple(dict.fromkeys(ruleset(name).id for name in names))
    except UnknownRuleset as unknown:
        raise BadSettings(f"{unknown}; a bot qualifies in fixed rulesets only") from None


@contextmanager
def _stored_bot(bot: Bot) -> Iterator[Bot]:
    """Yield the bot as it will play, from a stored copy of its files.

    If the block raises and the copy was made for it, the copy is deleted.
    """
    if bot.image:
        yield bot
        return
    with stored_copy(bot.files, bot.version, member_of(bot), bot.command[0].removeprefix("./")) as folder:
        yield replace(bot, folder=folder, files=files_in(folder), build="")
