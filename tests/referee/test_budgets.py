"""Budgets: a bot that uses too much of the referee is judged at once and cut off."""

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from arena.record.match import Verdict
from arena.referee.net.listener import MAX_CALLS
from arena.referee.run import run_match
from arena.wire.limits import ANSWER_BYTES, MAX_ANSWERS
from maumau.v1 import referee_pb2 as pb
from tests.bots.bare import item
from tests.conftest import Scale
from tests.figures import figures
from tests.hostile.attacks.http2 import DATA, frame
from tests.referee.manual_bots import Client, first, play_by_hand
from tests.referee.matches import match, verdicts
from tests.referee.raw import Connection, call, message, reset

PADDING = 15  # a field that no message has


def padded(size: int) -> Callable[[Client], None]:
    """Answer everything, each answer with this many meaningless bytes."""

    def act(client: Client) -> None:
        while True:
            for question in client.questions():
                answer = pb.PlayRequest(answers=[first(question)]).SerializeToString()
                client.connection.send(message(answer + item(PADDING, bytes(size))))

    return act


def many_answers(client: Client) -> None:
    (question,) = client.questions()
    client.say(pb.PlayRequest(answers=[first(question)] * (MAX_ANSWERS + 1)))


def many_plain_answers(client: Client) -> None:
    client.questions()
    client.say(pb.PlayRequest(plain=bytes(6 * (MAX_ANSWERS + 1))))


def one_answer_twice(client: Client) -> None:
    """Answer every question, one of them twice."""
    (question,) = client.questions()
    for _ in range(2):
        client.say(pb.PlayRequest(answers=[first(question)]))


def giant_length(client: Client) -> None:
    client.questions()
    client.connection.send(message(b"x", size=1 << 30))


def compressed(client: Client) -> None:
    client.questions()
    client.connection.send(message(b"x", compressed=1))


def cancelled(client: Client) -> None:
    client.questions()
    client.connection.send(reset())


def unknown_call(client: Client) -> None:
    client.questions()
    client.connection.send(call(3, "/grpc.health.v1.Health/Check"))


def large_metadata(client: Client) -> None:
    client.questions()
    client.connection.send(call(3, x="a" * 6_000))


@pytest.mark.ci_one_in(2)
@pytest.mark.parametrize(
    ("act", "complaint"),
    [
        (padded(4 * ANSWER_BYTES), f"more than {ANSWER_BYTES} bytes for each question"),
        (many_answers, f"more than {MAX_ANSWERS} answers in one message"),
        (many_plain_answers, f"more than {MAX_ANSWERS} answers in one message"),
        (one_answer_twice, "game 0: answer 0"),
        (giant_length, "the stream was broken off"),
        (compressed, "the stream was broken off"),
        (cancelled, "the stream was broken off"),
        (unknown_call, "unknown method"),
        (large_metadata, "bytes of metadata"),
    ],
)
def test_over_a_budget(act: Callable[[Client], None], complaint: str, short_path: Path) -> None:
    record = play_by_hand(match("bad", "good", boards=1), act, short_path)
    assert verdicts(record, 0) == {Verdict.PROTOCOL}
    assert verdicts(record, 1) == {Verdict.OK}
    assert complaint in record.faults[0].detail


def hung_up(client: Client) -> None:
    client.questions()
    client.connection.close()


def ended(client: Client) -> None:
    client.questions()
    client.end()


@pytest.mark.parametrize("act", [hung_up, ended])
def test_a_bot_that_leaves_is_gone(act: Callable[[Client], None], short_path: Path) -> None:
    record = play_by_hand(match("bad", "good", boards=1), act, short_path)
    assert verdicts(record, 0) == {Verdict.DISCONNECT}


@pytest.mark.parametrize("act", [Client.play, padded(ANSWER_BYTES - 100)])
def test_within_all_budgets(act: Callable[[Client], None], short_path: Path) -> None:
    record = play_by_hand(match("large", "good", boards=2), act, short_path)
    assert verdicts(record, 0) == verdicts(record, 1) == {Verdict.OK}
    assert record.faults == ()


def test_rapid_resets_are_stopped_in_a_fraction_of_a_second(short_path: Path) -> None:
    """They also use little processor time, including the client in this process."""
    sent, seconds = 0, 0.0

    def act(client: Client) -> None:
        nonlocal sent, seconds
        client.questions()
        began = time.process_time()
        try:
            for stream in range(3, 2_000_000, 2):
                client.connection.send(call(stream), reset(stream))
                sent += 1
        finally:
            seconds = time.process_time() - began

    record = play_by_hand(match("bad", "good", boards=1), act, short_path)
    assert record.faults[0].detail == "more calls than one bot may start"
    print(f"{sent} resets were sent, the referee and who sent them used {seconds:.3f} s of a processor")
    figures("rapid reset", sent=sent, seconds=seconds)
    assert MAX_CALLS <= sent < 100_000  # and one call was the stream itself
    assert seconds < 3


@pytest.mark.parametrize(
    ("name", "limits", "complaint"),
    [
        ("notes", {"game_note_bytes": 300}, "more than 300 bytes of notes in one game"),
        pytest.param("notes", {"note_bytes": 100}, "at most 100", marks=pytest.mark.dear),
        ("floods_on", {"printed_bytes": 300_000}, "more than 300000 bytes printed"),
    ],
)
def test_notes_and_output_have_budgets(name: str, limits: dict[str, object], complaint: str) -> None:
    record = run_match(match(name, "first", boards=2, **limits | {"only": 1}))  # type: ignore[arg-type]
    assert complaint in record.faults[0].detail
    assert verdicts(record, 0) == {Verdict.PROTOCOL}
    assert verdicts(record, 1) == {Verdict.OK}
    assert record.internal == ()


@pytest.mark.dear
def test_earlier_output_is_kept() -> None:
    record = run_match(match("floods_on", "first", boards=1, only=1, printed_bytes=300_000))
    assert record.faults[0].output


@pytest.mark.dear
def test_a_flood_of_frames_does_not_hold_up_the_match(scale: Scale, short_path: Path) -> None:
    """Send empty frames and try connections that are refused."""

    def act(client: Client) -> None:
        for _ in range(scale.pick(quick=100, ci=1_000, full=20_000)):
            client.connection.send(frame(DATA, 0, 1))
            with suppress(ConnectionRefusedError, BlockingIOError):  # the latter: too many wait already
                Connection(client.path).close()
        client.play()

    record = play_by_hand(match("busy", "good", boards=2), act, short_path)
    assert verdicts(record, 1) == {Verdict.OK}
    judged = {Verdict.PROTOCOL, Verdict.DISCONNECT, Verdict.NO_START}  # the library may hang up on it
    assert verdicts(record, 0) <= judged | {Verdict.OK}, record.faults
