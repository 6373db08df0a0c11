"""Answers its second question as if it were the first."""

from maumau.v1 import referee_pb2 as pb
from tests.bots import plain


def answer(line: plain.Line, questions: list[pb.Question]) -> None:
    answers = [plain.first(question) for question in questions]
    if line.heard == 2:
        answers[0].number -= 1
    line.answer(answers)


plain.play(answer)
