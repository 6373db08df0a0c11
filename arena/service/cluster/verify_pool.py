"""Verify the match records that cluster workers deliver, in separate processes.

A harmful delivery can crash only the process that verifies it, whose memory is limited.
"""

import asyncio
import resource
import signal
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Final

from arena.referee.process.codec import BadJson, decode
from arena.service.cluster.messages import ClusterOrder, Delivery
from arena.service.cluster.verify_record import Forged, verify_record
from arena.service.common.processes import make_pool

MAX_BYTES: Final = 1 << 28  # of one delivery
MEMORY_BYTES: Final = 4 << 30  # memory limit of each process
VERIFY_TIMEOUT_S: Final = 600.0

_BOMB: Final = "its verification crashed or took too long"


def find_problem(order: str, delivered: bytes) -> str:
    """Return what is wrong with a worker's delivery; empty if it is valid.

    `order`: the order that was sent to the worker, as JSON. `delivered`: the delivery as JSON. If the worker
    could not play the match, the delivery has no match record, and is valid if it repeats the order's token
    (a random text).
    """
    wanted = decode(ClusterOrder, order)
    try:
        delivery = decode(Delivery, delivered)
        if delivery.token != wanted.token:
            return "it belongs to another attempt"
        if delivery.record:
            verify_record(wanted.spec, delivery.record)
    except (BadJson, Forged) as reason:
        return str(reason)
    except RecursionError:
        return "it is nested too deeply"
    return ""


class VerifyPool:
    """A pool of processes that verify deliveries. It starts them when the first delivery arrives."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None

    async def verify(self, order: str, delivered: object) -> str:
        """Return what is wrong with a worker's delivery; empty if it is valid.

        `order`: the order that was sent to the worker, as JSON. If a process of the pool dies meanwhile, the
        delivery is verified once more, alone in a new process.
        """
        if type(delivered) is not bytes:
            return f"it is not bytes, but {type(delivered).__name__[:40]}"
        if len(delivered) > MAX_BYTES:
            return "it is too large"
        self._pool = pool = self._pool or make_pool(self._processes, _limit_process)
        try:
            return await _run(pool, order, delivered)
        except BrokenProcessPool:
            if self._pool is pool:
                self._pool = None
        alone = make_pool(1, _limit_process)  # another delivery may have broken the shared pool
        try:
            return await _run(alone, order, delivered)
        except BrokenProcessPool:
            return _BOMB
        finally:
            alone.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        if self._pool:
            self._pool.shutdown(wait=False, cancel_futures=True)


async def _run(pool: ProcessPoolExecutor, order: str, delivered: bytes) -> str:
    running = asyncio.get_running_loop().run_in_executor(pool, find_problem, order, delivered)
    try:
        return await asyncio.wait_for(running, VERIFY_TIMEOUT_S)
    except (TimeoutError, MemoryError):
        return _BOMB


def _limit_process() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_BYTES, MEMORY_BYTES))
