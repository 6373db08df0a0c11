"""The match id in the path of a URL, for pages and the API."""

from typing import Annotated

from fastapi import Depends, Path

from arena.service.common.text import MatchId, parse_match_id
from arena.web.errors import not_found


def parse_path(
    match: Annotated[str, Path(description="Tournament, round and table", examples=["7.1.2"])],
) -> MatchId:
    """Return the match id in the path of a URL.

    Raise Refused (404) if the text is not a match id.
    """
    id = parse_match_id(match)
    if id is None:
        raise not_found(f"No match {match[:40]}.")
    return id


MatchPath = Annotated[MatchId, Depends(parse_path)]
