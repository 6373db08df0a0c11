"""False alarms and detection of cheating pairs in simulated fields."""

from math import exp
from random import Random

from arena.tournament.fair_play import PairScores, UnlikelyPair, count_judged_pairs, unlikely_pairs
from tests.conftest import Scale

SPLIT = 0.3  # chance that the cards decide both games of a group, one for each side


def field(seed: int, bots: int, groups: int, *, styles: float = 0.0, thrown: float = 0.0) -> list[PairScores]:
    """Return a round robin of bots within about 50 Elo; bot 1 throws a share of its groups to bot 0.

    `styles`: the standard deviation of pairs from the model, as a score.
    """
    rng = Random(seed)
    strength = [rng.gauss(0, 0.3) for _ in range(bots)]
    meetings = []
    for first in range(bots):
        for second in range(first + 1, bots):
            chance = 1 / (1 + exp(strength[second] - strength[first])) + rng.gauss(0, styles)
            scores = [_group(rng, min(0.98, max(0.02, chance))) for _ in range(groups)]
            if (first, second) == (0, 1):
                scores = [1.0 if rng.random() < thrown else score for score in scores]
            meetings.append(PairScores(first, second, tuple(scores)))
    return meetings


def _group(rng: Random, chance: float) -> float:
    first = rng.random() < chance
    second = not first if rng.random() < SPLIT else rng.random() < chance
    return (first + second) / 2


def cheats(found: tuple[UnlikelyPair, ...]) -> bool:
    return any((pair.first, pair.second) == (0, 1) for pair in found)


def test_honest_fields_rarely_give_a_report(scale: Scale) -> None:
    fields = scale.pick(quick=12, ci=60, full=1000)
    for bots, groups, styles in ((6, 60, 0.0), (8, 60, 0.02), (8, 150, 0.05)):
        reported = sum(
            bool(unlikely_pairs(field(seed, bots, groups, styles=styles))) for seed in range(fields)
        )
        assert reported <= fields * 0.01 + 1


def test_cheating_pair_is_found_and_no_other(scale: Scale) -> None:
    fields = scale.pick(quick=6, ci=12, full=100)
    for bots, groups, styles in ((8, 150, 0.0), (10, 100, 0.02)):
        found = [
            unlikely_pairs(field(seed, bots, groups, styles=styles, thrown=0.8)) for seed in range(fields)
        ]
        assert sum(map(cheats, found)) >= 0.9 * fields
        assert sum(len(pairs) for pairs in found) <= fields + 1


def test_report_has_score_and_expectation() -> None:
    (pair,) = unlikely_pairs(field(3, 8, 200, thrown=0.9))
    assert (pair.first, pair.second, pair.boards) == (0, 1, 200)
    assert pair.score > 0.9
    assert 0.2 < pair.expected < 0.7
    assert 0.02 < pair.error < 0.1
    assert pair.chance < 0.01 / 28


def test_order_and_splitting_of_meetings_do_not_matter() -> None:
    meetings = field(3, 8, 200, thrown=0.9)
    turned = [
        part
        for meeting in meetings
        for part in (
            PairScores(meeting.second, meeting.first, tuple(1 - score for score in meeting.scores[:50])),
            PairScores(meeting.first, meeting.second, meeting.scores[50:]),
        )
    ]
    (one,), (other,) = unlikely_pairs(meetings), unlikely_pairs(turned)
    assert (one.first, one.second, one.boards) == (other.first, other.second, other.boards)
    assert abs(one.score - other.score) < 1e-9
    assert abs(one.expected - other.expected) < 1e-9


def test_two_pairs_are_both_found() -> None:
    meetings = field(5, 10, 200, thrown=0.9)
    second = [
        PairScores(4, 5, (1.0,) * 200) if (each.first, each.second) == (4, 5) else each for each in meetings
    ]
    assert {(pair.first, pair.second) for pair in unlikely_pairs(second)} == {(0, 1), (4, 5)}


def test_small_fields_and_few_groups_are_not_judged() -> None:
    assert unlikely_pairs([]) == ()
    assert unlikely_pairs(field(1, 4, 300, thrown=1)) == ()
    assert unlikely_pairs(field(1, 8, 29, thrown=1)) == ()
    assert unlikely_pairs([PairScores(1, 2, (1.0,) * 500)]) == ()


def test_field_without_spread_gives_no_report() -> None:
    bots = range(7)
    draws = [PairScores(a, b, (0.5,) * 40) for a in bots for b in bots if a < b]
    assert unlikely_pairs(draws) == ()
    order = [PairScores(a, b, (1.0,) * 40) for a in bots for b in bots if a < b]
    assert unlikely_pairs(order) == ()


def test_unconnected_fields_are_judged_separately() -> None:
    apart = [PairScores(each.first + 10, each.second + 10, each.scores) for each in field(7, 8, 100)]
    assert [(pair.first, pair.second) for pair in unlikely_pairs(field(3, 8, 200, thrown=0.9) + apart)] == [
        (0, 1)
    ]


def test_judged_pairs_need_enough_groups_and_bots() -> None:
    assert count_judged_pairs(field(1, 6, 30)) == 15
    assert count_judged_pairs(field(1, 6, 29)) == 0
    assert count_judged_pairs(field(1, 5, 100)) == 0
    assert count_judged_pairs([*field(1, 6, 30), PairScores(0, 6, (1.0,) * 29)]) == 15
