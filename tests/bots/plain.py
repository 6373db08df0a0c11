"""A bot without an SDK, for bots that misbehave: the stubs, one stream, nothing hidden."""

import os
import queue
from collections.abc import Callable, Iterable, Iterator

import grpc

from maumau.v1 import referee_pb2 as pb
from maumau.v1 import referee_pb2_grpc as pb_grpc

METHOD = "/maumau.v1.RefereeService/Play"


class Line:
    """One stream to the referee. `send` puts a message on it, `messages` are the referee's."""

    def __init__(self, target: str | None = None) -> None:
        self.channel = grpc.insecure_channel(target or os.environ["ARENA_TARGET"])
        self.out: queue.SimpleQueue[pb.PlayRequest | None] = queue.SimpleQueue()
        stub = pb_grpc.RefereeServiceStub(self.channel)
        self.heard = 0  # messages with questions
        self.messages: Iterator[pb.PlayResponse] = stub.Play(iter(self.out.get, None))

    def hello(self, token: str | None = None, protocol: int = 1) -> None:
        self.out.put(hello(token, protocol))

    def answer(self, answers: Iterable[pb.Answer]) -> None:
        self.out.put(pb.PlayRequest(answers=answers))


def hello(token: str | None = None, protocol: int = 1) -> pb.PlayRequest:
    """The first message."""
    token = os.environ["ARENA_TOKEN"] if token is None else token
    return pb.PlayRequest(hello=pb.Hello(protocol=protocol, token=token, max_games=256))


def raw_stream(messages: Iterator[bytes], channel: grpc.Channel | None = None) -> Iterator[bytes]:
    """A stream of whatever bytes."""
    channel = channel or grpc.insecure_channel(os.environ["ARENA_TARGET"])
    call: grpc.StreamStreamMultiCallable[bytes, bytes] = channel.stream_stream(METHOD)
    return call(messages)


def first(question: pb.Question) -> pb.Answer:
    """The first choice as it is."""
    return pb.Answer(game=question.game, number=question.number)


def play(
    answers_to: Callable[[Line, list[pb.Question]], None],
    begins: Callable[[pb.GameStart], None] | None = None,
) -> None:
    """Say Hello, and call for every game that begins and for the questions of every message."""
    line = Line()
    line.hello()
    for message in line.messages:
        if begins:
            for start in message.starts:
                begins(start)
        if message.questions:
            line.heard += 1
            answers_to(line, list(message.questions))


def honest(line: Line, questions: list[pb.Question]) -> None:
    """Answer everything with the first choice."""
    line.answer([first(question) for question in questions])
