"""Writes a note that is one byte too long."""

from maumau.v1 import referee_pb2 as pb
from tests.bots import plain


def answer(line: plain.Line, questions: list[pb.Question]) -> None:
    answers = [plain.first(question) for question in questions]
    answers[0].note = "x" * 201
    line.answer(answers)


plain.play(answer)
