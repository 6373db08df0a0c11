"""The SDK has its own words for what the rules name; they mean the same."""

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
        (maumau.Kind, rules.Kind),
        (maumau.Word, rules.Word),
        (maumau.EventKind, rules.EventKind),
        (maumau.DrawReason, rules.Reason),
        (maumau.Termination, rules.Termination),
    ],
    ids=["kind", "word", "event", "reason", "termination"],
)
def test_the_same_names_and_numbers(ours: type[IntEnum], theirs: type[IntEnum]) -> None:
    assert {one.name: one.value for one in ours} == {one.name: one.value for one in theirs}


def test_asks_are_the_same_but_for_over() -> None:
    asks = {ask.name: ask.value for ask in rules.Ask if ask is not rules.Ask.OVER}
    assert {ask.name: ask.value for ask in maumau.Ask} == asks


def test_verdicts_are_those_of_the_wire() -> None:
    wire = {f"VERDICT_{verdict.name}": verdict.value for verdict in maumau.Verdict}
    assert wire | {"VERDICT_UNSPECIFIED": 0} == dict(pb.Verdict.items())
    assert [verdict.name for verdict in maumau.Verdict] == [verdict.name for verdict in Verdict]


def test_the_sdk_says_which_it_is() -> None:
    assert f"maumau-python {version('maumau')}" == SDK
