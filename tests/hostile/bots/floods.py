"""Prints one line without end."""

import os

from maumau.v1 import referee_pb2 as pb
from tests.bots import plain


def answer(line: plain.Line, questions: list[pb.Question]) -> None:
    while True:
        os.write(1, b"spam " * 10_000)


plain.play(answer)
