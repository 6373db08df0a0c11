"""Standings and crosstables of small tournaments, worked out by hand."""

from fractions import Fraction

import pytest

from arena.tournament.history import Bye, ByeKind
from arena.tournament.results import NO_START, MatchResult, SeatResult
from arena.tournament.standings.standings import crosstable, standings, why_behind
from arena.tournament.standings.tie_breaks import ROUND_ROBIN, SWISS, TABLES, UnknownTieBreak


def match(number: int, first: tuple[int, float], second: tuple[int, float], games: int = 10) -> MatchResult:
    """A match between two bots with these sums of game scores."""
    seats = (SeatResult(bot, games, Fraction(score), 0, {"OK": games}) for bot, score in (first, second))
    return MatchResult(number, 1, tuple(seats))


def ranks(*matches: MatchResult, bots: int) -> list[tuple[int, int]]:
    """Return rank and bot of each line."""
    return [(line.rank, line.total.bot) for line in standings(range(1, bots + 1), matches)]


def test_points_come_before_match_scores() -> None:
    matches = (match(1, (1, 6), (2, 4)), match(2, (1, 6), (3, 4)), match(3, (2, 10), (3, 0)))
    assert ranks(*matches, bots=3) == [(1, 1), (2, 2), (3, 3)]
    first, second, third = (line.total for line in standings((1, 2, 3), matches))
    assert [first.points, second.points, third.points] == [2, 1, 0]
    assert [first.score, second.score, third.score] == [Fraction(12, 10), Fraction(14, 10), Fraction(4, 10)]


def test_match_scores_come_before_direct_meetings() -> None:
    matches = (match(1, (1, 6), (2, 4)), match(2, (2, 9), (3, 1)), match(3, (3, 6), (1, 4)))
    assert ranks(*matches, bots=3) == [(1, 2), (2, 1), (3, 3)]


def test_direct_meetings_separate_equal_bots() -> None:
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


def test_equal_bots_share_a_rank() -> None:
    assert ranks(match(1, (1, 5), (2, 5)), bots=2) == [(1, 1), (1, 2)]


def test_match_without_games_is_drawn() -> None:
    (first, second) = standings((1, 2), (match(1, (1, 0), (2, 0), games=0),))
    assert first.total.points == second.total.points == Fraction(1, 2)
    assert first.total.games == 0


def test_bot_without_a_match_is_last() -> None:
    assert ranks(match(1, (1, 5), (2, 5)), bots=3)[-1] == (3, 3)


def test_tables_of_four_add_up_their_scores() -> None:
    scores = (Fraction(10), Fraction(8), Fraction(5), Fraction(1))
    seats = tuple(SeatResult(bot, 12, score, 0) for bot, score in enumerate(scores, 1))
    table = standings(range(1, 5), (MatchResult(1, 1, seats),))
    assert [line.total.points for line in table] == [Fraction(score, 12) for score in scores]


def test_table_of_two_in_a_tournament_at_tables_counts_scores() -> None:
    three = tuple(SeatResult(bot, 12, Fraction(score), 0) for bot, score in ((1, 8), (2, 6), (3, 4)))
    two = tuple(SeatResult(bot, 8, Fraction(score), 0) for bot, score in ((4, 5), (5, 3)))
    matches = (MatchResult(1, 1, three, at_tables=True), MatchResult(1, 2, two, at_tables=True))
    table = standings(range(1, 6), matches, tie_breaks=TABLES)
    assert [(line.total.bot, line.total.points) for line in table] == [
        (1, Fraction(8, 12)),
        (4, Fraction(5, 8)),
        (2, Fraction(1, 2)),
        (5, Fraction(3, 8)),
        (3, Fraction(4, 12)),
    ]
    absent = tuple(SeatResult(bot, 4, Fraction(2), 0, {NO_START: 4}) for bot in (4, 5))
    assert set(MatchResult(1, 2, absent, at_tables=True).points.values()) == {0}


def test_crosstable_sums_all_matches_of_a_pair() -> None:
    cells = crosstable((match(1, (1, 6), (2, 4)), match(2, (2, 7), (1, 3)), match(3, (1, 1), (3, 9))))
    assert cells[1, 2].score == 9
    assert cells[2, 1].score == 11
    assert cells[1, 2].games == 20
    assert cells[1, 2].matches == ((1, 1), (2, 1))
    assert (2, 3) not in cells


