"""Hangs up at its second message, and comes back to go on with its game."""

import socket
import time

from maumau.v1 import referee_pb2 as pb
from tests.bots import plain


def answer(line: plain.Line, questions: list[pb.Question]) -> None:
    if line.heard == 2:
        line.stream.socket.shutdown(socket.SHUT_RDWR)
        again = plain.Line()
        again.hello()
        again.answer([plain.first(question) for question in questions])
        for _ in again.messages:
            pass
        time.sleep(60)
    plain.honest(line, questions)


plain.play(answer)
