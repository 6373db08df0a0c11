"""Thinks for so many milliseconds, its argument, about the first question of a game, and notes how long."""

import sys
import time

from maumau.v1 import referee_pb2 as pb
from tests.bots import plain

THINKS_S = int(sys.argv[1]) / 1_000


def answer(line: plain.Line, questions: list[pb.Question]) -> None:
    began = time.monotonic()
    answers = [plain.first(question) for question in questions]
    if not answers[0].number:
        time.sleep(THINKS_S)
        answers[0].note = f"{(time.monotonic() - began) * 1_000:.0f}"
    line.answer(answers)


plain.play(answer)
