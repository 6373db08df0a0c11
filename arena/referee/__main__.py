"""Entry point of the match process (`python -m arena.referee`): calls `arena.referee.process.match_main`.

Many matches start each second, so it skips the parts of a normal start and exit that a short process does not
need.
"""

import gc
import os
import sys


def main() -> int:
    """Play the match that is sent on stdin and return the exit code.

    The command line's one argument is the run directory.
    """
    gc.disable()  # imports make no garbage
    from arena.referee.process.match_main import main as play

    return play()


if __name__ == "__main__":
    code = main()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)  # everything is written; skip the interpreter's clean-up
