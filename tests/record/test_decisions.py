"""The messages to a seat, reconstructed from a log."""

from arena.record.decisions import read_messages
from arena.record.match import Verdict
from arena.record.reader import read_log
from arena.rules.events import Event, EventKind
from tests.record.games import play

FORFEITED = Event(EventKind.FORFEITED, 1)


def news_of(fault_at: int, seat: int) -> list[list[Event]]:
    """Return the news of each decision of a seat, in a game in which seat 1 is at fault at this ply."""
    log = read_log(play("detailed", 3, 5, faults={fault_at: (1, Verdict.DISCONNECT)}).data)
    (messages,) = read_messages(log, [seat])
    return [list(decision.news) for decision in messages.decisions]


def asked_seats() -> dict[int, int]:
    """Return the seat that decides at each ply of the same game without a fault."""
    return {
        decision.position.ply: messages.seat
        for messages in read_messages(read_log(play("detailed", 3, 5).data), range(3))
        for decision in messages.decisions
    }


def test_an_open_question_does_not_have_the_later_fault_of_another_bot() -> None:
    asked = asked_seats()
    ply = next(ply for ply in sorted(asked) if ply and asked[ply] == 2)
    before = sum(one < ply for one, seat in asked.items() if seat == 2)
    news = news_of(ply, 2)
    assert FORFEITED not in news[before]
    assert FORFEITED in news[before + 1]


def test_the_first_question_has_the_faults_of_absent_bots() -> None:
    first = asked_seats()[0]
    assert first != FORFEITED.seat
    assert FORFEITED in news_of(0, first)[0]
