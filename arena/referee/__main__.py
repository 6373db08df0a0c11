"""The child process of one match: see `arena.referee.one_match`. A second is many matches, so it begins and
ends without what a process that is soon over does not need.
"""

import gc
import os
import sys


def main() -> int:
    """Play the match, in the run directory that is the one argument."""
    gc.disable()  # nothing of what is imported is garbage
    from arena.referee.one_match import main as play

    return play()


if __name__ == "__main__":
    code = main()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)  # all is closed and written: nothing is gained by taking the modules apart
