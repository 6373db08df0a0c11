"""The reader parses every written log, and nothing else."""

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.record import BadLog, read_log
from arena.record.format import Play, Take
from arena.record.reader import MAX_BYTES, MAX_RECORD_BYTES, log_lines
from tests.conftest import Scale
from tests.fuzzing import only
from tests.record.games import changed, golden, line_of, play

LOG = golden("mau-mau").data
TAKE = line_of(LOG, "take")
PLAY = line_of(LOG, "play")
LAST = len(LOG.splitlines())


def bad_record(data: bytes) -> int:
    with pytest.raises(BadLog) as caught:
        read_log(data)
    assert caught.value.what.isprintable()
    return caught.value.record


@pytest.mark.parametrize("rules", ["mau-mau", "detailed"])
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_parsed_log_writes_the_same_bytes(rules: str, seats: int) -> None:
    for seed in range(3):
        data = play(rules, seats, seed, estimates=seed > 0).data
        log = read_log(data)
        lines = [log.header.line(), *(record.line() for record in log.records), log.footer.line()]
        assert "".join(lines).encode() == data


def test_records_are_parsed() -> None:
    lines = [
        log_lines(LOG)[0],
        b'{"take":{"seat":1,"cards":["7H","TC"]}}\n',
        b'{"play":{"seat":0,"action":"JC:S Mau","ms":1.25,"note":"\\u00e9","win":0.63}}\n',
        b'{"play":{"seat":1,"action":"draw","ms":1.0,"win":0.0}}\n',
        log_lines(LOG)[-1],
    ]
    assert read_log(b"".join(lines)).records == (
        Take(1, ("7H", "TC")),
        Play(0, "JC:S Mau", 1.25, "é", 0.63),
        Play(1, "draw", 1.0, win=0.0),
    )


@pytest.mark.parametrize(
    ("line", "old", "new"),
    [
        (1, "maumau-log-2", "maumau-log-3"),
        (1, "maumau-order-1", "maumau-order-2"),
        (1, '"seats":3', '"seats":9'),
        (1, '"seats":3', '"seats":2'),
        (1, '"cards":32', '"cards":33'),
        (1, '"ranks":"789', '"ranks":"799'),
        (1, '"jokers":0', '"jokers":1000000'),
        (1, '"game":"game-1"', '"game":"../../x"'),
        (1, '"name":"bot0"', r'"name":"\ud800"'),
        (1, '"board":3', '"board":03'),
        (1, '"board":3', '"board":true'),
        (1, '"board":3', '"board":3.0'),
        (1, '"board":3', '"board":3,"more":1'),
        (TAKE, '"take"', '"tale"'),
        (TAKE, '"take":{', '"take": {'),
        (TAKE, '"seat":0', '"seat":3'),
        (TAKE, '"seat":0', '"seat":-0'),
        (TAKE, '"seat":0', '"seat":[0]'),
        (TAKE, '"seat":0,', '"seat":0,"seat":0,'),
        (TAKE, '"cards":["', '"cards":["6H","'),
        (TAKE, '"cards":["', '"cards":[["'),
        (TAKE, '"cards":["', '"cards":[null,"'),
        (PLAY, '"ms":', '"ms":1e999,"ms":'),
        (PLAY, '"ms":', '"ms":-'),
        (PLAY, '"action":"', R'"action":"\u001b'),
        (PLAY, '{"play"', '{"footer":0,"play"'),
        (LAST, '"termination":"WON"', '"termination":"LOST"'),
        (LAST, '"termination":"WON"', '"termination":[]'),
        (LAST, '"places":[', '"places":[1,'),
        (LAST, '"places":[', '"places":[,'),
        (LAST, '"places":[', '"places":[0'),
        (LAST, '"places":[', '"places":[99999999999,'),
        (LAST, '"points":[', '"points":[-0,'),
        (LAST, '"points":[', '"points":[--1,'),
        (LAST, '"points":[', '"points":[99999999999,'),
    ],
)
def test_bad_record_is_named(line: int, old: str, new: str) -> None:
    lines = log_lines(LOG)
    assert old.encode() in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old.encode(), new.encode(), 1)
    assert bad_record(b"".join(lines)) == line


@pytest.mark.parametrize("value", ["[]", "{}", "null", "1", '"OK"', '"LATE"'])
def test_unknown_verdict_is_refused(value: str) -> None:
    lines = log_lines(LOG)
    lines.insert(PLAY - 1, f'{{"fault":{{"seat":0,"verdict":{value}}}}}\n'.encode())
    assert bad_record(b"".join(lines)) == PLAY


