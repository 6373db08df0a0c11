"""Writes the longest notes that there may be, of what terminals obey."""

from maumau.v1 import referee_pb2 as pb
from tests.bots import plain

NOTE = "\x1b[2J" * 50


def answer(line: plain.Line, questions: list[pb.Question]) -> None:
    answers = [plain.first(question) for question in questions]
    for one in answers:
        one.note = NOTE
    line.answer(answers)


plain.play(answer)
