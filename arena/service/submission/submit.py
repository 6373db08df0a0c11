"""Submit a bot: store its files, check it, let it qualify in games, and register it under its name."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from threading import Event
from typing import Final, Protocol

from arena.rules import UnknownRuleset, ruleset, rulesets
from arena.service.bots import Bot
from arena.service.bots.files import files_in
from arena.service.bots.image import mark_image_used
from arena.service.bots.stored_copies import keep_copy
from arena.service.check.check import check
from arena.service.check.report import CheckProgress, CheckStep, Report
from arena.service.check.request import DEFAULT, CheckLimits
from arena.service.common.processes import interruptions
from arena.service.errors import BadSettings
from arena.service.rulesets import LADDER_RULESETS
from arena.service.sandboxes import prepare_bot
from arena.service.submission.qualification import MatchDone, qualify
from arena.service.submission.register import (
    OWNER,
    add_results,
    find_version,
    free_name,
    member_of,
    register,
    submission_of,
    untried_rulesets,
)
from arena.service.submission.sources import local_bot
from arena.service.submission.trial import TrialResult, failed_step, merge_reports, repeat_command
from arena.service.tournaments.setup.settings import RUNNERS, check_runner
from arena.store.bots.submissions import StoredVersion, SubmissionState
from arena.store.database.store import Store

ONCE_MORE: Final = (3, 4, 9)  # steps of the check that depend on the ruleset


@dataclass(frozen=True, slots=True)
class SubmitOptions:
    """The options of a submission."""

    name: str | None = None  # the name to register; None: the bot's own
    runner: str = RUNNERS[0]
    rulesets: tuple[str, ...] = ()  # those that the bot plays; empty for those in its manifest
    owner: str = OWNER
    required_rulesets: tuple[str, ...] = LADDER_RULESETS  # to be passed before registration
    jobs: int | None = None  # how many matches to play at once; None: one per processor core
    check_limits: CheckLimits = DEFAULT


class SubmissionListener(Protocol):
    """The functions that are called to report the progress of a submission."""

    def tell(self, line: str) -> None:
        """Called with each line of text about the build of the bot."""

    def begin(self, bot: Bot) -> None:
        """Called when the check starts. `bot`: the bot, which runs from its stored copy."""

    def step(self, step: CheckStep) -> None:
        """Called when a step of the check has ended."""

    def progress(self, progress: CheckProgress) -> None:
        """Called when the check has made progress."""

    def checked(self, report: Report) -> None:
        """Called when the whole check has ended."""

    def match(self, match: MatchDone) -> None:
        """Called when a match of the qualification has ended."""

    def registered(self, version: StoredVersion, untried: Sequence[str]) -> None:
        """Called when the bot is registered but must still be tried under the rulesets `untried`."""


@dataclass(frozen=True, slots=True)
class SubmitResult:
    """The result of a submission."""

    version: StoredVersion
    again: bool  # a version with the same files was already registered, so nothing was tried
    report: Report | None  # of the check; None if nothing was tried
    output: bytes = b""  # the bot's last output, if it failed in a game


def submit(
    store: Store,
    text: str,
    options: SubmitOptions,
    listener: SubmissionListener,
    cancel: Event | None = None,
) -> SubmitResult:
    """Submit the bot at a path or in an image, and return the result.

    A bot that fails its trial (check and qualification games) is registered as failed. After a cancellation,
    a registered bot stays registered; the next submission tries its remaining rulesets.

    `text`: the path or `image:REF`.

    Raise UnknownBot if nothing is there, BadBot if the bot or its name is invalid, BadSettings for an unknown
    runner or ruleset, RunError if the arena cannot try the bot. Raise MatchCancelled at Ctrl-C, or soon after
    `cancel` is set.
    """
    check_runner(options.runner)
    _ids(options.rulesets)
    with local_bot(text, options.runner) as bot:
        return SubmissionJob(store, options, listener, cancel or Event()).submit(bot, text)


@dataclass(frozen=True, slots=True)
class SubmissionJob:
    """The submission of a bot whose files have been found and read. To stop it, set `cancel`."""

    store: Store
    options: SubmitOptions
    listener: SubmissionListener
    cancel: Event

    def submit(self, bot: Bot, origin: str) -> SubmitResult:
        """Submit the bot and return the result. Raise the same errors as the function `submit`.

        `origin`: the path or name with which its author submitted it.
        """
        options = self.options
        named = _ids(options.rulesets)
        name = free_name(self.store, bot.name if options.name is None else options.name, options.owner)
        bot = replace(prepare_bot(bot, options.runner, self.listener.tell), name=name)
        bot = replace(bot, rulesets=named or bot.rulesets)
        names = bot.rulesets or tuple(one.id for one in rulesets())
        with interruptions(self.cancel):
            known = find_version(self.store, bot, options.runner)
            done = SubmitResult(known, True, None) if known else self._first_trial(bot, names, origin)
            untried = untried_rulesets(done.version, names)
            if untried and done.version.submission.state is SubmissionState.ACTIVE:
                self.listener.registered(done.version, untried)
                done = self._second_trial(bot, untried, done)
        return done

    def _first_trial(self, bot: Bot, names: tuple[str, ...], origin: str) -> SubmitResult:
        """Try a bot under some of the rulesets `names`, register it, and return the result.

        The trial covers the rulesets that must be passed before registration (`options.required_rulesets`).
        If `names` contains none of these, it covers only the first of `names`.
        """
        options = self.options
        with _make_stored_copy(bot) as stored:
            self.listener.begin(stored)
            result = self._try(
                stored, tuple(name for name in names if name in options.required_rulesets) or names[:1]
            )
            made = submission_of(stored, origin, options.runner, result)
            if stored.image:
                mark_image_used(stored.image)
            version = register(self.store, stored.name, made, options.owner)
        return SubmitResult(version, False, result.report, result.output)

    def _second_trial(self, bot: Bot, names: tuple[str, ...], done: SubmitResult) -> SubmitResult:
        """Try a registered bot under the rulesets `names`, and add the results to its version.

        `done`: the result of the first trial. Return the result of both trials together.
        """
        with _make_stored_copy(bot) as stored:
            result = self._try(stored, names, ONCE_MORE)
        version = add_results(self.store, done.version, result)
        report = merge_reports(done.report, result.report) if done.report else result.report
        return SubmitResult(version, False, report, result.output)

    def _try(self, bot: Bot, names: tuple[str, ...], steps: Sequence[int] = ()) -> TrialResult:
        """Check a bot, and if it passes, let it play qualification games. Return the results.

        `steps`: the numbers of the check's steps to run; empty for all.
        """
        options = self.options
        report = self._check(bot, names, steps)
        if not report.passed:
            return TrialResult(report, (), failed_step(report))
        games, failure = qualify(bot, names, options.runner, self.listener.match, self.cancel, options.jobs)
        if failure:
            failure = replace(failure, repeat=repeat_command(bot, failure.repeat, options.runner))
        return TrialResult(report, games, failure)

    def _check(self, bot: Bot, names: tuple[str, ...], steps: Sequence[int]) -> Report:
        ended: list[CheckStep] = []

        def on_step(step: CheckStep) -> None:
            command = step.command and repeat_command(bot, step.command, self.options.runner)
            ended.append(replace(step, command=command))
            self.listener.step(ended[-1])

        report = check(
            bot,
            runner=self.options.runner,
            rulesets=names,
            on_step=on_step,
            on_progress=self.listener.progress,
            cancel=self.cancel,
            bounds=self.options.check_limits,
            steps=steps,
        )
        report = replace(report, steps=tuple(ended))
        self.listener.checked(report)
        return report


def _ids(names: Sequence[str]) -> tuple[str, ...]:
    """Return the ids of rulesets without versions: "mau-mau" for "mau-mau" and for "mau-mau@1".

    Raise BadSettings for unknown names and for house rules.
    """
    try:
        return tuple(dict.fromkeys(ruleset(name).id for name in names))
    except UnknownRuleset as unknown:
        raise BadSettings(f"{unknown}; a bot qualifies in fixed rulesets only") from None


@contextmanager
def _make_stored_copy(bot: Bot) -> Iterator[Bot]:
    """Store a copy of the bot's files, and yield a bot that runs from this copy.

    If the block raises and the copy is new, delete the copy. A bot in an image is yielded unchanged.
    """
    if bot.image:
        yield bot
        return
    with keep_copy(bot.files, bot.version, member_of(bot), bot.command[0].removeprefix("./")) as folder:
        yield replace(bot, folder=folder, files=files_in(folder), build="")
