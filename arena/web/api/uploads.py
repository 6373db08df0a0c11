"""API calls to submit bots, and to follow their trials (checks and games before they are registered)."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Request
from fastapi.encoders import jsonable_encoder
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response, StreamingResponse

from arena.service.common.server_sent import BEAT, event
from arena.service.submission.status import count_changes, list_uploads, read_upload
from arena.service.submission.upload_dir import MAX_BYTES
from arena.store.bots.uploads import QueuedUpload, UploadStatus
from arena.web.errors import Problem
from arena.web.http.api_auth import Reader, Sender
from arena.web.http.streams import EventStream, StreamLimit
from arena.web.http.upload_request import (
    check_pace,
    read_form,
    receive_form,
    receive_upload,
    sent_file,
    text_of,
)
from arena.web.site import Site, Sited

LOOK_INTERVAL_S: Final = 0.4
BEAT_EVERY: Final = 30  # looks without a change until a beat is sent
TAG: Final = "submit bots"
ARCHIVES: Final = ("application/zip", "application/gzip", "application/x-tar", "text/x-python")
FORM: Final = "multipart/form-data"

router = APIRouter(tags=[TAG])
Ticket = Annotated[str, Path(description="Id of an upload.", pattern="^[0-9a-f]{1,32}$")]

_admission: Final = StreamLimit()


def error_responses(**texts: str) -> dict[int | str, dict[str, Any]]:
    """Return error responses for the OpenAPI description, keyed by status.

    `texts`: the description of each status, such as `_404="No such upload."`.
    """
    return {int(status[1:]): {"model": Problem, "description": text} for status, text in texts.items()}


NO_TOKEN: Final = error_responses(
    _401="No token, or an unknown or expired one.", _429="Too many wrong tokens."
)

_TEXT: Final = {"type": "string"}
_BINARY: Final = {**_TEXT, "format": "binary"}
_FIELDS: Final = {
    "name": "Name of the bot. Default: from its bot.toml or file name.",
    "rulesets": "Rulesets it plays, comma-separated. Default: from its bot.toml, or all.",
    "member": "Class or function of a Python file that is the bot.",
    "source": "Its path on your machine, for the commands that repeat a failure.",
}
_BODY: Final = {
    "required": True,
    "content": {
        FORM: {
            "schema": {
                "type": "object",
                "required": ["bot"],
                "properties": {
                    "bot": {**_BINARY, "description": "The file, with its name."},
                    **{name: {**_TEXT, "description": about} for name, about in _FIELDS.items()},
                },
            }
        },
        **{kind: {"schema": _BINARY} for kind in ARCHIVES},
    },
}
_QUERY: Final = [
    {"in": "query", "name": name, "required": False, "schema": _TEXT, "description": about}
    for name, about in {**_FIELDS, "file": "Name of the file, if it is the body: clever.zip."}.items()
]
_SENT: Final = error_responses(
    _400="Nothing was sent, or an unreadable form.",
    _403="Your token may not submit, or this arena takes no bots.",
    _408="The upload was too slow.",
    _409="The name is taken, or looks like a taken one.",
    _413=f"More than {MAX_BYTES // 1_000_000} MB.",
    _415="Neither .zip, .tar.gz, .tgz, .tar nor .py.",
    _422="An invalid name, ruleset or class.",
    _429="Too many uploads, or too many of yours waiting.",
    _503="Too many bots waiting, or the disk is full.",
)


@router.post(
    "/bots",
    status_code=202,
    summary="Submit a bot",
    responses={**NO_TOKEN, **_SENT},
    openapi_extra={"requestBody": _BODY, "parameters": _QUERY},
)
async def send_bot(request: Request, response: Response, site: Sited, token: Sender) -> UploadStatus:
    """Send a packed bot, in a form or as the body. It is tested later: follow the returned upload.

    If you send the same file again before its test, the same upload is returned.
    """
    check_pace(request, site, token)
    upload = await _received(request, site, token)
    response.headers["Location"] = f"/api/uploads/{upload.ticket}"
    return await run_in_threadpool(read_upload, site.store, upload.ticket, token.owner)


async def _received(request: Request, site: Site, token: Sender) -> QueuedUpload:
    if request.headers.get("content-type", "").startswith(FORM):
        async with read_form(request) as form:
            return await receive_form(site, token, form)
    query = request.query_params
    return await receive_upload(site, sent_file(token, text_of(query, "file"), query), request.stream())


@router.get("/uploads", summary="Your uploads", responses=NO_TOKEN)
def uploads(site: Sited, token: Reader) -> list[UploadStatus]:
    """List your uploads without their steps, the newest first."""
    return list(list_uploads(site.store, token.owner))


@router.get(
    "/uploads/{id}",
    summary="One of your uploads",
    responses={**NO_TOKEN, **error_responses(_404="You have no such upload.")},
)
def upload(site: Sited, token: Reader, id: Ticket) -> UploadStatus:
    """Return an upload with all steps of its test, finished or not."""
    return read_upload(site.store, id, token.owner)


@router.get(
    "/uploads/{id}/events",
    summary="An upload's changes as events",
    response_class=StreamingResponse,
    responses={
        **NO_TOKEN,
        **error_responses(_404="You have no such upload."),
        200: {
            "content": {"text/event-stream": {}},
            "description": "Events `upload`, each with the document of /uploads/ID.",
        },
    },
)
def events(site: Sited, token: Reader, id: Ticket) -> Response:
    """Send the state of an upload as a server-sent event at each change, until its trial (check) ends."""
    count_changes(site.store, id, token.owner)
    return EventStream(_events(site, id, token.owner), _admission)


async def _events(site: Site, id: str, owner: str) -> AsyncGenerator[str, None]:
    seen, quiet = -1, 0
    while True:
        now = await run_in_threadpool(count_changes, site.store, id, owner)
        if now != seen:
            status = await run_in_threadpool(read_upload, site.store, id, owner)
            seen, quiet = status.changes, 0
            yield event("upload", jsonable_encoder(status), seen)
            if status.over:
                return
        elif (quiet := quiet + 1) % BEAT_EVERY == 0:
            yield BEAT
        await asyncio.sleep(LOOK_INTERVAL_S)
