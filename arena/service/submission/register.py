"""The register of bots: write versions of bots to the database, and find and update them."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Final

from arena.rules import ruleset
from arena.service.bots import Bot
from arena.service.bots.bot import portable_command
from arena.service.bots.builtin import builtin_folders
from arena.service.bots.names import check_registrable, fold_name, is_confusable
from arena.service.bots.registered import bot_of, short_name
from arena.service.bots.resolve import split_member
from arena.service.bots.stored_copies import relative_copy_path
from arena.service.check.report import Report
from arena.service.errors import BadBot
from arena.service.submission.trial import TrialResult
from arena.store.bots.submissions import (
    NameClaim,
    NameTaken,
    StoredVersion,
    Submission,
    SubmissionKind,
    SubmissionState,
    add_qualification,
    add_submission,
    find_name_claim,
    list_versions,
    make_newest,
)
from arena.store.database.store import Store

OWNER: Final = "local"


class TakenName(BadBot):
    """Another bot has this name or a name that looks like it."""


def free_name(store: Store, name: str, owner: str = OWNER) -> str:
    """Return the name under which an owner may register a bot.

    If the owner already has this bot, return its registered spelling (upper and lower case), else `name`.

    Raise TakenName if another bot has this name or a name that looks like it, BadBot if `name` is invalid.
    """
    check_registrable(name)
    for builtin in builtin_folders():
        if is_confusable(builtin, name):
            raise TakenName(
                f"the name {name} is taken by the builtin bot {builtin}; choose another with --name"
            )
    with store.reading() as tx:
        claim = find_name_claim(tx, fold_name(name))
    if claim is None:
        return name
    if claim.owner != owner or claim.name.casefold() != name.casefold():
        raise name_taken(name, claim, owner)
    return claim.name


def name_taken(name: str, claim: NameClaim, owner: str) -> TakenName:
    """Return the error for a name that belongs to another bot, or looks like another bot's name.

    `claim`: the registered name that conflicts. `owner`: the person who wants `name`.
    """
    like = "" if name == claim.name else f"it looks like {claim.name}; "
    own = f", or --name {claim.name} for a new version of that" if claim.owner == owner else ""
    return TakenName(
        f"the name {name} is taken: {like}{claim.owner} has it since {claim.since:%Y-%m-%d}; choose another "
        f"with --name{own}"
    )


MEMORY: Final = "memory"  # among the figures of a check, in bytes


def find_version(store: Store, bot: Bot, runner: str) -> StoredVersion | None:
    """Find the registered version with the same files as `bot`, make it the bot's newest, and return it.

    Return None if there is no such version, if it failed its trial, or if its stored copy is unusable. Also
    return None if it was registered for other rulesets or another runner. Raise BadBot if it is disabled.
    """
    with store.reading() as tx:
        same = [one for one in list_versions(tx, bot.name) if one.submission.digest == bot.version]
    if not same or same[0].submission.state is SubmissionState.FAILED:
        return None
    known = same[0]
    if known.submission.state is SubmissionState.DISABLED:
        raise BadBot(
            f"this is {short_name(known)}, which is disabled; `arena bot enable {short_name(known)}`"
        )
    if (known.submission.rulesets, known.submission.runner) != (bot.rulesets, runner) or not _is_playable(
        known
    ):
        return None
    with store.writing() as tx:
        make_newest(tx, known.key, datetime.now(UTC))
        return next(one for one in list_versions(tx, bot.name) if one.key == known.key)


def _is_playable(known: StoredVersion) -> bool:
    try:
        bot_of(known)
    except BadBot:
        return False
    return True


def register(store: Store, name: str, made: Submission, owner: str = OWNER) -> StoredVersion:
    """Write a new version of the bot `name` to the database and return it.

    `made`: the version. Raise TakenName if the name was registered by somebody else after `free_name` was
    called.
    """
    try:
        with store.writing() as tx:
            add_submission(tx, owner, name, fold_name(name), made, datetime.now(UTC))
            return next(one for one in list_versions(tx, name) if one.submission.digest == made.digest)
    except NameTaken as other:
        raise name_taken(name, other.claim, owner) from None


def untried_rulesets(known: StoredVersion, names: Sequence[str]) -> tuple[str, ...]:
    """Return the rulesets among `names` in which this version has not played qualification games yet."""
    tried = {games.ruleset for games in known.submission.qualified}
    return tuple(name for name in names if ruleset(name).key not in tried)


def add_results(store: Store, known: StoredVersion, result: TrialResult) -> StoredVersion:
    """Add the results of a trial under further rulesets to a registered version, and return the version.

    If the bot failed the trial, the version is marked as failed.
    """
    failure = (result.failure.what, result.failure.repeat) if result.failure else None
    with store.writing() as tx:
        add_qualification(tx, known.key, result.qualified, _memory(result.report), failure)
        return next(one for one in list_versions(tx, known.name) if one.key == known.key)


def submission_of(bot: Bot, text: str, runner: str, result: TrialResult) -> Submission:
    """Return the database record of a bot version after its first trial.

    `text`: the path or image that the bot's author submitted.
    """
    failure = result.failure
    return Submission(
        digest=bot.version,
        kind=SubmissionKind.IMAGE if bot.image else SubmissionKind.FILES,
        place=bot.image or relative_copy_path(bot.version),
        command=bot.command if bot.image else portable_command(bot.command),
        language=bot.language,
        origin=text,
        runner=runner,
        folder=str(bot.folder) if bot.image else "",
        member=member_of(bot),
        description=bot.description,
        rulesets=bot.rulesets,
        limits=asdict(bot.limits),
        state=SubmissionState.FAILED if failure else SubmissionState.ACTIVE,
        failure=failure.what if failure else "",
        repeat=failure.repeat if failure else "",
        memory_mb=_memory(result.report),
        qualified=result.qualified,
    )


def _memory(report: Report) -> float | None:
    """Return the most memory that the bot used in the check, in MB (10^6 bytes); None if not measured."""
    memory = [step.figures[MEMORY] for step in report.steps if MEMORY in step.figures]
    return memory[0] / 1e6 if memory and memory[0] else None


def member_of(bot: Bot) -> str:
    """Return the class or function that the bot's path names: "Greedy" for `bot.py:Greedy`; empty if none."""
    return "" if bot.image else split_member(bot.source)[1]
