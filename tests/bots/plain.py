"""A bot without an SDK, for bots that misbehave: the messages, one stream, nothing hidden."""

import os
from collections.abc import Callable, Iterable, Iterator

from maumau.v1 import referee_pb2 as pb
from tests.bots import bare


class Line:
    """One stream to the referee. `answer` puts answers on it, `messages` are the referee's."""

    def __init__(self) -> None:
        self.stream = bare.Line(os.environ["ARENA_TARGET"].removeprefix("unix://"))
        self.heard = 0  # messages with questions
        self.messages: Iterator[pb.PlayResponse] = map(pb.PlayResponse.FromString, self.stream.messages())

    def hello(self, token: str | None = None, protocol: int = 1) -> None:
        self.stream.send(hello(token, protocol).SerializeToString())

    def answer(self, answers: Iterable[pb.Answer]) -> None:
        self.stream.send(pb.PlayRequest(answers=answers).SerializeToString())

    def end(self) -> None:
        """Nothing more will be sent."""
        self.stream.frame(bare.DATA, bare.END_STREAM, bare.STREAM, b"")


def hello(token: str | None = None, protocol: int = 1) -> pb.PlayRequest:
    """The first message."""
    token = os.environ["ARENA_TOKEN"] if token is None else token
    return pb.PlayRequest(hello=pb.Hello(protocol=protocol, token=token, max_games=256))


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
