"""Compute for 20 ms before every message, and take the first choice."""

import time

from tests.bots import bare
from tests.hostile.good import steady


class Busy(bare.Line):
    """Uses processor time where other bots sleep."""

    def send(self, message: bytes) -> None:
        until = time.process_time() + steady.NAP_S
        while time.process_time() < until:
            pass
        super().send(message)


bare.Line = Busy  # type: ignore[misc]  # it is to be called so
bare.play(lambda choices, game: 0)
