"""Leaves a process in a session of its own, and dies at its second message."""

import os
import subprocess

from maumau.v1 import referee_pb2 as pb
from tests.bots import plain


def answer(line: plain.Line, questions: list[pb.Question]) -> None:
    if line.heard == 2:
        subprocess.Popen(["sleep", "600"], start_new_session=True)
        os._exit(0)
    plain.honest(line, questions)


plain.play(answer)
