"""Stops itself at its second message: it lives, and nothing of it moves."""

import os
import signal

from maumau.v1 import referee_pb2 as pb
from tests.bots import plain


def answer(line: plain.Line, questions: list[pb.Question]) -> None:
    if line.heard == 2:
        os.kill(os.getpid(), signal.SIGSTOP)
    plain.honest(line, questions)


plain.play(answer)
