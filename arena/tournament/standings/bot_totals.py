"""The totals of bots over their matches and byes, from which tie-breaks are computed."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from arena.tournament.history import Bye, History
from arena.tournament.pairing.pairing import Pairing
from arena.tournament.results import MatchResult

Ranks = Mapping[int, int]  # rank by bot, from the tie-breaks so far; equal bots share a rank
Values = Mapping[int, Fraction]  # value of a tie-break by bot


@dataclass(frozen=True, slots=True)
class BotTotal:
    """One bot's results, summed over its matches and byes."""

    bot: int
    points: Fraction  # including byes
    score: Fraction  # sum of the match scores
    matches: int
    games: int
    card_points: int
    verdicts: Counter[str]
    byes: int = 0  # rounds without a table but with points


def totals(
    bots: Iterable[int], matches: Sequence[MatchResult], byes: Sequence[Bye] = ()
) -> tuple[BotTotal, ...]:
    """Return each bot's results, summed over its matches and byes, in the order of bot numbers."""
    return tuple(_total(bot, matches, [bye for bye in byes if bye.bot == bot]) for bot in sorted(bots))


def _total(bot: int, matches: Sequence[MatchResult], byes: Sequence[Bye]) -> BotTotal:
    own = [(seat, match) for match in matches for seat in match.seats if seat.bot == bot]
    verdicts: Counter[str] = Counter()
    for seat, _ in own:
        verdicts.update(seat.verdicts)
    points = [match.points[bot] for _, match in own] + [bye.points for bye in byes]
    return BotTotal(
        bot=bot,
        points=sum(points, Fraction()),
        score=sum((seat.share for seat, _ in own), Fraction()),
        matches=len(own),
        games=sum(seat.games for seat, _ in own),
        card_points=sum(seat.card_points for seat, _ in own),
        verdicts=verdicts,
        byes=sum(bye.points > 0 for bye in byes),
    )


@dataclass(frozen=True, slots=True)
class TieBreakInputs:
    """The data from which tie-breaks are computed: ranked bots, matches and byes."""

    totals: Sequence[BotTotal]
    matches: Sequence[MatchResult]
    byes: Sequence[Bye] = ()
    round_robin: bool = False  # unplayed matches count as FIDE says for round robins
    fewest_wins: bool = True  # fewer card points are better
    lot: bytes = b""  # the key that lots are drawn from

    @property
    def bots(self) -> tuple[int, ...]:
        """The numbers of the ranked bots, ascending."""
        return tuple(total.bot for total in self.totals)

    @property
    def history(self) -> History:
        """The matches and byes of the ranked bots as a History, with bots and rounds renumbered from 1."""
        bots = {bot: number for number, bot in enumerate(self.bots, 1)}
        own = [match for match in self.matches if all(seat.bot in bots for seat in match.seats)]
        played = sorted({match.round for match in own} | {bye.round for bye in self.byes})
        rounds = {old: new for new, old in enumerate(played, 1)}
        matches = tuple(_renumber(match, rounds[match.round], bots) for match in own)
        pairings = (
            Pairing(match.round, match.number, tuple(seat.bot for seat in match.seats)) for match in matches
        )
        byes = (Bye(rounds[bye.round], bots[bye.bot], bye.kind) for bye in self.byes if bye.bot in bots)
        return History(len(bots), tuple(pairings), matches, tuple(byes))


def _renumber(match: MatchResult, round: int, bots: Mapping[int, int]) -> MatchResult:
    return replace(match, round=round, seats=tuple(replace(seat, bot=bots[seat.bot]) for seat in match.seats))
