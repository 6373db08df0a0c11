"""The messages to and from cluster workers: dataclasses that are sent as JSON."""

from dataclasses import dataclass

from arena.record.match import MatchRecord, MatchSpec


@dataclass(frozen=True, slots=True)
class ClusterOrder:
    """The order to play a match, sent to a worker.

    `token`: a random text for this attempt. The worker's answer must contain the same text.
    """

    token: str
    topic: str  # the Dask topic for progress reports
    spec: MatchSpec


@dataclass(frozen=True, slots=True)
class Delivery:
    """A worker's answer to an order. It contains the match record, or `problem`: why the worker cannot play
    the match.

    The answer to the order of a cancelled match contains neither.
    """

    token: str
    record: MatchRecord | None
    problem: str = ""
