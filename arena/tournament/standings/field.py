"""All that tie-breaks look at: who is in the field, what was played, and how it is to be read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from arena.tournament.history import Bye, History
from arena.tournament.pairing.pairing import Pairing
from arena.tournament.results import MatchResult
from arena.tournament.standings.bot_totals import Total

Ranks = Mapping[int, int]  # of each bot, by the tie-breaks so far; those equal share one
Values = Mapping[int, Fraction]  # of each bot


@dataclass(frozen=True, slots=True)
class Field:
    """The bots of a table and their matches. `fewest_wins`: few card points are good in this ruleset."""

    totals: Sequence[Total]
    matches: Sequence[MatchResult]
    byes: Sequence[Bye] = ()
    round_robin: bool = False  # everybody was to meet everybody: what was not played is not missing
    fewest_wins: bool = True
    lot: bytes = b""  # what the lot is drawn from

    @property
    def bots(self) -> tuple[int, ...]:
        """The bots by number."""
        return tuple(total.bot for total in self.totals)

    @property
    def history(self) -> History:
        """The matches of these bots alone, bots and rounds numbered from 1 in their order."""
        bots = {bot: number for number, bot in enumerate(self.bots, 1)}
        own = [match for match in self.matches if all(seat.bot in bots for seat in match.seats)]
        played = sorted({match.round for match in own} | {bye.round for bye in self.byes})
        rounds = {old: new for new, old in enumerate(played, 1)}
        matches = tuple(_renumbered(match, rounds[match.round], bots) for match in own)
        pairings = (Pairing(match.round, match.number, _bots(match)) for match in matches)
        byes = (Bye(rounds[bye.round], bots[bye.bot], bye.kind) for bye in self.byes if bye.bot in bots)
        return History(len(bots), tuple(pairings), matches, tuple(byes))


def _renumbered(match: MatchResult, round: int, bots: Mapping[int, int]) -> MatchResult:
    return replace(match, round=round, seats=tuple(replace(seat, bot=bots[seat.bot]) for seat in match.seats))


def _bots(match: MatchResult) -> tuple[int, ...]:
    return tuple(seat.bot for seat in match.seats)
