"""The tables of standings, ladders and fair play, as golden text in tests/golden/cli/tables."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from rich.console import RenderableType

from arena.cli.output import say
from arena.cli.tables.ladders import ladder_table, overall_table
from arena.cli.tables.standings import crosstable, fair_play_table, standings
from arena.service.results import (
    BoardSaving,
    CrosstableCell,
    FairPlay,
    Ladder,
    LadderRow,
    OverallLadder,
    OverallRow,
    StandingsRow,
    StandingsTable,
    TieBreakColumn,
    UnlikelyResult,
)
from tests.cli.arena import WIDTH

VERSION = "17812ce6" * 8
LONG = "a-bot-whose-name-is-as-long-as-32"
SURE = LadderRow(
    1, 1, 1, 0, "greedy", VERSION, 1144.4, 1031.8, 1257.0, 112.6, None, 98.0, 8, 100, 200, (), 0, 0, 0
)  # fmt: skip
ANCHOR = replace(SURE, best=4, worst=4, bot="random", elo=0.0, low=-90.0, high=80.0)
LOPSIDED = replace(SURE, bot="low", elo=-800.0, low=-1030.0, high=-712.0, illegal=1, timeouts=2, crashes=3)
FEW = replace(SURE, best=None, worst=None, bot="new", low=None, high=None, no_margin="too few boards")
LOST = replace(SURE, best=5, worst=5, bot="last", elo=None, low=None, high=-1600.4)
WON = replace(LOST, best=1, worst=1, bot="best", low=2000.0, high=None)
ZERO = replace(SURE, bot="zero", elo=-0.4, low=-20.0, high=20.0, live=-0.4)
OPEN = replace(SURE, bot="open", best=2, worst=4, more_boards=350)
EQUAL = replace(OPEN, bot="equal", more_boards=None)
WIDE = replace(
    SURE, bot=LONG, elo=-1234.0, low=-1300.0, high=-1168.0, best=12, worst=14, more_boards=12345,
    boards=1_000_000, illegal=100, timeouts=20, crashes=3,
)  # fmt: skip
MEAN = OverallRow(1, "greedy", VERSION, 75.0, 55.0, 95.0, 20.0, (100.0, 50.0), (), 240, 0, 0, 0)
OVERALL = OverallLadder(("detailed@1", "mau-mau@1"), "random", (MEAN,), ("new@178123",) * 7, ("prsi@1",))
BOUNDED = replace(MEAN, low=None, high=None, margin=None, bounded=("mau-mau@1",))
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
CELL = CrosstableCell(0.5, 20, ("7.1.1",))
CELLS = ((None, CELL, CELL), (CELL, None, CELL), (CELL, CELL, None))
TIED = StandingsTable(
    7, "mau-mau@1", "Mau-Mau", (None,), (FIRST, SECOND, THIRD), CELLS, 45, 0, (PTS, BUCHHOLZ, LOT)
)  # fmt: skip
CLEAR = replace(TIED, rows=(replace(FIRST, best=1, worst=1), replace(THIRD, best=2, worst=2)), cells=())
ABSENT = replace(
    TIED,
    rows=(replace(FIRST, byes=1), SECOND, replace(THIRD, forfeits=2, left_early=True, more_boards=None)),
    frozen=("random",),
)
UNMEASURED = replace(FIRST, elo=None, low=None, high=None, best=None, worst=None, no_margin="won everything")
EMPTY = replace(
    TIED,
    rows=(replace(UNMEASURED, points=0, games=0, matches=0, no_margin=None),),
    cells=((None,),),
    boards=0,
    anchors=(),
)
FORTY = tuple(replace(FIRST, rank=rank, bot=f"bot-{rank}", best=1, worst=40) for rank in range(1, 41))
PAIR = UnlikelyResult("greedy", "\x1b[31mrandom", 120, 0.94, 0.61, 1e-7, 2.8e-6)
UNFAIR = replace(TIED, fair_play=FairPlay(28, 0.01, (PAIR,), ""))


def ladder(*rows: LadderRow, anchors: tuple[str | None, ...] = (None,)) -> Ladder:
    return Ladder("mau-mau@1", "Mau-Mau", anchors, rows, 1, 0)


def savings() -> Iterator[RenderableType]:
    for saving in (
        BoardSaving(0.6, 0.06, 600),
        BoardSaving(0.6, None, 40),
        BoardSaving(0.6, 0.5, 60),
        BoardSaving(0.0, 0.0, 60),
    ):
        yield from ladder_table(replace(ladder(SURE), saving=saving))


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("ladder", lambda: ladder_table(ladder(SURE, LOPSIDED, ANCHOR, FEW, ZERO, anchors=("random",)))),
        ("ladder-bounds", lambda: ladder_table(ladder(WON, SURE, LOST))),
        (
            "ladder-scales",
            lambda: ladder_table(ladder(SURE, replace(OPEN, scale=2), anchors=("random", None))),
        ),
        ("ladder-ranges", lambda: ladder_table(ladder(SURE, OPEN, EQUAL, WIDE))),
        ("ladder-savings", savings),
        ("overall", lambda: overall_table(OVERALL, WIDTH)),
        ("overall-bound", lambda: overall_table(replace(OVERALL, rows=(BOUNDED,)), WIDTH)),
        ("overall-none", lambda: overall_table(OverallLadder((), None, (), (), ()), WIDTH)),
        ("standings", lambda: (*standings(TIED), *crosstable(TIED, WIDTH))),
        ("standings-why", lambda: standings(TIED, why=True)),
        ("standings-clear", lambda: standings(CLEAR)),
        ("standings-absent", lambda: standings(ABSENT)),
        ("standings-empty", lambda: (*standings(EMPTY), *crosstable(EMPTY, WIDTH))),
        ("standings-unmeasured", lambda: standings(replace(TIED, rows=(UNMEASURED,), anchors=()))),
        ("standings-unfair", lambda: standings(UNFAIR)),
        ("fair-play", lambda: fair_play_table(UNFAIR)),
        ("fair-play-clean", lambda: fair_play_table(replace(TIED, fair_play=FairPlay(28, 0.01, (), "")))),
    ],
)
def test_table(
    name: str,
    parts: Callable[[], Iterator[RenderableType]],
    capfd: pytest.CaptureFixture[str],
    check_golden: Callable[[str, str], None],
) -> None:
    capfd.readouterr()
    say(*parts())
    text = capfd.readouterr().out
    assert max(map(len, text.splitlines())) <= WIDTH
    check_golden(f"tables/{name}.txt", text)


def test_forty_bots_fit(capfd: pytest.CaptureFixture[str]) -> None:
    many = replace(TIED, rows=FORTY, cells=((CELL,) * 40,) * 40)
    capfd.readouterr()
    say(*standings(many), *crosstable(many, WIDTH))
    lines = capfd.readouterr().out.splitlines()
    assert max(map(len, lines)) <= WIDTH
    assert "crosstable: arena tournament crosstable 7 --csv" in lines
