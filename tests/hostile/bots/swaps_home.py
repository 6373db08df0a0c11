"""Puts a link to another folder in the place of its home."""

import os
from pathlib import Path

from maumau.v1 import referee_pb2 as pb
from tests.bots import plain


def answer(line: plain.Line, questions: list[pb.Question]) -> None:
    home = Path(os.environ["HOME"])
    if line.heard == 2 and not home.is_symlink():
        home.rmdir()
        home.symlink_to(Path(__file__).parent)
    plain.honest(line, questions)


plain.play(answer)
