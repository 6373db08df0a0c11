"""The games of a match: films for the replay, and downloads.

Hands are shown when all seatings of a game's board are committed; until then there is the public film only.
"""

import hashlib
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import PlainTextResponse, Response

from arena.service.replay.matches import FoundGame, find_game, find_match, logs_of_board
from arena.service.reports.bot_output import Output, outputs
from arena.service.reports.fault_counts import fault_text
from arena.viewer.element import as_json
from arena.viewer.html import replay_page
from arena.viewer.printable import visible
from arena.viewer.replay.film import PUBLIC, NoSuchSeat, Side, side_named
from arena.viewer.replay.seatings import seatings
from arena.web.api.uploads import NO_TOKEN
from arena.web.assets import prefix
from arena.web.errors import Problem, Refused, missing
from arena.web.film_cache import shown
from arena.web.http.api_auth import Reader
from arena.web.site import Site, Sited

router = APIRouter(prefix="/matches/{match}/games/{number}", tags=["matches"])

Match = Annotated[str, Path(description="Tournament, round and table", examples=["7.1.2"], max_length=40)]
Number = Annotated[int, Path(description="The game's number in the match, from 1", ge=1, le=999_999_999)]
Seat = Annotated[
    str, Query(alias="seat", description="1 to 8: what this seat saw; public: no hands", max_length=10)
]

NOT_THERE: Final[dict[int | str, dict[str, Any]]] = {
    404: {"model": Problem},
    410: {"model": Problem, "description": "The log was dropped; the result stays"},
}
HIDDEN: Final[dict[int | str, dict[str, Any]]] = {
    403: {"model": Problem, "description": "Not all seatings of the board are committed"}
}
_UNCHANGED: Final = 304


@router.get("/film", responses=NOT_THERE | HIDDEN, response_class=Response)
def film(request: Request, site: Sited, match: Match, number: Number, seat: Seat = "") -> Response:
    """The game as the replay element takes it, from one side; without `seat` with all hands."""
    found, side = _seen(site, match, number, seat)
    return _kept(request, found, f"film-{seat}") or _answer(
        found, f"film-{seat}", shown(found.stored, side).document, "application/json"
    )


@router.get("/seatings", responses=NOT_THERE | HIDDEN, response_class=Response)
def other_seatings(request: Request, site: Sited, match: Match, number: Number) -> Response:
    """Where the games of this game's board part, and what came of the same cards."""
    found, _ = _seen(site, match, number, "")
    kept = _kept(request, found, "seatings")
    return kept or _answer(
        found, "seatings", as_json(seatings(logs_of_board(site.store, found)).data), "application/json"
    )


@router.get("/log", responses=NOT_THERE | HIDDEN, response_class=Response)
def log(request: Request, site: Sited, match: Match, number: Number) -> Response:
    """The game log, JSON Lines: it alone replays and verifies the game."""
    found, _ = _seen(site, match, number, "")
    kept = _kept(request, found, "log")
    return kept or _answer(found, "log", found.data, "application/jsonl", _name(match, number, "jsonl"))


@router.get("/text", responses=NOT_THERE | HIDDEN, response_class=Response)
def text(request: Request, site: Sited, match: Match, number: Number, seat: Seat = "") -> Response:
    """The whole game in words, one line a decision."""
    found, side = _seen(site, match, number, seat)
    kept = _kept(request, found, f"text-{seat}")
    return kept or _answer(
        found, f"text-{seat}", shown(found.stored, side).text.encode(), "text/plain; charset=utf-8"
    )


@router.get("/page", responses=NOT_THERE | HIDDEN, response_class=Response)
def page(request: Request, site: Sited, match: Match, number: Number, seat: Seat = "") -> Response:
    """The game as one HTML file that plays in any browser."""
    found, side = _seen(site, match, number, seat)
    kept = _kept(request, found, f"page-{seat}")
    return kept or _answer(
        found,
        f"page-{seat}",
        replay_page(found.log, side).encode(),
        "text/html; charset=utf-8",
        _name(match, number, "html"),
    )


@router.get("/output", responses=NOT_THERE | NO_TOKEN, response_class=PlainTextResponse)
def own_output(site: Sited, token: Reader, match: Match, number: Number) -> Response:
    """The last that your bots printed in this game, where they were at fault."""
    found = find_game(site.store, find_match(site.store, match), number)
    head = found.match
    theirs = outputs(site.store, (head.tournament, head.round, head.pairing), token.owner)
    said = [_said(one) for one in theirs if one.game in {found.game.name, ""}]
    if said and found.gone:
        raise found.gone
    return PlainTextResponse("\n\n".join(said) or "Your bots were not at fault: nothing is kept.")


def _said(output: Output) -> str:
    left = "" if output.exit_code is None else f" (exit code {output.exit_code})"
    head = f"{output.bot}: {fault_text(output.verdict, output.detail)}{left}"
    return visible(f"{head}\n\n{output.output}".rstrip())


def _seen(site: Site, match: str, number: int, seat: str) -> tuple[FoundGame, Side]:
    """A game, and the side that somebody asked for, if it may be seen."""
    found = find_game(site.store, find_match(site.store, match), number)
    try:
        side = side_named(seat)
    except NoSuchSeat as unknown:
        raise missing(f"{unknown}.") from None
    if found.gone:
        raise found.gone
    if isinstance(side, int) and side >= len(found.match.bots):
        raise missing(f"The game has seats 1 to {len(found.match.bots)}.")
    if side != PUBLIC and not found.open:
        raise Refused(
            403, "Hands are shown when all seatings of the board are played.", "Ask for ?seat=public."
        )
    return found, side


def _tag(found: FoundGame, what: str) -> str:
    about = f"{found.game.log_digest} {what} {found.open} {prefix()}"
    return f'W/"{hashlib.sha256(about.encode()).hexdigest()[:24]}"'


def _kept(request: Request, found: FoundGame, what: str) -> Response | None:
    """That the browser has it already, where it has."""
    tag = _tag(found, what)
    known = {one.strip() for one in request.headers.get("if-none-match", "").split(",")}
    return Response(status_code=_UNCHANGED, headers={"ETag": tag}) if tag in known else None


def _answer(found: FoundGame, what: str, body: bytes, kind: str, name: str = "") -> Response:
    headers = {"ETag": _tag(found, what), "Cache-Control": "public, no-cache"}
    if name:
        headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return Response(body, media_type=kind, headers=headers)


def _name(match: str, number: int, ending: str) -> str:
    return f"maumau-{match}-game-{number}.{ending}"
