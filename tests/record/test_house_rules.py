"""Logs of house rules carry the rules, so they replay and verify on their own."""

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.record import BadLog, read_log, replay, verify
from arena.record.format import FORMATS
from arena.record.reader import MAX_RECORD_BYTES, log_lines
from arena.rules import Ruleset, ruleset
from arena.rules.house_rules.load import load_house_rules
from arena.rules.house_rules.parse import MAX_STATED
from tests.conftest import Scale
from tests.record.games import play, resealed

GOLDEN = Path(__file__).with_name("golden-house") / "sunday.jsonl"
SUNDAY = """\
id = "sunday"
title = "Mau-Mau on Sundays – für alle"
base = "mau-mau"
options = ["W-7-STACK", "W-DEAL=6", "G-SC-CARDS", "G-ROUNDS=players"]

[changes]
players = [2, 4]
packs.6 = false
effects.9 = { is = "Reverse", again = true }
"""
HOUSE = load_house_rules(SUNDAY).ruleset
LOG = play(HOUSE, 3, 1).data


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_log_of_house_rules_verifies(seats: int, scale: Scale) -> None:
    for seed in range(scale.pick(quick=1, ci=3, full=200)):
        log = play(HOUSE, seats, seed)
        found = verify(log.data)
        assert found.ok, found.difference
        assert found.game_digest == log.game_digest


def test_header_has_the_rules_and_their_hash() -> None:
    header = json.loads(log_lines(LOG)[0])["header"]
    assert list(header)[:4] == ["format", "ruleset", "ruleset_hash", "rules"]
    stated = json.dumps(header["rules"], sort_keys=True, separators=(",", ":"))
    assert header["ruleset_hash"] == sha256(stated.encode()).hexdigest() == HOUSE.hash
    assert header["ruleset"] == f"sunday@{HOUSE.hash[:8]}" == HOUSE.key
    assert header["rules"]["title"] == HOUSE.title


def test_largest_rules_fit_into_a_header() -> None:
    eight = load_house_rules(SUNDAY.replace("[2, 4]", "[2, 8]").replace("packs.6 = false\n", "")).ruleset
    header = log_lines(play(eight, 8, 1, bots="ü" * 63).data)[0]
    assert len(header) - len(eight.stated) + MAX_STATED < MAX_RECORD_BYTES


def test_log_has_the_whole_ruleset() -> None:
    assert replay(read_log(LOG)).game.ruleset == HOUSE


def test_log_of_a_fixed_ruleset_has_no_rules() -> None:
    assert "rules" not in json.loads(log_lines(play("mau-mau", 2, 1).data)[0])["header"]


def test_golden_log_in_format_1_verifies() -> None:
    assert GOLDEN.read_bytes() == play(HOUSE, 2, 78, form=FORMATS[0]).data
    assert verify(GOLDEN.read_bytes()).ok


def test_other_rules_change_the_game_digest() -> None:
    other = load_house_rules(SUNDAY.replace("Sundays", "Mondays")).ruleset
    assert other.hash != HOUSE.hash
    assert play(other, 3, 1).game_digest != play(HOUSE, 3, 1).game_digest


def forged(fields: Mapping[str, object], key: str | None = None, *, old_hash: bool = False) -> bytes:
    """Return the log with other rules in its header; by default with their hash and key."""
    lines = log_lines(LOG)
    header = json.loads(lines[0])["header"]
    rules = {**header["rules"], **fields}
    rules = {name: rules[name] for name in sorted(rules) if rules[name] is not ...}
    stated = json.dumps(rules, sort_keys=True, separators=(",", ":"))
    digest = header["ruleset_hash"] if old_hash else sha256(stated.encode()).hexdigest()
    header |= {
        "ruleset": key or f"{rules.get('id', 'sunday')}@{digest[:8]}",
        "ruleset_hash": digest,
        "rules": json.loads(stated),
    }
    lines[0] = json.dumps({"header": header}, separators=(",", ":")).encode() + b"\n"
    return resealed(lines)


def assert_bad_header(data: bytes) -> None:
    difference = verify(data).difference
    assert difference is not None
    assert difference.record == 1
    assert difference.what.isprintable()


def test_forging_without_a_change_verifies() -> None:
    assert verify(forged({})).ok


@pytest.mark.parametrize(
    "fields",
    [
        {"hand": 61},
        {"hand": True},
        {"hand": ...},
        {"hnad": 3},
        {"\x1b[2J": 3},
        {"players": [2, 9]},
        {"packs": {"2": {"ranks": "23456789TJQKA", "copies": 4, "jokers": 8}}},
        {"packs": {"2": {"ranks": "A" * 9}}},
        {"effects": {"7": {"is": "__import__", "cards": 2}}},
        {"effects": {"7": {"cards": 2}}},
        {"effects": {"7": {"is": "OweCards", "cards": 10**9}}},
        {"effects": {"7": {"is": "OweCards", "cards": 2, "answers": "2"}}},
        {"title": "x" * 61},
        {"title": "\x07"},
        {"title": "\u202e"},
        {"cut": 4, "wild": dict.fromkeys("789TQKA", "")},
        {"turned_back": "789TJQKA"},
        {"version": 1},
        {"reshuffles": True},  # the default must not be stated
    ],
)
def test_unplayable_rules_are_refused(fields: dict[str, Any]) -> None:
    assert_bad_header(forged(fields))


@pytest.mark.parametrize("key", ["sunday@00000000", "monday@" + HOUSE.hash[:8], "mau-mau@12345678"])
def test_rules_under_another_key_are_refused(key: str) -> None:
    assert_bad_header(forged({}, key))


@pytest.mark.parametrize("key", ["mau-mau@1", "sunday@1", "sunday", "sunday@" + HOUSE.hash])
def test_rules_under_a_fixed_key_are_refused(key: str) -> None:
    with pytest.raises(BadLog):
        forged({}, key)


def test_wrong_hash_is_refused() -> None:
    assert_bad_header(forged({"hand": 5}, old_hash=True))


def test_house_rules_may_share_an_id_with_a_fixed_ruleset() -> None:
    """Their keys differ, so a later fixed ruleset with this id does not affect the log."""
    assert verify(forged({"id": "mau-mau"})).ok
    assert ruleset("mau-mau").key == "mau-mau@1"


def test_unsorted_rules_are_refused() -> None:
    lines = log_lines(LOG)
    header = json.loads(lines[0])
    header["header"]["rules"] = dict(reversed(header["header"]["rules"].items()))
    lines[0] = json.dumps(header, separators=(",", ":")).encode() + b"\n"
    assert_bad_header(b"".join(lines))


def test_deeply_nested_rules_are_refused() -> None:
    lines = log_lines(LOG)
    deep = b'{"a":' * 2_000 + b"0" + b"}" * 2_000
    lines[0] = lines[0].replace(b'"rules":{', b'"rules":{"a":' + deep + b",", 1)
    with pytest.raises(BadLog):
        replay(read_log(b"".join(lines)))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@pytest.mark.dear
@given(st.sampled_from([*Ruleset.__dataclass_fields__]), json_values)
def test_any_value_in_the_rules_is_refused(name: str, value: object) -> None:
    assert_bad_header(forged({name: value}, "sunday@00000000"))
