"""Receive an uploaded bot, in a form or as a plain body, and put it in the queue."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request

from arena.service.errors import UserError
from arena.service.submission.enqueue import (
    NoBot,
    QueueFull,
    TooMany,
    check_sent,
    check_source,
    enqueue_upload,
    file_name,
)
from arena.service.submission.name_claims import TakenName
from arena.service.submission.upload_dir import IncomingFile, NoRoom, TooLarge, receive_file
from arena.store.bots.tokens import StoredToken
from arena.store.bots.uploads import QueuedUpload, SentFile
from arena.web.errors import Refused, capitalized
from arena.web.http.api_auth import address_of, rates_of, too_many
from arena.web.site import Site

MAX_FIELD_BYTES: Final = 64 * 1024  # of a form's field, except the file
RETRY_AFTER_S: Final = 60  # by then a waiting upload may have been tested

_CHUNK: Final = 256 * 1024
_STATUS: Final = (
    (TooLarge, 413, "Include only what the bot needs."),
    (NoBot, 415, "Pack the bot's folder as .zip or .tar.gz."),
    (TakenName, 409, "Choose another name."),
)


@dataclass(frozen=True, slots=True)
class UploadFields:
    """The fields of a form or query that are sent with a bot's file. `member`: the class in a Python file."""

    file: str = ""
    name: str = ""
    member: str = ""
    source: str = ""
    rulesets: Sequence[str] = ()


async def receive_upload(
    request: Request, site: Site, token: StoredToken, fields: UploadFields, content: AsyncIterator[bytes]
) -> QueuedUpload:
    """Store an upload's content as it arrives, then put the upload in the queue. Raise Refused."""
    try:
        with receive_file() as file:
            async for chunk in content:
                file.write(chunk)
            return await run_in_threadpool(_enqueue, site, token, fields, file)
    except UserError as error:
        raise _refusal(error) from error
    except (QueueFull, NoRoom) as error:
        raise Refused(503, capitalized(f"{error}."), headers={"Retry-After": str(RETRY_AFTER_S)}) from error


def check_pace(request: Request, site: Site, token: StoredToken) -> None:
    """Raise Refused if the site takes no bots, or too many were sent lately.

    Call it before reading the body.
    """
    if not site.settings.takes_bots:
        raise Refused(403, "This arena takes no bots.", "Play it on your own machine: arena run.")
    rates = rates_of(request)
    wait = rates.uploads_by_owner.take(token.owner) or rates.uploads_by_address.take(address_of(request))
    if wait:
        raise too_many("Too many uploads.", wait)


def _refusal(error: UserError) -> Refused:
    text = f"{capitalized(str(error))}."
    if isinstance(error, TooMany):
        return Refused(429, text, headers={"Retry-After": str(RETRY_AFTER_S)})
    for kind, status, do in _STATUS:
        if isinstance(error, kind):
            return Refused(status, text, do)
    return Refused(422, text, "Correct it, then send it again.")


def _enqueue(site: Site, token: StoredToken, fields: UploadFields, file: IncomingFile) -> QueuedUpload:
    if not file.size:
        raise Refused(400, "Nothing was sent.", "Send the packed bot, as /api/docs describes.")
    names = [name.strip() for text in fields.rulesets for name in text.split(",")]
    sent = SentFile(
        owner=token.owner,
        file=file_name(fields.file, file.beginning),
        digest="",
        size=0,
        member=fields.member,
        wanted_name=fields.name,
        rulesets=tuple(dict.fromkeys(filter(None, names))),
        source=check_source(fields.source),
    )
    check_sent(site.store, sent)
    return enqueue_upload(site.store, sent, file)


# ---- forms ----
@asynccontextmanager
async def read_form(request: Request, max_files: int = 1) -> AsyncIterator[FormData]:
    """Yield the form in a request's body. Its files are deleted after the block.

    Raise Refused if the form is not in UTF-8.
    """
    try:
        form = await request.form(max_files=max_files, max_fields=100, max_part_size=MAX_FIELD_BYTES)
    except ValueError as error:  # a wrong encoding
        raise Refused(400, "This form cannot be read.", "Send it in UTF-8.") from error
    try:
        yield form
    finally:
        await form.close()


def parse_form(form: FormData) -> tuple[UploadFile | None, UploadFields]:
    """Return the bot's file in a form, None if it is missing, and the other fields."""
    file = form.get("bot")
    upload = file if isinstance(file, UploadFile) and (file.filename or file.size) else None
    return upload, UploadFields(
        file=(upload.filename or "") if upload else "",
        name=form_text(form, "name"),
        member=form_text(form, "member"),
        source=form_text(form, "source"),
        rulesets=[text for text in form.getlist("rulesets") if isinstance(text, str)],
    )


def form_text(form: FormData, key: str) -> str:
    """Return the text of a form's field without outer blanks; "" if the field is missing."""
    value = form.get(key)
    return value.strip() if isinstance(value, str) else ""


async def read_chunks(file: UploadFile) -> AsyncIterator[bytes]:
    """Yield the content of an uploaded file in chunks."""
    while data := await file.read(_CHUNK):
        yield data
