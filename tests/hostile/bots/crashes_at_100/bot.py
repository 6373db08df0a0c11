"""Plays 99 games, then dies in the next."""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[4]))

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
