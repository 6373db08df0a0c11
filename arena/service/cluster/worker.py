"""A cluster worker, which plays a scheduler's matches and reconnects when the scheduler was lost."""

import asyncio
import logging
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from os import getpid
from typing import Final

from arena.sandbox.match_dir import run_directory
from arena.service.cluster.compatibility import resources
from arena.service.cluster.security import Tls, check_certificates, first_cause, need_distributed, security

_RETRY_S: Final = 1.0
_LEAVE_S: Final = 15
_REPORT_AFTER_S: Final = 5.0  # then it reports that no scheduler answers

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class WorkerSettings:
    """The settings of a cluster worker."""

    scheduler: str  # the scheduler's address
    slots: int  # how many matches to play at once
    tls: Tls | None = None
    name: str = ""
    host: str = ""  # the address at which other machines reach this worker; empty: chosen automatically


def run_worker(settings: WorkerSettings, tell: Tell) -> None:
    """Play the matches that the scheduler sends, until SIGINT or SIGTERM. Unfinished matches then go to other
    workers.

    `tell`: called with messages for the user. Raise NoCluster if Dask is missing, or if the scheduler
    requires certificates and none are given.
    """
    need_distributed()
    check_certificates(settings.scheduler, settings.tls)
    _set_up()
    asyncio.run(_work(settings, tell))


def _set_up() -> None:
    import dask.config

    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    dask.config.set(
        {
            "distributed.worker.profile.enabled": False,  # threads only wait for their match
            "distributed.worker.use-file-locking": False,
            "distributed.worker.http.routes": ["distributed.http.health"],
            "distributed.comm.timeouts.connect": "10s",
            "distributed.admin.tick.limit": "1h",
            "distributed.worker.memory.target": False,
            "distributed.worker.memory.spill": False,
            "distributed.worker.memory.pause": False,
            "distributed.worker.memory.terminate": False,
        }
    )


async def _work(settings: WorkerSettings, tell: Tell) -> None:
    leave = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, leave.set)
    leaving = asyncio.create_task(leave.wait())
    with run_directory() as folder:
        while not leave.is_set():
            working = asyncio.create_task(_work_once(settings, str(folder), leaving, tell))
            await asyncio.wait([working, leaving], return_when=asyncio.FIRST_COMPLETED)
            await asyncio.wait([working], timeout=_LEAVE_S)
            if working.done() and not working.cancelled() and (problem := working.exception()):
                tell(f"Lost {settings.scheduler} ({str(first_cause(problem))[:200]}); trying again.")
            with suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(leaving), _RETRY_S)


async def _work_once(
    settings: WorkerSettings, folder: str, leaving: "asyncio.Task[bool]", tell: Tell
) -> None:
    """Play matches until the connection to the scheduler is lost or the worker must leave.

    `folder`: Dask's folder for temporary files. `leaving`: a task that is done when the worker must leave.
    """
    from distributed import Worker

    worker = Worker(
        settings.scheduler,
        nthreads=settings.slots,
        name=settings.name or f"{socket.gethostname()}-{getpid()}",
        host=settings.host or None,
        resources=resources(settings.slots),
        security=security(settings.tls),
        local_directory=folder,
        memory_limit=0,  # matches are separate processes
        dashboard_address="127.0.0.1:0",
    )
    starting = asyncio.ensure_future(worker.start())
    await asyncio.wait([starting, leaving], timeout=_REPORT_AFTER_S, return_when=asyncio.FIRST_COMPLETED)
    if not starting.done() and not leaving.done():
        tell(f"Waiting for {settings.scheduler}.")
        await asyncio.wait([starting, leaving], return_when=asyncio.FIRST_COMPLETED)
    if not starting.done():
        starting.cancel()
        return
    await starting
    slots = settings.slots
    tell(f"Playing for {settings.scheduler} as {worker.name}, {slots} matches at a time (Ctrl-C leaves).")
    gone = asyncio.ensure_future(worker.finished())
    await asyncio.wait([gone, leaving], return_when=asyncio.FIRST_COMPLETED)
    if not gone.done():
        await worker.close(timeout=_LEAVE_S, reason="asked to leave")
