"""`submit(run_match, spec, …)` as of any executor; the match is played by a worker of a cluster."""

import asyncio
import os
import random
import threading
from collections import Counter
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor, Future
from contextlib import suppress
from dataclasses import dataclass, field
from math import isinf
from secrets import token_hex
from typing import TYPE_CHECKING, Any, Final, NoReturn, ParamSpec, TypeVar

from arena.record.match import MatchRecord, MatchSpec
from arena.referee.live.progress import MatchEvent, MatchEventKind
from arena.referee.process.codec import BadJson, decode, encode
from arena.referee.process.match_process import time_limit_s
from arena.referee.run import MAX_RUNS, OnEvent, run_match
from arena.service.cluster.bot_transport import sent
from arena.service.cluster.compatibility import resources
from arena.service.cluster.connection import Link, Lost, Worker, asked, none_plays
from arena.service.cluster.images import ImageOffers
from arena.service.cluster.messages import ClusterOrder, Delivery
from arena.service.cluster.security import NoCluster, Tls
from arena.service.cluster.task import play
from arena.service.cluster.verify_pool import Judges
from arena.store.live.status import WorkerProgress

if TYPE_CHECKING:
    from distributed import Client

P = ParamSpec("P")
T = TypeVar("T")

MAX_REFUSED: Final = 5  # deliveries of one match
LOOK_S: Final = 1.0
_STOP_S: Final = 0.1
_LEAVE_S: Final = 5.0
_PAUSE_S: Final = 0.2


@dataclass(slots=True)
class _ClusterMatch:
    """A match under way. `refused`: why what was delivered of it did not count, one text a delivery."""

    spec: MatchSpec
    tell: OnEvent
    stop: threading.Event
    refused: list[str] = field(default_factory=list)


