"""Prints without end while it thinks, and answers late."""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from maumau.v1 import referee_pb2 as pb
from tests.bots import plain


def answer(line: plain.Line, questions: list[pb.Question]) -> None:
    while True:
        os.write(1, b"spam " * 1000)


plain.play(answer)