@pytest.mark.parametrize("value", ["NaN", "Infinity", "-1", '"1"', "true", "null", "1.50", "9" * 5000])
def test_bad_milliseconds_are_refused(value: str) -> None:
    lines = log_lines(LOG)
    head, _, _ = lines[PLAY - 1].partition(b'"ms":')
    lines[PLAY - 1] = head + f'"ms":{value}}}}}\n'.encode()
    assert bad_record(b"".join(lines)) == PLAY


@pytest.mark.parametrize(
    "end",
    [f'"win":{value}' for value in ("NaN", "1e999", "-0.1", "1.001", "-0.0", '"1"', "true", "null", "[]")]
    + [f'"win":{value}' for value in ("0", "1", "0.630", "6.3e-1", "0.6301", "0.63,", '0.63,"win":0.63')]
    + ['"win":0.63,"note":"first"', '"note":"","win":0.63'],
)
def test_estimate_has_one_spelling(end: str) -> None:
    lines = log_lines(LOG)
    head, _, _ = lines[PLAY - 1].partition(b'"ms":')
    for member, is_good in (('"win":0.63', True), ('"note":"x","win":1.0', True), (end, False)):
        lines[PLAY - 1] = head + f'"ms":1.0,{member}}}}}\n'.encode()
        if is_good:
            assert read_log(b"".join(lines)).records
        else:
            assert bad_record(b"".join(lines)) == PLAY


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"", 1),
        (b"\n", 1),
        (b"\n\n\n", 1),
        (LOG[:-1], LAST),
        (LOG + b"\n", LAST),
        (LOG + LOG, LAST),
        (b"\xef\xbb\xbf" + LOG, 1),
        (LOG.replace(b"\n", b"\r\n"), 1),
        (LOG.decode().encode("utf-16"), 1),
        (b"[" * 10_000 + b"\n\n", 1),
        (log_lines(LOG)[0] + b'{"a":' * 3_000 + b"\n" + log_lines(LOG)[-1], 2),
        (log_lines(LOG)[0] + b"x" * (MAX_RECORD_BYTES + 1) + b"\n" + log_lines(LOG)[-1], 2),
    ],
)
def test_other_bytes_are_refused_at_their_first_bad_line(data: bytes, line: int) -> None:
    assert bad_record(data) == line


def test_too_long_log_is_refused() -> None:
    assert bad_record(bytes(MAX_BYTES + 1)) == 1


def test_consecutive_takes_of_one_seat_must_be_one_record() -> None:
    lines = log_lines(LOG)
    assert bad_record(b"".join([*lines[:TAKE], lines[TAKE - 1], *lines[TAKE:]])) == TAKE + 1


def test_error_text_is_printable() -> None:
    assert bad_record(changed(LOG, PLAY, '"play"', '"\\u001b[2J"')) == PLAY


@given(st.binary(max_size=300), st.binary(max_size=100))
def test_any_bytes_are_a_log_or_bad(first: bytes, second: bytes) -> None:
    head, tail = log_lines(LOG)[0], log_lines(LOG)[-1]
    for data in (first, first + b"\n" + second, head + first + b"\n" + tail):
        only(read_log, data, BadLog)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
KINDS = ["header", "deal", "cut", "take", "starter", "reshuffle", "play", "fault", "house", "footer"]
MEMBERS = ["seat", "cards", "card", "number", "epoch", "action", "ms", "note", "win", "verdict"]


@pytest.mark.dear
@given(st.sampled_from(KINDS), json_values | st.dictionaries(st.sampled_from(MEMBERS), json_values))
def test_any_value_in_a_record_is_read_or_bad(kind: str, value: object) -> None:
    record = json.dumps({kind: value}, separators=(",", ":")).encode() + b"\n"
    head, tail = log_lines(LOG)[0], log_lines(LOG)[-1]
    for data in (record + tail, head + record + tail, head + record):
        only(read_log, data, BadLog)


def test_damaged_log_is_read_or_bad(scale: Scale) -> None:
    """Change, cut out, insert and move bytes."""
    chance = Random(1)
    for _ in range(scale.pick(quick=300, ci=2_000, full=200_000)):
        data = bytearray(LOG)
        for _ in range(chance.randint(1, 3)):
            here, there = chance.randrange(len(data)), chance.randrange(len(data))
            piece = data[here : here + chance.randint(0, 60)]
            data[there : there + chance.randint(0, 60)] = chance.choice([b"", piece, chance.randbytes(1)])
        only(read_log, bytes(data), BadLog)
