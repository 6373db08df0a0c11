"""What several bots do, each at another of its messages with questions; up to there they play honestly."""

import os
import signal
import time
from collections.abc import Callable

from maumau.v1 import referee_pb2 as pb
from tests.bots import plain

Answer = Callable[[plain.Line, list[pb.Question]], None]


def honest_until(at: int, deed: Callable[[plain.Line], None]) -> Answer:
    """At that message the deed, after which, if it returns, nothing is answered any more."""

    def answer(line: plain.Line, questions: list[pb.Question]) -> None:
        if line.heard < at:
            plain.honest(line, questions)
        elif line.heard == at:
            deed(line)

    return answer


def ends_stream(line: plain.Line) -> None:
    """Politely, and stays."""
    line.end()
    time.sleep(60)


def falls_silent(_: plain.Line) -> None:
    """It only listens."""


def dies_of_a_signal(_: plain.Line) -> None:
    print("about to die", flush=True)
    os.kill(os.getpid(), signal.SIGSEGV)


def hoards_memory(_: plain.Line) -> None:
    hoard = []
    while True:
        hoard.append(bytearray(b"x" * (8 << 20)))
