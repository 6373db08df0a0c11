"""What is sent to a worker and what comes back: plain data as JSON, read by schema."""

from dataclasses import dataclass

from arena.record.match import MatchRecord, MatchSpec


@dataclass(frozen=True, slots=True)
class ClusterOrder:
    """A match to play. `token`: a random name of this attempt, under which alone its record is taken."""

    token: str
    topic: str  # what its progress is told under
    spec: MatchSpec


@dataclass(frozen=True, slots=True)
class Delivery:
    """What came of an order: a record, or why this worker cannot play it; neither if it was cancelled."""

    token: str
    record: MatchRecord | None
    problem: str = ""
