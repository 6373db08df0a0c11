"""The log messages about the matches and cluster workers of a tournament."""

import logging
from collections.abc import Iterable
from typing import Final

from arena.referee.live.progress import MatchEvent, MatchEventKind
from arena.service.admin.telemetry.log_messages import RUNS, WORKERS, Fields, log_message
from arena.store.live.status import WorkerProgress

_MATCH_MESSAGES: Final = {
    MatchEventKind.STARTED: ("match started", logging.INFO),
    MatchEventKind.RESTARTED: ("match again", logging.ERROR),
    MatchEventKind.VOID: ("match void", logging.ERROR),
    MatchEventKind.PAUSED: ("match waits", logging.WARNING),
}


def log_match_event(event: MatchEvent) -> None:
    """Log that a match started, was restarted, is paused, or was given up ("void") because its process died
    too often.

    Other events, such as a finished game, are ignored.
    """
    if event.kind in _MATCH_MESSAGES:
        text, level = _MATCH_MESSAGES[event.kind]
        detail = event.detail.strip().partition("\n")[0]  # further lines are the output of a process
        counts: Fields = {"games": event.games, "total": event.total}
        log_message(RUNS, text, level, match=event.match, **counts, detail=detail or None)


def log_workers(tournament: int, before: Iterable[WorkerProgress], now: Iterable[WorkerProgress]) -> None:
    """Log each cluster worker that joined or was lost."""
    old, new = ({worker.name: worker for worker in workers} for workers in (before, now))
    for name in sorted(new.keys() - old.keys()):
        log_message(WORKERS, "worker joined", tournament=tournament, worker=name, slots=new[name].slots)
    for name in sorted(old.keys() - new.keys()):
        counts: Fields = {"matches": old[name].matches, "games": old[name].games}
        log_message(WORKERS, "worker lost", logging.WARNING, tournament=tournament, worker=name, **counts)
