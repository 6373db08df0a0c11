"""Leaves a process that has an empty environment and a session of its own."""

import os
import subprocess
import sys

from maumau.v1 import referee_pb2 as pb
from tests.bots import plain


def answer(line: plain.Line, questions: list[pb.Question]) -> None:
    if line.heard == 2:
        subprocess.Popen(
            [sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True, env={}
        )
        os._exit(0)
    plain.honest(line, questions)


plain.play(answer)
