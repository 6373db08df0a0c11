"""Lets a child answer while it dies itself."""

import os

from maumau.v1 import referee_pb2 as pb
from tests.bots import plain


def answer(line: plain.Line, questions: list[pb.Question]) -> None:
    if line.heard == 2 and os.fork():
        os._exit(5)
    plain.honest(line, questions)


plain.play(answer)
