"""Find pairs of bots whose results against each other look like collusion."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Final

from arena.ratings.live import RatedBoard, pair_scores
from arena.service.reports.variance import round_number
from arena.service.results import FairPlay, UnlikelyResult
from arena.tournament.fair_play import MIN_BOARDS, PairScores, count_judged_pairs, unlikely_pairs

ALARM: Final = 0.01
HARDLY_EVER: Final = 1e-9
SELDOM: Final = 0.1  # below it: "1 in …"
READ: Final = (
    "Expected: from both bots' results against all others. Chance: that one of this many honest pairs "
    "differs as much. This is no proof: a style that suits one opponent does the same. Watch the replays."
)
TOO_FEW: Final = (
    f"Not enough games to check for collusion: that needs {MIN_BOARDS} boards per pair and at least six bots"
)


def fair_play(boards: Counter[RatedBoard], names: Mapping[int, str]) -> FairPlay:
    """Test all pairs of bots for collusion. Return the result, which lists the pairs with unlikely results.

    `boards`: how often each result of a board (all of its games) occurred. `names`: the bots' names, keyed by
    bot version.
    """
    meetings = _meetings(boards)
    number = count_judged_pairs(meetings)
    if not number:
        return FairPlay(0, ALARM, (), TOO_FEW)
    found = tuple(
        UnlikelyResult(
            first=names[pair.first],
            second=names[pair.second],
            boards=pair.boards,
            score=pair.score,
            expected=pair.expected,
            chance=pair.chance,
            corrected=min(1.0, pair.chance * number),
        )
        for pair in unlikely_pairs(meetings, ALARM)
    )
    return FairPlay(number, ALARM, found, "")


def _meetings(boards: Counter[RatedBoard]) -> tuple[PairScores, ...]:
    scores: defaultdict[tuple[int, int], list[float]] = defaultdict(list)
    for board, count in boards.items():
        for pair in pair_scores(board):
            if pair.first != pair.second:  # in a comparison a bot can meet itself
                scores[pair.first, pair.second] += [pair.score] * count
    return tuple(PairScores(*pair, tuple(sorted(scores[pair]))) for pair in sorted(scores))


def chance(of: float) -> str:
    """Return a probability as text, such as "1 in 2,500".

    >>> chance(0.0004), chance(0), chance(0.4)
    ('1 in 2,500', 'under 1 in a billion', '40 %')
    """
    if of < HARDLY_EVER:
        return "under 1 in a billion"
    return f"1 in {round_number(1 / of):,}" if of < SELDOM else f"{100 * of:.0f} %"
