"""The coordinator's connection to the Dask scheduler. It reconnects after a loss."""

import asyncio
import io
import logging
import pickle
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from arena.service.cluster.compatibility import SLOT, arena_here, resource
from arena.service.cluster.security import NoCluster, Tls, check_certificates, security

if TYPE_CHECKING:
    from distributed import Client

# Makes Dask unpickle only plain data.
#
# A compromised worker can send any bytes as a result or an error. Dask reads both with
# `distributed.protocol.pickle.loads` in the process that writes to the database. The replacement here knows
# only the types of plain data. For any other type it creates an empty `RefusedPickle`, without calling or
# importing anything.

ALLOWED: Final[dict[tuple[str, str], type]] = {
    ("builtins", one.__name__): one for one in (bytes, bytearray, str, int, float, bool, dict, list, tuple)
}


class RefusedPickle(Exception):
    """The placeholder for a refused object in unpickled data.

    An object is refused if it is not plain data, because it could run code.
    """

    def __init__(self, *_: object) -> None:
        super().__init__("a pickled object was refused")

    def __setstate__(self, _: object) -> None:
        """Ignore the attributes that the pickle contains for the refused object."""


def ignore(*_: object) -> None:
    """Do nothing, in place of a function that a pickle must not call."""


class PlainUnpickler(pickle.Unpickler):
    """An unpickler that creates only plain data: numbers, booleans, texts, bytes, lists, tuples and dicts.

    It replaces any other object by a `RefusedPickle`, and imports and calls nothing that the pickle names.
    """

    def find_class(self, module: str, name: str) -> Any:  # noqa: ANN401 - as in the base class
        if (module, name) in ALLOWED:
            return ALLOWED[module, name]
        return ignore if name == "unpickle_traceback" else type(name, (RefusedPickle,), {})

    def persistent_load(self, _: object) -> None:
        """Return None for a reference to an object outside the pickle."""


def loads(data: bytes, *, buffers: Iterable[Any] = ()) -> Any:  # noqa: ANN401 - as Dask's own
    """Unpickle plain data, and replace any other object by a `RefusedPickle`.

    `buffers`: data that is stored outside the pickle, as in `pickle.loads`. Raise the errors of
    `pickle.loads` for invalid data.
    """
    return PlainUnpickler(io.BytesIO(data), buffers=buffers).load()


def receive_plain_data_only() -> None:
    """Make Dask unpickle everything that this process receives with `loads` of this module.

    This `loads` creates only plain data. Call this function before connecting.
    """
    from distributed.protocol import pickle as dasks

    dasks.loads = loads


CONNECT_S: Final = 10.0
ANSWER_S: Final = 60.0
MAX_SLOTS: Final = 1_024  # of one worker; higher claims are cut
_AGAIN_S: Final = 0.5
_ODD: Final = re.compile(r"[^A-Za-z0-9._:/@\[\]-]")
_MAX_NAME: Final = 100

OnEvent = Callable[[str], None]


class Lost(Exception):
    """The scheduler, a cluster worker, or the result of a match was lost. The message says which."""


@dataclass(frozen=True, slots=True)
class ClusterWorker:
    """A cluster worker, as described by the scheduler."""

    address: str
    name: str
    slots: int  # how many matches of this arena the worker can play at once
    other: bool  # True if the worker has slots only for another arena
    matches: int  # how many matches run there
    seen_at: datetime


