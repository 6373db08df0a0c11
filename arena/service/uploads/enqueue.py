"""Putting what was sent in the queue, if it can be a bot and its owner may have one more there."""

import re
import secrets
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import Final

from arena.rules import UnknownRuleset, ruleset
from arena.service.bots.names import NAME, checked
from arena.service.errors import BadBot, BadSettings, RunError, UserError
from arena.service.submission.archives import SUFFIXES, stem
from arena.service.submission.name_claims import free_name
from arena.service.uploads.receive import Incoming, TooLarge
from arena.service.uploads.upload_dir import SCRIPT, suffix_of
from arena.store.bots.uploads import Sent, Upload, add_upload, same_waiting, upload_with, waiting
from arena.store.database.store import Store
from arena.viewer.printable import printable

MAX_OF_ONE: Final = 5  # uploads of one owner that wait
MOST: Final = 200  # that wait in all
MAX_SOURCE: Final = 200  # characters
MAX_RULESETS: Final = 64
MAX_SCRIPT: Final = 100_000  # bytes of a Python file that is sent alone: it is parsed before it runs

_MAGIC: Final = ((0, b"PK\x03\x04", ".zip"), (0, b"\x1f\x8b", ".tar.gz"), (257, b"ustar", ".tar"))
_TICKET_BYTES: Final = 12


class NoBot(UserError):
    """What was sent is nothing that a bot can be."""


class TooMany(UserError):
    """Its owner has others waiting."""


class Full(RunError):
    """Everybody has others waiting."""


def file_name(given: str, beginning: bytes) -> str:
    """What a file is called here: as it was sent, or as its first bytes say. Raises NoBot."""
    base = PurePosixPath(given.replace("\\", "/")).name
    suffix = suffix_of(base) if base else _sniffed(beginning)
    if not suffix:
        known = ", ".join((*SUFFIXES, SCRIPT))
        what = repr(printable(base, 60)) if base else "what was sent"
        raise NoBot(f"{what} is not taken: a bot is sent as {known}")
    name = re.sub(r"[^A-Za-z0-9_.-]+", "-", base[: -len(suffix)] if base else "bot").strip("-.") or "bot"
    return f"{name[:64]}{suffix}"


def _sniffed(beginning: bytes) -> str:
    found = (suffix for at, sign, suffix in _MAGIC if beginning[at:].startswith(sign))
    return next(found, "")


def check_sent(store: Store, sent: Sent) -> None:
    """What can be said against it before it is looked at. Raises BadBot, TakenName, BadSettings."""
    if sent.member and not (sent.member.isidentifier() and sent.member.isascii() and len(sent.member) <= 64):  # noqa: PLR2004
        raise BadBot(f"{printable(sent.member, 60)!r} is not the name of a class or function")
    if sent.member and not sent.file.endswith(SCRIPT):
        raise BadBot("a class or function is named only of a Python file")
    if len(sent.rulesets) > MAX_RULESETS:
        raise BadSettings(f"at most {MAX_RULESETS} rulesets are named")
    for name in sent.rulesets:
        try:
            ruleset(name)
        except UnknownRuleset as unknown:
            raise BadSettings(str(unknown)) from None
    if sent.wanted_name:
        checked(sent.wanted_name)
        free_name(store, sent.wanted_name, sent.owner)


def send(store: Store, sent: Sent, incoming: Incoming, now: datetime | None = None) -> Upload:
    """Keep it and put it in the queue; what waits there already is not put twice.

    Nothing is kept of what is not queued. Raises TooLarge, TooMany, Full.
    """
    if sent.file.endswith(SCRIPT) and incoming.size > MAX_SCRIPT:
        raise TooLarge(
            f"cannot take the Python file: larger than {MAX_SCRIPT // 1_000} kB; split it and send a .zip"
        )
    source = sent.source or _source(sent)
    sent = replace(sent, digest=incoming.digest, size=incoming.size, source=source)
    ticket = secrets.token_hex(_TICKET_BYTES)
    with store.writing() as tx:
        if same := same_waiting(tx, sent):
            return same
        check_room(waiting(tx, sent.owner), waiting(tx))
        incoming.keep(sent.file)
        add_upload(tx, ticket, sent, now or datetime.now(UTC))
        made = upload_with(tx, ticket)
    assert made
    return made


def check_room(of_one: int, of_all: int) -> None:
    """Raises TooMany, Full."""
    if of_one >= MAX_OF_ONE:
        raise TooMany(f"{of_one} of your bots are waiting to be tried: wait for one of them")
    if of_all >= MOST:
        raise Full(f"{of_all} bots are waiting to be tried: try again in a few minutes")


def source_given(text: str) -> str:
    """What its author calls it, if that can be said on one line; otherwise nothing. Raises BadSettings."""
    if len(text) > MAX_SOURCE or text != printable(text, MAX_SOURCE) or text.startswith("-"):
        raise BadSettings(f"the path of a bot has at most {MAX_SOURCE} characters that can be seen")
    return text


def _source(sent: Sent) -> str:
    """What it is likely to be called where it was packed."""
    if sent.file.endswith(SCRIPT):
        return f"{sent.file}:{sent.member}" if sent.member else sent.file
    name = stem(Path(sent.file))
    return f"./{name}" if NAME.fullmatch(name) else "./mybot"
