"""How ratings look in a terminal: what they are measured from, ±, and why there is none."""

from dataclasses import replace

import pytest

from arena.cli.output import say
from arena.cli.tables import ladder
from arena.service.results import Ladder, LadderRow
from tests.cli.arena import WIDTH

SURE = LadderRow(1, 1, "greedy", "17812ce6" * 8, 1144.4, 112.6, None, 98.0, 8, 100, 200, ())
ANCHOR = replace(SURE, rank=4, bot="random", rating=0.0, margin=None)
FEW = replace(SURE, rank=2, bot="new", margin=None, no_margin="too few boards")
WON = replace(SURE, rank=3, bot="best", margin=None, no_margin="won or lost everything")


def shown(capfd: pytest.CaptureFixture[str], *rows: LadderRow, anchors: tuple[str | None, ...]) -> list[str]:
    say(*ladder(Ladder("mau-mau@1", "Mau-Mau", anchors, rows, 1, 0)))
    lines = capfd.readouterr().out.splitlines()
    assert max(map(len, lines)) <= WIDTH
    return lines


def test_a_rating_has_its_margin_beside_it_or_a_sign(capfd: pytest.CaptureFixture[str]) -> None:
    _, head, _, _, *rows = shown(capfd, SURE, FEW, WON, ANCHOR, anchors=("random",))
    assert head == "Elo: random = 0; ±: 95 %; –: too few boards; ∞: won or lost everything"
    assert [row.split()[3:5] for row in rows[:4]] == [
        ["1144", "113"],
        ["1144", "–"],
        ["1144", "∞"],
        ["0", "98"],
    ]


def test_scales_are_named_and_numbered(capfd: pytest.CaptureFixture[str]) -> None:
    _, remark, head, columns, _, *rows = shown(capfd, SURE, replace(SURE, scale=2), anchors=("random", None))
    assert "have not met" in remark
    assert head == "Elo: 1: random = 0, 2: the mean is 0; ±: 95 %"
    assert "Scale" in columns
    assert [row.split()[3] for row in rows[:2]] == ["1", "2"]
