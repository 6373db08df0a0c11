"""Measure the progress of a run: committed games, games of running matches, and the time left."""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from arena.record.match import MatchRecord
from arena.referee.live.progress import MatchEvent, MatchEventKind
from arena.service.admin.telemetry.log_messages import RUNS, Fields, log_message
from arena.service.results import CommittedPiece, RunProgress
from arena.store.live.status import MatchProgress

_MATCH_MESSAGES: Final = {
    MatchEventKind.STARTED: ("match started", logging.INFO),
    MatchEventKind.RESTARTED: ("match again", logging.ERROR),
    MatchEventKind.VOID: ("match void", logging.ERROR),
    MatchEventKind.PAUSED: ("match waits", logging.WARNING),
}


@dataclass(slots=True)
class RunCounters:
    """The counters of one run of a tournament: games, faults and playing time."""

    tournament: int
    committed: int  # games, also those of earlier runs
    total: int  # all games of the tournament
    faults: int  # games with a fault
    clock: Callable[[], float] = time.monotonic
    before: int = 0  # committed before the run
    under_way: dict[str, int] = field(default_factory=dict)
    match_seconds: float = 0.0  # total playing time of this run's finished matches
    slots: int = 0  # this and the next two fields are set by `stop`
    games_per_second: float = 0.0
    busy: float = 0.0
    waiting: dict[str, str] = field(default_factory=dict)  # by match: why its bots cannot be started
    began: float = 0.0
    started: dict[str, tuple[float, int]] = field(default_factory=dict)  # by running match: start, games

    def __post_init__(self) -> None:
        self.before = self.committed
        self.began = self.clock()

    def update(self, event: MatchEvent) -> None:
        """Record the progress of a running match. Called from the match's own thread."""
        if event.kind is not MatchEventKind.PAUSED or self.waiting.get(event.match) != event.detail:
            _log_event(event)
        self.under_way[event.match] = event.games
        self.started.setdefault(event.match, (self.clock(), event.total))
        if event.kind is MatchEventKind.PAUSED:
            self.waiting[event.match] = event.detail
        else:
            self.waiting.pop(event.match, None)

    def drop(self, match: str) -> None:
        """Remove a match from the running matches, and count the time for which it was played."""
        self.under_way.pop(match, None)
        self.match_seconds += self.seconds_of(match) or 0.0
        self.started.pop(match, None)
        self.waiting.pop(match, None)

    def add(self, match: str, record: MatchRecord) -> None:
        """Count the games of a match whose record is committed."""
        self.drop(match)
        self.committed += len(record.games)
        self.faults += record.games_with_fault

    def seconds_of(self, match: str) -> float | None:
        """Return the seconds for which a running match has been played; None if its start is unknown."""
        return self.clock() - self.started[match][0] if match in self.started else None

    @property
    def seconds(self) -> float:
        return self.clock() - self.began

    def stop(self, slots: int) -> None:
        """Store the speed of a run that has ended, and the share of time in which its slots were busy.

        `slots`: the number of matches that the run could play at once.
        """
        seconds = max(self.seconds, 1e-9)
        self.slots = slots
        self.games_per_second = (self.committed - self.before) / seconds
        self.busy = min(1.0, self.match_seconds / (slots * seconds))

    def matches(self) -> tuple[MatchProgress, ...]:
        """Return the progress of each running match. May be called from any thread."""
        now = self.clock()
        return tuple(
            MatchProgress(match, self.under_way.get(match, 0), total, now - began)
            for match, (began, total) in self.started.copy().items()
        )

    def progress(self, committed: CommittedPiece | None = None, paused: str = "") -> RunProgress:
        done = self.committed + sum(tuple(self.under_way.values()))
        rate = (done - self.before) / max(self.seconds, 1e-9)
        left = (self.total - done) / rate if rate else None
        paused = paused or next(iter(tuple(self.waiting.values())), "")
        return RunProgress(self.tournament, done, self.total, rate, left, self.faults, committed, paused)


def _log_event(event: MatchEvent) -> None:
    """Log that a match was started, restarted, delayed or given up. Ignore other events."""
    if event.kind in _MATCH_MESSAGES:
        text, level = _MATCH_MESSAGES[event.kind]
        detail = event.detail.strip().partition("\n")[0]  # further lines are the output of a process
        counts: Fields = {"games": event.games, "total": event.total}
        log_message(RUNS, text, level, match=event.match, **counts, detail=detail or None)
