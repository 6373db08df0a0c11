"""Three and five seats: a fallback player replaces a bot at fault, so the others' results stand."""

import pytest

from arena.record import verify
from arena.record.match import Clock, MatchRecord, Verdict
from arena.record.storage import logs_of
from arena.referee.run import run_match
from tests.conftest import Scale
from tests.referee.matches import match, verdicts


def check(record: MatchRecord) -> None:
    """Check what holds for every match: scores add up, logs verify, bots at fault come last."""
    for game in record.games:
        seats = len(game.seats)
        assert sum(seat.score for seat in game.seats) == pytest.approx(seats / 2)
        honest = [seat.place for seat in game.seats if seat.verdict is Verdict.OK]
        faulty = [seat.place for seat in game.seats if seat.verdict is not Verdict.OK]
        assert not honest or not faulty or max(honest) < min(faulty)
    logs = logs_of(record.games)
    assert [*logs] == [game.id for game in record.games if game.log_digest]
    assert all(verify(log).ok for log in logs.values())


@pytest.mark.dear
def test_honest_bots() -> None:
    record = run_match(match("first", "first", "first", boards=2))
    check(record)
    assert record.faults == ()
    assert [(game.board, game.rotation) for game in record.games] == [
        (board, rotation) for board in (5, 6) for rotation in range(3)
    ]
    for game in record.games:
        assert [seat.bot for seat in game.seats] == [(seat - game.rotation) % 3 for seat in range(3)]


@pytest.mark.dear
def test_fallback_for_two_of_five(scale: Scale) -> None:
    seatings = scale.pick(quick=2, ci=5, full=5)
    record = run_match(match("first", "illegal_field", "first", "resigns", "first", boards=1, only=seatings))
    check(record)
    assert [verdicts(record, bot) for bot in (1, 3)] == [{Verdict.ILLEGAL}, {Verdict.RESIGN}]
    assert len(record.games) == seatings


@pytest.mark.dear
def test_fallback_player_plays_on(only: int) -> None:
    record = run_match(match("first", "silent", "first", boards=2, clock=Clock(2_000, 0, 2_000), only=only))
    check(record)
    assert verdicts(record, 0) == verdicts(record, 2) == {Verdict.OK}
    assert Verdict.OK not in verdicts(record, 1)
    assert {game.termination for game in record.games} == {"WON"}
    logs = logs_of(record.games)
    for game in record.games:
        log = logs[game.id]
        assert b'{"fault":' in log and b'{"house":' in log
        assert [seat.place for seat in game.seats if seat.bot == 1] == [3]


@pytest.mark.dear
def test_the_game_ends_with_one_bot_left(only: int) -> None:
    record = run_match(match("first", "illegal_field", "resigns", boards=1, only=only))
    check(record)
    assert {game.termination for game in record.games} == {"FORFEIT"}
    for game in record.games:
        places = {seat.bot: seat.place for seat in game.seats}
        assert places == {0: 1, 1: 2, 2: 2}


@pytest.mark.dear
def test_fallback_for_a_bot_that_does_not_start(only: int) -> None:
    record = run_match(match("first", "exits_at_once", "first", boards=1, only=only))
    check(record)
    assert verdicts(record, 1) == {Verdict.NO_START}
    assert {game.termination for game in record.games} == {"WON"}


@pytest.mark.dear
def test_one_bot_alone_plays_nothing(only: int) -> None:
    record = run_match(match("exits_at_once", "first", "exits_at_once", boards=1, only=only))
    check(record)
    assert {game.termination for game in record.games} == {"NO_START"}
    assert all(game.seats[(1 + game.rotation) % 3].place == 1 for game in record.games)


@pytest.mark.dear
def test_without_bots_all_share_the_places() -> None:
    record = run_match(match("exits_at_once", "exits_at_once", boards=1))
    assert {seat.score for game in record.games for seat in game.seats} == {0.5}
    assert verdicts(record, 0) == verdicts(record, 1) == {Verdict.NO_START}
