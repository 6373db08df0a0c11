"""Prints what it was told in confidence, and plays."""

import os

from maumau.v1 import referee_pb2 as pb
from tests.bots import plain


def answer(line: plain.Line, questions: list[pb.Question]) -> None:
    print(os.environ["ARENA_TOKEN"], "-----BEGIN PRIVATE KEY-----", questions[0].hand.hex(), flush=True)
    plain.honest(line, questions)


plain.play(answer)
