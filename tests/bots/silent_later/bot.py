"""Answers twelve messages, then nothing."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from maumau.v1 import referee_pb2 as pb
from tests.bots import plain


def answer(line: plain.Line, questions: list[pb.Question]) -> None:
    if line.heard <= 12:
        plain.honest(line, questions)


plain.play(answer)
