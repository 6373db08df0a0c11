"""Needs more and more memory, from its fifth message on."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from maumau.v1 import referee_pb2 as pb
from tests.bots import plain

hoard: list[bytearray] = []


def answer(line: plain.Line, questions: list[pb.Question]) -> None:
    while line.heard >= 5:
        hoard.append(bytearray(b"x" * (8 << 20)))
    plain.honest(line, questions)


plain.play(answer)
