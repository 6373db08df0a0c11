"""Kills its parent, the fork server of bots in plain processes. Its match ends with that server."""

import os
import signal
import sys

sys.path.insert(0, os.path.abspath(f"{__file__}/../../../.."))

from tests.bots import bare


def strike(choices: int, game: int) -> int:
    os.kill(os.getppid(), signal.SIGKILL)
    return 0


bare.play(strike)
