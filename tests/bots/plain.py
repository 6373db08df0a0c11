"""A bot without an SDK, for bots that misbehave: the stubs, one stream, nothing hidden."""

import os
import queue
from collections.abc import Callable, Iterable, Iterator

import grpc

from maumau.v1 import referee_pb2 as pb
from maumau.v1 import referee_pb2_grpc as pb_grpc


class Line:
    """One stream to the referee. `send` puts a message on it, `messages` are the referee's."""

    def __init__(self, target: str | None = None) -> None:
        self.channel = grpc.insecure_channel(target or os.environ["ARENA_TARGET"])
        self.out: queue.SimpleQueue[pb.PlayRequest | None] = queue.SimpleQueue()
        stub = pb_grpc.RefereeServiceStub(self.channel)
        self.messages: Iterator[pb.PlayResponse] = stub.Play(iter(self.out.get, None))

    def hello(self, token: str | None = None, protocol: int = 1, max_games: int = 256) -> None:
        token = os.environ["ARENA_TOKEN"] if token is None else token
        self.out.put(pb.PlayRequest(hello=pb.Hello(protocol=protocol, token=token, max_games=max_games)))

    def answer(self, answers: Iterable[pb.Answer]) -> None:
        self.out.put(pb.PlayRequest(answers=answers))


def first(question: pb.Question) -> pb.Answer:
    """The first choice as it is."""
    return pb.Answer(game=question.game, number=question.number)


def play(answers_to: Callable[[Line, list[pb.Question]], None]) -> None:
    """Say Hello, and call for the questions of every message."""
    line = Line()
    line.hello()
    for message in line.messages:
        if message.questions:
            answers_to(line, list(message.questions))


def honest(line: Line, questions: list[pb.Question]) -> None:
    """Answer everything with the first choice."""
    line.answer([first(question) for question in questions])
