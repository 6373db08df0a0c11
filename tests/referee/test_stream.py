"""One bot's stream: what is sent together, and which requests are open then."""

from arena.record.match import Verdict
from arena.referee.net.stream import Stream
from maumau.v1 import referee_pb2 as pb


class Sender:
    """Records the calls of a stream."""

    def __init__(self) -> None:
        self.calls: list[str] = []

    def send(self) -> None:
        self.calls.append("now")

    def send_soon(self) -> None:
        self.calls.append("soon")


def messages(stream: Stream, now: float = 1.0) -> list[pb.PlayResponse]:
    return [pb.PlayResponse.FromString(data) for data in stream.take(now)]


def ask(stream: Stream, game: int) -> None:
    stream.ask(game, pb.PlayResponse(questions=[pb.Question(game=game)]).SerializeToString())


def test_everything_added_is_one_message() -> None:
    stream = Stream(Sender())
    stream.start(1, 0, b"seed", b"commitment")
    ask(stream, 1)
    stream.news(2, b"1234")
    stream.end(3, b"", (1, 2), (0, 10))
    (message,) = messages(stream)
    assert [len(part) for part in (message.starts, message.questions, message.news, message.ends)] == [1] * 4
    assert messages(stream) == []


def test_flush_sends_now_or_soon() -> None:
    sender = Sender()
    stream = Stream(sender)
    assert not stream.changed
    ask(stream, 1)
    assert stream.changed
    stream.flush(at_once=False)
    stream.flush(at_once=True)
    assert sender.calls == ["soon", "now"]
    messages(stream)
    assert not stream.changed


def test_time_runs_from_sending() -> None:
    stream = Stream(Sender())
    ask(stream, 1)
    messages(stream, now=5.0)
    assert stream.clock.running_since == 5.0


def test_a_number_is_not_started_and_ended_in_one_message() -> None:
    stream = Stream(Sender())
    stream.stop(7, Verdict.ILLEGAL, "")
    stream.start(8, 0, b"", b"")
    stream.start(7, 0, b"", b"")
    first, second = messages(stream)
    assert [end.game for end in first.ends] == [7]
    assert [start.game for start in first.starts] == [8]
    assert [start.game for start in second.starts] == [7]


def test_only_open_questions_may_get_late_answers() -> None:
    stream = Stream(Sender())
    ask(stream, 1)
    assert stream.void(1)  # not even sent: it goes out together with the end
    assert not stream.void(2)
    ask(stream, 3)
    messages(stream)
    assert stream.void(3)
    assert stream.late == {1, 3}
    assert not stream.clock.open
