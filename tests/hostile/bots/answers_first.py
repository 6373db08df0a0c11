"""Answers before it says Hello."""

from maumau.v1 import referee_pb2 as pb
from tests.bots import plain

line = plain.Line()
line.answer([pb.Answer(game=0, number=0)])
for _ in line.messages:
    pass
