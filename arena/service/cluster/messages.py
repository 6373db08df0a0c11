"""The messages to and from cluster workers: dataclasses that are sent as JSON."""

from dataclasses import dataclass

from arena.record.match import MatchRecord, MatchSpec


@dataclass(frozen=True, slots=True)
class ClusterOrder:
    """The order to play a match, sent to a worker.

    `token`: a random name for this attempt; the worker's answer must contain the same token.
    """

    token: str
    topic: str  # the Dask topic for progress reports
    spec: MatchSpec


@dataclass(frozen=True, slots=True)
class Delivery:
    """A worker's answer to an order: the match record, or `problem`, the reason why it cannot play.

    Both are empty if the match was cancelled.
    """

    token: str
    record: MatchRecord | None
    problem: str = ""
