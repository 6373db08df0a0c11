"""Pairs of bots in a tournament whose results are unlikely, by name."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Final

from arena.ratings.live import Group, comparisons
from arena.service.results import FairPlay, UnlikelyResult
from arena.tournament.fair_play import FEWEST_GROUPS, Meeting, judged, unlikely_pairs

ALARM: Final = 0.01
TOO_FEW: Final = (
    f"to judge a pair takes {FEWEST_GROUPS} boards of it, and six more other pairs than bots, which a round "
    "robin of six has"
)


def fair_play(groups: Counter[Group], names: Mapping[int, str]) -> FairPlay:
    """What a look at all pairs found; bots by their key as versions."""
    meetings = _meetings(groups)
    number = judged(meetings)
    if not number:
        return FairPlay(0, ALARM, (), TOO_FEW)
    found = tuple(
        UnlikelyResult(
            first=names[pair.first],
            second=names[pair.second],
            boards=pair.groups,
            score=pair.score,
            expected=pair.expected,
            chance=pair.chance,
            corrected=min(1.0, pair.chance * number),
        )
        for pair in unlikely_pairs(meetings, ALARM)
    )
    return FairPlay(number, ALARM, found, "")


def _meetings(groups: Counter[Group]) -> tuple[Meeting, ...]:
    scores: defaultdict[tuple[int, int], list[float]] = defaultdict(list)
    for group, count in groups.items():
        for pair in comparisons(group):
            if pair.first != pair.second:  # at a table of a comparison a bot may meet itself
                scores[pair.first, pair.second] += [pair.score] * count
    return tuple(Meeting(*pair, tuple(sorted(scores[pair]))) for pair in sorted(scores))
