"""A worker: it plays the matches that a scheduler gives it, and comes back to it when that was lost."""

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

_AGAIN_S: Final = 1.0
_LEAVE_S: Final = 15
_SAY_S: Final = 5.0  # after which it says that nobody answers

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Post:
    """Where a worker works. `host`: the address that others reach it by; empty: the one it goes there by."""

    scheduler: str
    slots: int
    tls: Tls | None = None
    name: str = ""
    host: str = ""


def work(post: Post, tell: Tell) -> None:
    """Play what there is to play until SIGINT or SIGTERM; what is under way then is played by others.

    Raises NoCluster where Dask is not installed, or the scheduler wants certificates that are not given.
    """
    need_distributed()
    check_certificates(post.scheduler, post.tls)
    _set_up()
    asyncio.run(_work(post, tell))


def _set_up() -> None:
    import dask.config

    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    dask.config.set(
        {
            "distributed.worker.profile.enabled": False,  # its threads wait for their match
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


async def _work(post: Post, tell: Tell) -> None:
    leave = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, leave.set)
    leaving = asyncio.create_task(leave.wait())
    with run_directory() as folder:
        while not leave.is_set():
            working = asyncio.create_task(_once(post, str(folder), leaving, tell))
            await asyncio.wait([working, leaving], return_when=asyncio.FIRST_COMPLETED)
            await asyncio.wait([working], timeout=_LEAVE_S)
            if working.done() and not working.cancelled() and (problem := working.exception()):
                tell(f"Lost {post.scheduler} ({str(first_cause(problem))[:200]}); trying again.")
            with suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(leaving), _AGAIN_S)


async def _once(post: Post, folder: str, leaving: "asyncio.Task[bool]", tell: Tell) -> None:
    """One stay with the scheduler: it ends when that is lost, or when the worker leaves."""
    from distributed import Worker

    worker = Worker(
        post.scheduler,
        nthreads=post.slots,
        name=post.name or f"{socket.gethostname()}-{getpid()}",
        host=post.host or None,
        resources=resources(post.slots),
        security=security(post.tls),
        local_directory=folder,
        memory_limit=0,  # matches are processes of their own
        dashboard_address="127.0.0.1:0",
    )
    starting = asyncio.ensure_future(worker.start())
    await asyncio.wait([starting, leaving], timeout=_SAY_S, return_when=asyncio.FIRST_COMPLETED)
    if not starting.done() and not leaving.done():
        tell(f"Waiting for {post.scheduler}.")
        await asyncio.wait([starting, leaving], return_when=asyncio.FIRST_COMPLETED)
    if not starting.done():
        starting.cancel()
        return
    await starting
    tell(f"Playing for {post.scheduler} as {worker.name}, {post.slots} matches at a time (Ctrl-C leaves).")
    gone = asyncio.ensure_future(worker.finished())
    await asyncio.wait([gone, leaving], return_when=asyncio.FIRST_COMPLETED)
    if not gone.done():
        await worker.close(timeout=_LEAVE_S, reason="it was asked to leave")
