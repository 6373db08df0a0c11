"""Has a child that needs more and more memory, and plays on when that is dead."""

import os

from maumau.v1 import referee_pb2 as pb
from tests.bots import plain


def answer(line: plain.Line, questions: list[pb.Question]) -> None:
    answers = [plain.first(question) for question in questions]
    if line.heard == 2:
        answers[0].note = f"the child ended with {os.waitstatus_to_exitcode(os.waitpid(hungry(), 0)[1])}"
    line.answer(answers)


def hungry() -> int:
    """The child."""
    child = os.fork()
    hoard = []
    while not child:
        hoard.append(bytearray(b"x" * (8 << 20)))
    return child


plain.play(answer)