class ClusterExecutor(Executor):
    """Plays matches by the workers of a cluster. What they deliver is proved before it counts.

    A worker that is lost, or with it what it played: the match is played again by another one. The scheduler
    is lost: all is submitted again when one answers. A delivery that is not true, or a worker that cannot
    play: the worker gets no more matches of this run.
    """

    def __init__(
        self, address: str, tls: Tls | None = None, jobs: int | None = None, images: str = ""
    ) -> None:
        """At most `jobs` matches at once. `images`: where workers find those of bots, which are put there.

        Raises NoCluster where no scheduler answers.
        """
        self._address = address
        self._jobs = jobs
        self._offers = ImageOffers(images)
        self._matches: dict[str, _ClusterMatch] = {}  # by the token of the attempt under way
        self._tasks: dict[asyncio.Task[MatchRecord], _ClusterMatch] = {}
        self._games: Counter[str] = Counter()  # that count, by the name of the worker
        self._barred: dict[str, str] = {}  # why, by address
        self._run = token_hex(8)
        self._judges = Judges(len(os.sched_getaffinity(0)))
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="cluster", daemon=True)
        self._thread.start()
        self._link = Link(address, tls, f"arena-{self._run}", self._heard)
        self._looking: Future[None] | None = None
        try:
            self._wait(self._link.first())
        except BaseException:
            self.shutdown()
            raise
        self._looking = asyncio.run_coroutine_threadsafe(self._look(), self._loop)

    # ---- what a coordinator sees ----

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """`fn` is `run_match`, which the worker calls. The audience is left out: its news stay there."""
        if fn is not run_match:
            raise ValueError("workers play matches, and run nothing else")
        playing = self._played(*args, **kwargs)  # type: ignore[arg-type]  # those of run_match
        return asyncio.run_coroutine_threadsafe(playing, self._loop)  # type: ignore[arg-type]  # T

    def slots(self) -> int:
        """How many matches the workers play at once now, and 1 where there are none."""
        there = max(1, sum(one.slots for one in self._usable()))
        return min(there, self._jobs or there)

    def workers(self) -> tuple[WorkerProgress, ...]:
        """The workers there are now, by name; of those with the same one."""
        named = {one.name: one for one in self._link.workers.values()}
        return tuple(
            WorkerProgress(name, one.slots, one.matches, self._games[name], one.seen_at)
            for name, one in sorted(named.items())
        )

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Matches under way are not wanted any more; nothing is waited for that does not answer."""
        if not self._thread.is_alive():
            return
        if self._looking:
            self._looking.cancel()
        with suppress(TimeoutError):
            self._wait(self._close(), _LEAVE_S)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(_LEAVE_S)
        self._judges.close()

    def _wait(self, doing: Coroutine[Any, Any, T], most_s: float | None = None) -> T:
        return asyncio.run_coroutine_threadsafe(doing, self._loop).result(most_s)

    # ---- in the loop: one match ----

    async def _played(
        self, spec: MatchSpec, tell: OnEvent, stop: threading.Event, _audience: object = None
    ) -> MatchRecord:
        """The record of a match, however often it takes. Raises NoCluster."""
        match = _ClusterMatch(spec, tell, stop)
        task = asyncio.current_task()
        assert task is not None
        self._tasks[task] = match
        try:
            while True:
                try:
                    return await self._attempt(match)
                except Lost:
                    await asyncio.sleep(_PAUSE_S)
        finally:
            del self._tasks[task]

    async def _attempt(self, match: _ClusterMatch) -> MatchRecord:
        """Have it played once. Raises Lost where nothing came of it that counts."""
        order = ClusterOrder(token_hex(16), self._link.topic, sent(match.spec))
        text = encode(order)
        await self._offers.offer([bot.image for bot in match.spec.bots if bot.image])
        client = await self._link.client()
        self._matches[order.token] = match
        try:
            delivered, worker = await self._delivered(client, order, text, match)
        finally:
            del self._matches[order.token]
        wrong = await self._judges.judge(text, delivered)
        if wrong:
            self._refuse(match, worker, f"what it delivered of {match.spec.id} was refused: {wrong}")
        delivery = await asyncio.to_thread(decode, Delivery, delivered)
        if delivery.problem:
            self._refuse(match, worker, delivery.problem)
        if delivery.record is None:
            raise Lost("the worker was about to leave")
        self._games[self._name(worker)] += len(delivery.record.games)
        return delivery.record

    async def _delivered(
        self, client: "Client", order: ClusterOrder, text: str, match: _ClusterMatch
    ) -> tuple[Any, str]:
        """What a worker delivered, whatever that is, and its address. Raises Lost."""
        from distributed.client import FuturesCancelledError, _wait

        key = f"match-{match.spec.id}-{order.token}"
        options: dict[str, Any] = {}
        if self._barred or match.refused:
            options = {"workers": await self._trusted(match), "allow_other_workers": False}
        future = client.submit(play, text, key=key, resources=resources(1), pure=False, **options)
        try:
            await asyncio.wait_for(_wait([future]), _longest_s(match.spec))
            if future.status == "error":
                alone = options.get("workers", [])
                worker = alone[0] if len(alone) == 1 else ""
                self._refuse(match, worker, f"it ended {match.spec.id} with an error instead of a record")
            if future.status != "finished":
                raise Lost(future.status)
            return await self._fetched(client, key)
        except TimeoutError:
            raise Lost("it took longer than any match may") from None
        except FuturesCancelledError:
            await self._link.renew(client)
            raise Lost("the scheduler was lost") from None
        finally:
            future.release()

    async def _fetched(self, client: "Client", key: str) -> tuple[Any, str]:
        holders = await asked(client.scheduler.who_has(keys=[key]))
        reply = await asked(client.scheduler.gather(keys=[key]))
        if reply["status"] != "OK":
            raise Lost("what it played was lost")
        return reply["data"][key], next(iter(holders.get(key, ())), "")

    async def _trusted(self, match: _ClusterMatch) -> list[str]:
        """The workers that may play, when some may not any more. Raises NoCluster where none is left.

        What was refused before is given to one of them: should that fail too, it is known who it was.
        """
        while True:
            if usable := [one.address for one in self._usable()]:
                return [random.choice(usable)] if match.refused else usable
            if self._link.workers.keys() <= self._barred.keys():
                why = "; ".join(sorted({*self._barred.values()})[:3])
                raise NoCluster(f"no worker can play: {why}")
            await asyncio.sleep(_PAUSE_S)

    def _refuse(self, match: _ClusterMatch, worker: str, why: str) -> NoReturn:
        """A delivery does not count, and its worker plays no more. Raises Lost; NoCluster after too many."""
        if worker:
            self._barred[worker] = f"{self._name(worker)}: {why}"
        match.refused.append(why)
        if len(match.refused) >= MAX_REFUSED:
            raise NoCluster(f"match {match.spec.id} came to nothing {MAX_REFUSED} times: {why}")
        match.tell(_paused(match.spec, f"{self._name(worker)}: {why}"))
        raise Lost(why)

    # ---- in the loop: all of them ----

    async def _look(self) -> None:
        """Follow the cluster as it grows and shrinks, and the wish to end."""
        looked = 0.0
        while True:
            await asyncio.sleep(_STOP_S)
            for task, match in tuple(self._tasks.items()):
                if match.stop.is_set():
                    task.cancel()
            if self._loop.time() >= looked + LOOK_S:
                looked = self._loop.time()
                await self._see()

    async def _see(self) -> None:
        try:
            await asyncio.wait_for(self._link.look(), LOOK_S)
        except (Lost, TimeoutError):
            why = self._link.why
        else:
            why = "" if self._usable() else none_plays(self._link.workers, self._address)
        if why:
            for match in tuple(self._tasks.values()):
                match.tell(_paused(match.spec, why))

    def _heard(self, text: str) -> None:
        """A worker tells how far a match is: taken if it is one under way, and said as it should be."""
        token, _, event = text.partition(" ")
        match = self._matches.get(token)
        if match is None:
            return
        try:
            told = decode(MatchEvent, event)
        except (BadJson, RecursionError):
            return
        total = match.spec.rotations * len(match.spec.secrets)
        if told.match == match.spec.id and 0 <= told.games <= total == told.total:
            match.tell(told)

    async def _close(self) -> None:
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._link.close()

    def _usable(self) -> list[Worker]:
        return [one for one in self._link.workers.values() if one.slots and one.address not in self._barred]

    def _name(self, address: str) -> str:
        known = self._link.workers.get(address)
        return known.name if known else address or "a worker"


def _longest_s(spec: MatchSpec) -> float | None:
    """Seconds for an attempt, where a worker lives but never delivers; None where there is no clock."""
    longest = MAX_RUNS * time_limit_s(spec)
    return None if isinf(longest) else longest


def _paused(spec: MatchSpec, why: str) -> MatchEvent:
    total = spec.rotations * len(spec.secrets)
    return MatchEvent(spec.id, MatchEventKind.PAUSED, 0, total, (0.0,) * len(spec.bots), why)
