"""The scheduler of a cluster, which distributes matches to workers and stores nothing."""

import asyncio
import logging
import signal
from collections.abc import Callable
from typing import Final

from arena.service.cluster.security import (
    ENCRYPTED,
    PLAIN,
    NoCluster,
    Tls,
    first_cause,
    need_distributed,
    security,
)

LEASE_S: Final[float] = 30  # silence of a worker after which others play its matches

_MIN_TCP_S: Final = 11.0  # Dask probes a connection ten times, a second apart at least


def run_scheduler(host: str, port: int, tls: Tls | None, lease_s: float, tell: Callable[[str], None]) -> None:
    """Run the scheduler until SIGINT or SIGTERM.

    `lease_s`: seconds without a message after which a worker counts as lost. `tell`: called with messages for
    the user.

    Raise NoCluster if the scheduler cannot listen at the address.
    """
    need_distributed()
    _set_up(lease_s)
    try:
        asyncio.run(_schedule(host, port, tls, tell))
    except (OSError, RuntimeError, ValueError) as error:
        cause = first_cause(error)
        if not isinstance(cause, (OSError, ValueError)):
            raise
        why = getattr(cause, "strerror", None) or cause
        raise NoCluster(f"cannot listen at {host}:{port}: {why}") from None


def _set_up(lease_s: float) -> None:
    import dask.config

    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    dask.config.set(
        {
            "distributed.scheduler.worker-ttl": f"{lease_s}s",
            "distributed.scheduler.allowed-failures": 10,
            "distributed.scheduler.active-memory-manager.start": False,  # a result is fetched once
            "distributed.scheduler.events-cleanup-delay": "1m",
            "distributed.scheduler.http.routes": ["distributed.http.health"],
            "distributed.admin.low-level-log-length": 1_000,
            "distributed.admin.tick.limit": "1h",
            "distributed.comm.timeouts.tcp": f"{max(lease_s, _MIN_TCP_S)}s",
        }
    )


async def _schedule(host: str, port: int, tls: Tls | None, tell: Callable[[str], None]) -> None:
    from distributed import Scheduler

    leave = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, leave.set)
    kind = ENCRYPTED if tls else PLAIN
    async with Scheduler(
        host=f"{kind}://{f'[{host}]' if ':' in host else host}",
        port=port,
        security=security(tls),
        dashboard=False,
        dashboard_address="127.0.0.1:0",
    ) as scheduler:
        tell(f"Scheduling at {scheduler.address} (Ctrl-C ends it)")
        await leave.wait()
