"""Entry point of the fork server (`python -m arena.referee DESCRIPTOR`), which forks match processes."""

import gc
import sys
from typing import Final

_GRPC_WAIT_S: Final = 10.0  # how long a waiting bot in Python sleeps at most; gRPC's own value is 0.1


def main() -> None:
    """Import the modules that matches and Python bots need, then run the fork server.

    The only command line argument is a file descriptor: the socket on which requests to fork arrive.
    """
    gc.disable()  # imports make no garbage
    import concurrent.futures.thread  # noqa: F401 - this and the next two for the forked processes

    import grpc._channel
    import grpc._common

    import arena.referee.process.match_main  # noqa: F401
    from arena.record.compression import compress
    from arena.sandbox.fork_server import serve

    grpc._common.MAXIMUM_WAIT_TIMEOUT = _GRPC_WAIT_S
    compress(b"")  # imports its library
    serve(int(sys.argv[1]))


if __name__ == "__main__":
    main()
