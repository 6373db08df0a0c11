"""Opens a second connection while the first plays, and says Hello there too."""

from contextlib import suppress

from maumau.v1 import referee_pb2 as pb
from tests.bots import plain


def answer(line: plain.Line, questions: list[pb.Question]) -> None:
    if line.heard == 2:
        with suppress(OSError):  # nobody listens any more
            plain.Line().hello()
    plain.honest(line, questions)


plain.play(answer)
