"""Starts one call after the other beside its stream."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from maumau.v1 import referee_pb2 as pb
from tests.bots import bare, plain

HEAD = b"".join(b"\0" + bare.text(name) + bare.text(value) for name, value in bare.CALL.items())


def answer(line: plain.Line, questions: list[pb.Question]) -> None:
    for stream in range(3, 13, 2):
        line.stream.frame(bare.HEADERS, bare.END_HEADERS, stream, HEAD)
    plain.honest(line, questions)


plain.play(answer)
