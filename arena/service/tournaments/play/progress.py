"""Progress of a run: games committed, games finished in running matches, and the time left."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from arena.record.match import MatchRecord
from arena.referee.live.progress import MatchEvent, MatchEventKind
from arena.service.admin.telemetry.run_messages import log_match_event
from arena.service.results import MatchLine, Progress
from arena.store.live.status import MatchProgress


@dataclass(slots=True)
class Meter:
    """Counters of one run of a tournament."""

    tournament: int
    committed: int
    total: int
    faults: int
    clock: Callable[[], float] = time.monotonic
    before: int = 0  # committed before the run
    under_way: dict[str, int] = field(default_factory=dict)
    match_seconds: float = 0.0  # of this run's finished matches, summed
    slots: int = 0  # this and the next two: see `stop`
    games_per_second: float = 0.0
    busy: float = 0.0
    waiting: dict[str, str] = field(default_factory=dict)  # why no bot of a match can be started
    began: float = 0.0
    begun: dict[str, tuple[float, int]] = field(default_factory=dict)  # of running matches: start time, games

    def __post_init__(self) -> None:
        self.before = self.committed
        self.began = self.clock()

    def update(self, event: MatchEvent) -> None:
        """Note the progress of a match; called from its thread."""
        if event.kind is not MatchEventKind.PAUSED or self.waiting.get(event.match) != event.detail:
            log_match_event(event)
        self.under_way[event.match] = event.games
        self.begun.setdefault(event.match, (self.clock(), event.total))
        if event.kind is MatchEventKind.PAUSED:
            self.waiting[event.match] = event.detail
        else:
            self.waiting.pop(event.match, None)

    def drop(self, match: str) -> None:
        """Forget a match that ended without a record."""
        self.under_way.pop(match, None)
        self.match_seconds += self.seconds_of(match) or 0.0
        self.begun.pop(match, None)
        self.waiting.pop(match, None)

    def add(self, match: str, record: MatchRecord) -> None:
        """Count a committed record."""
        self.drop(match)
        self.committed += len(record.games)
        self.faults += record.games_with_fault

    def seconds_of(self, match: str) -> float | None:
        """Return how long a match has been running; None if that is unknown."""
        return self.clock() - self.begun[match][0] if match in self.begun else None

    @property
    def seconds(self) -> float:
        return self.clock() - self.began

    def stop(self, slots: int) -> None:
        """Fix the figures of a finished run that had this number of slots."""
        seconds = max(self.seconds, 1e-9)
        self.slots = slots
        self.games_per_second = (self.committed - self.before) / seconds
        self.busy = min(1.0, self.match_seconds / (slots * seconds))

    def matches(self) -> tuple[MatchProgress, ...]:
        """Return the running matches; also called by other threads."""
        now = self.clock()
        return tuple(
            MatchProgress(match, self.under_way.get(match, 0), total, now - began)
            for match, (began, total) in self.begun.copy().items()
        )

    def progress(self, committed: MatchLine | None = None, paused: str = "") -> Progress:
        done = self.committed + sum(tuple(self.under_way.values()))
        rate = (done - self.before) / max(self.seconds, 1e-9)
        left = (self.total - done) / rate if rate else None
        paused = paused or next(iter(tuple(self.waiting.values())), "")
        return Progress(self.tournament, done, self.total, rate, left, self.faults, committed, paused)
