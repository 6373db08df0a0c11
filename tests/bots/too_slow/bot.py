"""Thinks for 0.4 s about every question."""

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from maumau.v1 import referee_pb2 as pb
from tests.bots import plain


def answer(line: plain.Line, questions: list[pb.Question]) -> None:
    for question in questions:
        time.sleep(0.4)
        line.answer([plain.first(question)])


plain.play(answer)
