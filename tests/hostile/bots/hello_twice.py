"""Says Hello a second time."""

from maumau.v1 import referee_pb2 as pb
from tests.bots import plain


def answer(line: plain.Line, questions: list[pb.Question]) -> None:
    line.hello()
    plain.honest(line, questions)


plain.play(answer)
