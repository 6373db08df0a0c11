"""The match process: see `arena.referee.process.match_main`.

Many matches start each second, so it skips what a short process does not need.
"""

import gc
import os
import sys


def main() -> int:
    """Play the match, in the run directory that is the one argument."""
    gc.disable()  # imports make no garbage
    from arena.referee.process.match_main import main as play

    return play()


if __name__ == "__main__":
    code = main()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)  # everything is written; skip the interpreter's clean-up
