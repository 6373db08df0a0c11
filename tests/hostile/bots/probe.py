"""Looks at what there is to be seen, and says what should not be."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from maumau.v1 import referee_pb2 as pb
from tests.bots import plain

KNOWN = {"ARENA_TARGET", "ARENA_TOKEN", "HOME", "HOSTNAME", "LANG", "PATH", "TZ", "LC_CTYPE"}


def found() -> Iterator[str]:
    """What a bot is not to find."""
    yield from (f"variable {name}" for name in set(os.environ) - KNOWN)
    own = {one.name for one in Path("/proc").iterdir() if one.name.isdecimal()}
    yield from (f"process {name}" for name in own - {"1", str(os.getpid())})
    yield from (f"device {one}" for one in Path("/dev").iterdir() if stat.S_ISBLK(one.lstat().st_mode))
    yield from (f"writable {place}" for place in WRITABLE if os.access(place, os.W_OK))
    yield from (f"user {os.getuid()}" for _ in range(os.getuid() < 200_000))
    yield from (line for line in Path("/proc/self/status").read_text().splitlines() if bad(line))


WRITABLE = ("/", "/bot", "/etc", "/usr", "/run", "/run/arena", "/proc/sys", "/sys/fs/cgroup", "/var")


def bad(line: str) -> bool:
    """Whether a line of the process's status tells of a privilege."""
    name, _, value = line.partition(":")
    return (name.startswith("Cap") and int(value, 16) != 0) or (name == "NoNewPrivs" and int(value) != 1)


def answer(line: plain.Line, questions: list[pb.Question]) -> None:
    answers = [plain.first(question) for question in questions]
    answers[0].note = f"found: {', '.join(found()) or 'nothing'}"[:200]
    line.answer(answers)


plain.play(answer)
