"""Kills the process that plays its match, which is its parent where bots are plain processes."""

import os
import signal
import sys

sys.path.insert(0, os.path.abspath(f"{__file__}/../../../.."))

from tests.bots import bare


def strike(choices: int, game: int) -> int:
    os.kill(os.getppid(), signal.SIGKILL)
    return 0


bare.play(strike)
