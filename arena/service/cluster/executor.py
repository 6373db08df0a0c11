"""A standard executor (`concurrent.futures`) that plays matches on the workers of a cluster."""

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
from arena.service.cluster.bot_transport import for_worker
from arena.service.cluster.compatibility import resources
from arena.service.cluster.connection import ClusterWorker, Lost, SchedulerLink, await_answer, why_no_worker
from arena.service.cluster.images import ImageOffers
from arena.service.cluster.messages import ClusterOrder, Delivery
from arena.service.cluster.security import NoCluster, Tls
from arena.service.cluster.task import play
from arena.service.cluster.verify_pool import VerifyPool
from arena.store.live.status import WorkerProgress

if TYPE_CHECKING:
    from distributed import Client

P = ParamSpec("P")
T = TypeVar("T")

MAX_REFUSED: Final = 5  # refused deliveries of one match
LOOK_S: Final = 1.0
_STOP_S: Final = 0.1
_LEAVE_S: Final = 5.0
_PAUSE_S: Final = 0.2


@dataclass(slots=True)
class _ClusterMatch:
    """A match that is being played on the cluster."""

    spec: MatchSpec
    tell: OnEvent  # gets the progress of the match
    stop: threading.Event  # set when the match is no longer needed
    refused: list[str] = field(default_factory=list)  # for each refused result of this match: why


