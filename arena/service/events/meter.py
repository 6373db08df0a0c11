"""How far a run is: games committed, games over in matches under way, and how long it will take."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from arena.record.match import MatchRecord
from arena.referee.progress import MatchEvent, MatchEventKind
from arena.service.results import MatchLine, Progress


@dataclass(slots=True)
class Meter:
    """Counts for one run of a tournament."""

    tournament: int
    committed: int
    total: int
    faults: int
    clock: Callable[[], float] = time.monotonic
    before: int = 0  # committed when the run began
    under_way: dict[str, int] = field(default_factory=dict)
    waiting: dict[str, str] = field(default_factory=dict)  # matches for which no bot can be started, and why
    began: float = 0.0

    def __post_init__(self) -> None:
        self.before = self.committed
        self.began = self.clock()

    def heard(self, event: MatchEvent) -> None:
        """A match tells how far it is; called from its thread."""
        self.under_way[event.match] = event.games
        if event.kind is MatchEventKind.PAUSED:
            self.waiting[event.match] = event.detail
        else:
            self.waiting.pop(event.match, None)

    def dropped(self, match: str) -> None:
        """A match ended without a record."""
        self.under_way.pop(match, None)
        self.waiting.pop(match, None)

    def added(self, match: str, record: MatchRecord) -> None:
        """A record was committed."""
        self.dropped(match)
        self.committed += len(record.games)
        self.faults += record.games_with_fault

    @property
    def seconds(self) -> float:
        return self.clock() - self.began

    def progress(self, committed: MatchLine | None = None, paused: str = "") -> Progress:
        done = self.committed + sum(tuple(self.under_way.values()))
        rate = (done - self.before) / max(self.seconds, 1e-9)
        left = (self.total - done) / rate if rate else None
        paused = paused or next(iter(tuple(self.waiting.values())), "")
        return Progress(self.tournament, done, self.total, rate, left, self.faults, committed, paused)