@dataclass(slots=True)
class SchedulerLink:
    """The connection to the scheduler."""

    address: str
    tls: Tls | None
    topic: str  # the Dask topic under which workers publish texts
    on_event: OnEvent  # called with each text that a worker publishes
    workers: Mapping[str, ClusterWorker] = field(default_factory=dict)
    why: str = ""  # why the scheduler does not answer; empty if it does
    _client: "Client | None" = None
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def connect(self) -> None:
        """Connect to the scheduler. Raise NoCluster if it does not answer in time."""
        try:
            self._client = await self._connect()
            await self.update_workers()
        except (OSError, ValueError, ImportError, Lost) as problem:
            check_certificates(self.address, self.tls)
            hint = "start one with `arena scheduler`" if self.tls is None else "it may use other certificates"
            raise NoCluster(f"no scheduler answers at {self.address} ({_short(problem)}); {hint}") from None

    async def client(self) -> "Client":
        """Return the Dask client, connected. Retry without end while the scheduler does not answer.

        During the retries, the attribute `why` says why the connection failed.
        """
        async with self._turn:
            while self._client is None or not _is_listening(self._client):
                await self.close()
                try:
                    self._client = await self._connect()
                except (OSError, ValueError, ImportError) as problem:
                    self.why = f"the scheduler at {self.address} does not answer ({_short(problem)})"
                    await asyncio.sleep(_AGAIN_S)
            self.why = ""
            return self._client

    async def renew(self, client: "Client") -> None:
        """Close a client whose connection was lost. The next call of `client` connects again."""
        async with self._turn:
            if self._client is client:
                await self.close()

    async def update_workers(self) -> None:
        """Ask the scheduler for its workers and store them in `workers`. Raise Lost if it does not answer."""
        client = await self.client()
        found = await await_answer(client.scheduler.identity(n_workers=-1))
        self.workers = parse_workers(found)

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
        """Call `on_event` with a text that a worker published. Ignore any other event."""
        match event:
            case (_, str(text)):
                self.on_event(text)

    async def close(self) -> None:
        client, self._client = self._client, None
        if client:
            await _close_client(client)


async def await_answer(answer: Awaitable[Any]) -> Any:  # noqa: ANN401 - it may be anything
    """Await the scheduler's answer and return it. Raise Lost if it is late or an error."""
    try:
        return await asyncio.wait_for(answer, ANSWER_S)
    except (OSError, TimeoutError, TypeError, ValueError, KeyError, AttributeError) as problem:
        raise Lost(_short(problem)) from None


def _silence_dask() -> None:
    """Turn off Dask's log messages about a lost scheduler."""
    for name in ("distributed", "distributed.client"):  # the second has its own level
        logging.getLogger(name).setLevel(logging.CRITICAL)


async def _close_client(client: "Client") -> None:
    with suppress(OSError, TimeoutError, asyncio.CancelledError):
        await client.close(timeout=2)


def _is_listening(client: "Client") -> bool:
    """True if the client still receives messages of the scheduler."""
    report = client._handle_report_task
    return bool(client.status == "running" and report and not report.done())


def parse_workers(identity: Mapping[str, Any]) -> dict[str, ClusterWorker]:
    """Return the workers, keyed by address, from Dask's description of a scheduler.

    Workers with invalid values are left out. Numbers above a limit are reduced to the limit.
    """
    found: dict[str, ClusterWorker] = {}
    for address, one in dict(identity["workers"]).items():
        with suppress(KeyError, TypeError, ValueError, AttributeError, OverflowError):
            found[str(address)] = _worker(str(address), one)
    return found


def _worker(address: str, one: Mapping[str, Any]) -> ClusterWorker:
    offers = one["resources"]
    slots = min(max(0, int(offers.get(resource(), 0))), MAX_SLOTS)
    executing = int(one["metrics"].get("task_counts", {}).get("executing", 0))
    return ClusterWorker(
        address=address,
        name=_ODD.sub("_", str(one["name"]))[:_MAX_NAME],
        slots=slots,
        other=SLOT in offers and resource() not in offers,
        matches=min(max(0, executing), slots),
        seen_at=datetime.fromtimestamp(one["last_seen"], UTC),
    )


def why_no_worker(workers: Mapping[str, ClusterWorker], address: str) -> str:
    """Return the error message, with cause and remedy, for a cluster in which no worker can play.

    `address`: the scheduler's address.
    """
    others = sorted(one.name for one in workers.values() if one.other)
    if others:
        return f"workers at {address} need arena {arena_here()}: {', '.join(others[:5])}"
    return f"no worker at {address}; start some with `arena worker --scheduler {address}`"


def _short(problem: BaseException) -> str:
    return str(problem).partition("\n")[0][:200] or type(problem).__name__
