"""Never reads what it is sent, and answers all the same."""

from maumau.v1 import referee_pb2 as pb
from tests.bots import plain

line = plain.Line()
line.hello()
for number in range(100_000):
    line.answer([pb.Answer(game=1, number=number)])
