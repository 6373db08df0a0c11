"""Fills all that it can write to, with bytes and with files, and says how that ended."""

import errno
from collections.abc import Callable
from pathlib import Path

from maumau.v1 import referee_pb2 as pb
from tests.bots import plain


def answer(line: plain.Line, questions: list[pb.Question]) -> None:
    answers = [plain.first(question) for question in questions]
    if line.heard == 2:
        answers[0].note = f"{ended(filled, '/dev/shm')} {ended(filled, '/tmp')} {ended(crowded, '/tmp')}"
    line.answer(answers)


def ended(act: Callable[[Path], None], place: str) -> str:
    try:
        act(Path(place))
    except OSError as error:
        return errno.errorcode[error.errno or 0]
    return "without end"


def filled(place: Path) -> None:
    with (place / "much").open("wb", buffering=0) as file:
        for _ in range(1 << 10):
            if file.write(b"x" * (1 << 20)) < 1 << 20:
                file.write(b"x")  # there is no room: that is said now


def crowded(place: Path) -> None:
    (place / "much").unlink()
    for number in range(100_000):
        (place / str(number)).touch()


plain.play(answer)
