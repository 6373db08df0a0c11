"""Messages to and from workers: plain data as JSON with a schema."""

from dataclasses import dataclass

from arena.record.match import MatchRecord, MatchSpec


@dataclass(frozen=True, slots=True)
class ClusterOrder:
    """A match to play. `token`: a random name of this attempt; only its record is accepted."""

    token: str
    topic: str  # the topic of its progress reports
    spec: MatchSpec


@dataclass(frozen=True, slots=True)
class Delivery:
    """The result of an order: a record, or why this worker cannot play; neither if it was cancelled."""

    token: str
    record: MatchRecord | None
    problem: str = ""
