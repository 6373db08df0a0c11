"""What counts of a bot that left a round robin."""

from collections.abc import Collection, Sequence
from typing import Final

from arena.tournament.results import MatchResult

ENOUGH: Final = 2  # half of its matches


def counted(matches: Sequence[MatchResult], withdrawn: Collection[int]) -> tuple[MatchResult, ...]:
    """The matches that count in the standings, after FIDE's rules for round robins of two.

    Of a bot that withdrew before half of its matches were played none counts, for it or against it: others
    would have points for having met it late. Otherwise all do, those not played as lost by forfeit.
    """
    without = {bot for bot in withdrawn if not _has_played_half(matches, bot)}
    return tuple(match for match in matches if not any(seat.bot in without for seat in match.seats))


def _has_played_half(matches: Sequence[MatchResult], bot: int) -> bool:
    own = [seat for match in matches for seat in match.seats if seat.bot == bot]
    return ENOUGH * sum(not seat.never_started for seat in own) >= len(own)
