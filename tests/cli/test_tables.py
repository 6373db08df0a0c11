"""How tables look in a terminal: what ratings are measured from, ±, ranges of ranks, and what decided."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from arena.cli.output import say
from arena.cli.tables.fair_play import fair_play_table
from arena.cli.tables.ladders import ladder_table, overall_table
from arena.cli.tables.standings import crosstable, standings
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
SURE = LadderRow(
    1, 1, 1, 0, "greedy", VERSION, 1144.4, 1031.8, 1257.0, 112.6, None, 98.0, 8, 100, 200, (), 0, 0, 0
)  # fmt: skip
ANCHOR = replace(SURE, best=4, worst=4, bot="random", elo=0.0, low=-90.0, high=80.0)
LOPSIDED = replace(SURE, bot="low", elo=-800.0, low=-1030.0, high=-712.0)
FEW = replace(SURE, best=None, worst=None, bot="new", low=None, high=None, no_margin="too few boards")
LOST = replace(SURE, best=5, worst=5, bot="last", elo=None, low=None, high=-1600.4)
WON = replace(LOST, best=1, worst=1, bot="best", low=2000.0, high=None)
LONG = "a-bot-whose-name-is-as-long-as-32"


def lines(capfd: pytest.CaptureFixture[str], what: "Iterable[RenderableType]") -> list[str]:
    capfd.readouterr()
    say(*what)
    found = capfd.readouterr().out.splitlines()
    assert max(map(len, found)) <= WIDTH
    return found


def shown(capfd: pytest.CaptureFixture[str], *rows: LadderRow, anchors: tuple[str | None, ...]) -> list[str]:
    return lines(capfd, ladder_table(Ladder("mau-mau@1", "Mau-Mau", anchors, rows, 1, 0)))


def test_a_rating_just_below_nothing_is_no_minus_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    row = replace(SURE, elo=-0.4, low=-20.0, high=20.0, live=-0.4)
    *_, line = (line for line in shown(capfd, row, anchors=("random",)) if "greedy" in line)
    assert (line.split()[3], line.split()[-2]) == ("0", "0")
    mean = OverallRow(1, "greedy", VERSION, -0.4, -9.4, 8.6, 9.0, (-0.4, 0.3), (), 100, 0, 0, 0)
    found = lines(capfd, overall_table(OverallLadder(("a@1", "b@1"), "random", (mean,), (), ()), WIDTH))
    *_, line = (line for line in found if "greedy" in line)
    assert line.split()[3:7] == ["0", "9", "0", "0"]


def test_a_rating_has_its_interval_beside_it_or_is_a_bound(capfd: pytest.CaptureFixture[str]) -> None:
    _, head, more, _, _, *rows = shown(capfd, SURE, LOPSIDED, ANCHOR, FEW, anchors=("random",))
    assert head.startswith("Elo: random = 0; ±")
    assert more == "Without an interval: too few boards"
    assert [row.split()[3:5] for row in rows[:4]] == [
        ["1,144", "113"],
        ["−800", "−230…+88"],
        ["0", "85"],
        ["1,144", "100"],
    ]


def test_bots_that_won_or_lost_every_game_are_named_and_have_bounds(
    capfd: pytest.CaptureFixture[str],
) -> None:
    found = shown(capfd, WON, SURE, LOST, anchors=(None,))
    head = " ".join(found[1:3])
    assert head.startswith("Elo: mean of greedy = 0 (last lost every game")
    assert "best won every game" in head
    rows = [line.split() for line in found if VERSION[:6] in line and "greedy" not in line]
    assert [row[3:5] for row in rows] == [[">", "2,000"], ["<", "−1,600"]]


def test_scales_are_named_and_numbered(capfd: pytest.CaptureFixture[str]) -> None:
    two = shown(capfd, SURE, replace(SURE, bot="other", scale=2), anchors=("random", None))
    _, first, second, remark, _, columns, _, *rows = two
    assert first.startswith("Elo, scale 1: random = 0")
    assert second == "Elo, scale 2: mean of other = 0"
    assert "cannot be compared" in remark
    assert "Scale" in columns
    assert [row.split()[3] for row in rows[:2]] == ["1", "2"]


def test_a_rank_is_a_range_where_intervals_overlap(capfd: pytest.CaptureFixture[str]) -> None:
    open_ = replace(SURE, best=2, worst=4, more_boards=350)
    equal = replace(SURE, best=2, worst=4, more_boards=None)
    _, _, _, _, _, *rows = shown(capfd, SURE, open_, equal, FEW, anchors=(None,))
    assert [row.split()[0] for row in rows[:4]] == ["1", "2–4", "2–4", "–"]
    assert [row.split()[5] for row in rows[:3]] == ["100", "+350", "many"]
    assert any("additional boards" in row for row in rows)


def test_a_long_name_stays_on_its_line(capfd: pytest.CaptureFixture[str]) -> None:
    wide = replace(
        SURE,
        bot=LONG,
        elo=-1234.0,
        low=-1300.0,
        high=-1168.0,
        best=12,
        worst=14,
        more_boards=12345,
        boards=1_000_000,
    )
    _, _, _, _, row, *_ = shown(capfd, replace(wide, illegal=100, timeouts=20, crashes=3), anchors=(None,))
    assert row.startswith("12–14  a-bot-")
    assert {"−1,234", "+12345", "1000000", "100/20/3"} <= {*row.split()}


def test_faults_of_everybody_are_shown(capfd: pytest.CaptureFixture[str]) -> None:
    *_, row, _, _, _ = shown(capfd, replace(SURE, illegal=1, timeouts=2, crashes=3), anchors=(None,))[:8]
    assert "1/2/3" in row


def test_the_saving_is_said_in_games(capfd: pytest.CaptureFixture[str]) -> None:
    one = Ladder("mau-mau@1", "Mau-Mau", (None,), (SURE,), 1, 0, BoardSaving(0.6, 0.06, 600))
    assert "600 games on duplicate boards are worth about 1,000 independent ones (± 100)" in lines(
        capfd, ladder_table(one)
    )
    few = lines(capfd, ladder_table(replace(one, saving=BoardSaving(0.6, None, 40))))
    assert "40 games on duplicate boards: too few to say what they saved" in few
    unsure = lines(capfd, ladder_table(replace(one, saving=BoardSaving(0.6, 0.5, 60))))
    assert "60 games on duplicate boards: variance of a mean × 0.60 (± 0.50)" in unsure
    alike = lines(capfd, ladder_table(replace(one, saving=BoardSaving(0.0, 0.0, 60))))
    assert "60 games on duplicate boards: the seatings cancelled all luck" in alike


PTS = TieBreakColumn("PTS", "points", "A match won counts 1.", "FIDE C.04.1", False)
BUCHHOLZ = TieBreakColumn("BH", "Buchholz", "The sum of the opponents' points.", "FIDE C.07 art. 8.1", False)
LOT = TieBreakColumn("LOT", "lot", "Drawn from the secret.", "FIDE C.07 art. 4.2", True)


def row(rank: int, bot: str, points: float, buchholz: float, by: str, why: str) -> StandingsRow:
    return StandingsRow(
        rank, bot, VERSION, points, points, 3, 60, 0.5, 10.0, -10.0, 30.0, 20.0, None, 1, 12.5, 0, 0, 0,
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
    45,
    0,
    (PTS, BUCHHOLZ, LOT),
)


def test_what_parted_neighbours_is_named(capfd: pytest.CaptureFixture[str]) -> None:
    found = lines(capfd, standings(TABLE))
    assert "PTS: points; BH: Buchholz (--why explains them)" in found
    assert not any("LOT" in line for line in found)
    assert [line.split()[-1] for line in found if line.startswith(("2 ", "3 "))] == ["BH", "PTS"]


def test_the_table_of_a_tournament(capfd: pytest.CaptureFixture[str]) -> None:
    """A place is a range where Elo does not separate a bot from those next to it; points decide the order."""
    cell = CrosstableCell(0.5, 20, ("7.1.1",))
    last = replace(THIRD, bot="random", elo=None, low=None, high=-594.4, points=0, best=3, worst=3)
    cells = ((None, cell, cell), (cell, None, cell), (cell, cell, None))
    rows = (replace(FIRST, best=1, worst=1, games=40), replace(SECOND, bot="b", best=2, worst=2, games=40))
    made = replace(TABLE, rows=(*rows, replace(last, games=40)), cells=cells, boards=30)
    head, *more = lines(capfd, standings(made))
    elo, found = " ".join(more[:2]), more[4:]
    assert head == "Mau-Mau  mau-mau@1, 10 boards per pair, each in both seatings: 60 games"
    assert elo.startswith("Elo: mean of greedy, b = 0 (random lost every game")
    assert [line.split() for line in found[:3]] == [
        ["1", "greedy", "10", "20", "40", "50.0", "2", "0"],
        ["2", "b", "10", "20", "40", "50.0", "2", "0"],
        ["3", "random", "<", "−594", "40", "50.0", "0", "0"],
    ]
    assert found[3] == "Match points decide the order; Elo weighs all games."
    shared = replace(made, rows=(replace(rows[0], worst=2), replace(rows[1], best=1), made.rows[2]))
    assert [line.split()[0] for line in lines(capfd, standings(shared))[5:8]] == ["1–2", "1–2", "3"]


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
    assert "about 200 more boards per bot would separate them" in text
    assert "may be as strong" not in text
    equal = replace(TABLE, rows=(FIRST, SECOND, replace(THIRD, more_boards=None)))
    assert "1 of them may be as strong as another bot" in " ".join(lines(capfd, standings(equal)))


def test_byes_forfeits_and_a_frozen_pool_are_said(capfd: pytest.CaptureFixture[str]) -> None:
    rows = (replace(FIRST, byes=1), SECOND, replace(THIRD, forfeits=2, left_early=True))
    text = " ".join(lines(capfd, standings(replace(TABLE, rows=rows, frozen=("random",)))))
    assert "Not played: greedy 1 bye, random 2 forfeits, random left early: its matches" in text
    assert "Pool, with its Elo from the ladder: random; ± leaves out that Elo's own error" in text


def test_before_the_first_result_there_is_a_table_all_the_same(capfd: pytest.CaptureFixture[str]) -> None:
    nothing = replace(FIRST, points=0, games=0, matches=0, elo=None, low=None, high=None, best=None)
    rows = (nothing, replace(nothing, why="equal in everything that counts"))
    empty = replace(TABLE, rows=rows, boards=0, anchors=())
    found = lines(capfd, (*standings(empty), *crosstable(empty, WIDTH)))
    assert found[0].endswith("0 boards")
    assert sum("greedy" in line for line in found) == 2
    assert not any("score %" in line for line in found)


def test_where_nothing_is_measured_the_table_says_why(capfd: pytest.CaptureFixture[str]) -> None:
    rows = [
        replace(row, elo=None, low=None, high=None, best=None, worst=None, no_margin="won or lost everything")
        for row in (FIRST, THIRD)
    ]
    found = lines(capfd, standings(replace(TABLE, rows=tuple(rows), anchors=())))
    assert found[1] == "Without an interval: won or lost everything"
    assert [line.split()[:3] for line in found[4:6]] == [["1", "greedy", "–"], ["3", "random", "–"]]


def test_forty_bots_fit(capfd: pytest.CaptureFixture[str]) -> None:
    rows = tuple(replace(FIRST, rank=rank, bot=f"bot-{rank}", best=1, worst=40) for rank in range(1, 41))
    cell = CrosstableCell(0.5, 20, ("7.1.1",))
    many = replace(TABLE, rows=rows, cells=((cell,) * 40,) * 40)
    found = lines(capfd, (*standings(many), *crosstable(many, WIDTH)))
    assert any("bot-40 " in line for line in found)
    assert "crosstable: arena tournament crosstable 7 --csv" in found


def test_unlikely_results_are_called_unlikely_and_nothing_worse(capfd: pytest.CaptureFixture[str]) -> None:
    pair = UnlikelyResult("greedy", "\x1b[31mrandom", 120, 0.94, 0.61, 1e-7, 2.8e-6)
    seen = replace(TABLE, fair_play=FairPlay(28, 0.01, (pair,), ""))
    found = lines(capfd, fair_play_table(seen))
    assert found[0].endswith("28 pairs checked")
    assert r"greedy  \x1b[31mrandom     120     94.0      61.0  1 in 357,000" in found
    text = " ".join(found)
    assert not any(word in text.lower() for word in ("cheat", "fraud"))
    remark = "1 pair has unlikely results: arena tournament fair-play 7"
    assert remark in lines(capfd, standings(seen))
    clean = lines(capfd, fair_play_table(replace(TABLE, fair_play=FairPlay(28, 0.01, (), ""))))
    assert "No pair has unlikely results." in clean


def test_the_overall_table(capfd: pytest.CaptureFixture[str]) -> None:
    first = OverallRow(1, "greedy", VERSION, 75.0, 55.0, 95.0, 20.0, (100.0, 50.0), (), 240, 0, 0, 0)
    one = OverallLadder(("detailed@1", "mau-mau@1"), "random", (first,), ("new@178123",) * 7, ("prsi@1",))
    found = lines(capfd, overall_table(one, WIDTH))
    assert found[0] == "Overall  mean Elo over detailed@1, mau-mau@1"
    assert any(line.split()[:7] == ["1", "greedy", "17812c", "75", "20", "100", "50"] for line in found)
    assert any("and 2 more" in line for line in found)
    assert found[1].startswith("Elo: random = 0; ±: 95 %")
    lost = replace(first, low=None, high=None, margin=None, bounded=("mau-mau@1",))
    bound = lines(capfd, overall_table(replace(one, rows=(lost,)), WIDTH))
    assert any(line.split()[:6] == ["1", "greedy", "17812c", "75*", "100", "50*"] for line in bound)
    assert any(line.startswith("*: ") for line in bound)
    none = lines(capfd, overall_table(OverallLadder((), None, (), (), ()), WIDTH))
    assert any("No ruleset rates all these bots" in line for line in none)
