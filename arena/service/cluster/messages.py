"""The messages to and from cluster workers: dataclasses that are sent as JSON."""

from dataclasses import dataclass

from arena.record.match import MatchRecord, MatchSpec


@dataclass(frozen=True, slots=True)
class ClusterOrder:
    """The order to play a match, sent to a worker."""

    token: str  # a random text for this attempt, which the worker's answer must contain
    topic: str  # the Dask topic for progress reports
    spec: MatchSpec


@dataclass(frozen=True, slots=True)
class Delivery:
    """A worker's answer to an order: the match record, or why the worker cannot play the match."""

    token: str
    record: MatchRecord | None  # None if the worker cannot play the match, or if the match was cancelled
    problem: str = ""  # why the worker cannot play the match; otherwise empty