def test_lines_have_values_and_deciding_tie_break() -> None:
    circle = (match(1, (1, 6), (2, 4)), match(2, (2, 9), (3, 1)), match(3, (3, 6), (1, 4)))
    lines = standings((1, 2, 3), circle, tie_breaks=("PTS", "DE", "MS"))
    assert [(line.total.bot, line.rank, line.decided_by) for line in lines] == [
        (2, 1, ""),
        (1, 2, "MS"),
        (3, 3, "MS"),
    ]
    assert lines[0].values == (("PTS", Fraction(1)), ("DE", Fraction(0)), ("MS", Fraction(13, 10)))
    assert why_behind(*lines[:2]) == (
        "equal in points (1), equal in direct encounter, behind in match scores: 1 vs 1.3"
    )


def test_direct_encounter_comes_before_match_scores_in_a_round_robin() -> None:
    matches = (
        match(1, (1, 6), (2, 4)),
        match(2, (1, 6), (3, 4)),
        match(3, (1, 0), (4, 10)),
        match(4, (2, 10), (3, 0)),
        match(5, (2, 10), (4, 0)),
        match(6, (3, 5), (4, 5)),
    )
    lines = standings(range(1, 5), matches, tie_breaks=ROUND_ROBIN, round_robin=True)
    assert [(line.rank, line.total.bot, line.decided_by) for line in lines] == [
        (1, 1, ""), (2, 2, "DE"), (3, 4, "PTS"), (4, 3, "PTS")
    ]  # fmt: skip
    assert ranks(*matches, bots=4) == [(1, 2), (2, 1), (3, 4), (4, 3)]


def test_lot_separates_equal_bots() -> None:
    draw = (match(1, (1, 5), (2, 5)),)
    lines = standings((1, 2), draw)
    assert why_behind(*lines) == "equal in all tie-breaks"
    drawn = standings((1, 2), draw, tie_breaks=ROUND_ROBIN, round_robin=True, lot=b"key")
    assert [line.rank for line in drawn] == [1, 2]
    assert drawn[1].decided_by == "LOT"
    assert {line.value("LOT") for line in drawn} == {1, 2}
    orders = {
        standings((1, 2), draw, tie_breaks=("PTS", "LOT"), lot=bytes([key]))[0].total.bot for key in range(20)
    }
    assert orders == {1, 2}


def test_byes_count_once_their_round_has_a_result() -> None:
    byes = (Bye(1, 3, ByeKind.ALLOCATED), Bye(2, 2, ByeKind.HALF), Bye(2, 1, ByeKind.ZERO))
    first = standings((1, 2, 3), (match(1, (1, 6), (2, 4)),), byes)
    assert {line.total.bot: line.total.points for line in first} == {1: 1, 2: 0, 3: 1}
    both = standings((1, 2, 3, 4), (match(1, (1, 6), (2, 4)), match(2, (3, 1), (4, 9))), byes)
    assert {line.total.bot: line.total.points for line in both} == {1: 1, 2: Fraction(1, 2), 3: 1, 4: 1}
    assert {line.total.bot: line.total.byes for line in both} == {1: 0, 2: 1, 3: 1, 4: 0}


def test_two_bots_that_never_start_both_lose() -> None:
    seats = tuple(SeatResult(bot, 4, Fraction(2), 0, {NO_START: 4}) for bot in (1, 2))
    forfeits = MatchResult(1, 1, seats)
    assert not forfeits.played
    assert [line.total.points for line in standings((1, 2), (forfeits,))] == [0, 0]


def test_a_bot_that_started_once_has_played() -> None:
    seats = (
        SeatResult(1, 4, Fraction(4), 0, {"OK": 4}),
        SeatResult(2, 4, Fraction(0), 0, {NO_START: 3, "ILLEGAL": 1}),
    )
    assert MatchResult(1, 1, seats).played


def test_standings_exist_before_the_first_match() -> None:
    lines = standings((1, 2, 3), (), tie_breaks=SWISS)
    assert sorted(line.rank for line in lines) == [1, 2, 3]
    assert standings((), (), tie_breaks=SWISS) == ()


def test_rounds_may_start_at_any_number_and_bots_have_gaps() -> None:
    here = standings((1, 2, 3), (match(1, (1, 6), (2, 4)), match(2, (2, 6), (3, 4))), tie_breaks=SWISS[:-1])
    there = standings((2, 5, 9), (match(6, (2, 6), (5, 4)), match(8, (5, 6), (9, 4))), tie_breaks=SWISS[:-1])
    assert [line.values for line in here] == [line.values for line in there]
    assert [line.rank for line in here] == [line.rank for line in there]


def test_unknown_tie_break_is_refused() -> None:
    with pytest.raises(UnknownTieBreak):
        standings((1, 2), (), tie_breaks=("PTS", "ELO"))


def test_buchholz_is_refused_at_larger_tables() -> None:
    seats = tuple(SeatResult(bot, 3, Fraction(1), 0) for bot in (1, 2, 3))
    with pytest.raises(UnknownTieBreak):
        standings((1, 2, 3), (MatchResult(1, 1, seats),), tie_breaks=SWISS)
