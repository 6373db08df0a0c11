"""Takes nearly all the memory that it may have, bit by bit, and plays."""

from maumau.v1 import referee_pb2 as pb
from tests.bots import plain

hoard: list[bytearray] = []


def answer(line: plain.Line, questions: list[pb.Question]) -> None:
    if len(hoard) < 20:
        hoard.append(bytearray(b"x" * (10 << 20)))
    plain.honest(line, questions)


plain.play(answer)
