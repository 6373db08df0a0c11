"""Wrong and hostile messages of bots, and the referee's reaction."""

from math import inf, nan
from random import Random

from arena.rules import ActionKind, Choice, IllegalAction
from arena.rules.cards import Card
from arena.wire.decode import (
    ProtocolError,
    parse_answer,
    parse_answers,
    parse_hello,
    parse_request,
    parse_win,
)
from maumau.v1 import referee_pb2 as pb
from tests.wire.walks import SIX

JACK = Choice(ActionKind.PLAY, Card(4), suits=0b1111, words=0b110)
TARGET = Choice(ActionKind.PLAY, Card(0), targets=0b0110)
CLAIM = Choice(ActionKind.PLAY, Card(3), claims=0b1010)
# With 7C twice (0 and 32) and 7D once (8) beside the 7H (16) at the bottom.
SEVENS = Choice(ActionKind.PLAY, Card(16), more=1 << 0 | 1 << 8 | 1 << 32, least=0, most=3, faces=SIX.faces)
CHOICES = (JACK, Choice(ActionKind.DRAW), TARGET, CLAIM, SEVENS)


def outcome_of(data: bytes) -> str:
    """Return the referee's reaction to a message."""
    try:
        request = parse_request(data)
        if request.HasField("hello") and not request.answers:
            parse_hello(request)
            return "hello"
        for answer in parse_answers(request):
            parse_answer(answer, CHOICES, SIX)
            parse_win(answer[-1])
    except (ProtocolError, IllegalAction) as error:
        assert str(error)
        return type(error).__name__
    return "action"


def anything(chance: Random) -> pb.PlayRequest:
    """Return a random message with mostly valid fields."""
    if chance.random() < 0.1:
        hello = pb.Hello(protocol=chance.choice([1, 1, 1, 2]), max_games=chance.choice([0, 1, 256, 257]))
        return pb.PlayRequest(hello=hello)
    answers = []
    for _ in range(chance.choice([1, 1, 1, 3])):
        answer = pb.Answer(game=chance.randrange(300), number=chance.randrange(9), choice=chance.randrange(6))
        for field in ("suit", "word", "target", "claim"):
            if chance.random() < 0.2:
                setattr(answer, field, chance.choice([0, 1, 2, 3, 4, 255, 256, 2**32 - 1]))
        if chance.random() < 0.2:
            answer.more = bytes(chance.choice([0, 8, 16, 255]) for _ in range(chance.randrange(40)))
        if chance.random() < 0.2:
            answer.note = "ä\0<" * chance.randrange(100)
        if chance.random() < 0.2:
            answer.win = chance.choice([0.0, 0.63, 1.0, -0.1, 1.1, nan, inf])
        answers.append(answer)
    if chance.random() < 0.2:
        return pb.PlayRequest(answers=answers, plain=chance.randbytes(chance.choice([5, 6, 12])))
    return pb.PlayRequest(answers=answers)


def mutated(chance: Random, data: bytes) -> bytes:
    """Return the bytes with some changed, removed or inserted."""
    changed = bytearray(data)
    for _ in range(chance.choice([0, 0, 1, 3])):
        at = chance.randrange(len(changed) + 1)
        changed[at : at + chance.randrange(3)] = chance.randbytes(chance.randrange(3))
    return bytes(changed)
