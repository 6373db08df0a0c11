"""Submitting bots: what is sent, and what becomes of it."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import QueryParams, UploadFile
from starlette.responses import Response, StreamingResponse

from arena.service.submission.status import (
    UnknownUpload,
    count_changes,
    list_uploads,
    read_upload,
    upload_key,
)
from arena.service.submission.upload_dir import MAX_BYTES
from arena.store.bots.uploads import Upload, UploadStatus
from arena.web.errors import Problem, Refused, capitalized, missing
from arena.web.http.api_auth import Reader, Sender
from arena.web.http.streams import BEAT, Admission, EventStream, event
from arena.web.http.upload_request import (
    UploadFields,
    check_pace,
    parse_form,
    read_chunks,
    read_form,
    receive_upload,
)
from arena.web.site import Site, Sited

LOOK_S: Final = 0.4  # between two looks at an upload
BEATS: Final = 30  # looks without a change, after which it is said that there is none
TAG: Final = "submit bots"
ARCHIVES: Final = ("application/zip", "application/gzip", "application/x-tar", "text/x-python")
FORM: Final = "multipart/form-data"

router = APIRouter(tags=[TAG])
Ticket = Annotated[str, Path(description="The number of an upload.", pattern="^[0-9a-f]{1,32}$")]

_admission: Final = Admission()


def problems(**said: str) -> dict[int | str, dict[str, Any]]:
    """What else may come back, by its status: `_404="There is none."`."""
    return {int(status[1:]): {"model": Problem, "description": text} for status, text in said.items()}


NO_TOKEN: Final = problems(_401="No token, or none that is in force.", _429="Too many wrong tokens.")

_TEXT: Final = {"type": "string"}
_BESIDE: Final = {
    "name": ("What it is to be called. Default: as its bot.toml or its file says.", _TEXT),
    "rulesets": ("That it plays, with commas between. Default: as its bot.toml says, or all.", _TEXT),
    "member": ("The class or function in a Python file that is the bot.", _TEXT),
    "source": ("What you call it where it lies, for the commands that show a failure again.", _TEXT),
}
_BODY: Final = {
    "required": True,
    "content": {
        FORM: {
            "schema": {
                "type": "object",
                "required": ["bot"],
                "properties": {
                    "bot": {"type": "string", "format": "binary", "description": "The file, with its name."},
                    **{name: {**kind, "description": about} for name, (about, kind) in _BESIDE.items()},
                },
            }
        },
        **{kind: {"schema": {"type": "string", "format": "binary"}} for kind in ARCHIVES},
    },
}
_QUERY: Final = [
    {"in": "query", "name": name, "required": False, "schema": kind, "description": about}
    for name, (about, kind) in {
        **_BESIDE,
        "file": ("What the file is called, if it is sent as it is: clever.zip.", _TEXT),
    }.items()
]
_SENT: Final = problems(
    _400="Nothing was sent, or a form that is none.",
    _403="Your token does not let you submit, or this arena takes no bots.",
    _408="It came too slowly.",
    _409="The name is somebody else's, or looks like it.",
    _413=f"More than {MAX_BYTES // 1_000_000} MB.",
    _415="Neither .zip, .tar.gz, .tgz, .tar nor .py.",
    _422="A name, a ruleset or a class that is none.",
    _429="Too many uploads, or too many of yours are waiting.",
    _503="Too many bots are waiting, or there is no room.",
)


@router.post(
    "/bots",
    status_code=202,
    summary="Submit a bot",
    responses={**NO_TOKEN, **_SENT},
    openapi_extra={"requestBody": _BODY, "parameters": _QUERY},
)
async def send_bot(request: Request, response: Response, site: Sited, token: Sender) -> UploadStatus:
    """Send a bot, packed, in a form or as it is. It is tried later: the answer says where to look.

    The same bytes again, while they are still to be tried, are the same upload.
    """
    check_pace(request, site, token)
    upload = await _received(request, site, token)
    response.headers["Location"] = f"/api/uploads/{upload.ticket}"
    return await run_in_threadpool(read_upload, site.store, upload.ticket, token.owner)


async def _received(request: Request, site: Site, token: Sender) -> Upload:
    if not request.headers.get("content-type", "").startswith(FORM):
        return await receive_upload(request, site, token, _in_query(request.query_params), request.stream())
    async with read_form(request) as form:
        file, beside = parse_form(form)
        return await receive_upload(request, site, token, beside, _content(file))


def _in_query(query: QueryParams) -> UploadFields:
    texts = {key: query.get(key, "").strip() for key in ("file", "name", "member", "source")}
    return UploadFields(**texts, rulesets=query.getlist("rulesets"))


async def _content(file: UploadFile | None) -> AsyncIterator[bytes]:
    if file is not None:
        async for chunk in read_chunks(file):
            yield chunk


@router.get("/uploads", summary="What you sent", responses=NO_TOKEN)
def uploads(site: Sited, token: Reader) -> list[UploadStatus]:
    """The newest first, without their steps."""
    return list(list_uploads(site.store, token.owner))


@router.get(
    "/uploads/{id}",
    summary="What becomes of a bot that you sent",
    responses={**NO_TOKEN, **problems(_404="You sent nothing with that number.")},
)
def upload(site: Sited, token: Reader, id: Ticket) -> UploadStatus:
    """Every step of its trial, also those that are still to come."""
    try:
        return read_upload(site.store, id, token.owner)
    except UnknownUpload as unknown:
        raise _unknown(unknown) from None


@router.get(
    "/uploads/{id}/events",
    summary="What becomes of it, as it happens",
    response_class=StreamingResponse,
    responses={
        **NO_TOKEN,
        **problems(_404="You sent nothing with that number."),
        200: {
            "content": {"text/event-stream": {}},
            "description": "Events `upload`, with what /uploads/ID is.",
        },
    },
)
def events(site: Sited, token: Reader, id: Ticket) -> Response:
    """Server-sent events: the upload whenever it changes, until it has ended."""
    try:
        key = upload_key(site.store, id, token.owner)
    except UnknownUpload as unknown:
        raise _unknown(unknown) from None
    return EventStream(_events(site, id, key, token.owner), _admission)


async def _events(site: Site, id: str, key: int, owner: str) -> AsyncGenerator[str, None]:
    seen, quiet = -1, 0
    while True:
        now = await run_in_threadpool(count_changes, site.store, key)
        if now != seen:
            found = await run_in_threadpool(read_upload, site.store, id, owner)
            seen, quiet = found.changes, 0
            yield event("upload", _plain(found), seen)
            if found.over:
                return
        elif (quiet := quiet + 1) % BEATS == 0:
            yield BEAT
        await asyncio.sleep(LOOK_S)


def _plain(found: UploadStatus) -> Any:  # noqa: ANN401 - any JSON
    from fastapi.encoders import jsonable_encoder

    return jsonable_encoder(found)


def _unknown(unknown: UnknownUpload) -> Refused:
    return missing(capitalized(f"{unknown}."))
