"""The Dask task that plays one match on a worker."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from arena.referee.live.progress import MatchEvent, MatchEventKind
from arena.referee.process.codec import decode, encode
from arena.referee.process.match_process import MatchCancelled
from arena.referee.run import run_match
from arena.rules import BadRuleset, UnknownRuleset, WrongNumberOfPlayers
from arena.sandbox.runners import UnknownRunner
from arena.service.cluster.bot_transport import for_this_machine
from arena.service.cluster.images import ensure_local
from arena.service.cluster.messages import ClusterOrder, Delivery
from arena.service.errors import ArenaError

if TYPE_CHECKING:
    from distributed import Worker

REPORT_INTERVAL_S: Final = 1.0  # between two progress reports of a match
MAX_DETAIL: Final = 500  # characters of a report
_CHECK_INTERVAL_S: Final = 0.2  # between two checks whether the match was cancelled

_CANNOT: Final = (ArenaError, BadRuleset, UnknownRuleset, UnknownRunner, WrongNumberOfPlayers)
_RUNNING: Final = ("executing", "long-running")


def play(order: str) -> bytes:
    """Play the match of an order on this worker, and return the `Delivery` as JSON.

    `order`: a `ClusterOrder` as JSON.
    """
    return encode(_delivery(decode(ClusterOrder, order))).encode()


def _delivery(order: ClusterOrder) -> Delivery:
    from distributed import get_worker

    worker = get_worker()
    try:
        spec = for_this_machine(order.spec)
        ensure_local([bot.image for bot in spec.bots if bot.image])
        with _cancelled_with_task(worker, worker.get_current_task()) as cancel:
            return Delivery(order.token, run_match(spec, _reporter(worker, order), cancel))
    except _CANNOT as problem:
        return Delivery(order.token, None, str(problem))
    except MatchCancelled:
        return Delivery(order.token, None)  # nobody reads it


def _reporter(worker: "Worker", order: ClusterOrder) -> Callable[[MatchEvent], None]:
    """Return a function that sends a match's progress to the coordinator, without waiting for an answer.

    Long texts are cut. Reports of finished games are dropped if they come too often.
    """
    due = 0.0

    def tell(event: MatchEvent) -> None:
        nonlocal due
        now = time.monotonic()
        if event.kind is MatchEventKind.PLAYED and now < due:
            return
        due = now + REPORT_INTERVAL_S
        short = replace(event, detail=event.detail[:MAX_DETAIL])
        worker.log_event(order.topic, f"{order.token} {encode(short)}")

    return tell


@contextmanager
def _cancelled_with_task(worker: "Worker", key: object) -> Iterator[threading.Event]:
    """Yield an event that is set when the Dask task `key` is cancelled, or the worker shuts down."""
    cancel, over = threading.Event(), threading.Event()

    def look() -> None:
        while not over.wait(_CHECK_INTERVAL_S):
            task = worker.state.tasks.get(key)
            if task is None or task.state not in _RUNNING or worker.status.name not in ("running", "paused"):
                cancel.set()
                return

    watcher = threading.Thread(target=look, name="wanted", daemon=True)
    watcher.start()
    try:
        yield cancel
    finally:
        over.set()
        watcher.join()
