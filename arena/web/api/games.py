"""API calls about the games of a match.

The hands of a game stay hidden until all games with the same cards are finished and stored.
"""

import hashlib
from collections.abc import Callable
from typing import Annotated, Any, Final, NamedTuple

from fastapi import APIRouter, Depends, Path, Query, Request
from starlette.responses import PlainTextResponse, Response

from arena.service.replay.matches import FoundGame, find_game, find_match, id_of, logs_of_board
from arena.service.replay.page_commands import command_attributes
from arena.service.reports.bot_output import outputs
from arena.service.reports.fault_counts import fault_text
from arena.service.results import BotOutput
from arena.viewer.animation import animated_svg
from arena.viewer.html import replay_page
from arena.viewer.printable import visible
from arena.viewer.replay.film import PUBLIC, NoSuchSeat, Side, parse_side
from arena.viewer.replay.film_json import as_json
from arena.viewer.replay.legal_actions import legal_actions
from arena.viewer.replay.seatings import seatings
from arena.viewer.rule_card.words import capital
from arena.web.api.uploads import NO_TOKEN, error_responses
from arena.web.assets import prefix
from arena.web.cache import make_film
from arena.web.errors import Problem, Refused, not_found
from arena.web.http.api_auth import Reader
from arena.web.match_path import MatchPath
from arena.web.site import Sited

router = APIRouter(tags=["matches"])

GAME: Final = "/matches/{match}/games/{number}"
Number = Annotated[int, Path(description="The game's number in the match, from 1", ge=1, le=999_999_999)]
Seat = Annotated[
    str,
    Query(alias="seat", description="1 to 8: what this seat saw; public: without hands", max_length=10),
]

NOT_FOUND: Final[dict[int | str, dict[str, Any]]] = {
    404: {"model": Problem},
    410: {"model": Problem, "description": "The log was dropped; the result stays"},
}
HIDDEN: Final[dict[int | str, dict[str, Any]]] = {
    403: {"model": Problem, "description": "Not all seatings of the board are committed"}
}
_UNCHANGED: Final = 304


class GameView(NamedTuple):
    """A requested game, and the visible hands (`side`): one seat's hand, no hand or all hands."""

    request: Request
    found: FoundGame
    side: Side = None  # a seat (from 0), PUBLIC for no hands, None for all hands

    def answer(self, body: Callable[[], bytes], kind: str, suffix: str = "") -> Response:
        """Return a response with the bytes of `body()`; status 304 if the browser already has them.

        `kind`: the media type. `suffix`: the suffix of the file's name for a download; otherwise empty.
        """
        found, request = self.found, self.request
        about = f"{found.game.log_digest} {request.url.path} {self.side} {found.open} {prefix()}"
        tag = f'W/"{hashlib.sha256(about.encode()).hexdigest()[:24]}"'
        known = {text.strip() for text in request.headers.get("if-none-match", "").split(",")}
        if tag in known:
            return Response(status_code=_UNCHANGED, headers={"ETag": tag})
        headers = {"ETag": tag, "Cache-Control": "public, no-cache"}
        if suffix:
            name = f"{file_name(id_of(found.match), found.game.number)}{suffix}"
            headers["Content-Disposition"] = f'attachment; filename="{name}"'
        return Response(body(), media_type=kind, headers=headers)


def file_name(match: object, game: object) -> str:
    """Return the name of a game's files, without a suffix. `match`: the match's id. `game`: its number."""
    return f"maumau-{match}-game-{game}"


def _log_name(view: GameView) -> str:
    return f"{file_name(id_of(view.found.match), view.found.game.number)}.jsonl"


def _view(request: Request, site: Sited, match: MatchPath, number: Number, seat: Seat = "") -> GameView:
    """Return the requested game, as seen from a seat.

    `seat`: "1" to "8", "public" for no hands, "" for all hands. Raise UnknownReplay if there is no such game.
    Raise Refused if there is no such seat, or if the hands must stay hidden.
    """
    found = find_game(site.store, find_match(site.store, match), number)
    try:
        side = parse_side(seat)
    except NoSuchSeat as unknown:
        raise not_found(capital(f"{unknown}.")) from None
    if found.gone:
        raise found.gone
    if isinstance(side, int) and side >= len(found.match.bots):
        raise not_found(f"The game has seats 1 to {len(found.match.bots)}.")
    if side != PUBLIC and not found.open:
        error = "Hands stay hidden until all seatings of the board have been played."
        raise Refused(403, error, "Ask for ?seat=public.")
    return GameView(request, found, side)


