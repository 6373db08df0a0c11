"""Sends good answers, each for the game with the next number."""

from maumau.v1 import referee_pb2 as pb
from tests.bots import plain


def answer(line: plain.Line, questions: list[pb.Question]) -> None:
    answers = [plain.first(question) for question in questions]
    for one in answers:
        one.game += 1
    line.answer(answers)


plain.play(answer)
