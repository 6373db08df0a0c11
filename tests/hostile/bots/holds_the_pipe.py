"""Dies at its second message, and leaves a renamed process that keeps its output open."""

import os
import subprocess
import sys

from maumau.v1 import referee_pb2 as pb
from tests.bots import plain

HELPER = """
import os, time
open("/proc/self/comm", "w").write("kworker/0:1")
while True:
    time.sleep(60)
"""


def answer(line: plain.Line, questions: list[pb.Question]) -> None:
    if line.heard == 2:
        subprocess.Popen([sys.executable, "-c", HELPER], start_new_session=True)
        print("last words", flush=True)
        os._exit(4)
    plain.honest(line, questions)


plain.play(answer)
