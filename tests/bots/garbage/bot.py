"""Sends bytes that are no message."""

import sys
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from tests.bots import calls, plain


def messages() -> Iterator[bytes]:
    yield plain.hello().SerializeToString()
    while True:
        yield b"\xff" * 50
        time.sleep(0.1)


for _ in calls.raw_stream(messages(), calls.channel()):
    pass
