"""A bot as it comes in: in a form or as it is, written down while it comes, then put in the queue."""

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
from arena.store.bots.uploads import Sent, Upload
from arena.web.errors import Refused, sentence
from arena.web.http.api_auth import address_of, doors_of, too_often
from arena.web.site import Site

AROUND: Final = 64 * 1024  # bytes of a form besides the file in it
AGAIN_S: Final = 60  # after which one of those that wait may have been tried

_CHUNK: Final = 256 * 1024
_STATUS: Final = (
    (TooLarge, 413, "Leave in it only what the bot needs."),
    (NoBot, 415, "Pack the bot's folder as .zip or .tar.gz."),
    (TakenName, 409, "Choose another name."),
)


@dataclass(frozen=True, slots=True)
class Beside:
    """What is said beside the file."""

    file: str = ""
    name: str = ""
    member: str = ""
    source: str = ""
    rulesets: Sequence[str] = ()


async def received(
    request: Request, site: Site, token: StoredToken, beside: Beside, content: AsyncIterator[bytes]
) -> Upload:
    """Write down what comes, and queue it. Raises Refused."""
    try:
        with receive_file() as coming:
            async for chunk in content:
                coming.write(chunk)
            return await run_in_threadpool(_queued, site, token, beside, coming)
    except UserError as error:
        raise refusal(error) from error
    except (QueueFull, NoRoom) as error:
        raise Refused(503, sentence(f"{error}."), headers={"Retry-After": str(AGAIN_S)}) from error


def check_pace(request: Request, site: Site, token: StoredToken) -> None:
    """Before anything is read. Raises Refused."""
    if not site.settings.takes_bots:
        raise Refused(403, "This arena takes no bots.", "Play it on your own machine: arena run.")
    doors = doors_of(request)
    wait = doors.uploads_of_one.take(token.owner) or doors.uploads_from.take(address_of(request))
    if wait:
        raise too_often("Too many uploads.", wait)


def refusal(error: UserError) -> Refused:
    """What is wrong with what was sent."""
    text = f"{str(error)[:1].upper()}{str(error)[1:]}."
    if isinstance(error, TooMany):
        return Refused(429, text, headers={"Retry-After": str(AGAIN_S)})
    for kind, status, do in _STATUS:
        if isinstance(error, kind):
            return Refused(status, text, do)
    return Refused(422, text, "Fix it, then send it again.")


def _queued(site: Site, token: StoredToken, beside: Beside, coming: IncomingFile) -> Upload:
    if not coming.size:
        raise Refused(400, "Nothing was sent.", "Send the packed bot, as /api/docs describes.")
    named = [name.strip() for listed in beside.rulesets for name in listed.split(",")]
    sent = Sent(
        owner=token.owner,
        file=file_name(beside.file, coming.beginning),
        digest="",
        size=0,
        member=beside.member,
        wanted_name=beside.name,
        rulesets=tuple(dict.fromkeys(filter(None, named))),
        source=check_source(beside.source),
    )
    check_sent(site.store, sent)
    return enqueue_upload(site.store, sent, coming)


# ---- forms ----
@asynccontextmanager
async def form_of(request: Request, most_files: int = 1) -> AsyncIterator[FormData]:
    """A form, and what came in it as long as the block lasts. Raises Refused where it is none."""
    try:
        form = await request.form(max_files=most_files, max_fields=100, max_part_size=AROUND)
    except ValueError as error:  # of the encoding that it says it is in
        raise Refused(400, "This form cannot be read.", "Send it in UTF-8.") from error
    try:
        yield form
    finally:
        await form.close()


def in_form(form: FormData) -> tuple[UploadFile | None, Beside]:
    """The file in a form, if there is one, and what is beside it."""
    file = form.get("bot")
    found = file if isinstance(file, UploadFile) and (file.filename or file.size) else None
    return found, Beside(
        file=(found.filename or "") if found else "",
        name=text_in(form, "name"),
        member=text_in(form, "member"),
        source=text_in(form, "source"),
        rulesets=[one for one in form.getlist("rulesets") if isinstance(one, str)],
    )


def text_in(form: FormData, key: str) -> str:
    """One text of a form, empty if there is none."""
    value = form.get(key)
    return value.strip() if isinstance(value, str) else ""


async def chunks(file: UploadFile) -> AsyncIterator[bytes]:
    """A file bit by bit."""
    while data := await file.read(_CHUNK):
        yield data
