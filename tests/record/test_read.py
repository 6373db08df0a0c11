"""The parser: what it reads, and that it takes nothing else."""

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.record import BadLog, read_log
from arena.record.format import Play, Take
from arena.record.reader import MAX_BYTES, MAX_RECORD_BYTES, log_lines
from tests.conftest import Scale
from tests.record.games import changed, golden, line_of, play

LOG = golden("mau-mau").data
TAKE = line_of(LOG, "take")
PLAY = line_of(LOG, "play")
LAST = len(LOG.splitlines())


def why_bad(data: bytes) -> tuple[int, str]:
    with pytest.raises(BadLog) as caught:
        read_log(data)
    return caught.value.record, caught.value.what


@pytest.mark.parametrize("rules", ["mau-mau", "detailed"])
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_reading_and_writing_give_the_same_bytes(rules: str, seats: int) -> None:
    for seed in range(3):
        data = play(rules, seats, seed).data
        log = read_log(data)
        lines = [log.header.line(), *(record.line() for record in log.records), log.footer.line()]
        assert "".join(lines).encode() == data


def test_a_record_is_read_as_it_was_written() -> None:
    lines = [
        log_lines(LOG)[0],
        b'{"take":{"seat":1,"cards":["7H","TC"]}}\n',
        b'{"play":{"seat":0,"action":"JC:S Mau","ms":1.25,"note":"\\u00e9"}}\n',
        log_lines(LOG)[-1],
    ]
    assert read_log(b"".join(lines)).records == (Take(1, ("7H", "TC")), Play(0, "JC:S Mau", 1.25, "é"))


@pytest.mark.parametrize(
    ("line", "old", "new", "reason"),
    [
        (1, "maumau-log-2", "maumau-log-3", "format"),
        (1, "maumau-order-1", "maumau-order-2", "draws by"),
        (1, '"seats":3', '"seats":9', "out of range"),
        (1, '"seats":3', '"seats":2', "one bot for each seat"),
        (1, '"cards":32', '"cards":33', "as large as it says"),
        (1, '"ranks":"789', '"ranks":"799', "as large as it says"),
        (1, '"jokers":0', '"jokers":1000000', "out of range"),
        (1, '"game":"game-1"', '"game":"../../x"', "not of its form"),
        (1, '"name":"bot0"', r'"name":"\ud800"', "surrogates not allowed"),
        (1, '"board":3', '"board":03', "Expecting"),
        (1, '"board":3', '"board":true', "out of range"),
        (1, '"board":3', '"board":3.0', "out of range"),
        (1, '"board":3', '"board":3,"more":1', "does not have the members"),
        (TAKE, '"take"', '"tale"', "no place here"),
        (TAKE, '"take":{', '"take": {', "not written as it has to be"),
        (TAKE, '"seat":0', '"seat":3', "out of range"),
        (TAKE, '"seat":0', '"seat":-0', "not written as it has to be"),
        (TAKE, '"seat":0', '"seat":[0]', "out of range"),
        (TAKE, '"seat":0,', '"seat":0,"seat":0,', "not written as it has to be"),
        (TAKE, '"cards":["', '"cards":["6H","', "none of the pack"),
        (TAKE, '"cards":["', '"cards":[["', "Expecting"),
        (TAKE, '"cards":["', '"cards":[null,"', "none of the pack"),
        (PLAY, '"ms":', '"ms":1e999,"ms":', "not written as it has to be"),
        (PLAY, '"ms":', '"ms":-', "out of range"),
        (PLAY, '"action":"', R'"action":"\u001b', "not of its form"),
        (PLAY, '{"play"', '{"footer":0,"play"', "one member"),
        (LAST, '"termination":"WON"', '"termination":"LOST"', "no such termination"),
        (LAST, '"termination":"WON"', '"termination":[]', "no such termination"),
        (LAST, '"places":[', '"places":[1,', "3 seats"),
        (LAST, '"places":[', '"places":[,', "Expecting"),
        (LAST, '"places":[', '"places":[0', "Expecting"),
        (LAST, '"places":[', '"places":[99999999999,', "out of range"),
        (LAST, '"points":[', '"points":[-0,', "not written as it has to be"),
        (LAST, '"points":[', '"points":[--1,', "Expecting"),
        (LAST, '"points":[', '"points":[99999999999,', "out of range"),
    ],
)
def test_a_record_that_is_not_one_is_named(line: int, old: str, new: str, reason: str) -> None:
    lines = log_lines(LOG)
    assert old.encode() in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old.encode(), new.encode(), 1)
    number, what = why_bad(b"".join(lines))
    assert (number, reason in what) == (line, True), what


