"""Specs and records survive JSON; any other document is refused."""

import json
from typing import Any

import pytest

from arena.record.match import (
    BotSpec,
    Clock,
    FaultRecord,
    GameRecord,
    Limits,
    MatchRecord,
    MatchSpec,
    SeatRecord,
    Verdict,
)
from arena.referee.process.codec import BadJson, decode, encode

SPEC = MatchSpec(
    id="m",
    ruleset="mau-mau@1",
    bots=(BotSpec("a", "00", ("python",), "/a"), BotSpec("b", "01", ("x",), "/b", clock=Clock(4, 5, 6))),
    first_board=3,
    secrets=("ab", "cd"),
    key="ef",
    clock=Clock(1, 2, 3),
    limits=Limits(in_flight=1),
)
SEAT = SeatRecord(0, 1, -20, 0.5, Verdict.STALL, 3, 1.25)
FAULT = FaultRecord("g", 0, 1, Verdict.OOM, 'no "memory"\n', 1.0, 0.0, None, "", "{}")
RECORD = MatchRecord("m", (GameRecord("g", 3, 0, (SEAT, SEAT), "WON", 17, "d", "e", "f"),), (FAULT,))


@pytest.mark.parametrize("value", [SPEC, RECORD, MatchRecord("m", ())])
def test_round_trip(value: MatchSpec | MatchRecord) -> None:
    text = encode(value)
    assert decode(type(value), text) == value
    assert "\n" not in text


def test_integers_become_floats() -> None:
    text = encode(SEAT).replace("1.25", "1")
    assert isinstance(decode(SeatRecord, text).time_ms, float)


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"id": 1}, "id:"),
        ({"id": None}, "id:"),
        ({"first_board": "3"}, "first_board:"),
        ({"first_board": True}, "first_board:"),
        ({"first_board": 3.0}, "first_board:"),
        ({"secrets": "ab"}, "secrets:"),
        ({"secrets": ["ab", 1]}, "secrets:"),
        ({"clock": {"bank_ms": 1}}, "clock:"),
        ({"more": 1}, "MatchSpec"),
    ],
)
def test_other_documents_are_refused(change: dict[str, Any], place: str) -> None:
    plain = json.loads(encode(SPEC)) | change
    with pytest.raises(BadJson, match=place):
        decode(MatchSpec, json.dumps(plain))


def test_text_that_is_not_json_is_refused() -> None:
    for text in ("", "{", "[]", "null"):
        with pytest.raises(BadJson):
            decode(MatchSpec, text)


def test_unknown_verdicts_are_refused() -> None:
    with pytest.raises(BadJson, match="verdict"):
        decode(SeatRecord, encode(SEAT).replace("STALL", "LUCKY"))
