"""A match process that runs the shell script in STAND_IN instead of a match."""

import os
import sys


def main() -> int:
    os.execv("/bin/sh", ("sh", "-c", os.environ["STAND_IN"], "stand-in", sys.argv[1]))
