"""The match id in a URL, parsed once for pages and API."""

from typing import Annotated

from fastapi import Depends, Path

from arena.service.common.match_id import MatchId, parse_match_id
from arena.web.errors import missing


def parse_path(
    match: Annotated[str, Path(description="Tournament, round and table", examples=["7.1.2"])],
) -> MatchId:
    """Return the id in the path. Raise Refused for what is not an id."""
    id = parse_match_id(match)
    if id is None:
        raise missing(f"No match {match[:40]}.")
    return id


MatchPath = Annotated[MatchId, Depends(parse_path)]
