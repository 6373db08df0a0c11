"""H40: both bots are hostile at the same moment. Both faults are recorded, and the first decides."""

from dataclasses import replace

import pytest

from arena.record.match import Clock, MatchRecord, Verdict
from arena.record.storage import logs_of
from arena.record.verify import verify
from arena.referee.run import run_match
from tests.referee.matches import match

pytestmark = pytest.mark.dear

V = Verdict
SHORT = Clock(3_000, 100, 10_000)
PAIRS = [
    ("unasked", "unasked", {V.PROTOCOL}),
    ("silent", "silent", {V.TIMEOUT}),
    ("closes_stream", "silent_later", {V.DISCONNECT, V.TIMEOUT}),
    ("exits_at_once", "never_connects", {V.NO_START}),
    ("wrong_token", "later_protocol", {V.PROTOCOL}),
]


@pytest.mark.ci_one_in(2)
@pytest.mark.parametrize(
    ("one", "other", "verdicts"), PAIRS, ids=[f"{one}-{other}" for one, other, _ in PAIRS]
)
def test_the_first_fault_decides(one: str, other: str, verdicts: set[Verdict]) -> None:
    spec = replace(match(one, other, boards=1, clock=SHORT, start_ms=6_000), only=1)
    record = run_match(spec)
    (game,) = record.games
    found = [seat.verdict for seat in game.seats]
    assert set(found) <= verdicts | {V.OK} and set(found) & verdicts
    assert {fault.verdict for fault in record.faults} <= verdicts
    loser = found.index(first_of(record))
    assert game.seats[loser].score == min(seat.score for seat in game.seats)
    assert sum(seat.score for seat in game.seats) == 1.0
    assert all(verify(log).ok for log in logs_of(record.games).values())


def first_of(record: MatchRecord) -> Verdict:
    """Return the fault that decided the match."""
    return record.faults[0].verdict
