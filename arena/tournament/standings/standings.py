"""Standings: the table of a field by a list of tie-breaks, each line with its values and what decided it."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Final

from arena.tournament.history import Bye
from arena.tournament.results import MatchResult
from arena.tournament.standings.bot_totals import Total, totals
from arena.tournament.standings.field import Field, Ranks, Values
from arena.tournament.standings.tie_breaks import FIRST_EVENTS, TieBreak, tie_break, value_text

ENOUGH: Final = 2  # half of its matches


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the table. Those equal in all that counts share a `rank` and are listed by number."""

    rank: int
    total: Total
    values: tuple[tuple[str, Fraction], ...] = ()  # by the code of the tie-break, in their order
    decided_by: str = ""  # the first tie-break that the line above is ahead in; empty if it is in none

    def value(self, code: str) -> Fraction:
        """Its value in the tie-break with this code. Raises KeyError if the table does not use it."""
        return dict(self.values)[code]


def standings(
    bots: Iterable[int],
    matches: Sequence[MatchResult],
    byes: Sequence[Bye] = (),
    *,
    tie_breaks: Sequence[str] = FIRST_EVENTS,
    round_robin: bool = False,
    fewest_wins: bool = True,
    lot: bytes = b"",
) -> tuple[Standing, ...]:
    """The table of these bots by these tie-breaks (codes; the first is the main score), the best first.

    `round_robin`: everybody was to meet everybody, so FIDE's rules for rounds not played are those of round
    robins. `fewest_wins`: few card points are good in this ruleset. `lot`: the key that LOT is drawn from.
    Raises UnknownTieBreak. Byes count once a match of their round is there; matches still missing count as
    not played.
    """
    begun = max((match.round for match in matches), default=0)
    byes = [bye for bye in byes if bye.round <= begun]
    field = Field(totals(bots, matches, byes), matches, byes, round_robin, fewest_wins, lot)
    ranks: Ranks = dict.fromkeys(field.bots, 1)
    columns: list[tuple[TieBreak, Values]] = []
    for criterion in map(tie_break, tie_breaks):
        values = criterion.values(field, ranks)
        columns.append((criterion, values))
        ranks = _split(ranks, values, criterion.fewest_first)
    ordered = sorted(field.totals, key=lambda total: (ranks[total.bot], total.bot))
    above = (None, *ordered)
    return tuple(
        Standing(
            rank=ranks[total.bot],
            total=total,
            values=tuple((criterion.code, values[total.bot]) for criterion, values in columns),
            decided_by="" if before is None else _decided(before.bot, total.bot, columns),
        )
        for before, total in zip(above, ordered, strict=False)
    )


def _split(ranks: Ranks, values: Values, fewest_first: bool) -> Ranks:
    """The ranks when those equal so far are separated by these values."""
    sign = 1 if fewest_first else -1
    ordered = sorted(ranks, key=lambda bot: (ranks[bot], sign * values[bot]))
    found: dict[int, int] = {}
    for _, equal in groupby(ordered, key=lambda bot: (ranks[bot], values[bot])):
        rank = len(found) + 1
        found |= dict.fromkeys(equal, rank)
    return found


def _decided(above: int, below: int, columns: Sequence[tuple[TieBreak, Values]]) -> str:
    different = (criterion.code for criterion, values in columns if values[above] != values[below])
    return next(different, "")


def why_behind(above: Standing, below: Standing) -> str:
    """In words why a line stands below the one above it.

    "equal in points (7), behind in Buchholz, cut 1: 31 against 29.5" of the line below.
    """
    if not below.decided_by:
        return "equal in everything that counts"
    equal: list[str] = []
    for (code, mine), (_, theirs) in zip(below.values, above.values, strict=True):
        criterion = tie_break(code)
        if code == below.decided_by:
            last = f"behind in {criterion.name}: {value_text(mine)} against {value_text(theirs)}"
            return ", ".join([*equal, last])
        value = (
            "" if criterion.fewest_first else f" ({value_text(mine)})"
        )  # a place among the equal says nothing
        equal.append(f"equal in {criterion.name}{value}")
    raise ValueError(f"the table does not use {below.decided_by}")


def drop_early_leavers(matches: Sequence[MatchResult], withdrawn: Collection[int]) -> tuple[MatchResult, ...]:
    """The matches that count in the standings, after FIDE's rules for round robins of two.

    Of a bot that withdrew before half of its matches were played none counts, for it or against it: others
    would have points for having met it late. Otherwise all do, those not played as lost by forfeit.
    """
    without = {bot for bot in withdrawn if not _has_played_half(matches, bot)}
    return tuple(match for match in matches if not any(seat.bot in without for seat in match.seats))


def _has_played_half(matches: Sequence[MatchResult], bot: int) -> bool:
    own = [seat for match in matches for seat in match.seats if seat.bot == bot]
    return ENOUGH * sum(not seat.never_started for seat in own) >= len(own)