def _open_view(request: Request, site: Sited, match: MatchPath, number: Number) -> GameView:
    return _view(request, site, match, number)


Viewed = Annotated[GameView, Depends(_view)]
ViewedOpen = Annotated[GameView, Depends(_open_view)]


@router.get(f"{GAME}/film", responses=NOT_FOUND | HIDDEN, response_class=Response)
def film(view: Viewed) -> Response:
    """Return the film of the game for the replay element: a JSON document with a picture for each ply.

    It shows the hand of one seat (`?seat=1`), no hand (`?seat=public`), or without `seat` all hands.
    """
    return view.answer(lambda: make_film(view.found.stored, view.side).document, "application/json")


@router.get(f"{GAME}/seatings", responses=NOT_FOUND | HIDDEN, response_class=Response)
def other_seatings(site: Sited, view: ViewedOpen) -> Response:
    """Compare all games of this game's board, which was played once per seating.

    Return the first decision that differs, and each bot's result with the same cards.
    """
    return view.answer(
        lambda: as_json(seatings(logs_of_board(site.store, view.found)).data), "application/json"
    )


@router.get(f"{GAME}/log", responses=NOT_FOUND | HIDDEN, response_class=Response)
def log(view: ViewedOpen) -> Response:
    """Return the game log in JSON Lines, from which the game can be replayed and verified."""
    return view.answer(lambda: view.found.data, "application/jsonl", ".jsonl")


@router.get(f"{GAME}/text", responses=NOT_FOUND | HIDDEN, response_class=Response)
def text(view: Viewed) -> Response:
    """Return the game in words, one line per decision."""
    return view.answer(
        lambda: bytes(make_film(view.found.stored, view.side).text, "utf-8"), "text/plain; charset=utf-8"
    )


@router.get(f"{GAME}/page", responses=NOT_FOUND | HIDDEN, response_class=Response)
def page(view: Viewed) -> Response:
    """Return the game as one HTML file in which any browser replays it."""
    return view.answer(
        lambda: replay_page(
            view.found.log, view.side, attributes=command_attributes(_log_name(view), view.side)
        ).encode(),
        "text/html; charset=utf-8",
        ".html",
    )


@router.get(f"{GAME}/choices", responses=NOT_FOUND | HIDDEN, response_class=Response)
def choices(view: ViewedOpen) -> Response:
    """Return the legal actions at every decision of the game, the played one first."""
    return view.answer(lambda: as_json(legal_actions(view.found.log)), "application/json")


@router.get(f"{GAME}/svg", responses=NOT_FOUND | HIDDEN, response_class=Response)
def svg(view: Viewed) -> Response:
    """Return the game as an animated SVG image."""
    return view.answer(lambda: animated_svg(view.found.log, view.side).encode(), "image/svg+xml", ".svg")


@router.get(f"{GAME}/output", responses=NOT_FOUND | NO_TOKEN, response_class=PlainTextResponse)
def game_output(site: Sited, token: Reader, match: MatchPath, number: Number) -> Response:
    """Return the last output of the caller's bots in this game. Output is stored only for bots at fault."""
    found = find_game(site.store, find_match(site.store, match), number)
    own = outputs(site.store, match, token.owner)
    texts = [_output_text(output) for output in own if output.game in {found.game.name, ""}]
    if texts and found.gone:
        raise found.gone
    return PlainTextResponse("\n\n".join(texts) or "Your bots made no fault, so no output is stored.")


@router.get(
    "/matches/{match}/output",
    summary="What your bots printed in a match",
    responses={**NO_TOKEN, **error_responses(_404="No such match.")},
)
def output(site: Sited, token: Reader, match: MatchPath) -> list[BotOutput]:
    """Return the faults of the caller's bots in this match, each with the bot's last output and the open
    question.
    """
    return list(outputs(site.store, match, token.owner))


def _output_text(output: BotOutput) -> str:
    exit_code = "" if output.exit_code is None else f" (exit code {output.exit_code})"
    head = f"{output.bot}: {fault_text(output.verdict, output.detail)}{exit_code}"
    return visible(f"{head}\n\n{output.output}".rstrip())
