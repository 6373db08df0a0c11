"""The log messages about the matches and cluster workers of a tournament."""

import logging
from collections.abc import Iterable
from typing import Final

from arena.record.match import MatchRecord, MatchSpec
from arena.referee.live.progress import MatchEvent, MatchEventKind
from arena.service.admin.telemetry.log_messages import RUNS, WORKERS, Fields, log_message
from arena.store.live.status import WorkerProgress

_VERSION_LENGTH: Final = 12
_MATCH_MESSAGES: Final = {
    MatchEventKind.STARTED: ("match started", logging.INFO),
    MatchEventKind.RESTARTED: ("match again", logging.ERROR),
    MatchEventKind.VOID: ("match void", logging.ERROR),
    MatchEventKind.PAUSED: ("match waits", logging.WARNING),
}


def log_handed_out(spec: MatchSpec) -> None:
    """Log that a match is about to start, on this machine or on a cluster worker."""
    log_message(
        RUNS,
        "match handed out",
        logging.DEBUG,
        match=spec.id,
        ruleset=spec.ruleset,
        bots=_bot_names(spec),
        boards=len(spec.secrets),
    )


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


def log_committed(spec: MatchSpec, record: MatchRecord, seconds: float | None, commit_s: float) -> None:
    """Log that a match was stored, and log each fault of its bots.

    `seconds`: the match's duration; None if unknown. `commit_s`: seconds that storing the match took.
    """
    log_message(
        RUNS,
        "match finished",
        match=spec.id,
        ruleset=spec.ruleset,
        bots=_bot_names(spec),
        games=len(record.games),
        faults=record.games_with_fault,
        again=len(record.internal),
        seconds=None if seconds is None else round(seconds, 3),
        commit_ms=round(1_000 * commit_s, 3),
    )
    for fault in record.faults:
        bot = spec.bots[fault.bot]
        log_message(
            RUNS,
            "warning" if fault.is_warning else "verdict",
            logging.WARNING,
            match=spec.id,
            game=fault.game or None,
            bot=bot.name,
            version=bot.version[:_VERSION_LENGTH],
            seat=fault.seat,
            verdict=fault.verdict.value,
            detail=fault.detail,
            elapsed_ms=round(fault.elapsed_ms, 3),
            limit_ms=fault.limit_ms or None,
            exit_code=fault.exit_code,
        )


def log_dropped(spec: MatchSpec) -> None:
    """Log that a match ended without a result to store."""
    log_message(RUNS, "match dropped", match=spec.id)


def _bot_names(spec: MatchSpec) -> tuple[str, ...]:
    """Return the bots of a match, each as NAME@VERSION with a shortened version."""
    return tuple(f"{bot.name}@{bot.version[:_VERSION_LENGTH]}" for bot in spec.bots)


def log_workers(tournament: int, before: Iterable[WorkerProgress], now: Iterable[WorkerProgress]) -> None:
    """Log each cluster worker that joined or was lost.

    `before`, `now`: the workers in two successive reports.
    """
    old, new = ({worker.name: worker for worker in workers} for workers in (before, now))
    for name in sorted(new.keys() - old.keys()):
        log_message(WORKERS, "worker joined", tournament=tournament, worker=name, slots=new[name].slots)
    for name in sorted(old.keys() - new.keys()):
        counts: Fields = {"matches": old[name].matches, "games": old[name].games}
        log_message(WORKERS, "worker lost", logging.WARNING, tournament=tournament, worker=name, **counts)
