"""Computes for 20 ms over every message; then the first choice."""

import time

from tests.bots import bare
from tests.hostile.good import steady


class Busy(bare.Line):
    """Uses the processor for as long as others nap."""

    def send(self, message: bytes) -> None:
        until = time.process_time() + steady.NAP_S
        while time.process_time() < until:
            pass
        super().send(message)


bare.Line = Busy  # type: ignore[misc]  # it is to be called so
bare.play(lambda choices, game: 0)
