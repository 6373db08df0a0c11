"""Search for registered bots by NAME or NAME@PREFIX. PREFIX is the start of a version's digest."""

import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from arena.service.bots.bot import Bot, Promises, local_command
from arena.service.bots.files import files_in, version
from arena.service.bots.names import NAME
from arena.service.bots.stored_copies import absolute_copy_path
from arena.service.common.text import versioned
from arena.service.errors import BadBot, UnknownBot

if TYPE_CHECKING:
    from arena.store.bots.submissions import StoredVersion
    from arena.store.database.store import Store

Look = Callable[[str], Bot | None]
"""Return the bot registered under a name, or None. Raise UnknownBot, BadBot, RunError."""

WRITTEN: Final = re.compile(rf"(?P<name>{NAME.pattern})(?:@(?P<version>[0-9a-f]{{1,64}}))?")


def bot_finder(db: str | None = None) -> Look:
    """Return a function that finds a registered bot by NAME or NAME@PREFIX in a database.

    PREFIX is the start of the version's digest. The function returns None if the database or the bot does
    not exist. `db`: the value of the option --db; None if it was not given.
    """

    def look(text: str) -> Bot | None:
        from arena.service.database import may_exist, open_database

        if not WRITTEN.fullmatch(text) or not may_exist(db):
            return None
        with open_database(db) as store:
            return registered_bot(store, text)

    return look


def bot_finder_in(store: "Store") -> Look:
    """Return a function that finds a registered bot by name in an open database.

    The function also finds disabled bots, because they still play in started tournaments.
    """
    return partial(registered_bot, store, whatever_state=True)


def registered_bot(store: "Store", text: str, whatever_state: bool = False) -> Bot | None:
    """Return the registered bot that `text` names; None if there is no bot of this name.

    NAME means the bot's newest active version, NAME@PREFIX the version whose digest starts with PREFIX.
    `whatever_state`: also return a disabled or failed version.

    Raise UnknownBot if NAME@PREFIX fits no version or several. Raise BadBot if the files are damaged, or if
    `whatever_state` is False and the version is disabled or failed.
    """
    found = find_versions(store, text)
    if not found:
        return None
    return bot_of(found[0] if whatever_state else _playable(found))


def find_versions(store: "Store", text: str) -> "Sequence[StoredVersion]":
    """Return the registered versions that `text` names, newest first; empty if there is no bot of this name.

    NAME means all versions of the bot, NAME@PREFIX the one whose digest starts with PREFIX. Raise UnknownBot
    if NAME@PREFIX fits no version, or several.
    """
    from arena.store.bots.submissions import list_versions

    written = WRITTEN.fullmatch(text)
    if written is None:
        return ()
    with store.reading() as tx:
        known = list_versions(tx, written["name"])
    begins = written["version"] or ""
    found = [one for one in known if one.submission.digest.startswith(begins)]
    if known and (not found or (begins and len(found) > 1)):
        versions = ", ".join(map(short_name, known))
        raise UnknownBot(f"{text} is not one version of {known[0].name}: {versions}")
    return found


def _playable(found: "Sequence[StoredVersion]") -> "StoredVersion":
    from arena.store.bots.submissions import SubmissionState

    for one in found:
        if one.submission.state is SubmissionState.ACTIVE:
            return one
    newest = found[0]
    if newest.submission.state is SubmissionState.FAILED:
        raise BadBot(
            f"{short_name(newest)} did not qualify: {newest.submission.failure}; to see it again: "
            f"{newest.submission.repeat}"
        )
    raise BadBot(f"{newest.name} is disabled; `arena bot enable {newest.name}`")


def bot_of(one: "StoredVersion") -> Bot:
    """Return the bot of a registered version. Raise BadBot if its stored files are missing or damaged."""
    submission = one.submission
    image = submission.place if submission.kind.value == "image" else ""
    folder = Path(submission.folder) if image else absolute_copy_path(submission.place)
    files = () if image else files_in(folder)
    if not image and version(files, submission.member) != submission.digest:
        raise BadBot(f"the copy of {short_name(one)} in {folder} is missing or damaged; submit the bot again")
    return Bot(
        name=one.name,
        version=submission.digest,
        command=submission.command if image else local_command(submission.command),
        folder=folder,
        source=f"{one.name}@{submission.digest}",
        language=submission.language,
        description=submission.description,
        files=files,
        rulesets=submission.rulesets,
        limits=Promises(**submission.limits or {}),  # type: ignore[arg-type]  # written from one
        image=image,
    )


def short_name(one: "StoredVersion") -> str:
    """Return the short name of a version, such as "clever@1a2b3c"."""
    return versioned(one.name, one.submission.digest)
