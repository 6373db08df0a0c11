"""What is told of a run and its matches."""

import logging
from typing import Final

from arena.record.match import MatchRecord, MatchSpec
from arena.referee.live.progress import MatchEvent, MatchEventKind
from arena.service.admin.telemetry.log_event import RUNS, told

_SHORT: Final = 12  # digits of a version
_EVENTS: Final = {
    MatchEventKind.STARTED: ("match started", logging.INFO),
    MatchEventKind.RESTARTED: ("match again", logging.ERROR),
    MatchEventKind.VOID: ("match void", logging.ERROR),
    MatchEventKind.PAUSED: ("match waits", logging.WARNING),
}


def match_handed_out(spec: MatchSpec) -> None:
    """A match is about to begin, here or elsewhere."""
    told(
        RUNS,
        "match handed out",
        logging.DEBUG,
        match=spec.id,
        ruleset=spec.ruleset,
        bots=named(spec),
        boards=len(spec.secrets),
    )


def match_event(event: MatchEvent) -> None:
    """What a match tells of itself; its games are not worth a line each."""
    if event.kind in _EVENTS:
        name, level = _EVENTS[event.kind]
        detail = event.detail.strip().partition("\n")[0]  # what follows is what a process said last
        told(
            RUNS, name, level, match=event.match, games=event.games, total=event.total, detail=detail or None
        )


def match_committed(spec: MatchSpec, record: MatchRecord, seconds: float | None, commit_s: float) -> None:
    """A match is over and stored: all seatings of its boards, so nothing of them is hidden any more."""
    told(
        RUNS,
        "match finished",
        match=spec.id,
        ruleset=spec.ruleset,
        bots=named(spec),
        games=len(record.games),
        faults=record.games_with_fault,
        again=len(record.internal),
        seconds=None if seconds is None else round(seconds, 3),
        commit_ms=round(1_000 * commit_s, 3),
    )
    for fault in record.faults:
        told(
            RUNS,
            "warning" if fault.is_warning else "verdict",
            logging.WARNING,
            match=spec.id,
            game=fault.game or None,
            bot=spec.bots[fault.bot].name,
            version=spec.bots[fault.bot].version[:_SHORT],
            seat=fault.seat,
            verdict=fault.verdict.value,
            detail=fault.detail,
            elapsed_ms=round(fault.elapsed_ms, 3),
            limit_ms=fault.limit_ms or None,
            exit_code=fault.exit_code,
        )


def match_dropped(spec: MatchSpec) -> None:
    """A match ended without a record that counts: it is played again, or nobody wants it any more."""
    told(RUNS, "match dropped", match=spec.id)


def named(spec: MatchSpec) -> tuple[str, ...]:
    """Its bots as name@version."""
    return tuple(f"{bot.name}@{bot.version[:_SHORT]}" for bot in spec.bots)
