"""Answer errors: with a page for people, with JSON for programs."""

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
    NotFound,
)
from arena.service.reports.export import to_json
from arena.store.database.failures import StoreFailed
from arena.viewer.printable import printable
from arena.viewer.rule_card.words import capital
from arena.web.page import render

API: Final = "/api/"
LOG: Final = logging.getLogger("arena.web")

_ADVICE: Final = {
    404: "It never existed or was deleted.",
    405: "Use another method: see /api/docs.",
    410: "The match and the tournament still show the result.",
    413: "Send less.",
    415: "Send it in a format that /api/docs names.",
    429: "Wait as many seconds as the header Retry-After says, then try again.",
    503: "Try again in a moment.",
}


class Json(JSONResponse):
    """A JSON response with its control characters escaped, so that none reaches a terminal."""

    def render(self, content: object) -> bytes:
        return to_json(content, indent=None).encode()


class Problem(BaseModel):
    """The body of every API error: the problem and its solution."""

    error: str
    do: str


ANY_ERROR: Final[dict[int | str, dict[str, Any]]] = {  # for every call, since guards can refuse any request
    "default": {"model": Problem, "description": "What is wrong, and what to do about it."}
}


class Refused(HTTPException):
    """An exception that refuses a request, with HTTP status, reason and advice for the visitor."""

    def __init__(self, status: int, error: str, do: str = "", headers: dict[str, str] | None = None) -> None:
        super().__init__(status, error, headers)
        self.do = do or _ADVICE.get(status, "")


def not_found(error: str) -> Refused:
    """Return the exception that refuses a request for something that does not exist (status 404).

    `error`: the reason.
    """
    return Refused(404, error)


def add_errors(app: FastAPI) -> None:
    """Make the app answer every known kind of exception with `error_response`."""
    for kind in (StarletteHTTPException, RequestValidationError, ArenaError, StoreFailed, BadLog):
        app.add_exception_handler(kind, _answer)


async def _answer(request: Request, error: Exception) -> Response:
    match error:
        case StarletteHTTPException():
            status, what, do = error.status_code, str(error.detail), getattr(error, "do", "")
            if not isinstance(error, HTTPException) and status == HTTPStatus.NOT_FOUND:
                what, do = "There is no such page.", "Check the address."
            return error_response(request, status, what, do, dict(error.headers or {}))
        case RequestValidationError():
            first = error.errors()[0]
            what = f"{'.'.join(map(str, first['loc'][1:])) or 'the body'}: {first['msg']}"
            return error_response(request, 422, what, "Correct it: /api/docs describes every call.")
        case LogDropped() | NotFound():
            status = 410 if isinstance(error, LogDropped) else 404
            return error_response(request, status, f"{capital(str(error))}.")
        case DatabaseError() | StoreFailed():
            LOG.error("%s", printable(str(error)))
            return error_response(request, 503, "The database does not answer.")
        case BadLog():
            LOG.error("%s: %s", printable(request.scope["path"]), printable(str(error)))
            what = f"The log of this game is damaged: {error}."
            return error_response(request, 500, what, "Tell the site's operator.")
        case _:
            return error_response(request, 400, str(error))


def answer_defect(request: Request, error: Exception) -> Response:
    """Log an unexpected exception under a random number, and return a response with this number."""
    number = secrets.token_hex(4)
    trace = "".join(traceback.format_exception(error)).splitlines()
    LOG.error("error %s at %s", number, "\n".join(map(printable, [request.scope["path"], *trace])))
    return error_response(
        request, 500, f"This site has a defect: error {number}.", "Tell its operator this number."
    )


def error_response(
    request: Request, status: int, error: str, do: str = "", headers: dict[str, str] | None = None
) -> Response:
    """Return an error as JSON for the API and for `?format=json`, otherwise as a page.

    `do`: advice for the visitor; if empty, the usual advice for the status.
    """
    do = do or _ADVICE.get(status, "")
    if request.url.path.startswith(API) or request.query_params.get("format") == "json":
        return Json(Problem(error=error, do=do).model_dump(), status, headers)
    return render(request, "error.html", status=status, headers=headers, error=error, do=do)
