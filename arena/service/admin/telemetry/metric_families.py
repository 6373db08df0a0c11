"""The numbers of the database as Prometheus wants them. No label can hold what a bot's author wrote."""

from collections.abc import Iterator, Mapping
from itertools import accumulate

from prometheus_client import Metric
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

from arena.record.match import Verdict
from arena.service.admin.telemetry.database_metrics import BOUNDS_S, Reading, Tally
from arena.store.admin.monitoring import Waiting
from arena.store.bots.uploads import UploadState
from arena.store.results.records import State


class OfDatabase(Collector):
    """What a reading holds at the moment."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading

    def collect(self) -> Iterator[Metric]:
        up = 1 if self._reading.answers else 0
        yield GaugeMetricFamily("arena_database_up", "Whether the database answered when last asked", up)
        if tally := self._reading.tally():
            yield from _counted(tally)
        if self._reading.answers and self._reading.waiting:
            yield from _now(self._reading.waiting)


def _counted(tally: Tally) -> Iterator[Metric]:
    yield _counter("arena_games", "Committed games by how they ended", "termination", tally.games)
    verdicts = dict.fromkeys(Verdict, 0) | tally.verdicts
    yield _counter("arena_verdicts", "Seats of committed games by verdict", "verdict", verdicts)
    pieces = CounterMetricFamily("arena_commits", "Matches, or pieces of one, that were committed")
    pieces.add_metric([], tally.pieces)
    yield pieces
    thinking = HistogramMetricFamily(
        "arena_decision_seconds", "Decisions by the mean time of one in their game, of each seat"
    )
    bounds = [*map(str, map(float, BOUNDS_S)), "+Inf"]
    buckets = list(zip(bounds, accumulate(tally.decisions), strict=True))
    thinking.add_metric([], buckets, tally.thinking_ms / 1_000)
    yield thinking


def _now(waiting: Waiting) -> Iterator[Metric]:
    tournaments = dict.fromkeys(State, 0) | dict(waiting.tournaments)
    uploads = dict.fromkeys(UploadState, 0) | dict(waiting.uploads)
    yield _gauge("arena_tournaments", "Tournaments by state", "state", tournaments)
    yield _gauge("arena_uploads", "Bots that were sent, by how far they are", "state", uploads)
    for name, about, value in (
        ("arena_matches_open", "Matches of running tournaments that are not committed", waiting.matches),
        ("arena_workers", "Workers of clusters that runs know", waiting.workers),
        ("arena_workers_busy", "Workers that play at this moment", waiting.busy),
        ("arena_worker_slots", "Matches that all workers can play at once", waiting.slots),
        ("arena_worker_matches", "Matches that workers play now", waiting.playing),
    ):
        yield GaugeMetricFamily(name, about, value)


def _counter(name: str, about: str, label: str, values: Mapping[str, int]) -> Metric:
    made = CounterMetricFamily(name, about, labels=[label])
    for key, value in sorted(values.items()):
        made.add_metric([str(key)], value)
    return made


def _gauge(name: str, about: str, label: str, values: Mapping[str, int]) -> Metric:
    made = GaugeMetricFamily(name, about, labels=[label])
    for key, value in sorted(values.items()):
        made.add_metric([str(key)], value)
    return made
