"""How tables look in a terminal: what ratings are measured from, ±, ranges of ranks, and what decided."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from arena.cli.ladders import ladder, overall
from arena.cli.output import say
from arena.cli.tables import crosstable, standings
from arena.cli.unlikely import fair_play
from arena.service.results import (
    BoardSaving,
    CrosstableCell,
    FairPlay,
    Ladder,
    LadderRow,
    OverallLadder,
    OverallRow,
    StandingsRow,
    Table,
    TieBreakColumn,
    UnlikelyResult,
)
from tests.cli.arena import WIDTH

if TYPE_CHECKING:
    from rich.console import RenderableType

VERSION = "17812ce6" * 8
SURE = LadderRow(1, 1, 1, 0, "greedy", VERSION, 1144.4, 112.6, None, 98.0, 8, 100, 200, (), 0, 0, 0)
ANCHOR = replace(SURE, best=4, worst=4, bot="random", rating=0.0, margin=None)
FEW = replace(SURE, best=None, worst=None, bot="new", margin=None, no_margin="too few boards")
WON = replace(FEW, bot="best", no_margin="won or lost everything")
LONG = "a-bot-whose-name-is-as-long-as-32"


def lines(capfd: pytest.CaptureFixture[str], what: "Iterable[RenderableType]") -> list[str]:
    capfd.readouterr()
    say(*what)
    found = capfd.readouterr().out.splitlines()
    assert max(map(len, found)) <= WIDTH
    return found


def shown(capfd: pytest.CaptureFixture[str], *rows: LadderRow, anchors: tuple[str | None, ...]) -> list[str]:
    return lines(capfd, ladder(Ladder("mau-mau@1", "Mau-Mau", anchors, rows, 1, 0)))


def test_a_rating_just_below_nothing_is_no_minus_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    row = replace(SURE, rating=-0.4, live=-0.4)
    *_, line = (line for line in shown(capfd, row, anchors=("random",)) if "greedy" in line)
    assert (line.split()[3], line.split()[-2]) == ("0", "0")
    mean = OverallRow(1, "greedy", VERSION, -0.4, (-0.4, 0.3), 100, 0, 0, 0)
    found = lines(capfd, overall(OverallLadder(("a@1", "b@1"), "random", (mean,), (), ()), WIDTH))
    *_, line = (line for line in found if "greedy" in line)
    assert line.split()[3:6] == ["0", "0", "0"]


def test_a_rating_has_its_margin_beside_it_or_a_sign(capfd: pytest.CaptureFixture[str]) -> None:
    _, head, _, _, *rows = shown(capfd, SURE, FEW, WON, ANCHOR, anchors=("random",))
    assert head == "Elo: random = 0; ±: 95 %; –: too few boards; ∞: won or lost everything"
    assert [row.split()[3:5] for row in rows[:4]] == [
        ["1144", "113"],
        ["1144", "–"],
        ["1144", "∞"],
        ["0", "100"],
    ]


def test_scales_are_named_and_numbered(capfd: pytest.CaptureFixture[str]) -> None:
    _, remark, head, columns, _, *rows = shown(capfd, SURE, replace(SURE, scale=2), anchors=("random", None))
    assert "have not met" in remark
    assert head == "Elo: 1: random = 0, 2: the mean is 0; ±: 95 %"
    assert "Scale" in columns
    assert [row.split()[3] for row in rows[:2]] == ["1", "2"]


def test_a_rank_is_a_range_where_intervals_overlap(capfd: pytest.CaptureFixture[str]) -> None:
    open_ = replace(SURE, best=2, worst=4, more_boards=350)
    equal = replace(SURE, best=2, worst=4, more_boards=None)
    _, _, _, _, *rows = shown(capfd, SURE, open_, equal, FEW, anchors=(None,))
    assert [row.split()[0] for row in rows[:4]] == ["1", "2–4", "2–4", "–"]
    assert [row.split()[5] for row in rows[:3]] == ["100", "+350", "many"]
    assert any("boards of its own that would settle it" in row for row in rows)


def test_a_long_name_stays_on_its_line(capfd: pytest.CaptureFixture[str]) -> None:
    wide = replace(SURE, bot=LONG, rating=-1234.0, best=12, worst=14, more_boards=12345, boards=1_000_000)
    _, _, _, _, row, *_ = shown(capfd, replace(wide, illegal=100, timeouts=20, crashes=3), anchors=(None,))
    assert row.startswith("12–14  a-bot-")
    assert {"-1234", "+12345", "1000000", "100/20/3"} <= {*row.split()}


def test_faults_of_everybody_are_shown(capfd: pytest.CaptureFixture[str]) -> None:
    *_, row, _, _, _ = shown(capfd, replace(SURE, illegal=1, timeouts=2, crashes=3), anchors=(None,))[:8]
    assert "1/2/3" in row


def test_the_saving_is_said_in_games(capfd: pytest.CaptureFixture[str]) -> None:
    one = Ladder("mau-mau@1", "Mau-Mau", (None,), (SURE,), 1, 0, BoardSaving(0.6, 0.06, 600))
    assert "Duplicate boards: 600 games tell as much as 1,000 ± 100 on boards of their own" in lines(
        capfd, ladder(one)
    )
    few = lines(capfd, ladder(replace(one, saving=BoardSaving(0.6, None, 40))))
    assert "Duplicate boards: 40 games; too few boards to say what they saved" in few
    unsure = lines(capfd, ladder(replace(one, saving=BoardSaving(0.6, 0.5, 60))))
    assert "Duplicate boards: 60 games; the variance of a mean × 0.60 ± 0.50" in unsure
    alike = lines(capfd, ladder(replace(one, saving=BoardSaving(0.0, 0.0, 60))))
    assert "Duplicate boards: 60 games, whose seatings cancelled all luck" in alike


PTS = TieBreakColumn("PTS", "points", "A match won counts 1.", "FIDE C.04.1", False)
BUCHHOLZ = TieBreakColumn("BH", "Buchholz", "The sum of the opponents' points.", "FIDE C.07 art. 8.1", False)
LOT = TieBreakColumn("LOT", "lot", "Drawn from the secret.", "FIDE C.07 art. 4.2", True)


def row(rank: int, bot: str, points: float, buchholz: float, by: str, why: str) -> StandingsRow:
    return StandingsRow(
        rank, bot, VERSION, points, points, 3, 60, 0.5, 10.0, 20.0, None, 1, 12.5, 0, 0, 0,
        best=1, worst=3, more_boards=200, values=(points, buchholz, rank), decided_by=by, why=why,
    )  # fmt: skip


FIRST = row(1, "greedy", 2, 5.5, "", "")
SECOND = row(2, LONG, 2, 4, "BH", "equal in points (2), behind in Buchholz: 4 against 5.5")
THIRD = row(3, "random", 0.5, 3, "PTS", "behind in points: 0.5 against 2")
TABLE = Table(
    7,
    "mau-mau@1",
    "Mau-Mau",
    (None,),
    (FIRST, SECOND, THIRD),
    ((None,) * 3,) * 3,
    90,
    0,
    (PTS, BUCHHOLZ, LOT),
)


def test_what_parted_neighbours_is_named(capfd: pytest.CaptureFixture[str]) -> None:
    found = lines(capfd, standings(TABLE))
    assert "PTS: points; BH: Buchholz (--why: in words)" in found
    assert not any("LOT" in line for line in found)
    assert [line.split()[-1] for line in found if line.startswith(("2 ", "3 "))][2:] == ["BH", "PTS"]


def test_why_says_it_in_words(capfd: pytest.CaptureFixture[str]) -> None:
    text = " ".join(lines(capfd, standings(TABLE, why=True)))
    assert "BH: Buchholz (FIDE C.07 art. 8.1). The sum of the opponents' points." in text
    assert "random after a-bot-whose-name-is-as-…: behind in points: 0.5 against 2" in text
    assert "equal in points (2), behind in Buchholz: 4 against 5.5" in text
    assert "behind in Buchholz" not in " ".join(lines(capfd, standings(TABLE)))


def test_where_points_part_all_there_is_no_table_of_tie_breaks(capfd: pytest.CaptureFixture[str]) -> None:
    plain = replace(TABLE, rows=(FIRST, THIRD))
    assert not any("Buchholz" in line for line in lines(capfd, standings(plain)))


def test_ranges_by_elo_say_what_would_settle_them(capfd: pytest.CaptureFixture[str]) -> None:
    text = " ".join(lines(capfd, standings(TABLE)))
    assert "some 200 more boards a bot would part them" in text
    assert "may well be equal" not in text
    equal = replace(TABLE, rows=(FIRST, SECOND, replace(THIRD, more_boards=None)))
    assert "1 may well be equal to another" in " ".join(lines(capfd, standings(equal)))


def test_byes_forfeits_and_a_frozen_pool_are_said(capfd: pytest.CaptureFixture[str]) -> None:
    rows = (replace(FIRST, byes=1), SECOND, replace(THIRD, forfeits=2, left_early=True))
    text = " ".join(lines(capfd, standings(replace(TABLE, rows=rows, frozen=("random",)))))
    assert "Not played: greedy 1 bye, random 2 forfeits, random left early: its matches" in text
    assert "Pool, its Elo as in the ladder before: random; its own error is not in ±" in text


def test_before_the_first_result_there_is_a_table_all_the_same(capfd: pytest.CaptureFixture[str]) -> None:
    nothing = replace(FIRST, points=0, games=0, matches=0, rating=None, margin=None, best=None, worst=None)
    empty = replace(TABLE, rows=(nothing, replace(nothing, why="equal in everything that counts")), boards=0)
    found = lines(capfd, (*standings(empty), *crosstable(empty, WIDTH)))
    assert found[0].endswith("0 boards in all seatings")
    assert sum("greedy" in line for line in found) == 2
    assert not any("score %" in line for line in found)


def test_forty_bots_fit(capfd: pytest.CaptureFixture[str]) -> None:
    rows = tuple(replace(FIRST, rank=rank, bot=f"bot-{rank}", best=1, worst=40) for rank in range(1, 41))
    cell = CrosstableCell(0.5, 20, ("7.1.1",))
    many = replace(TABLE, rows=rows, cells=((cell,) * 40,) * 40)
    found = lines(capfd, (*standings(many), *crosstable(many, WIDTH)))
    assert any(line.startswith("40 ") for line in found)
    assert "crosstable: arena tournament crosstable 7 --csv" in found


def test_unlikely_results_are_called_unlikely_and_nothing_worse(capfd: pytest.CaptureFixture[str]) -> None:
    pair = UnlikelyResult("greedy", "\x1b[31mrandom", 120, 0.94, 0.61, 1e-7, 2.8e-6)
    seen = replace(TABLE, fair_play=FairPlay(28, 0.01, (pair,), ""))
    found = lines(capfd, fair_play(seen))
    assert found[0].endswith("28 pairs judged")
    assert r"greedy  \x1b[31mrandom     120     94.0      61.0  1 in 357,000" in found
    text = " ".join(found)
    assert "Unlikely is not guilty" in text
    assert not any(word in text.lower() for word in ("cheat", "fraud"))
    remark = "1 pair has results that are unlikely: arena tournament fair-play 7"
    assert remark in lines(capfd, standings(seen))
    clean = lines(capfd, fair_play(replace(TABLE, fair_play=FairPlay(28, 0.01, (), ""))))
    assert "None has results that are unlikely by those with all others." in clean


def test_the_overall_table(capfd: pytest.CaptureFixture[str]) -> None:
    first = OverallRow(1, "greedy", VERSION, 75.0, (100.0, 50.0), 240, 0, 0, 0)
    one = OverallLadder(("detailed@1", "mau-mau@1"), "random", (first,), ("new@178123",) * 7, ("prsi@1",))
    found = lines(capfd, overall(one, WIDTH))
    assert found[0] == "Overall  mean Elo over detailed@1, mau-mau@1"
    assert any(line.split()[:6] == ["1", "greedy", "17812c", "75", "100", "50"] for line in found)
    assert any("and 2 more" in line for line in found)
    assert found[1].startswith("Elo: random = 0; without ±")
    none = lines(capfd, overall(OverallLadder((), None, (), (), ()), WIDTH))
    assert any("no ruleset that all of these bots have played" in line for line in none)
