"""Answers a thousand times in one message."""

from maumau.v1 import referee_pb2 as pb
from tests.bots import plain


def answer(line: plain.Line, questions: list[pb.Question]) -> None:
    line.answer([plain.first(question) for question in questions] * 1_000)


plain.play(answer)