class ClusterExecutor(Executor):
    """An executor that plays matches on the workers of a cluster.

    A worker gets an order for each match. It answers with a delivery, which contains the match record. The
    record counts only after it has been verified.

    - If a worker is lost, other workers play its matches again.
    - If the scheduler is lost, all running matches are submitted again as soon as it answers.
    - A worker that cannot play or makes a false delivery is barred: it gets no more matches of this run.
    """

    def __init__(
        self, address: str, tls: Tls | None = None, jobs: int | None = None, images: str = ""
    ) -> None:
        """Connect to the scheduler at `address`.

        `tls`: the files for TLS; None: no encryption. `jobs`: how many matches may run at once; None: as many
        as the workers can play. `images`: the folder or registry where workers find the bots' images.

        Raise NoCluster if no scheduler answers.
        """
        self._address = address
        self._jobs = jobs
        self._offers = ImageOffers(images)
        self._matches: dict[str, _ClusterMatch] = {}  # by the token of the current attempt
        self._tasks: dict[asyncio.Task[MatchRecord], _ClusterMatch] = {}
        self._games: Counter[str] = Counter()  # worker name -> games that it has delivered
        self._barred: dict[str, str] = {}  # worker address -> why it gets no more matches
        self._run = token_hex(8)
        self._verify_pool = VerifyPool(len(os.sched_getaffinity(0)))
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="cluster", daemon=True)
        self._thread.start()
        self._link = SchedulerLink(address, tls, f"arena-{self._run}", self._on_event)
        self._watching: Future[None] | None = None
        try:
            self._wait(self._link.connect())
        except BaseException:
            self.shutdown()
            raise
        self._watching = asyncio.run_coroutine_threadsafe(self._watch(), self._loop)

    # ---- interface of the executor ----

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Submit a call of `run_match`, with its arguments, and return the future.

        The argument `audience` is ignored: spectators cannot watch matches on workers. Raise ValueError for
        any other function than `run_match`.
        """
        if fn is not run_match:
            raise ValueError("workers run nothing but run_match")
        playing = self._play(*args, **kwargs)  # type: ignore[arg-type]  # the arguments of run_match
        return asyncio.run_coroutine_threadsafe(playing, self._loop)  # type: ignore[arg-type]  # T

    def slots(self) -> int:
        """Return how many matches can be played at once, at least 1 and at most `jobs`.

        It is the sum of the slots of all workers that may play.
        """
        there = max(1, sum(one.slots for one in self._usable()))
        return min(there, self._jobs or there)

    def workers(self) -> tuple[WorkerProgress, ...]:
        """Return the current workers with their progress, ordered by name.

        If several workers have the same name, only one is listed.
        """
        named = {one.name: one for one in self._link.workers.values()}
        return tuple(
            WorkerProgress(name, one.slots, one.matches, self._games[name], one.seen_at)
            for name, one in sorted(named.items())
        )

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Cancel all running matches and disconnect, within a few seconds. Both arguments are ignored."""
        if not self._thread.is_alive():
            return
        if self._watching:
            self._watching.cancel()
        with suppress(TimeoutError):
            self._wait(self._close(), _LEAVE_S)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(_LEAVE_S)
        self._verify_pool.close()

    def _wait(self, doing: Coroutine[Any, Any, T], most_s: float | None = None) -> T:
        return asyncio.run_coroutine_threadsafe(doing, self._loop).result(most_s)

    # ---- in the loop: one match ----

    async def _play(
        self, spec: MatchSpec, tell: OnEvent, stop: threading.Event, _audience: object = None
    ) -> MatchRecord:
        """Let workers play a match until one delivers a valid record, and return the record.

        `tell`: called with the match's progress. `stop`: set by the caller to cancel the match.

        Raise NoCluster if no worker can play it, or after too many refused deliveries.
        """
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
        """Let a worker play the match once, and return the verified record.

        Raise Lost if the match must be played again, NoCluster if no worker can play it.
        """
        order = ClusterOrder(token_hex(16), self._link.topic, for_worker(match.spec))
        text = encode(order)
        await self._offers.offer([bot.image for bot in match.spec.bots if bot.image])
        client = await self._link.client()
        self._matches[order.token] = match
        try:
            delivered, worker = await self._fetch_delivery(client, order, text, match)
        finally:
            del self._matches[order.token]
        wrong = await self._verify_pool.verify(text, delivered)
        if wrong:
            self._refuse(match, worker, f"its delivery for {match.spec.id} was refused: {wrong}")
        delivery = await asyncio.to_thread(decode, Delivery, delivered)
        if delivery.problem:
            self._refuse(match, worker, delivery.problem)
        if delivery.record is None:
            raise Lost("the worker is leaving")
        self._games[self._name(worker)] += len(delivery.record.games)
        return delivery.record

    async def _fetch_delivery(
        self, client: "Client", order: ClusterOrder, text: str, match: _ClusterMatch
    ) -> tuple[Any, str]:
        """Let a worker play the match. Return its unverified delivery and the worker's address.

        `text`: the order as JSON. Raise Lost if the delivery does not come, NoCluster if no worker can play.
        """
        from distributed.client import FuturesCancelledError, _wait

        key = f"match-{match.spec.id}-{order.token}"
        options: dict[str, Any] = {}
        if self._barred or match.refused:
            options = {"workers": await self._trusted(match), "allow_other_workers": False}
        future = client.submit(play, text, key=key, resources=resources(1), pure=False, **options)
        try:
            await asyncio.wait_for(_wait([future]), _attempt_limit_s(match.spec))
            if future.status == "error":
                alone = options.get("workers", [])
                worker = alone[0] if len(alone) == 1 else ""
                self._refuse(match, worker, f"it ended {match.spec.id} with an error instead of a record")
            if future.status != "finished":
                raise Lost(future.status)
            return await self._fetch_result(client, key)
        except TimeoutError:
            raise Lost("it exceeded the time limit of a match") from None
        except FuturesCancelledError:
            await self._link.renew(client)
            raise Lost("the scheduler was lost") from None
        finally:
            future.release()

    async def _fetch_result(self, client: "Client", key: str) -> tuple[Any, str]:
        holders = await await_answer(client.scheduler.who_has(keys=[key]))
        reply = await await_answer(client.scheduler.gather(keys=[key]))
        if reply["status"] != "OK":
            raise Lost("its result was lost")
        return reply["data"][key], next(iter(holders.get(key, ())), "")

    async def _trusted(self, match: _ClusterMatch) -> list[str]:
        """Return the addresses of the workers that may play a match. Wait until at least one worker may.

        If a delivery of this match was refused before, return only one address, chosen at random. Then it is
        clear which worker causes a further failure. Raise NoCluster if every worker is barred.
        """
        while True:
            if usable := [one.address for one in self._usable()]:
                # One after a refusal: then it is clear which worker causes a further failure.
                return [random.choice(usable)] if match.refused else usable
            if self._link.workers.keys() <= self._barred.keys():
                why = "; ".join(sorted({*self._barred.values()})[:3])
                raise NoCluster(f"no worker can play: {why}")
            await asyncio.sleep(_PAUSE_S)

    def _refuse(self, match: _ClusterMatch, worker: str, why: str) -> NoReturn:
        """Refuse a worker's delivery, bar the worker, and raise Lost, so that the match is played again.

        Raise NoCluster instead if too many deliveries of this match were refused.
        """
        if worker:
            self._barred[worker] = f"{self._name(worker)}: {why}"
        match.refused.append(why)
        if len(match.refused) >= MAX_REFUSED:
            raise NoCluster(f"match {match.spec.id} was refused {MAX_REFUSED} times: {why}")
        match.tell(_paused(match.spec, f"{self._name(worker)}: {why}"))
        raise Lost(why)

    # ---- in the loop: all of them ----

    async def _watch(self) -> None:
        """Repeatedly cancel the matches that the caller has stopped, and update the list of workers."""
        looked = 0.0
        while True:
            await asyncio.sleep(_STOP_S)
            for task, match in tuple(self._tasks.items()):
                if match.stop.is_set():
                    task.cancel()
            if self._loop.time() >= looked + LOOK_S:
                looked = self._loop.time()
                await self._update_workers()

    async def _update_workers(self) -> None:
        try:
            await asyncio.wait_for(self._link.update_workers(), LOOK_S)
        except (Lost, TimeoutError):
            why = self._link.why
        else:
            why = "" if self._usable() else why_no_worker(self._link.workers, self._address)
        if why:
            for match in tuple(self._tasks.values()):
                match.tell(_paused(match.spec, why))

    def _on_event(self, text: str) -> None:
        """Pass a worker's progress report to the function `tell` of its match. Ignore invalid reports.

        `text`: the token of the order, a blank, and the report as JSON.
        """
        token, _, event = text.partition(" ")
        match = self._matches.get(token)
        if match is None:
            return
        try:
            progress = decode(MatchEvent, event)
        except (BadJson, RecursionError):
            return
        total = match.spec.rotations * len(match.spec.secrets)
        if progress.match == match.spec.id and 0 <= progress.games <= total == progress.total:
            match.tell(progress)

    async def _close(self) -> None:
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._link.close()

    def _usable(self) -> list[ClusterWorker]:
        return [one for one in self._link.workers.values() if one.slots and one.address not in self._barred]

    def _name(self, address: str) -> str:
        known = self._link.workers.get(address)
        return known.name if known else address or "a worker"


def _attempt_limit_s(spec: MatchSpec) -> float | None:
    """Return the longest time in seconds of one attempt to play a match; None without a limit."""
    longest = MAX_RUNS * time_limit_s(spec)
    return None if isinf(longest) else longest


def _paused(spec: MatchSpec, why: str) -> MatchEvent:
    total = spec.rotations * len(spec.secrets)
    return MatchEvent(spec.id, MatchEventKind.PAUSED, 0, total, (0.0,) * len(spec.bots), why)
