"""Check an upload when it arrives, and put it into the queue for its trial."""

import re
import secrets
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import Final

from arena.rules import UnknownRuleset, ruleset
from arena.service.bots.names import NAME, check_name
from arena.service.errors import BadBot, BadSettings, RunError, UserError
from arena.service.submission.archives import stem, suffix_of
from arena.service.submission.register import free_name
from arena.service.submission.upload_dir import SCRIPT, UPLOADED, IncomingFile, TooLarge
from arena.store.bots.uploads import QueuedUpload, SentFile, add_upload, count_waiting, find_waiting
from arena.store.database.store import Store
from arena.viewer.printable import printable

MAX_PER_OWNER: Final = 5  # waiting uploads
MAX_WAITING: Final = 200  # uploads of everybody
MAX_SOURCE: Final = 200  # characters
MAX_MEMBER: Final = 64  # characters
MAX_RULESETS: Final = 64
MAX_SCRIPT: Final = 100_000  # bytes of a single Python file, which is parsed before it runs

_MAGIC: Final = ((0, b"PK\x03\x04", ".zip"), (0, b"\x1f\x8b", ".tar.gz"), (257, b"ustar", ".tar"))
_TICKET_BYTES: Final = 12


class UnsupportedFile(UserError):
    """The upload is a file of a kind that the arena does not accept."""


class TooManyUploads(UserError):
    """The owner has too many uploads waiting."""


class QueueFull(RunError):
    """Too many uploads are waiting."""


def file_name(name: str, beginning: bytes) -> str:
    """Return a safe file name for an upload, made from the name that was sent with it.

    `name`: the sent name. If this is empty, guess the suffix from `beginning`, the first bytes of the file.
    Raise UnsupportedFile if the file's kind is not accepted.
    """
    base = PurePosixPath(name.replace("\\", "/")).name
    sniffed = (suffix for at, sign, suffix in _MAGIC if beginning[at:].startswith(sign))
    suffix = suffix_of(base, UPLOADED) if base else next(sniffed, "")
    if not suffix:
        what = repr(printable(base, 60)) if base else "the upload"
        raise UnsupportedFile(f"unsupported file: {what}; send {', '.join(UPLOADED)}")
    safe = re.sub(r"[^A-Za-z0-9_.-]+", "-", base[: -len(suffix)] if base else "bot").strip("-.") or "bot"
    return f"{safe[:64]}{suffix}"


def check_sent(store: Store, sent: SentFile) -> None:
    """Check the names and rulesets that were sent with an upload, before the file is unpacked.

    Raise BadBot if the name of the bot, or of its class or function, is invalid. Raise TakenName if the bot's
    name belongs to somebody else, BadSettings for an unknown ruleset or too many rulesets.
    """
    member = sent.member
    if member and not (member.isidentifier() and member.isascii() and len(member) <= MAX_MEMBER):
        raise BadBot(f"{printable(member, 60)!r} is not the name of a class or function")
    if member and not sent.file.endswith(SCRIPT):
        raise BadBot("only a Python file can be sent with the name of a class or function")
    if len(sent.rulesets) > MAX_RULESETS:
        raise BadSettings(f"too many rulesets: at most {MAX_RULESETS}")
    for name in sent.rulesets:
        try:
            ruleset(name)
        except UnknownRuleset as unknown:
            raise BadSettings(str(unknown)) from None
    if sent.wanted_name:
        check_name(sent.wanted_name)
        free_name(store, sent.wanted_name, sent.owner)


def enqueue_upload(store: Store, sent: SentFile, incoming: IncomingFile) -> QueuedUpload:
    """Store an upload, put it into the queue and return it.

    If the same upload of this owner already waits in the queue, return the waiting upload instead.

    Raise TooLarge if a Python file is too large, TooManyUploads or QueueFull if the queue has no room.
    """
    if sent.file.endswith(SCRIPT) and incoming.size > MAX_SCRIPT:
        raise TooLarge(
            f"cannot take the Python file: larger than {MAX_SCRIPT // 1_000} kB; split it and send a .zip"
        )
    source = sent.source or _likely_source(sent)
    sent = replace(sent, digest=incoming.digest, size=incoming.size, source=source)
    with store.writing() as tx:
        if same := find_waiting(tx, sent):
            return same
        check_room(count_waiting(tx, sent.owner), count_waiting(tx))
        incoming.keep(sent.file)
        return add_upload(tx, secrets.token_hex(_TICKET_BYTES), sent, datetime.now(UTC))


def check_room(of_owner: int, of_all: int) -> None:
    """Raise TooManyUploads or QueueFull if no further upload fits into the queue.

    `of_owner`: the number of waiting uploads of this owner. `of_all`: the number of all waiting uploads.
    """
    if of_owner >= MAX_PER_OWNER:
        raise TooManyUploads(f"{of_owner} of your bots are waiting to be tried; wait for one of them")
    if of_all >= MAX_WAITING:
        raise QueueFull(f"{of_all} bots are waiting to be tried; try again in a few minutes")


def check_source(text: str) -> str:
    """Check `text`, the path that a bot has on its author's machine, and return it unchanged.

    The path appears in commands that the site shows to the author.

    Raise BadSettings unless it is one short line of visible characters that does not start with "-".
    """
    if len(text) > MAX_SOURCE or text != printable(text, MAX_SOURCE) or text.startswith("-"):
        raise BadSettings(f"the path of a bot has at most {MAX_SOURCE} visible characters")
    return text


def _likely_source(sent: SentFile) -> str:
    """Guess the path of an uploaded bot on its author's machine, such as "./mybot", if none was sent."""
    if sent.file.endswith(SCRIPT):
        return f"{sent.file}:{sent.member}" if sent.member else sent.file
    name = stem(Path(sent.file))
    return f"./{name}" if NAME.fullmatch(name) else "./mybot"
