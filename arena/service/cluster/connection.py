"""The coordinator's connection to the scheduler, made anew whenever it is lost. It all runs in one loop."""

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
    """The scheduler, or what was asked of it, is gone; the text says how."""


@dataclass(frozen=True, slots=True)
class Worker:
    """A worker as the scheduler knows it."""

    address: str
    name: str
    slots: int  # for matches of this very arena
    other: bool  # it has slots, but another arena
    matches: int  # under way there
    seen_at: datetime


@dataclass(slots=True)
class Link:
    """A client where the scheduler answers. `heard` gets each text that is told under `topic`."""

    address: str
    tls: Tls | None
    topic: str
    heard: OnEvent
    workers: Mapping[str, Worker] = field(default_factory=dict)
    why: str = ""  # it does not answer
    _client: "Client | None" = None
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def first(self) -> None:
        """Connect. Raises NoCluster where no scheduler answers in time."""
        try:
            self._client = await self._connect()
            await self.look()
        except (OSError, ValueError, ImportError, Lost) as problem:
            check_certificates(self.address, self.tls)
            hint = (
                "start one with `arena scheduler`" if self.tls is None else "it may know other certificates"
            )
            raise NoCluster(f"no scheduler answers at {self.address} ({_short(problem)}): {hint}") from None

    async def client(self) -> "Client":
        """The client; while no scheduler answers this waits, and `why` says so."""
        async with self._turn:
            while self._client is None or not _listens(self._client):
                await self._leave()
                try:
                    self._client = await self._connect()
                except (OSError, ValueError, ImportError) as problem:
                    self.why = f"the scheduler at {self.address} does not answer ({_short(problem)})"
                    await asyncio.sleep(_AGAIN_S)
            self.why = ""
            return self._client

    async def renew(self, client: "Client") -> None:
        """This client lost something: the next one is new."""
        async with self._turn:
            if self._client is client:
                await self._leave()

    async def look(self) -> None:
        """See which workers there are. Raises Lost."""
        client = await self.client()
        found = await asked(client.scheduler.identity(n_workers=-1))
        self.workers = workers_in(found)

    async def close(self) -> None:
        await self._leave()

    async def _connect(self) -> "Client":
        from distributed import Client

        receive_plain_data_only()
        _say_nothing()
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
            await _closed(client)
            raise
        client.subscribe_topic(self.topic, self._event)
        return client

    def _event(self, event: object) -> None:
        """What a worker told is lost where it is no text."""
        match event:
            case (_, str(text)):
                self.heard(text)

    async def _leave(self) -> None:
        client, self._client = self._client, None
        if client:
            await _closed(client)


async def asked(answer: Awaitable[Any]) -> Any:  # noqa: ANN401 - it may be anything
    """What the scheduler answers. Raises Lost."""
    try:
        return await asyncio.wait_for(answer, ANSWER_S)
    except (OSError, TimeoutError, TypeError, ValueError, KeyError, AttributeError) as problem:
        raise Lost(_short(problem)) from None


def _say_nothing() -> None:
    """What Dask has to say of a scheduler that is gone is said by us, in `why`."""
    for name in ("distributed", "distributed.client"):  # which has a level of its own
        logging.getLogger(name).setLevel(logging.CRITICAL)


async def _closed(client: "Client") -> None:
    with suppress(OSError, TimeoutError, asyncio.CancelledError):
        await client.close(timeout=2)


def _listens(client: "Client") -> bool:
    """Whether what the scheduler says still arrives."""
    report = client._handle_report_task
    return bool(client.status == "running" and report and not report.done())


def workers_in(identity: Mapping[str, Any]) -> dict[str, Worker]:
    """The workers that a scheduler tells of, by address. What they say of themselves may be anything."""
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


def none_plays(workers: Mapping[str, Worker], address: str) -> str:
    """Why no worker takes a match, and what to do."""
    others = sorted(one.name for one in workers.values() if one.other)
    if others:
        return (
            f"the workers at {address} have another arena than {arena_here()} here: {', '.join(others[:5])}"
        )
    return f"no worker plays for {address}: start some with `arena worker --scheduler {address}`"


def _short(problem: BaseException) -> str:
    return str(problem).partition("\n")[0][:200] or type(problem).__name__
