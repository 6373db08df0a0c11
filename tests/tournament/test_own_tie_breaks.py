"""Our own tie-breaks, worked out by hand; every tie-break has a name and an explanation."""

from fractions import Fraction

import pytest

from arena.tournament.pairing.pairing import Pairing
from arena.tournament.results import MatchResult
from arena.tournament.standings.standings import standings
from arena.tournament.standings.tie_breaks import (
    FIRST_TOURNAMENTS,
    GAUNTLET,
    ROUND_ROBIN,
    SWISS,
    TABLES,
    TIE_BREAKS,
    tie_break,
)
from tests.tournament.results import Score, match

LISTS = (ROUND_ROBIN, SWISS, GAUNTLET, TABLES)


def table(number: int, *scores: tuple[int, Score], cards: tuple[int, ...] = ()) -> MatchResult:
    """Return table 1 of a round with each bot's score."""
    return match(Pairing(number, 1, tuple(bot for bot, _ in scores)), [score for _, score in scores], cards)


def values(code: str, *matches: MatchResult, bots: int, fewest_wins: bool = True) -> list[Fraction]:
    """Return the values of all bots, by number."""
    lines = standings(range(1, bots + 1), matches, tie_breaks=("PTS", code), fewest_wins=fewest_wins)
    return [line.value(code) for line in sorted(lines, key=lambda line: line.total.bot)]


THREES = (
    table(1, (1, 1), (2, 0.5), (3, 0), cards=(0, 12, 30)),
    table(2, (1, 0), (2, 0.75), (4, 0.75), cards=(20, 4, 0)),
    table(3, (1, 0.5), (3, 0), (4, 1), cards=(5, 13, 0)),
)


def test_every_tie_break_has_name_explanation_and_source() -> None:
    for code, each in TIE_BREAKS.items():
        assert each.code == code
        assert each.name
        assert each.explanation.endswith(".")
        assert each.source == "house rule" or each.source.startswith("FIDE C.0")
    assert len({each.name for each in TIE_BREAKS.values()}) == len(TIE_BREAKS)


@pytest.mark.parametrize("codes", LISTS)
def test_every_list_ends_with_the_lot(codes: tuple[str, ...]) -> None:
    assert [tie_break(code).code for code in codes] == list(codes)
    assert codes[-1] == "LOT"
    assert codes.index("PD") == len(codes) - 2 or codes == TABLES


def test_lists_of_the_formats() -> None:
    assert FIRST_TOURNAMENTS == ("PTS", "MS", "DM")
    assert SWISS == ("PTS", "BH/C1", "BH", "SB", "WIN", "PS", "PD", "LOT")
    assert ROUND_ROBIN == ("PTS", "DE", "WIN", "SB", "MS", "PD", "LOT")
    assert TABLES == ("PTS", "TOP", "PD", "OPP/C1", "DM", "LOT")


def test_tables_won_count_only_sole_winners() -> None:
    assert values("TOP", *THREES, bots=4) == [1, 0, 0, 1]


def test_card_points_are_the_lead_over_the_others() -> None:
    ahead = [
        Fraction((21 - 0) + (2 - 20) + (Fraction(13, 2) - 5), 3),
        Fraction((15 - 12) + (10 - 4), 2),
        Fraction((6 - 30) + (Fraction(5, 2) - 13), 2),
        Fraction((12 - 0) + (9 - 0), 2),
    ]
    assert values("PD", *THREES, bots=4) == ahead
    assert values("PD", *THREES, bots=4, fewest_wins=False) == [-value for value in ahead]


def test_opponents_leave_out_the_lowest_table() -> None:
    # A match counts bot 1 ½, bot 2 ⅝, bot 3 0 and bot 4 ⅞ in the mean.
    one = sorted([Fraction(5, 16), Fraction(3, 4), Fraction(7, 16)])[1:]
    assert values("OPP/C1", *THREES, bots=4) == [
        sum(one, Fraction()) / 2,
        Fraction(11, 16),  # tables of ¼ and 11/16
        Fraction(11, 16),  # tables of 9/16 and 11/16
        Fraction(9, 16),  # tables of 9/16 and ¼
    ]


def test_direct_meetings_count_if_all_equal_bots_have_met() -> None:
    equal = (
        table(1, (1, 1), (2, 0.5), (3, 0)),
        table(2, (1, 0), (2, 0.5), (3, 1)),
        table(3, (1, 1), (2, 0), (3, 0.5)),
        table(4, (2, 1), (3, 0.5), (4, 0)),
        table(5, (4, 1), (5, 0.5), (6, 0)),
    )
    lines = standings(range(1, 7), equal, tie_breaks=("PTS", "DM"))
    points = {line.total.bot: line.total.points for line in lines}
    assert points == {1: 2, 2: 2, 3: 2, 4: 1, 5: Fraction(1, 2), 6: 0}
    # 1 beat 2 twice of three and 3 twice of three; 2 and 3 beat each other twice of four.
    won = {line.total.bot: line.value("DM") for line in lines if points[line.total.bot] == 2}
    assert won == {1: Fraction(4, 3), 2: Fraction(1, 3) + Fraction(1, 2), 3: Fraction(1, 3) + Fraction(1, 2)}
    apart = (table(1, (1, 1), (2, 0)), table(2, (3, 1), (4, 0)))
    assert values("DM", *apart, bots=4) == [0, 0, 0, 0]


def test_gauntlets_are_ranked_by_means() -> None:
    matches = (table(1, (1, 0.7), (2, 0.3)), table(2, (1, 0.4), (3, 0.6)), table(3, (1, 0.5), (4, 0.5)))
    assert values("PPM", *matches, bots=4) == [Fraction(1, 2), 0, 1, Fraction(1, 2)]
    assert values("MMS", *matches, bots=4)[0] == pytest.approx(Fraction(16, 30))
    assert [line.total.bot for line in standings(range(1, 5), matches, tie_breaks=GAUNTLET)][:2] == [3, 1]


def test_lot_does_not_change_when_the_field_grows() -> None:
    def order(bots: int) -> list[int]:
        return [line.total.bot for line in standings(range(1, bots + 1), (), tie_breaks=("LOT",), lot=b"k")]

    assert [bot for bot in order(30) if bot <= 12] == order(12)
    assert order(12) != sorted(order(12))
