"""Resigns every game at its first question."""

from maumau.v1 import referee_pb2 as pb
from tests.bots import plain


def answer(line: plain.Line, questions: list[pb.Question]) -> None:
    answers = [plain.first(question) for question in questions]
    for one in answers:
        one.resign = True
    line.answer(answers)


plain.play(answer)
