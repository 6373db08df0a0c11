"""Logs as they are stored: small, and the same again to the byte."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.record import BadLog, compress
from arena.record.compression import COMPRESSED
from arena.record.packing import PACKED, stored_again, unpack
from arena.record.read import log_lines, read_log
from arena.record.records import Play
from arena.record.short import shorten, spell_out
from arena.rules import rulesets
from tests.conftest import Scale
from tests.fuzzing import mutants, only
from tests.record.games import play, resealed
from tests.record.test_house_rules import HOUSE

TABLES = [(one.id, seats) for one in rulesets() for seats in one.players]
ID = "0123456789abcdef" * 2
LOGS = [play(rules, 2, 1, game_id=ID).data for rules in ("mau-mau", "quick", HOUSE)]


def packed(data: bytes) -> bytes:
    return stored_again(data, PACKED)


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_what_was_packed_comes_back(rules: str, seats: int, scale: Scale) -> None:
    for seed in range(scale.pick(quick=1, ci=2, full=100)):
        data = play(rules, seats, seed, game_id=ID).data
        stored = packed(data)
        assert stored.startswith(PACKED)
        assert unpack(stored) == data


def test_it_is_much_less_than_the_log_compressed() -> None:
    for data in LOGS[:2]:
        assert len(packed(data)) < len(compress(data)) * 2 / 3


def test_house_rules_come_back() -> None:
    data = LOGS[-1]
    assert packed(data).startswith(PACKED)
    assert unpack(packed(data)) == data


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"ruleset":"mau-mau@1"', b'"ruleset":"mau-mau@9"'),
        (b'"ranks":"789TJQKA"', b'"ranks":"789TJQAK"'),
        (b'"version":"', b'"version":"not a digest '),
        (b'"game":"0', b'"game":"G'),
    ],
)
def test_what_does_not_fit_is_stored_whole(old: bytes, new: bytes) -> None:
    header, *lines = log_lines(LOGS[0])
    data = resealed([header.replace(old, new, 1), *lines])
    stored = packed(data)
    assert stored.startswith(COMPRESSED)
    assert unpack(stored) == data
    assert stored_again(data, stored) == stored


def test_logs_that_were_stored_whole_are_read_and_written_as_they_were() -> None:
    data = LOGS[0]
    assert unpack(compress(data)) == data
    assert stored_again(data, compress(data)) == compress(data)


@given(st.text(max_size=60))
def test_notes_are_no_part_of_the_spelling(note: str) -> None:
    text = b"".join(
        (record._replace(note=note) if isinstance(record, Play) else record).line().encode()
        for record in read_log(LOGS[0]).records
    )
    assert spell_out(shorten(text)) == text


@given(st.binary(max_size=300))
def test_no_bytes_at_all_are_more_than_a_bad_log(data: bytes) -> None:
    for stored in (data, PACKED + data):
        only(unpack, stored, BadLog)


@given(mutants([packed(log) for log in LOGS]))
def test_of_a_packed_log_every_change_is_found(stored: bytes) -> None:
    """Or what it reads as is the log, so that only the bytes are others."""
    if only(unpack, stored, BadLog):
        assert unpack(stored) in LOGS
