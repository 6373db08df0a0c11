"""Ends well with the answer that may be its last."""

import sys

from maumau.v1 import referee_pb2 as pb
from tests.bots import plain


def answer(line: plain.Line, questions: list[pb.Question]) -> None:
    plain.honest(line, questions)
    if any(len(question.hand) == 1 for question in questions):
        line.end()
        sys.exit(0)


plain.play(answer)
