"""Standings and crosstable of small tournaments, worked out by hand."""

from fractions import Fraction

from arena.tournament.crosstable import crosstable
from arena.tournament.results import MatchResult, SeatResult
from arena.tournament.standings import standings


def match(number: int, first: tuple[int, float], second: tuple[int, float], games: int = 10) -> MatchResult:
    """A match between two bots with these sums of game scores."""
    seats = (SeatResult(bot, games, Fraction(score), 0, {"OK": games}) for bot, score in (first, second))
    return MatchResult(number, 1, tuple(seats))


def ranks(*matches: MatchResult, bots: int) -> list[tuple[int, int]]:
    """Rank and bot of each line."""
    return [(line.rank, line.total.bot) for line in standings(range(1, bots + 1), matches)]


def test_points_come_before_match_scores() -> None:
    matches = (match(1, (1, 6), (2, 4)), match(2, (1, 6), (3, 4)), match(3, (2, 10), (3, 0)))
    assert ranks(*matches, bots=3) == [(1, 1), (2, 2), (3, 3)]
    first, second, third = (line.total for line in standings((1, 2, 3), matches))
    assert [first.points, second.points, third.points] == [2, 1, 0]
    assert [first.score, second.score, third.score] == [Fraction(12, 10), Fraction(14, 10), Fraction(4, 10)]


def test_match_scores_come_before_the_direct_encounter() -> None:
    matches = (match(1, (1, 6), (2, 4)), match(2, (2, 9), (3, 1)), match(3, (3, 6), (1, 4)))
    assert ranks(*matches, bots=3) == [(1, 2), (2, 1), (3, 3)]


def test_the_direct_encounter_breaks_what_is_still_equal() -> None:
    matches = (
        match(1, (1, 8), (2, 12), games=20),
        match(2, (1, 14), (3, 6), games=20),
        match(3, (1, 8), (4, 12), games=20),
        match(4, (2, 9), (3, 11), games=20),
        match(5, (2, 9), (4, 11), games=20),
        match(6, (3, 11), (4, 9), games=20),
    )
    assert ranks(*matches, bots=4) == [(1, 4), (2, 3), (3, 2), (4, 1)]


def test_a_circle_of_equals_stays_equal() -> None:
    circle = (match(1, (1, 4), (2, 6)), match(2, (1, 6), (3, 4)), match(3, (2, 4), (3, 6)))
    assert ranks(*circle, bots=3) == [(1, 1), (1, 2), (1, 3)]


def test_equal_in_everything_share_the_rank() -> None:
    assert ranks(match(1, (1, 5), (2, 5)), bots=2) == [(1, 1), (1, 2)]


def test_a_match_without_a_board_counts_half_each() -> None:
    (first, second) = standings((1, 2), (match(1, (1, 0), (2, 0), games=0),))
    assert first.total.points == second.total.points == Fraction(1, 2)
    assert first.total.games == 0


def test_a_bot_that_has_not_played_is_last() -> None:
    assert ranks(match(1, (1, 5), (2, 5)), bots=3)[-1] == (3, 3)


def test_tables_of_four_add_up_their_scores() -> None:
    scores = (Fraction(10), Fraction(8), Fraction(5), Fraction(1))
    seats = tuple(SeatResult(bot, 12, score, 0) for bot, score in enumerate(scores, 1))
    table = standings(range(1, 5), (MatchResult(1, 1, seats),))
    assert [line.total.points for line in table] == [Fraction(score, 12) for score in scores]


def test_the_crosstable_adds_up_all_matches_of_a_pair() -> None:
    cells = crosstable((match(1, (1, 6), (2, 4)), match(2, (2, 7), (1, 3)), match(3, (1, 1), (3, 9))))
    assert cells[1, 2].score == 9
    assert cells[2, 1].score == 11
    assert cells[1, 2].games == 20
    assert cells[1, 2].matches == ((1, 1), (2, 1))
    assert (2, 3) not in cells
