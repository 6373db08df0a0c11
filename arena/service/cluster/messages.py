"""The messages to and from cluster workers: dataclasses that are sent as JSON."""

from dataclasses import dataclass

from arena.record.match import MatchRecord, MatchSpec


@dataclass(frozen=True, slots=True)
class ClusterOrder:
    """The order to play a match.

    `token`: a random name of this attempt; a delivery with another token is refused.
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
