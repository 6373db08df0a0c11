"""The clock: since when it runs, how its time is shared, and whose it is."""

import time
from dataclasses import replace
from pathlib import Path

import pytest

from arena.record.match import Clock, Verdict
from arena.referee.clock import NO_CLOCK, Budget, StreamClock, budget
from maumau.v1 import referee_pb2 as pb
from tests.referee.manual_bots import Client, first, play_by_hand
from tests.referee.matches import SHORT, bot, match, verdicts


@pytest.mark.parametrize(
    ("decisions", "seconds"),
    [(0, 10.0), (1, 10.1), (10, 11.0), (500, 60.0), (10_000, 60.0)],
)
def test_budget_is_bank_and_increments_up_to_the_cap(decisions: int, seconds: float) -> None:
    assert Budget(10, 0.1, 60).of(decisions) == pytest.approx(seconds)


def test_budget_of_a_clock() -> None:
    assert budget(Clock(10_000, 100, 60_000)) == Budget(10, 0.1, 60)
    assert budget(Clock(300, 0, 300)) == Budget(0.3, 0, 0.3)
    assert budget(Clock(0, 0, 0)) is None


Step = tuple[str, float, int]  # what, when, game or number of answers


@pytest.mark.parametrize(
    ("steps", "share"),
    [
        pytest.param([("ask", 1.0, 0), ("share", 1.5, 1)], 0.5, id="one question, one answer"),
        pytest.param([("ask", 1.0, 0), ("ask", 2.0, 1), ("share", 4.0, 2)], 1.5, id="shared equally"),
        pytest.param(
            [("ask", 1.0, 0), ("ask", 1.0, 1), ("share", 3.0, 1), ("drop", 3.0, 0), ("share", 3.5, 1)],
            0.5,
            id="the second runs from the answer to the first",
        ),
        pytest.param(
            [("ask", 1.0, 0), ("share", 2.0, 1), ("drop", 2.0, 0), ("ask", 9.0, 0), ("share", 9.25, 1)],
            0.25,
            id="waiting for others costs nothing",
        ),
        pytest.param(
            [("ask", 1.0, 0), ("ask", 5.0, 1), ("drop", 5.0, 0), ("share", 6.0, 1)],
            1.0,
            id="a void request does not count",
        ),
    ],
)
def test_share(steps: list[Step], share: float) -> None:
    clock = StreamClock()
    last = 0.0
    for what, now, number in steps:
        if what == "ask":
            clock.open_requests([number], now)
        elif what == "drop":
            clock.drop(number)
        else:
            last = clock.charge_per_answer(number, now, lag_s=0.0)
    assert last == pytest.approx(share)


@pytest.mark.parametrize(("lag_s", "share"), [(0.0, 0.5), (0.010, 0.490), (0.450, 0.050), (5.0, 0.0)])
def test_lag_of_the_referee_is_subtracted(lag_s: float, share: float) -> None:
    clock = StreamClock()
    clock.open_requests([0], 1.0)
    assert clock.charge_per_answer(1, 1.5, lag_s) == pytest.approx(share)


def test_time_after_a_message_has_arrived_is_charged_to_the_next() -> None:
    """The bot goes on thinking while the referee reads its message late."""
    clock = StreamClock()
    clock.open_requests([0, 1], 1.0)
    assert clock.charge_per_answer(1, 3.0, lag_s=1.5) == pytest.approx(0.5)
    clock.drop(0)
    assert clock.charge_per_answer(1, 3.2, lag_s=0.0) == pytest.approx(1.7)


def test_no_charge_is_negative() -> None:
    clock = StreamClock()
    clock.open_requests([0], 1.0)
    assert clock.charge_per_answer(1, 1.001, lag_s=0.010) == 0.0


def test_oldest_and_since() -> None:
    assert StreamClock().oldest is None
    clock = StreamClock()
    clock.open_requests([7], 1.0)
    clock.open_requests([3], 2.0)
    assert (clock.oldest, clock.running_since) == (7, 1.0)
    clock.charge_per_answer(1, 3.0, 0.0)
    clock.drop(7)
    assert (clock.oldest, clock.running_since) == (3, 3.0)


@pytest.mark.parametrize(
    ("own", "others", "verdict"),
    [
        (Clock(100, 0, 100), NO_CLOCK, Verdict.TIMEOUT),
        (NO_CLOCK, SHORT, Verdict.OK),
        (None, Clock(), Verdict.OK),
    ],
)
def test_a_bot_may_have_its_own_clock(
    own: Clock | None, others: Clock, verdict: Verdict, short_path: Path
) -> None:
    """Bot 0 thinks once, for longer than SHORT allows; bot 1 has the match's clock."""
    seen = []

    def think(client: Client) -> None:
        seen.append(next(client.messages).welcome.clock)
        questions = client.questions()
        time.sleep(SHORT.cap_ms / 1_000 + 0.2)
        client.say(pb.PlayRequest(answers=map(first, questions)))
        client.play()

    bots = (replace(bot("thinks"), clock=own), bot("plays"))
    record = play_by_hand(replace(match(boards=1, clock=others), bots=bots), think, short_path)
    (clock,) = seen
    assert Clock(clock.bank_ms, clock.increment_ms, clock.cap_ms) == (own or others)
    assert (verdicts(record, 0), verdicts(record, 1)) == ({verdict}, {Verdict.OK})
    assert [fault.limit_ms for fault in record.faults] == [100] * (verdict is Verdict.TIMEOUT)
