"""The id of a match. "7.1.2" is the second pairing in round 1 of tournament 7."""

import re
from typing import Final, NamedTuple

NUMBER: Final = "[1-9][0-9]{0,8}"
_MATCH_ID: Final = re.compile(rf"({NUMBER})\.({NUMBER})\.({NUMBER})")


class MatchId(NamedTuple):
    """A match's tournament, round, and pairing within the round."""

    tournament: int
    round: int
    pairing: int

    def __str__(self) -> str:
        return f"{self.tournament}.{self.round}.{self.pairing}"


def parse_match_id(text: str) -> MatchId | None:
    """Return the match id that a text contains; None if it is not a match id.

    >>> parse_match_id("7.1.2")
    MatchId(tournament=7, round=1, pairing=2)
    >>> parse_match_id("7.1")
    """
    numbers = _MATCH_ID.fullmatch(text)
    return MatchId(*map(int, numbers.groups())) if numbers else None
