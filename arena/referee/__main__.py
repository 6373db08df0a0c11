"""Entry point of the fork server (`python -m arena.referee DESCRIPTOR`), which forks match processes."""

import gc
import sys


def main() -> None:
    """Import the modules that match processes need, then run the fork server.

    The only command line argument is a file descriptor: the socket on which requests to fork arrive.
    """
    gc.disable()  # imports make no garbage
    import arena.referee.process.match_main  # noqa: F401 - for the forked processes
    from arena.sandbox.fork_server import serve

    serve(int(sys.argv[1]))


if __name__ == "__main__":
    main()
