"""Looks at what workers delivered, in processes of its own: it may be made to exhaust who reads it."""

import asyncio
import resource
import signal
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Final

from arena.referee.process.codec import BadJson, decode
from arena.service.cluster.messages import ClusterOrder, Delivery
from arena.service.cluster.verify_record import Forged, prove
from arena.service.common.process_pool import make_pool

MAX_BYTES: Final = 1 << 28  # of a delivery
MEMORY_BYTES: Final = 4 << 30  # that looking at one may take
JUDGING_S: Final = 600.0

_BOMB: Final = "whoever looked at it did not come back"


def judgement(order: str, delivered: bytes) -> str:
    """What is wrong with a delivery; empty if nothing is, or if it says that there is no record."""
    wanted = decode(ClusterOrder, order)
    try:
        delivery = decode(Delivery, delivered)
        if delivery.token != wanted.token:
            return "it is of another attempt"
        if delivery.record:
            prove(wanted.spec, delivery.record)
    except (BadJson, Forged) as reason:
        return str(reason)
    except RecursionError:
        return "it is nested too deeply"
    return ""


class Judges:
    """Processes that judge, started when the first delivery comes."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None

    async def judge(self, order: str, delivered: object) -> str:
        """What is wrong with what a worker delivered; empty if nothing is."""
        if type(delivered) is not bytes:
            return f"it is not bytes, but {type(delivered).__name__[:40]}"
        if len(delivered) > MAX_BYTES:
            return "it is too large"
        self._pool = pool = self._pool or make_pool(self._processes, _bounded)
        try:
            return await _judged(pool, order, delivered)
        except BrokenProcessPool:
            if self._pool is pool:
                self._pool = None
        alone = make_pool(1, _bounded)  # another one may have broken what they were looked at in together
        try:
            return await _judged(alone, order, delivered)
        except BrokenProcessPool:
            return _BOMB
        finally:
            alone.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        if self._pool:
            self._pool.shutdown(wait=False, cancel_futures=True)


async def _judged(pool: ProcessPoolExecutor, order: str, delivered: bytes) -> str:
    judging = asyncio.get_running_loop().run_in_executor(pool, judgement, order, delivered)
    try:
        return await asyncio.wait_for(judging, JUDGING_S)
    except (TimeoutError, MemoryError):
        return _BOMB


def _bounded() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for who began
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_BYTES, MEMORY_BYTES))
