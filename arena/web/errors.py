"""What went wrong: a page for who reads, JSON for programs.

Of what is wrong with the site itself only a number is shown, which is in the log.
"""

import logging
import secrets
import traceback
from http import HTTPStatus
from typing import Any, Final

from fastapi import FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from starlette.exceptions import HTTPException as StarletteHTTPException
from starlette.responses import JSONResponse, Response

from arena.record.reader import BadLog
from arena.service.errors import (
    ArenaError,
    DatabaseError,
    LogDropped,
    UnknownBot,
    UnknownReplay,
    UnknownTournament,
)
from arena.service.reports.export import to_json
from arena.store.database.failures import StoreFailed
from arena.viewer.printable import printable
from arena.web.page import page

API: Final = "/api/"
LOG: Final = logging.getLogger("arena.web")

_NOT_THERE: Final = (UnknownBot, UnknownReplay, UnknownTournament)
_TO_DO: Final = {
    404: "Check the address: it was deleted or never existed.",
    405: "Ask for it in another way: see /api/docs.",
    410: "Look at the match and the tournament: what came of it is there.",
    413: "Send less.",
    415: "Send it in one of the forms that /api/docs names.",
    429: "Wait, then ask again: the header Retry-After says how many seconds.",
    503: "Try again in a moment.",
}


class Json(JSONResponse):
    """A JSON answer of the API, in which nothing reaches a terminal as a control."""

    def render(self, content: object) -> bytes:
        return to_json(content, indent=None).encode()


class Problem(BaseModel):
    """What went wrong, and what to do about it; the body of every error of the API."""

    error: str
    do: str


# Of every call of the API: also what stands before it may refuse it.
ANY_ERROR: Final[dict[int | str, dict[str, Any]]] = {
    "default": {"model": Problem, "description": "What is wrong, and what to do about it."}
}


class Refused(HTTPException):
    """Something that is not done: its HTTP status, why, and what to do."""

    def __init__(self, status: int, error: str, do: str = "", headers: dict[str, str] | None = None) -> None:
        super().__init__(status, error, headers)
        self.do = do or _TO_DO.get(status, "")


def missing(what: str) -> Refused:
    """That there is no such thing."""
    return Refused(404, what)


def add_errors(app: FastAPI) -> None:
    """Let the app answer errors like this."""
    app.add_exception_handler(StarletteHTTPException, _http)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(ArenaError, _arena)
    app.add_exception_handler(StoreFailed, _database_error)
    app.add_exception_handler(BadLog, _damaged)


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, StarletteHTTPException)
    headers = dict(error.headers or {})
    status = error.status_code
    if not isinstance(error, HTTPException) and status == HTTPStatus.NOT_FOUND:
        return answer(request, status, "There is nothing here.", headers=headers)
    return answer(request, status, str(error.detail), getattr(error, "do", ""), headers)


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    place = ".".join(map(str, first["loc"][1:])) or "the body"
    return answer(request, 422, f"{place}: {first['msg']}", "Mend it: /api/docs says what is taken.")


async def _arena(request: Request, error: Exception) -> Response:
    if isinstance(error, LogDropped):
        return answer(request, 410, f"{sentence(str(error))}.")
    if isinstance(error, _NOT_THERE):
        return answer(request, 404, f"{sentence(str(error))}.")
    if isinstance(error, DatabaseError):
        return await _database_error(request, error)
    return answer(request, 400, str(error))


def sentence(text: str) -> str:
    """The text with its first letter large; names in it stay as they are."""
    return text[:1].upper() + text[1:]


async def _database_error(request: Request, error: Exception) -> Response:
    LOG.error("%s", printable(str(error)))
    return answer(request, 503, "The database does not answer.")


async def _damaged(request: Request, error: Exception) -> Response:
    LOG.error("%s: %s", printable(request.scope["path"]), printable(str(error)))
    return answer(request, 500, f"The log of this game is damaged: {error}.", "Tell the site's operator.")


def unexpected(request: Request, error: Exception) -> Response:
    """What no page has caught. Whatever a visitor sent stays on its line of the log."""
    number = secrets.token_hex(4)
    trace = "".join(traceback.format_exception(error)).splitlines()
    LOG.error("error %s at %s", number, "\n".join(map(printable, [request.scope["path"], *trace])))
    return answer(request, 500, f"Something is wrong with this site: error {number}.", "Tell its operator.")


def answer(
    request: Request, status: int, error: str, do: str = "", headers: dict[str, str] | None = None
) -> Response:
    """An error, in the form that suits the request."""
    do = do or _TO_DO.get(status, "")
    if request.url.path.startswith(API) or request.query_params.get("format") == "json":
        return Json(Problem(error=error, do=do).model_dump(), status, headers)
    title = HTTPStatus(status).phrase
    return page(request, "error.html", status=status, headers=headers, title=title, error=error, do=do)
