"""Answers before it says Hello."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[4]))

from maumau.v1 import referee_pb2 as pb
from tests.bots import plain

line = plain.Line()
line.answer([pb.Answer(game=0, number=0)])
for _ in line.messages:
    pass
