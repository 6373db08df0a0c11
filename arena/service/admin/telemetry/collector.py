"""Collect all metrics, from this process's log messages and from the database.

A thread reads the database's ledger, which lists all commits in order. So each commit is counted once,
whichever process made it.
"""

import logging
import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from itertools import accumulate
from types import TracebackType
from typing import Final, Self

import prometheus_client
from prometheus_client import CollectorRegistry, Histogram, Metric
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

from arena.record.match import Verdict
from arena.service.admin.telemetry.log_messages import (
    DATABASE,
    REQUESTS,
    RUNS,
    Fields,
    Value,
    listeners,
    log_message,
)
from arena.service.live.relay import FRESH
from arena.store.admin.monitoring import WaitingWork, committed_after, waiting
from arena.store.bots.uploads import UploadState
from arena.store.database.failures import StoreFailed
from arena.store.database.store import Store
from arena.store.results.records import TournamentState

DECISION_BUCKETS_S: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)

_MATCH_BUCKETS_S: Final = (0.1, 0.5, 1, 5, 10, 30, 60, 300, 600, 1_800, 3_600, 14_400)
_COMMIT_BUCKETS_S: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30)
_ANSWER_BUCKETS_S: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5)
_MATCH_ENDS: Final = {"match finished": "finished", "match void": "void", "match again": "again"}
_READ_INTERVAL_S: Final = 2.0
_BATCH_SIZE: Final = 100  # ledger entries that are read in one transaction
_JOIN_TIMEOUT_S: Final = 10.0


