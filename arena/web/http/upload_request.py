"""Receive an uploaded bot, in a form or as a plain body, and put it in the queue."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, QueryParams, UploadFile
from starlette.requests import Request

from arena.service.errors import ArenaError, UserError
from arena.service.submission.enqueue import (
    QueueFull,
    TooManyUploads,
    UnsupportedFile,
    check_sent,
    check_source,
    enqueue_upload,
    file_name,
)
from arena.service.submission.register import TakenName
from arena.service.submission.upload_dir import IncomingFile, NoRoom, TooLarge, receive_file
from arena.store.bots.tokens import StoredToken
from arena.store.bots.uploads import QueuedUpload, SentFile
from arena.viewer.rule_card.words import capital
from arena.web.errors import Refused
from arena.web.http.api_auth import address_of, rates_of, too_many
from arena.web.site import Site

MAX_FIELD_BYTES: Final = 64 * 1024  # of a form's field, except the file
RETRY_AFTER_S: Final = 60  # by then a waiting upload may have been tested

_CHUNK: Final = 256 * 1024
_REFUSALS: Final[tuple[tuple[type[ArenaError], int, str], ...]] = (
    (TooLarge, 413, "Include only what the bot needs."),
    (UnsupportedFile, 415, "Pack the bot's folder as .zip or .tar.gz."),
    (TakenName, 409, "Choose another name."),
    (TooManyUploads, 429, ""),
    (UserError, 422, "Correct it, then send it again."),
    (QueueFull, 503, ""),
    (NoRoom, 503, ""),
)
_WAIT: Final = (429, 503)


async def receive_upload(site: Site, sent: SentFile, content: AsyncIterator[bytes]) -> QueuedUpload:
    """Store an upload's content as it arrives, then put the upload in the queue.

    `sent`: the upload's description. Raise Refused if the site does not accept the upload.
    """
    try:
        with receive_file() as file:
            async for chunk in content:
                file.write(chunk)
            return await run_in_threadpool(_enqueue, site, sent, file)
    except (UserError, QueueFull, NoRoom) as error:
        status, do = next((status, do) for kind, status, do in _REFUSALS if isinstance(error, kind))
        headers = {"Retry-After": str(RETRY_AFTER_S)} if status in _WAIT else None
        raise Refused(status, f"{capital(str(error))}.", do, headers) from error


async def receive_form(site: Site, token: StoredToken, form: FormData) -> QueuedUpload:
    """Take the bot from a form, and add it to the queue of uploads.

    Raise Refused if the site does not accept the bot.
    """
    file = form.get("bot")
    upload = file if isinstance(file, UploadFile) and (file.filename or file.size) else None
    name = (upload.filename or "") if upload else ""
    return await receive_upload(site, sent_file(token, name, form), _read_chunks(upload))


def sent_file(token: StoredToken, file: str, fields: FormData | QueryParams) -> SentFile:
    """Return an upload's description: owner, file name, and the fields of a form or a URL's query."""
    texts = [text for text in fields.getlist("rulesets") if isinstance(text, str)]
    rulesets = [name.strip() for text in texts for name in text.split(",")]
    return SentFile(
        owner=token.owner,
        file=file,
        member=text_of(fields, "member"),
        wanted_name=text_of(fields, "name"),
        rulesets=tuple(dict.fromkeys(filter(None, rulesets))),
        source=text_of(fields, "source"),
    )


def check_pace(request: Request, site: Site, token: StoredToken) -> None:
    """Raise Refused if the site accepts no bots, or if the owner or address has sent too many uploads lately.

    This also counts the upload. Call it before the body is read.
    """
    if not site.settings.takes_bots:
        raise Refused(403, "This arena takes no bots.", "Play it on your own machine: arena run.")
    rates = rates_of(request)
    wait = rates.uploads_by_owner.take(token.owner) or rates.uploads_by_address.take(address_of(request))
    if wait:
        raise too_many("Too many uploads.", wait)


def _enqueue(site: Site, sent: SentFile, file: IncomingFile) -> QueuedUpload:
    if not file.size:
        raise Refused(400, "Nothing was sent.", "Send the packed bot, as /api/docs describes.")
    sent = replace(sent, file=file_name(sent.file, file.beginning), source=check_source(sent.source))
    check_sent(site.store, sent)
    return enqueue_upload(site.store, sent, file)


# ---- forms ----
@asynccontextmanager
async def read_form(request: Request, max_files: int = 1) -> AsyncIterator[FormData]:
    """Yield the form in a request's body. The form's files are deleted at the end of the `with` block.

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


def text_of(fields: FormData | QueryParams, key: str) -> str:
    """Return the text of a form's field, stripped of blanks at both ends; "" if it is missing."""
    value = fields.get(key)
    return value.strip() if isinstance(value, str) else ""


async def _read_chunks(file: UploadFile | None) -> AsyncIterator[bytes]:
    while file and (data := await file.read(_CHUNK)):
        yield data
