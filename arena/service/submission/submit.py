"""Submitting a bot: its files are copied under their digest, it is checked, qualifies, and has its name."""

import shlex
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event
from typing import Protocol

from arena.rules import UnknownRuleset, ruleset, rulesets
from arena.service.bots import Bot
from arena.service.bots.files import files_in
from arena.service.bots.image import keep
from arena.service.bots.stored_copies import copied
from arena.service.check import Bounds, CheckProgress, CheckStep, Report, check
from arena.service.check.request import DEFAULT
from arena.service.common.interrupt import interruptions
from arena.service.errors import BadSettings
from arena.service.sandboxes import ready
from arena.service.submission.archives import is_archive
from arena.service.submission.name_claims import OWNER, free_name
from arena.service.submission.qualification import Failure, MatchDone, QualificationFigures, qualify
from arena.service.submission.register import find_version, member_of, register, submission_of
from arena.service.submission.sources import given
from arena.service.tournaments.setup.settings import RUNNERS, check_runner, runner_option
from arena.store.bots.submissions import Registered
from arena.store.database.store import Store


@dataclass(frozen=True, slots=True)
class Wishes:
    """How a bot is to be submitted; `rulesets`: those that it plays, empty for those that it says itself."""

    name: str | None = None
    runner: str = RUNNERS[0]
    rulesets: tuple[str, ...] = ()
    owner: str = OWNER


class SubmissionListener(Protocol):
    """Who is told what while a bot is checked and qualifies."""

    def tell(self, line: str) -> None:
        """A line about its building."""

    def begin(self, bot: Bot) -> None:
        """The check begins, of the bot as it will play."""

    def step(self, step: CheckStep) -> None:
        """A step of the check is done."""

    def progress(self, progress: CheckProgress) -> None:
        """How far that is."""

    def checked(self, report: Report) -> None:
        """The check is over."""

    def match(self, match: MatchDone) -> None:
        """A match of the qualification is over."""


@dataclass(frozen=True, slots=True)
class Submitted:
    """What came of it. `again`: these bytes were registered before, and nothing was tried."""

    version: Registered
    again: bool
    report: Report | None
    output: bytes = b""  # the last that it printed, if it failed in a game


def submit(
    store: Store,
    text: str,
    wishes: Wishes,
    listener: SubmissionListener,
    cancel: Event | None = None,
    bounds: Bounds = DEFAULT,
) -> Submitted:
    """Submit what is at a path, or an image. Raises UnknownBot, BadBot, BadSettings, RunError.

    Also where it fails it is registered, as failed. Raises MatchCancelled at Ctrl-C or soon after `cancel` is
    set: nothing of it is left then.
    """
    check_runner(wishes.runner)
    _ids(wishes.rulesets)
    with given(text, wishes.runner) as found:
        return submit_bot(store, found, text, wishes, listener, cancel, bounds)


def submit_bot(
    store: Store,
    found: Bot,
    origin: str,
    wishes: Wishes,
    listener: SubmissionListener,
    cancel: Event | None = None,
    bounds: Bounds = DEFAULT,
) -> Submitted:
    """Submit a bot that was found; `origin` is where, as its author would say it. Raises as `submit` does."""
    wanted = _ids(wishes.rulesets)
    name = free_name(store, found.name if wishes.name is None else wishes.name, wishes.owner)
    bot = replace(ready(found, wishes.runner, listener.tell), name=name)
    bot = replace(bot, rulesets=wanted or bot.rulesets)
    if known := find_version(store, bot, wishes.runner):
        return Submitted(known, again=True, report=None)
    stop = cancel or Event()
    with _kept(bot) as kept, interruptions(stop):
        listener.begin(kept)
        report = _checked(kept, wishes.runner, listener, stop, bounds)
        figures = _qualified(kept, wishes.runner, listener, stop, report)
        made = submission_of(kept, origin, wishes.runner, report, figures)
        if kept.image:
            keep(kept.image)
        output = figures.failure.output if figures.failure else b""
        version = register(store, kept.name, made, wishes.owner)
        return Submitted(version, again=False, report=report, output=output)


def _checked(bot: Bot, runner: str, listener: SubmissionListener, stop: Event, bounds: Bounds) -> Report:
    def told(step: CheckStep) -> None:
        listener.step(replace(step, command=step.command and _again(bot, runner, step.command)))

    report = check(
        bot,
        runner=runner,
        rulesets=bot.rulesets,
        on_step=told,
        on_progress=listener.progress,
        cancel=stop,
        bounds=bounds,
    )
    listener.checked(report)
    return report


def _qualified(
    bot: Bot, runner: str, listener: SubmissionListener, stop: Event, report: Report
) -> QualificationFigures:
    """How it plays; nothing is played by who failed the check."""
    if report.passed:
        names = bot.rulesets or tuple(one.id for one in rulesets())
        figures = qualify(bot, names, runner, listener.match, stop)
    else:
        figures = QualificationFigures((), _failed_step(report))
    if figures.failure is None:
        return figures
    again = _again(bot, runner, figures.failure.repeat)
    return replace(figures, failure=replace(figures.failure, repeat=again))


def _ids(names: Sequence[str]) -> tuple[str, ...]:
    """The rulesets of these names. Raises BadSettings."""
    try:
        return tuple(dict.fromkeys(ruleset(name).id for name in names))
    except UnknownRuleset as unknown:
        raise BadSettings(f"{unknown}; a bot qualifies in fixed rulesets only") from None


@contextmanager
def _kept(bot: Bot) -> Iterator[Bot]:
    """The bot as it will play: of files from a copy, which goes again if the block raises."""
    if bot.image:
        yield bot
        return
    with copied(bot.files, bot.version, member_of(bot), bot.command[0].removeprefix("./")) as folder:
        yield replace(bot, folder=folder, files=files_in(folder), build="")


def _failed_step(report: Report) -> Failure:
    step = next(step for step in report.steps if not step.passed)
    what = f"step {step.number} of the check, {step.title}: {step.detail}"
    return Failure(what, b"", step.command)  # its output was told with the step


def _again(bot: Bot, runner: str, command: str) -> str:
    """The command that shows a failure again: of an archive, to submit it."""
    if not is_archive(Path(bot.source)):
        return command
    return shlex.join(["arena", "bot", "submit", bot.source, *runner_option(runner)])
