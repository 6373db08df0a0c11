"""The SDK's enums agree with those of the rules."""

from enum import IntEnum
from importlib.metadata import version

import pytest

import maumau
from arena import rules
from arena.record.match import Verdict
from maumau.session import SDK
from maumau.v1 import referee_pb2 as pb


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (maumau.Kind, rules.ActionKind),
        (maumau.Word, rules.Word),
        (maumau.EventKind, rules.EventKind),
        (maumau.DrawReason, rules.Reason),
        (maumau.Termination, rules.Termination),
    ],
    ids=["kind", "word", "event", "reason", "termination"],
)
def test_enums_have_the_same_names_and_numbers(ours: type[IntEnum], theirs: type[IntEnum]) -> None:
    assert {one.name: one.value for one in ours} == {one.name: one.value for one in theirs}


def test_asks_are_the_same_except_over() -> None:
    asks = {ask.name: ask.value for ask in rules.Ask if ask is not rules.Ask.OVER}
    assert {ask.name: ask.value for ask in maumau.Ask} == asks


def test_verdicts_are_those_of_the_protocol() -> None:
    wire = {f"VERDICT_{verdict.name}": verdict.value for verdict in maumau.Verdict}
    assert wire | {"VERDICT_UNSPECIFIED": 0} == dict(pb.Verdict.items())
    assert [verdict.name for verdict in maumau.Verdict] == [verdict.name for verdict in Verdict]


def test_sdk_states_its_version() -> None:
    assert f"maumau-python {version('maumau')}" == SDK
