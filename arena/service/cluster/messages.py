"""The messages to and from cluster workers: dataclasses that are sent as JSON."""

from dataclasses import dataclass

from arena.record.match import MatchRecord, MatchSpec


@dataclass(frozen=True, slots=True)
class ClusterOrder:
    """The order to play a match, sent to a worker.

    `token`: a random text for this attempt. The worker's answer must contain the same token.
    """

    token: str
    topic: str  # the Dask topic for progress reports
    spec: MatchSpec


@dataclass(frozen=True, slots=True)
class Delivery:
    """A worker's answer to an order: the match record, or `problem`, the reason why it cannot play.

    A cancelled match has neither.
    """

    token: str
    record: MatchRecord | None
    problem: str = ""
