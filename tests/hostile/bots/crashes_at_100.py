"""Plays 99 games, then dies in the next."""

import os

from maumau.v1 import referee_pb2 as pb
from tests.bots import plain

GOOD = 99


def begins(start: pb.GameStart) -> None:
    begun.append(start.game)


def answer(line: plain.Line, questions: list[pb.Question]) -> None:
    if len(begun) > GOOD:
        os._exit(3)
    plain.honest(line, questions)


begun: list[int] = []
plain.play(answer, begins)
