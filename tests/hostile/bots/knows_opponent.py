"""Looks for its opponent's name in all that it is told."""

import os
import sys

from maumau.v1 import referee_pb2 as pb
from tests.bots import plain

NAME = b"honest-opponent"
told = bytearray("".join(sys.argv + [f"{name}={value}" for name, value in os.environ.items()]).encode())


def begins(start: pb.GameStart) -> None:
    told.extend(start.SerializeToString())


def answer(line: plain.Line, questions: list[pb.Question]) -> None:
    answers = [plain.first(question) for question in questions]
    told.extend(b"".join(question.SerializeToString() for question in questions))
    answers[0].note = f"opponent: {'known' if NAME in told else 'not known'}"
    line.answer(answers)


plain.play(answer, begins)
