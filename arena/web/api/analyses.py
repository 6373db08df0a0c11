"""API calls to request and read the analysis of a game, which a background process computes."""

from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from arena.service.analyses.requests import AnalysisQueueFull, find_analysis, request_analysis
from arena.store.results.analyses import WAITING, AnalysisState, StoredAnalysis
from arena.viewer.rule_card.words import capital
from arena.web.api.games import GAME, HIDDEN, NOT_FOUND, GameView, ViewedOpen
from arena.web.api.uploads import error_responses
from arena.web.errors import Json, Refused
from arena.web.http.api_auth import address_of, rates_of, too_many
from arena.web.http.upload_request import RETRY_AFTER_S
from arena.web.site import Sited

router = APIRouter(tags=["matches"])

ADDRESS: Final = f"{GAME}/analysis"
Seat = Annotated[
    int | None,
    Query(description="From this seat's view, 1 to 8; default: with all hands open", ge=1, le=8),
]
_ANSWERS: Final[dict[int | str, dict[str, Any]]] = {
    **NOT_FOUND,
    **HIDDEN,
    **error_responses(_422="The game has no such seat.", _500="The analysis failed."),
    200: {"description": "The analysis"},
    202: {"description": 'Not finished: its state, "queued" or "running"'},
}
_NOT_REQUESTED: Final[dict[int | str, dict[str, Any]]] = {204: {"description": "Nobody has requested it"}}
_REFUSED: Final = error_responses(_429="Too many requests.", _503="Too many games are waiting.")


@router.get(
    ADDRESS, summary="A game's analysis", responses=_ANSWERS | _NOT_REQUESTED, response_class=Response
)
def analysis(site: Sited, view: ViewedOpen, seat: Seat = None) -> Response:
    """Return the analysis of a game: win chances after every ply, the cost of decisions, accuracy and luck.
    Status 204 if nobody has requested it.
    """
    found = find_analysis(site.store, view.found, _index(view, seat))
    if found is None:
        return Response(status_code=204)
    return _answer(found)


@router.post(
    ADDRESS, summary="Request a game's analysis", responses=_ANSWERS | _REFUSED, response_class=Response
)
def request(request: Request, site: Sited, view: ViewedOpen, seat: Seat = None) -> Response:
    """Request the analysis of a game. It is computed later; fetch it with GET.

    A failed analysis can be requested again, at most three times.
    """
    index = _index(view, seat)
    found = find_analysis(site.store, view.found, index)
    if found and not found.is_requestable:
        return _answer(found)
    rate, address = rates_of(request).analyses_by_address, address_of(request)
    used = rate.used(address)
    if wait := rate.take(address):
        if found and found.state in WAITING:
            return _answer(found)
        raise too_many("Too many requested analyses.", wait)
    try:
        return _answer(request_analysis(site.store, view.found, index, used))
    except AnalysisQueueFull as full:
        raise queue_is_full(full) from full


def queue_is_full(error: AnalysisQueueFull) -> Refused:
    """Return the exception that refuses a request because too many analyses are waiting (status 503)."""
    return Refused(503, f"{capital(str(error))}.", headers={"Retry-After": str(RETRY_AFTER_S)})


def _index(view: GameView, seat: int | None) -> int | None:
    """Return the seat counted from 0. Raise Refused if the game has no such seat."""
    seats = len(view.found.match.bots)
    if seat is not None and seat > seats:
        raise Refused(422, f"The game has seats 1 to {seats}.", "Ask for one of these seats.")
    return None if seat is None else seat - 1


def _answer(found: StoredAnalysis) -> Response:
    if found.state in WAITING:
        return Json({"state": found.state}, 202)
    if found.state is AnalysisState.FAILED:
        if found.can_retry:
            again = {"Retry-After": "0"}
            raise Refused(500, "The analysis of this game failed.", "Request it again.", again)
        raise Refused(
            500, f"The analysis of this game failed {found.attempts} times.", "Tell the site's operator."
        )
    return Response(found.document, media_type="application/json")
