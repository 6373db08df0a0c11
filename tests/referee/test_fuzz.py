"""Random messages of a bot lead to verdicts, never to a bug of the referee."""

import math
import random

import pytest

from arena.record.match import Verdict
from arena.referee.faults import DetectedFault
from arena.referee.match.game import FinishedGame
from arena.referee.net.stream import Stream
from arena.wire.decode import ProtocolError
from maumau.v1 import referee_pb2 as pb
from tests.conftest import Scale
from tests.referee.simulated_games import Silent, message, open_games, stream_of, take_messages

SEATS = 3
NUMBERS = (0, 1, 2, 3, 4, 7, 15, 63, 64, 255, 256, 2**31 - 1, 2**32 - 1)
TEXTS = ("", "note", "\x00\x1b[31m\u202e", "x" * 200, "x" * 201, "ä" * 150)
ESTIMATES = (0.0, 0.63, 1.0, 1.1, -0.1, math.nan, math.inf)


def random_answer(rng: random.Random, question: pb.Question) -> pb.Answer:
    """Return an answer with random fields, mostly to the open question."""
    answer = pb.Answer(game=question.game, number=question.number)
    for field in ("choice", "suit", "word", "target", "claim"):
        if rng.random() < 0.03:
            setattr(answer, field, rng.choice(NUMBERS))
    if rng.random() < 0.01:
        answer.more = rng.randbytes(rng.choice((1, 2, 31, 32, 500)))
    if rng.random() < 0.002:
        setattr(answer, rng.choice(("game", "number")), rng.choice(NUMBERS))
    if rng.random() < 0.01:
        answer.note = rng.choice(TEXTS)
    if rng.random() < 0.01:
        answer.win = rng.choice(ESTIMATES)
    answer.resign = rng.random() < 0.005
    return answer


def garbled(rng: random.Random, data: bytes) -> bytes:
    """Change, drop or add some bytes now and then."""
    if not data or rng.random() < 0.95:
        return data
    at = rng.randrange(len(data))
    return data[:at] + rng.randbytes(rng.randrange(9)) + data[at + rng.randrange(9) :]


@pytest.mark.parametrize("in_flight", [1, 8, 256])
def test_any_message_is_answered_by_a_verdict(in_flight: int, scale: Scale) -> None:
    boards = scale.pick(quick=150, ci=700, full=10_000)
    rng = random.Random(in_flight)
    over: list[FinishedGame] = []
    games = open_games(SEATS, boards, in_flight, over.append)
    faults: list[DetectedFault] = []
    while not games.over:
        for seat in range(SEATS):
            stream = stream_of(games, seat)
            for sent in take_messages(games, seat):
                if not sent.questions:
                    continue
                answers = [random_answer(rng, question) for question in sent.questions]
                try:
                    games.receive(seat, garbled(rng, message(answers)), 0.0, 0.0)
                except ProtocolError as problem:
                    games.lose(seat, DetectedFault(Verdict.PROTOCOL, str(problem)))
                    faults += stream.faults
                    games.seat(seat, Stream(Silent()), 256)
                    break
            else:
                faults += stream.faults
                stream.faults.clear()
    assert len(over) == boards
    assert {fault.verdict for fault in faults} >= {Verdict.ILLEGAL, Verdict.PROTOCOL}
