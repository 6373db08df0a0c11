"""The coordinator's connection to the scheduler, renewed when it is lost. Runs in one event loop."""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from arena.service.cluster.compatibility import SLOT, arena_here, resource
from arena.service.cluster.safe_pickle import receive_plain_data_only
from arena.service.cluster.security import NoCluster, Tls, check_certificates, security

if TYPE_CHECKING:
    from distributed import Client

CONNECT_S: Final = 10.0
ANSWER_S: Final = 60.0
MAX_SLOTS: Final = 1_024  # of one worker
_AGAIN_S: Final = 0.5
_ODD: Final = re.compile(r"[^A-Za-z0-9._:/@\[\]-]")
_MAX_NAME: Final = 100

OnEvent = Callable[[str], None]


class Lost(Exception):
    """The connection, or a task of the scheduler, is lost; the text says how."""


@dataclass(frozen=True, slots=True)
class Worker:
    """A worker as the scheduler reports it."""

    address: str
    name: str
    slots: int  # for matches of this arena
    other: bool  # has slots, but of another arena
    matches: int  # running there
    seen_at: datetime


@dataclass(slots=True)
class SchedulerLink:
    """A client of the scheduler. `on_event` gets each text that workers log under `topic`."""

    address: str
    tls: Tls | None
    topic: str
    on_event: OnEvent
    workers: Mapping[str, Worker] = field(default_factory=dict)
    why: str = ""  # the scheduler does not answer
    _client: "Client | None" = None
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def connect(self) -> None:
        """Connect. Raise NoCluster if no scheduler answers in time."""
        try:
            self._client = await self._connect()
            await self.update_workers()
        except (OSError, ValueError, ImportError, Lost) as problem:
            check_certificates(self.address, self.tls)
            hint = "start one with `arena scheduler`" if self.tls is None else "it may use other certificates"
            raise NoCluster(f"no scheduler answers at {self.address} ({_short(problem)}); {hint}") from None

    async def client(self) -> "Client":
        """Return the client. Waits while no scheduler answers; `why` then says so."""
        async with self._turn:
            while self._client is None or not _is_listening(self._client):
                await self._disconnect()
                try:
                    self._client = await self._connect()
                except (OSError, ValueError, ImportError) as problem:
                    self.why = f"the scheduler at {self.address} does not answer ({_short(problem)})"
                    await asyncio.sleep(_AGAIN_S)
            self.why = ""
            return self._client

    async def renew(self, client: "Client") -> None:
        """Drop this client after a loss; the next call of `client` connects again."""
        async with self._turn:
            if self._client is client:
                await self._disconnect()

    async def update_workers(self) -> None:
        """Ask which workers there are. Raise Lost."""
        client = await self.client()
        found = await await_answer(client.scheduler.identity(n_workers=-1))
        self.workers = parse_workers(found)

    async def close(self) -> None:
        await self._disconnect()

    async def _connect(self) -> "Client":
        from distributed import Client

        receive_plain_data_only()
        _silence_dask()
        client = Client(
            self.address,
            security=security(self.tls),
            asynchronous=True,
            timeout=CONNECT_S,
            set_as_default=False,
            heartbeat_interval="5s",
        )
        try:
            await client
        except BaseException:
            await _close_client(client)
            raise
        client.subscribe_topic(self.topic, self._event)
        return client

    def _event(self, event: object) -> None:
        """Pass on a text of a worker; ignore anything else."""
        match event:
            case (_, str(text)):
                self.on_event(text)

    async def _disconnect(self) -> None:
        client, self._client = self._client, None
        if client:
            await _close_client(client)


async def await_answer(answer: Awaitable[Any]) -> Any:  # noqa: ANN401 - it may be anything
    """Return the scheduler's answer. Raise Lost."""
    try:
        return await asyncio.wait_for(answer, ANSWER_S)
    except (OSError, TimeoutError, TypeError, ValueError, KeyError, AttributeError) as problem:
        raise Lost(_short(problem)) from None


def _silence_dask() -> None:
    """Silence Dask's log messages about a lost scheduler: `why` reports it."""
    for name in ("distributed", "distributed.client"):  # the second has its own level
        logging.getLogger(name).setLevel(logging.CRITICAL)


async def _close_client(client: "Client") -> None:
    with suppress(OSError, TimeoutError, asyncio.CancelledError):
        await client.close(timeout=2)


def _is_listening(client: "Client") -> bool:
    """True if messages of the scheduler still arrive."""
    report = client._handle_report_task
    return bool(client.status == "running" and report and not report.done())


def parse_workers(identity: Mapping[str, Any]) -> dict[str, Worker]:
    """Return the workers by address. Their own claims are untrusted."""
    found: dict[str, Worker] = {}
    for address, one in dict(identity["workers"]).items():
        with suppress(KeyError, TypeError, ValueError, AttributeError, OverflowError):
            found[str(address)] = _worker(str(address), one)
    return found


def _worker(address: str, one: Mapping[str, Any]) -> Worker:
    offers = one["resources"]
    slots = min(max(0, int(offers.get(resource(), 0))), MAX_SLOTS)
    executing = int(one["metrics"].get("task_counts", {}).get("executing", 0))
    return Worker(
        address=address,
        name=_ODD.sub("_", str(one["name"]))[:_MAX_NAME],
        slots=slots,
        other=SLOT in offers and resource() not in offers,
        matches=min(max(0, executing), slots),
        seen_at=datetime.fromtimestamp(one["last_seen"], UTC),
    )


def why_no_worker(workers: Mapping[str, Worker], address: str) -> str:
    """Say why no worker takes a match, and what to do."""
    others = sorted(one.name for one in workers.values() if one.other)
    if others:
        return f"workers at {address} need arena {arena_here()}: {', '.join(others[:5])}"
    return f"no worker at {address}; start some with `arena worker --scheduler {address}`"


def _short(problem: BaseException) -> str:
    return str(problem).partition("\n")[0][:200] or type(problem).__name__
