"""What one's own bots printed in a match."""

from typing import Annotated

from fastapi import APIRouter, Path

from arena.service.reports.bot_output import Output, outputs
from arena.web.api.uploads import NO_TOKEN, problems
from arena.web.http.api_auth import Reader
from arena.web.site import Sited

router = APIRouter(tags=["matches"])
Match = Annotated[
    str,
    Path(
        pattern=r"^[1-9][0-9]{0,8}\.[1-9][0-9]{0,8}\.[1-9][0-9]{0,8}$",
        description="Tournament, round and table, as 7.1.2.",
    ),
]


@router.get(
    "/matches/{match}/output",
    summary="What your bots printed in a match",
    responses={**NO_TOKEN, **problems(_404="There is no such match.")},
)
def output(site: Sited, token: Reader, match: Match) -> list[Output]:
    """The last that a bot of yours printed where it was at fault, and what it was asked; no more is kept."""
    tournament, round, pairing = map(int, match.split("."))
    return list(outputs(site.store, (tournament, round, pairing), token.owner))
