"""Ends well with the answer that may be its last."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[4]))

from maumau.v1 import referee_pb2 as pb
from tests.bots import plain


def answer(line: plain.Line, questions: list[pb.Question]) -> None:
    plain.honest(line, questions)
    if any(len(question.hand) == 1 for question in questions):
        line.end()
        sys.exit(0)


plain.play(answer)
