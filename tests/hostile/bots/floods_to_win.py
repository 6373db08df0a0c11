"""Prints without end as soon as a game goes badly, so that it is played again."""

import os
import threading

from maumau.v1 import referee_pb2 as pb
from tests.bots import plain


def flood() -> None:
    while True:
        os.write(1, b"spam " * 10_000)


def answer(line: plain.Line, questions: list[pb.Question]) -> None:
    if line.heard == 2:
        for _ in range(4):
            threading.Thread(target=flood, daemon=True).start()
        threading.Event().wait()
    plain.honest(line, questions)


plain.play(answer)
