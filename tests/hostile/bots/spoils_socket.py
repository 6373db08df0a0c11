"""Tries to remove, replace and change the socket and its folder, and says how that ended."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

from maumau.v1 import referee_pb2 as pb
from tests.bots import plain

SOCKET = Path(os.environ["ARENA_TARGET"].removeprefix("unix://"))
TRIES: tuple[Callable[[], object], ...] = (
    SOCKET.unlink,
    lambda: SOCKET.rename(SOCKET.with_name("old")),
    lambda: SOCKET.with_name("link").symlink_to("/"),
    lambda: SOCKET.parent.chmod(0o777),
    lambda: SOCKET.chmod(0o777),
    lambda: SOCKET.with_name("mine").touch(),
)


def ended(act: Callable[[], object]) -> str:
    try:
        act()
    except OSError as error:
        return errno.errorcode[error.errno or 0]
    return "done"


def answer(line: plain.Line, questions: list[pb.Question]) -> None:
    answers = [plain.first(question) for question in questions]
    answers[0].note = " ".join(map(ended, TRIES))
    line.answer(answers)


plain.play(answer)
