"""Tries to become another user, to trace and to kill the first process, and says how that ended."""

import ctypes
import os
import signal
import subprocess
from collections.abc import Callable
from contextlib import suppress

from maumau.v1 import referee_pb2 as pb
from tests.bots import plain

LIBC = ctypes.CDLL(None, use_errno=True)
ATTACH = 16
TRIES: tuple[Callable[[], object], ...] = (
    lambda: os.setuid(0),
    lambda: os.setgid(0),
    lambda: subprocess.run(["su", "-c", "true"], check=True, capture_output=True),
    lambda: traced(1),
    lambda: os.kill(1, signal.SIGKILL),
    lambda: os.kill(1, signal.SIGSTOP),
)


def traced(process: int) -> None:
    if LIBC.ptrace(ATTACH, process, 0, 0):
        raise OSError(ctypes.get_errno(), "not traced")


def answer(line: plain.Line, questions: list[pb.Question]) -> None:
    answers = [plain.first(question) for question in questions]
    if line.heard == 1:
        for act in TRIES:
            with suppress(OSError, subprocess.SubprocessError):
                act()
        answers[0].note = f"user {os.getuid()}"
    line.answer(answers)


plain.play(answer)