@pytest.mark.parametrize("value", ["[]", "{}", "null", "1", '"OK"', '"LATE"'])
def test_a_fault_has_a_verdict_on_a_bot(value: str) -> None:
    lines = log_lines(LOG)
    lines.insert(PLAY - 1, f'{{"fault":{{"seat":0,"verdict":{value}}}}}\n'.encode())
    number, what = why_bad(b"".join(lines))
    assert (number, "no such verdict" in what) == (PLAY, True), what


@pytest.mark.parametrize("value", ["NaN", "Infinity", "-1", '"1"', "true", "null", "1.50", "9" * 5000])
def test_milliseconds_are_a_number(value: str) -> None:
    lines = log_lines(LOG)
    head, _, _ = lines[PLAY - 1].partition(b'"ms":')
    lines[PLAY - 1] = head + f'"ms":{value}}}}}\n'.encode()
    assert why_bad(b"".join(lines))[0] == PLAY


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
def test_what_is_no_log_is_refused_where_it_begins(data: bytes, line: int) -> None:
    assert why_bad(data)[0] == line


def test_a_log_has_a_greatest_size() -> None:
    assert "longer than" in why_bad(bytes(MAX_BYTES + 1))[1]


def test_takes_that_follow_each_other_are_one_record() -> None:
    lines = log_lines(LOG)
    one = lines[TAKE - 1]
    assert why_bad(b"".join([*lines[:TAKE], one, *lines[TAKE:]])) == (
        TAKE + 1,
        "takes of one seat that follow each other are one record",
    )


def test_reasons_hold_nothing_that_a_terminal_would_obey() -> None:
    evil = changed(LOG, PLAY, '"play"', '"\\u001b[2J"')
    assert why_bad(evil)[1].isprintable()


@given(st.binary(max_size=300), st.binary(max_size=100))
def test_no_bytes_at_all_are_more_than_a_bad_log(first: bytes, second: bytes) -> None:
    head, tail = log_lines(LOG)[0], log_lines(LOG)[-1]
    for data in (first, first + b"\n" + second, head + first + b"\n" + tail):
        try:
            read_log(data)
        except BadLog:
            continue


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
KINDS = ["header", "deal", "cut", "take", "starter", "reshuffle", "play", "fault", "house", "footer"]
MEMBERS = ["seat", "cards", "card", "number", "epoch", "action", "ms", "note", "verdict"]


@given(st.sampled_from(KINDS), json_values | st.dictionaries(st.sampled_from(MEMBERS), json_values))
def test_no_value_in_a_record_is_more_than_a_bad_log(kind: str, value: object) -> None:
    record = json.dumps({kind: value}, separators=(",", ":")).encode() + b"\n"
    head, tail = log_lines(LOG)[0], log_lines(LOG)[-1]
    for data in (record + tail, head + record + tail, head + record):
        try:
            read_log(data)
        except BadLog:
            continue


def test_a_damaged_log_is_read_or_bad(scale: Scale) -> None:
    """Bytes changed, cut out, put in and moved about."""
    chance = Random(1)
    for _ in range(scale.pick(quick=300, ci=5_000, full=200_000)):
        data = bytearray(LOG)
        for _ in range(chance.randint(1, 3)):
            here, there = chance.randrange(len(data)), chance.randrange(len(data))
            piece = data[here : here + chance.randint(0, 60)]
            data[there : there + chance.randint(0, 60)] = chance.choice([b"", piece, chance.randbytes(1)])
        try:
            read_log(bytes(data))
        except BadLog:
            continue
