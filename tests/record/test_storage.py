"""Packed logs are small and unpack to the same bytes."""

import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.record import BadLog, compress
from arena.record.compression import COMPRESSED
from arena.record.format import FORMATS, Play
from arena.record.reader import log_lines, read_log
from arena.record.storage import PackedLog, _close, pack, repack, shorten, spell_out, unpack
from arena.rules import rulesets
from tests.conftest import Scale
from tests.fuzzing import mutants, only
from tests.record.games import play, resealed
from tests.record.test_house_rules import HOUSE

PACKED = bytes((len(FORMATS),))
TABLES = [(one.id, seats) for one in rulesets() for seats in one.players]
ID = "0123456789abcdef" * 2
LOGS = [play(rules, 2, 1, game_id=ID).data for rules in ("mau-mau", "quick", HOUSE)]


def pack_logs(*logs: bytes) -> bytes:
    return repack(logs, PACKED)


def board(rules: str, seats: int, seed: int) -> dict[str, bytes]:
    """Return the logs of a board in all its seatings but the last, by game id."""
    ids = [f"{number:032x}" for number in range(max(1, seats - 1))]
    return {
        game: play(rules, seats, seed, game_id=game, rotation=rotation, noise=rotation).data
        for rotation, game in enumerate(ids)
    }


@pytest.mark.ci_one_in(3)
@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_packed_board_unpacks_unchanged(rules: str, seats: int, scale: Scale) -> None:
    for seed in range(scale.pick(quick=1, ci=1, full=100)):
        logs = board(rules, seats, seed)
        stored = pack_logs(*logs.values())
        assert stored.startswith(PACKED)
        assert unpack(stored) == logs
        assert {game: PackedLog(stored, game).data() for game in logs} == logs
        assert repack(logs.values(), stored) == stored


@pytest.mark.parametrize("form", FORMATS)
def test_log_keeps_its_format(form: str) -> None:
    data = play("detailed", 2, 1, game_id=ID, form=form, estimates=True).data
    stored = pack_logs(data)
    assert stored[0] == FORMATS.index(form) + 1
    assert unpack(stored) == {ID: data}


def test_logs_of_two_formats_are_not_packed_together() -> None:
    games = (
        play("detailed", 2, 1, game_id=ID, rotation=number, form=form) for number, form in enumerate(FORMATS)
    )
    with pytest.raises(ValueError):
        pack_logs(*(game.data for game in games))


def test_packed_board_is_half_of_the_compressed_logs() -> None:
    for rules in ("mau-mau", "quick"):
        logs = board(rules, 3, 1).values()
        assert len(pack_logs(*logs)) < sum(len(compress(log)) for log in logs) / 2


def test_house_rules_unpack_unchanged() -> None:
    data = LOGS[-1]
    assert pack_logs(data).startswith(PACKED)
    assert unpack(pack_logs(data)) == {ID: data}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"ruleset":"mau-mau@1"', b'"ruleset":"mau-mau@9"'),
        (b'"ranks":"789TJQKA"', b'"ranks":"789TJQAK"'),
        (b'"version":"', b'"version":"not a digest '),
        (b'"game":"0', b'"game":"G'),
    ],
)
def test_unusual_log_is_stored_whole(old: bytes, new: bytes) -> None:
    header, *lines = log_lines(LOGS[0])
    data = resealed([header.replace(old, new, 1), *lines])
    stored = pack_logs(data)
    assert stored.startswith(COMPRESSED)
    assert [*unpack(stored).values()] == [data]
    assert repack([data], stored) == stored


@pytest.mark.parametrize(
    "seconds",
    [
        ("mau-mau", 2, 1, 0, 1),  # the same seating again
        ("mau-mau", 2, 1, 1, 2),  # another board
        ("quick", 2, 1, 1, 1),  # other rules
    ],
)
def test_logs_of_different_boards_are_not_packed_together(seconds: tuple[str, int, int, int, int]) -> None:
    rules, seats, seed, rotation, number = seconds
    first = play("mau-mau", 2, 1, game_id=ID, board=1).data
    second = play(rules, seats, seed, game_id=ID[::-1], rotation=rotation, board=number).data
    with pytest.raises(ValueError):
        pack_logs(first, second)


def test_very_long_logs_are_packed_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    logs = board("mau-mau", 3, 1)
    closed, secrets, digests = zip(*map(_close, logs.values()), strict=True)
    sizes = [len(shorten(log.records)) for log in closed]
    monkeypatch.setattr("arena.record.storage._MAX_SHORT_BYTES", sum(sizes))
    assert unpack(pack(closed, secrets[0], digests)[0]) == logs
    monkeypatch.setattr("arena.record.storage._MAX_SHORT_BYTES", max(sizes))
    stored = pack(closed, secrets[0], digests)
    assert [unpack(one) for one in stored] == [{game: data} for game, data in logs.items()]
    monkeypatch.setattr("arena.record.storage._MAX_SHORT_BYTES", 0)
    assert pack(closed, secrets[0], digests) == [compress(data) for data in logs.values()]


def test_whole_log_is_unpacked_and_repacked_whole() -> None:
    data = LOGS[0]
    assert unpack(compress(data)) == {ID: data}
    assert repack([data], compress(data)) == compress(data)


def test_missing_log_is_bad() -> None:
    for stored in (pack_logs(LOGS[0]), compress(LOGS[0])):
        assert PackedLog(stored, ID).data() == LOGS[0]
        with pytest.raises(BadLog):
            PackedLog(stored, ID[::-1]).data()


@pytest.mark.dear
@given(st.text(max_size=60), st.none() | st.floats(0, 1))
def test_short_spelling_is_reversible_for_any_note(note: str, win: float | None) -> None:
    text = b"".join(
        (record._replace(note=note, win=win) if isinstance(record, Play) else record).line().encode()
        for record in read_log(LOGS[0]).records
    )
    assert spell_out(shorten(text)) == text


@given(st.binary(max_size=300))
def test_any_bytes_are_logs_or_bad(data: bytes) -> None:
    for stored in (data, PACKED + data):
        only(unpack, stored, BadLog)


def test_frame_of_many_empty_logs_needs_little_memory() -> None:
    """Splitting it would create 20 million objects."""
    log, size = pack_logs(LOGS[0]), 20 << 20
    stored = log[: log.index(COMPRESSED)] + compress(b"[]\n" + b"\xff" * size)
    tracemalloc.start()
    try:
        with pytest.raises(BadLog):
            unpack(stored)
        assert tracemalloc.get_traced_memory()[1] < 3 * size
    finally:
        tracemalloc.stop()


@given(mutants([pack_logs(log) for log in LOGS] + [pack_logs(*board("mau-mau", 4, 1).values())]))
def test_every_change_of_packed_logs_is_found(stored: bytes) -> None:
    """A change of the bytes alone may still unpack to the same logs."""
    if only(unpack, stored, BadLog):
        assert [*unpack(stored).values()] in [[log] for log in LOGS] + [[*board("mau-mau", 4, 1).values()]]
