"""Games by house rules: the log carries the rules, so that it replays and verifies on its own for ever."""

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
from arena.rules.house_rules.load import house_rules
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
HOUSE = house_rules(SUNDAY).ruleset
LOG = play(HOUSE, 3, 1).data


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_by_house_rules_verifies_from_its_log_alone(seats: int, scale: Scale) -> None:
    for seed in range(scale.pick(quick=1, ci=6, full=200)):
        log = play(HOUSE, seats, seed)
        found = verify(log.data)
        assert found.ok, found.difference
        assert found.game_digest == log.game_digest


def test_the_header_holds_the_rules_and_their_hash() -> None:
    header = json.loads(log_lines(LOG)[0])["header"]
    assert list(header)[:4] == ["format", "ruleset", "ruleset_hash", "rules"]
    stated = json.dumps(header["rules"], sort_keys=True, separators=(",", ":"))
    assert header["ruleset_hash"] == sha256(stated.encode()).hexdigest() == HOUSE.hash
    assert header["ruleset"] == f"sunday@{HOUSE.hash[:8]}" == HOUSE.key
    assert header["rules"]["title"] == HOUSE.title


def test_the_largest_rules_have_room_in_a_header() -> None:
    eight = house_rules(SUNDAY.replace("[2, 4]", "[2, 8]").replace("packs.6 = false\n", "")).ruleset
    header = log_lines(play(eight, 8, 1, bots="ü" * 63).data)[0]
    assert len(header) - len(eight.stated) + MAX_STATED < MAX_RECORD_BYTES


def test_the_log_gives_the_whole_ruleset_back() -> None:
    assert replay(read_log(LOG)).game.ruleset == HOUSE


def test_the_log_of_a_fixed_ruleset_names_it_and_no_more() -> None:
    assert "rules" not in json.loads(log_lines(play("mau-mau", 2, 1).data)[0])["header"]


def test_a_log_that_was_written_once_verifies_for_ever() -> None:
    assert GOLDEN.read_bytes() == play(HOUSE, 3, 1, form=FORMATS[0]).data
    assert verify(GOLDEN.read_bytes()).ok


def test_other_rules_make_another_game_digest() -> None:
    other = house_rules(SUNDAY.replace("Sundays", "Mondays")).ruleset
    assert other.hash != HOUSE.hash
    assert play(other, 3, 1).game_digest != play(HOUSE, 3, 1).game_digest


def forged(fields: Mapping[str, object], key: str | None = None, *, old_hash: bool = False) -> bytes:
    """The log with other rules in its header, whose hash and key are in order if not said otherwise."""
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


def complaint(data: bytes) -> str:
    difference = verify(data).difference
    assert difference is not None
    assert difference.record == 1
    return difference.what


def test_a_forger_who_changes_nothing_is_let_through() -> None:
    assert verify(forged({})).ok


@pytest.mark.parametrize(
    ("fields", "what"),
    [
        ({"hand": 61}, "hand is to be a whole number from 1 to 60, not 61"),
        ({"hand": True}, "hand is to be a whole number from 1 to 60, not true"),
        ({"hand": ...}, "hand is missing"),
        ({"hnad": 3}, 'no field "hnad"; did you mean "hand"?'),
        ({"\x1b[2J": 3}, r'no field "\u001b[2J"'),
        ({"players": [2, 9]}, "players is to be a whole number from 2 to 8"),
        ({"packs": {"2": {"ranks": "23456789TJQKA", "copies": 4, "jokers": 8}}}, "at most 120"),
        ({"packs": {"2": {"ranks": "A" * 9}}}, "ranks in the order of"),
        ({"effects": {"7": {"is": "__import__", "cards": 2}}}, "effects.7.is is to be one of OweCards"),
        ({"effects": {"7": {"cards": 2}}}, "effects.7 is to be a table with is ="),
        ({"effects": {"7": {"is": "OweCards", "cards": 10**9}}}, "a whole number from 1 to 20"),
        (
            {"effects": {"7": {"is": "OweCards", "cards": 2, "answers": "2"}}},
            "2 answers 7, but no pack has it",
        ),
        ({"title": "x" * 61}, "title is to be a line"),
        ({"title": "\x07"}, "title is to be a line"),
        ({"title": "\u202e"}, "title is to be a line"),
        ({"cut": 4, "wild": dict.fromkeys("789TQKA", "")}, "too few to cut the pack"),
        ({"turned_back": "789TJQKA"}, "can be dealt out"),
        ({"version": 1}, "not the house rules"),
        ({"reshuffles": True}, "not the house rules"),  # it is so by default: there is one way to state it
    ],
)
def test_rules_that_cannot_be_played_are_refused(fields: dict[str, Any], what: str) -> None:
    found = complaint(forged(fields))
    assert what in found
    assert found.isprintable()


@pytest.mark.parametrize("key", ["sunday@00000000", "monday@" + HOUSE.hash[:8], "mau-mau@12345678"])
def test_rules_do_not_go_by_another_name(key: str) -> None:
    assert complaint(forged({}, key)) == f"these are not the house rules {key}"


@pytest.mark.parametrize("key", ["mau-mau@1", "sunday@1", "sunday", "sunday@" + HOUSE.hash])
def test_rules_do_not_go_by_the_name_of_a_fixed_ruleset(key: str) -> None:
    with pytest.raises(BadLog, match="a text is missing or not of its form"):
        forged({}, key)


def test_the_hash_is_that_of_the_rules() -> None:
    assert complaint(forged({"hand": 5}, old_hash=True)) == f"these are not the house rules {HOUSE.key}"


def test_house_rules_may_have_the_id_of_a_ruleset_to_come() -> None:
    """A log stays what it is when later a fixed ruleset gets that id: its key is another one."""
    assert verify(forged({"id": "mau-mau"})).ok
    assert ruleset("mau-mau").key == "mau-mau@1"


def test_names_stand_in_their_order() -> None:
    lines = log_lines(LOG)
    header = json.loads(lines[0])
    header["header"]["rules"] = dict(reversed(header["header"]["rules"].items()))
    lines[0] = json.dumps(header, separators=(",", ":")).encode() + b"\n"
    assert "not written as it has to be" in complaint(b"".join(lines))


def test_rules_that_lie_deep_are_refused() -> None:
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
def test_no_value_in_the_rules_is_more_than_a_bad_log(name: str, value: object) -> None:
    found = verify(forged({name: value}, "sunday@00000000"))
    assert found.difference is not None
    assert found.difference.what.isprintable()
