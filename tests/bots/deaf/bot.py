"""Plays well, but does not answer when its end of the connection is asked whether it lives."""

import os
import sys

sys.path.insert(0, os.path.abspath(f"{__file__}/../../../.."))

from tests.bots import bare


class Deaf(bare.Line):
    """Sends all but the answers to pings."""

    def frame(self, kind: int, flags: int, stream: int, body: bytes) -> None:
        if kind != bare.PING:
            super().frame(kind, flags, stream, body)


bare.Line = Deaf  # type: ignore[misc]  # it is to be called so
bare.play(lambda choices, game: 0)
