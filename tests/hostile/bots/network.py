"""Tries to reach anybody but the referee, and says whom it reached."""

import socket

from maumau.v1 import referee_pb2 as pb
from tests.bots import plain

FAMILIES = {
    "inet": (socket.AF_INET, ("169.254.169.254", 80)),
    "dns": (socket.AF_INET, ("8.8.8.8", 53)),
    "host": (socket.AF_INET, ("172.17.0.1", 22)),
    "inet6": (socket.AF_INET6, ("::1", 80)),
    "vsock": (40, (2, 1)),
    "netlink": (16, (0, 0)),
    "packet": (17, ("lo", 0)),
    "abstract": (socket.AF_UNIX, b"\0/tmp/.X11-unix/X0"),
    "docker": (socket.AF_UNIX, "/var/run/docker.sock"),
}


def reached(family: int, address: object) -> bool:
    try:
        with socket.socket(family, socket.SOCK_RAW if family in (16, 17) else socket.SOCK_STREAM) as mine:
            mine.settimeout(0.2)
            mine.connect(address)  # type: ignore[arg-type]  # of its family
    except OSError:
        return False
    return True


def answer(line: plain.Line, questions: list[pb.Question]) -> None:
    answers = [plain.first(question) for question in questions]
    if line.heard == 1:
        names = [name for name, target in FAMILIES.items() if reached(*target)]
        answers[0].note = f"reached: {', '.join(names) or 'nobody'}"
    line.answer(answers)


plain.play(answer)
