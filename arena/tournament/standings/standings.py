"""Standings and crosstable of a tournament. Bots are ranked by a list of tie-breaks."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from types import MappingProxyType
from typing import Final

from arena.tournament.history import Bye
from arena.tournament.results import HALF, PAIR, MatchResult
from arena.tournament.standings.bot_totals import BotTotal, Ranks, TieBreakInputs, Values, totals
from arena.tournament.standings.tie_breaks import FIRST_TOURNAMENTS, TieBreak, tie_break, value_text

MIN_PLAYED_SHARE: Final = Fraction(1, 2)  # share that a withdrawn bot must have played to count
PairScores = Mapping[tuple[int, int, int, int], Fraction]  # score by round, match number, bot, opponent
NO_SCORES: Final[PairScores] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the standings. Bots that are equal in all tie-breaks share a `rank`."""

    rank: int
    total: BotTotal
    values: tuple[tuple[str, Fraction], ...] = ()  # by code of the tie-break, in order
    decided_by: str = ""  # the first tie-break that puts the line above ahead; empty if none does

    def value(self, code: str) -> Fraction:
        """Return the value of a tie-break.

        Raise KeyError if the standings do not use this tie-break.
        """
        return dict(self.values)[code]


def standings(
    bots: Iterable[int],
    matches: Sequence[MatchResult],
    byes: Sequence[Bye] = (),
    *,
    tie_breaks: Sequence[str] = FIRST_TOURNAMENTS,
    round_robin: bool = False,
    fewest_wins: bool = True,
    lot: bytes = b"",
) -> tuple[Standing, ...]:
    """Rank bots by a list of tie-breaks and return the lines of the standings, best first.

    A bye counts as soon as a match of its round is complete. Matches without a result count as unplayed.

    `tie_breaks`: codes; the first is the main score. `round_robin`: use FIDE's rules for unplayed rounds of
    round robins. `fewest_wins`: fewer card points are better. `lot`: the key for drawing lots.

    Raise UnknownTieBreak for a code that is unknown, or that cannot be used at tables of this size.
    """
    last_round = max((match.round for match in matches), default=0)
    byes = [bye for bye in byes if bye.round <= last_round]
    field = TieBreakInputs(totals(bots, matches, byes), matches, byes, round_robin, fewest_wins, lot)
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
            decided_by="" if before is None else _deciding_tie_break(before.bot, total.bot, columns),
        )
        for before, total in zip(above, ordered, strict=False)
    )


def _split(ranks: Ranks, values: Values, fewest_first: bool) -> Ranks:
    """Separate bots with equal ranks by one more tie-break, and return the new ranks.

    `values`: the bots' values of this tie-break. `fewest_first`: True if the lowest value is best.
    """
    sign = 1 if fewest_first else -1
    ordered = sorted(ranks, key=lambda bot: (ranks[bot], sign * values[bot]))
    split: dict[int, int] = {}
    for _, equal in groupby(ordered, key=lambda bot: (ranks[bot], values[bot])):
        rank = len(split) + 1
        split |= dict.fromkeys(equal, rank)
    return split


def _deciding_tie_break(above: int, below: int, columns: Sequence[tuple[TieBreak, Values]]) -> str:
    different = (criterion.code for criterion, values in columns if values[above] != values[below])
    return next(different, "")


def why_behind(above: Standing, below: Standing) -> str:
    """Return in words why one line of the standings is below another.

    For example: "equal in points (7), behind in Buchholz: 31 vs 29.5".
    """
    if not below.decided_by:
        return "equal in all tie-breaks"
    equal: list[str] = []
    for (code, mine), (_, theirs) in zip(below.values, above.values, strict=True):
        criterion = tie_break(code)
        if code == below.decided_by:
            last = f"behind in {criterion.name}: {value_text(mine)} vs {value_text(theirs)}"
            return ", ".join([*equal, last])
        value = "" if criterion.fewest_first else f" ({value_text(mine)})"  # places among equals are omitted
        equal.append(f"equal in {criterion.name}{value}")
    raise ValueError(f"the standings do not use {below.decided_by}")


def drop_early_leavers(matches: Sequence[MatchResult], withdrawn: Collection[int]) -> tuple[MatchResult, ...]:
    """Return the matches that count in a round robin of two-bot matches, by FIDE's rules.

    If a bot withdrew before it had played half of its matches, none of them count. If it withdrew later, all
    count, and the unplayed matches are lost by forfeit.

    `withdrawn`: the bots that withdrew.
    """
    dropped = {bot for bot in withdrawn if not _has_played_half(matches, bot)}
    return tuple(match for match in matches if not any(seat.bot in dropped for seat in match.seats))


def _has_played_half(matches: Sequence[MatchResult], bot: int) -> bool:
    own = [seat for match in matches for seat in match.seats if seat.bot == bot]
    return sum(not seat.never_started for seat in own) >= MIN_PLAYED_SHARE * len(own)


@dataclass(frozen=True, slots=True)
class Cell:
    """The results of one bot against another, over all their matches."""

    games: int
    score: Fraction  # sum over the games: 1 for the better place, 1/2 for the same place
    matches: tuple[tuple[int, int], ...]  # round and number of each


def crosstable(
    matches: Iterable[MatchResult], pair_scores: PairScores = NO_SCORES
) -> Mapping[tuple[int, int], Cell]:
    """Return the cells of the crosstable (results of each bot against each opponent).

    The keys are pairs: the bot's number, the opponent's number. Pairs that have not met are left out.

    `pair_scores`: the scores of each bot against each other bot, needed for matches of more than two bots.
    """
    cells: dict[tuple[int, int], Cell] = {}
    for match in matches:
        for seat in match.seats:
            for other in match.seats:
                if other is not seat:
                    key, where = (seat.bot, other.bot), (match.round, match.number)
                    cell = cells.get(key, Cell(0, Fraction(), ()))
                    even = seat.games * HALF  # all bots forfeited the match
                    score = seat.score if len(match.seats) == PAIR else pair_scores.get((*where, *key), even)
                    cells[key] = Cell(cell.games + seat.games, cell.score + score, (*cell.matches, where))
    return cells
