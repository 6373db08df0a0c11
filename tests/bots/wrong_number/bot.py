"""Answers the question before the one that is open."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from maumau.v1 import referee_pb2 as pb
from tests.bots import plain


def answer(line: plain.Line, questions: list[pb.Question]) -> None:
    answers = [plain.first(question) for question in questions]
    for one in answers:
        one.number = max(0, one.number - 1)
    line.answer(answers)


plain.play(answer)
