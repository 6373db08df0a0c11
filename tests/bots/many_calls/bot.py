"""Starts one call after the other beside its stream."""

import sys
from contextlib import suppress
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

import grpc

from maumau.v1 import referee_pb2 as pb
from tests.bots import calls, plain

CHANNEL = calls.channel()


def answer(line: plain.Line, questions: list[pb.Question]) -> None:
    for _ in range(5):
        with suppress(grpc.RpcError):
            list(calls.raw_stream(iter([b""]), CHANNEL))
    plain.honest(line, questions)


plain.play(answer)
