"""Workers that only wait and deliver a recorded result: `… SCHEDULER COUNT SECONDS FILE`.

Many run in one process, each with its own connection to the scheduler.
"""

import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path

from arena.referee.process.codec import decode
from arena.service.cluster import task, worker
from arena.service.cluster.compatibility import resources
from arena.service.cluster.messages import ClusterOrder

TOKEN = "TOKEN"


def main() -> None:
    """Work until the process is killed."""
    address, count, seconds, file = sys.argv[1:]
    recorded = Path(file).read_text()

    def play(order: str) -> bytes:
        """Wait as long as a match takes, and report its start as a real one does."""
        from distributed import get_worker

        given = decode(ClusterOrder, order)
        get_worker().log_event(given.topic, f"{given.token} is not JSON")
        time.sleep(float(seconds))
        return recorded.replace(TOKEN, given.token, 1).encode()

    play.__module__, play.__qualname__ = task.__name__, "play"
    task.play = play
    worker._set_up()
    asyncio.run(_work(address, int(count)))


async def _work(address: str, count: int) -> None:
    from distributed import Worker

    with tempfile.TemporaryDirectory() as folder:
        started = [
            Worker(
                address,
                nthreads=1,
                name=f"{os.getpid()}-{index}",
                resources=resources(1),
                local_directory=folder,
                memory_limit=0,
                dashboard_address="127.0.0.1:0",
            )
            for index in range(count)
        ]
        await asyncio.gather(*(one.start() for one in started))
        await asyncio.gather(*(one.finished() for one in started))


if __name__ == "__main__":
    main()