class MetricsCollector(Collector):
    """The collector of all metrics. It works while its `with` block runs.

    The labels of metrics are fixed words, never text of a visitor or a bot's author.
    """

    def __init__(self, store: Store) -> None:
        self.registry = CollectorRegistry()
        self.registry.register(self)
        self._store = store
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._read_on, name="metrics", daemon=True)

        self._is_complete = False  # the whole ledger has been counted
        self._is_up = False  # the database answered when last asked
        self._waiting: WaitingWork | None = None
        self._entry = 0  # the last counted entry of the ledger
        self._pieces = 0
        self._games = Counter[str]()  # by termination
        self._verdicts = Counter[str](dict.fromkeys(Verdict, 0))  # of seats
        self._decisions = [0] * (len(DECISION_BUCKETS_S) + 1)  # by bucket
        self._thinking_ms = 0.0

        self._matches = self._counter("arena_matches", "Matches that ended here, by how", "end")
        self._match_s = self._histogram("arena_match_seconds", "Time of a match", _MATCH_BUCKETS_S)
        self._commit_s = self._histogram(
            "arena_commit_seconds", "Time to store a match, with waiting", _COMMIT_BUCKETS_S
        )
        self._trouble = self._counter("arena_database_trouble", "Times that the database was unusable")
        self._requests = self._counter(
            "arena_http_requests", "Requests of the site", "method", "route", "status"
        )
        self._answer_s = self._histogram(
            "arena_http_answer_seconds", "Time until an answer started", _ANSWER_BUCKETS_S, "route"
        )

    def _counter(self, name: str, about: str, *labels: str) -> prometheus_client.Counter:
        return prometheus_client.Counter(name, about, labels, registry=self.registry)

    def _histogram(self, name: str, about: str, buckets: tuple[float, ...], *labels: str) -> Histogram:
        return Histogram(name, about, labels, buckets=buckets, registry=self.registry)

    def __enter__(self) -> Self:
        listeners.append(self._count_message)
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        listeners.remove(self._count_message)
        self._stop.set()
        self._thread.join(_JOIN_TIMEOUT_S)

    def _count_message(self, logger: logging.Logger, text: str, fields: Fields) -> None:
        if logger is RUNS and text in _MATCH_ENDS:
            self._matches.labels(_MATCH_ENDS[text]).inc()
            if fields.get("seconds") is not None:
                self._match_s.observe(_number(fields["seconds"]))
            if "commit_ms" in fields:
                self._commit_s.observe(_number(fields["commit_ms"]) / 1_000)
        elif logger is REQUESTS:
            self._requests.labels(fields["method"], fields["route"], fields["status"]).inc()
            self._answer_s.labels(fields["route"]).observe(_number(fields["ms"]) / 1_000)
        elif logger is DATABASE:
            self._trouble.inc()

    def _read_on(self) -> None:
        while not self._stop.is_set():
            try:
                self.read()
            except StoreFailed as error:
                if self._is_up:
                    log_message(DATABASE, "database does not answer", logging.ERROR, detail=str(error))
                self._is_up = False
            self._stop.wait(_READ_INTERVAL_S)

    def read(self) -> None:
        """Count new entries of the database's ledger, and the current tournaments, uploads and workers.

        Raise StoreFailed if the database does not answer.
        """
        bounds_ms = [1_000 * bound for bound in DECISION_BUCKETS_S]
        while not self._stop.is_set():
            with self._store.reading() as tx:
                new = committed_after(tx, self._entry, _BATCH_SIZE, bounds_ms)
                state = waiting(tx, datetime.now(UTC) - FRESH)
            with self._lock:
                self._entry = new.last
                self._pieces += new.pieces
                self._games.update(new.games)
                for seats in new.seats:
                    self._verdicts[seats.verdict] += seats.seats
                    self._decisions[seats.bucket] += seats.decisions
                    self._thinking_ms += seats.time_ms
                self._waiting, self._is_up = state, True
                self._is_complete = self._is_complete or new.pieces < _BATCH_SIZE
            if new.pieces < _BATCH_SIZE:
                return

    def collect(self) -> Iterator[Metric]:
        """Yield the metrics that come from the database. The Prometheus registry calls this."""
        with self._lock:
            # Served only when complete: rising from 0, they would look like a burst of games.
            counters = list(self._counters()) if self._is_complete else []
            gauges = list(_gauges(self._waiting)) if self._waiting and self._is_up else []
        up = int(self._is_up)
        yield GaugeMetricFamily("arena_database_up", "Whether the database answered when last asked", up)
        yield from counters
        yield from gauges

    def _counters(self) -> Iterator[Metric]:
        games = CounterMetricFamily("arena_games", "Stored games by ending", labels=["termination"])
        yield _fill(games, self._games)
        verdicts = CounterMetricFamily(
            "arena_verdicts", "Seats of stored games by verdict", labels=["verdict"]
        )
        yield _fill(verdicts, self._verdicts)
        yield CounterMetricFamily("arena_commits", "Stored matches, or pieces of one", self._pieces)
        bounds = [*map(str, map(float, DECISION_BUCKETS_S)), "+Inf"]
        yield HistogramMetricFamily(
            "arena_decision_seconds",
            "Decisions by a seat's mean time per decision in a game",
            list(zip(bounds, accumulate(self._decisions), strict=True)),
            self._thinking_ms / 1_000,
        )


def _gauges(now: WaitingWork) -> Iterator[Metric]:
    tournaments = GaugeMetricFamily("arena_tournaments", "Tournaments by state", labels=["state"])
    yield _fill(tournaments, dict.fromkeys(TournamentState, 0) | dict(now.tournaments))
    uploads = GaugeMetricFamily("arena_uploads", "Submitted bots by state", labels=["state"])
    yield _fill(uploads, dict.fromkeys(UploadState, 0) | dict(now.uploads))
    for name, about, value in (
        ("arena_matches_open", "Matches of running tournaments that are not stored yet", now.matches),
        ("arena_workers", "Cluster workers of running tournaments", now.workers),
        ("arena_workers_busy", "Cluster workers that are playing", now.busy),
        ("arena_worker_slots", "Matches that all cluster workers can play at once", now.slots),
        ("arena_worker_matches", "Matches that cluster workers are playing", now.playing),
    ):
        yield GaugeMetricFamily(name, about, value)


def _fill(family: CounterMetricFamily | GaugeMetricFamily, values: Mapping[str, int]) -> Metric:
    for key, value in sorted(values.items()):
        family.add_metric([str(key)], value)
    return family


def _number(value: Value) -> float:
    assert isinstance(value, (int, float))
    return value
