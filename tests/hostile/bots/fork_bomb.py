"""Forks without end, and its children do too."""

import os
import time

from maumau.v1 import referee_pb2 as pb
from tests.bots import plain


def forks() -> None:
    while True:
        try:
            os.fork()
        except OSError:
            time.sleep(0.01)


def answer(line: plain.Line, questions: list[pb.Question]) -> None:
    if line.heard == 2 and os.fork() == 0:
        forks()
    plain.honest(line, questions)


plain.play(answer)
