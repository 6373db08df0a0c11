"""Logs as they are stored: small, and the same again to the byte."""

import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.record import BadLog, compress
from arena.record.compact import shorten, spell_out
from arena.record.compression import COMPRESSED
from arena.record.format import FORMATS, Play
from arena.record.reader import log_lines, read_log
from arena.record.storage import PackedLog, _closed, pack, pack_again, unpack
from arena.rules import rulesets
from tests.conftest import Scale
from tests.fuzzing import mutants, only
from tests.record.games import play, resealed
from tests.record.test_house_rules import HOUSE

PACKED = bytes((len(FORMATS),))
TABLES = [(one.id, seats) for one in rulesets() for seats in one.players]
ID = "0123456789abcdef" * 2
LOGS = [play(rules, 2, 1, game_id=ID).data for rules in ("mau-mau", "quick", HOUSE)]


def packed(*logs: bytes) -> bytes:
    return pack_again(logs, PACKED)


def board(rules: str, seats: int, seed: int) -> dict[str, bytes]:
    """The games of a board in all its seatings, the last of which was not played."""
    ids = [f"{number:032x}" for number in range(max(1, seats - 1))]
    return {
        game: play(rules, seats, seed, game_id=game, rotation=rotation, noise=rotation).data
        for rotation, game in enumerate(ids)
    }


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_what_was_packed_comes_back(rules: str, seats: int, scale: Scale) -> None:
    for seed in range(scale.pick(quick=1, ci=2, full=100)):
        logs = board(rules, seats, seed)
        stored = packed(*logs.values())
        assert stored.startswith(PACKED)
        assert unpack(stored) == logs
        assert {game: PackedLog(stored, game).data() for game in logs} == logs
        assert pack_again(logs.values(), stored) == stored


@pytest.mark.parametrize("form", FORMATS)
def test_a_log_comes_back_in_its_format(form: str) -> None:
    data = play("detailed", 2, 1, game_id=ID, form=form).data
    stored = packed(data)
    assert stored[0] == FORMATS.index(form) + 1
    assert unpack(stored) == {ID: data}


def test_logs_of_two_formats_are_not_stored_together() -> None:
    games = (
        play("detailed", 2, 1, game_id=ID, rotation=number, form=form) for number, form in enumerate(FORMATS)
    )
    with pytest.raises(ValueError, match="not those of one board"):
        packed(*(game.data for game in games))


def test_it_is_much_less_than_the_logs_compressed() -> None:
    for rules in ("mau-mau", "quick"):
        logs = board(rules, 3, 1).values()
        assert len(packed(*logs)) < sum(len(compress(log)) for log in logs) / 2


def test_house_rules_come_back() -> None:
    data = LOGS[-1]
    assert packed(data).startswith(PACKED)
    assert unpack(packed(data)) == {ID: data}


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
    assert [*unpack(stored).values()] == [data]
    assert pack_again([data], stored) == stored


@pytest.mark.parametrize(
    "seconds",
    [
        ("mau-mau", 2, 1, 0, 1),  # the same seating again
        ("mau-mau", 2, 1, 1, 2),  # another board
        ("quick", 2, 1, 1, 1),  # other rules
    ],
)
def test_logs_that_are_not_of_one_board_do_not_lie_together(seconds: tuple[str, int, int, int, int]) -> None:
    rules, seats, seed, rotation, number = seconds
    first = play("mau-mau", 2, 1, game_id=ID, board=1).data
    second = play(rules, seats, seed, game_id=ID[::-1], rotation=rotation, board=number).data
    with pytest.raises(ValueError, match="not those of one board"):
        packed(first, second)


def test_very_long_logs_are_stored_each_for_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    logs = board("mau-mau", 3, 1)
    closed, secrets, digests = zip(*map(_closed, logs.values()), strict=True)
    monkeypatch.setattr("arena.record.storage._MAX_SHORT", sum(len(log.short) for log in closed))
    assert unpack(pack(closed, secrets[0], digests)[0]) == logs
    monkeypatch.setattr("arena.record.storage._MAX_SHORT", max(len(log.short) for log in closed))
    stored = pack(closed, secrets[0], digests)
    assert [unpack(one) for one in stored] == [{game: data} for game, data in logs.items()]
    monkeypatch.setattr("arena.record.storage._MAX_SHORT", 0)
    assert pack(closed, secrets[0], digests) == [compress(data) for data in logs.values()]


def test_logs_that_were_stored_whole_are_read_and_written_as_they_were() -> None:
    data = LOGS[0]
    assert unpack(compress(data)) == {ID: data}
    assert pack_again([data], compress(data)) == compress(data)


def test_a_log_that_is_not_there() -> None:
    for stored in (packed(LOGS[0]), compress(LOGS[0])):
        assert PackedLog(stored, ID).data() == LOGS[0]
        with pytest.raises(BadLog, match="is not there"):
            PackedLog(stored, ID[::-1]).data()


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


def test_a_frame_of_many_empty_logs_takes_no_memory() -> None:
    """Before it was taken apart, each of 20 million parts would be an object."""
    log, size = packed(LOGS[0]), 20 << 20
    stored = log[: log.index(COMPRESSED)] + compress(b"[]\n" + b"\xff" * size)
    tracemalloc.start()
    try:
        with pytest.raises(BadLog):
            unpack(stored)
        assert tracemalloc.get_traced_memory()[1] < 3 * size
    finally:
        tracemalloc.stop()


@given(mutants([packed(log) for log in LOGS] + [packed(*board("mau-mau", 4, 1).values())]))
def test_of_packed_logs_every_change_is_found(stored: bytes) -> None:
    """Or what it reads as are the logs, so that only the bytes are others."""
    if only(unpack, stored, BadLog):
        assert [*unpack(stored).values()] in [[log] for log in LOGS] + [[*board("mau-mau", 4, 1).values()]]
