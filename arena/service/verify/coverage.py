"""The columns that verification cannot prove (UNPROVEN), because their values are stored nowhere else.

All other columns are proved by the game logs, the ledger, the shuffle secret (key of all draws), or by
each other.
"""

from typing import Final

_WHEN: Final = "a time; nothing depends on it"
_WISH: Final = "chosen by the organiser; no game shows it"
_NAME: Final = "a name as typed; no game shows it"
_AS_SEEN: Final = "evidence from the referee; no log holds it"
_WHOSE: Final = "an owner; no game shows it"
_SOURCE: Final = "the place of the bot; the digest identifies its bytes"

UNPROVEN: Final = {
    "owner.name": _NAME,
    "bot.owner_id": _WHOSE,
    "bot.created_at": _WHEN,
    "bot_version.source": _SOURCE,
    "bot_version.created_at": _WHEN,
    "tournament.owner_id": _WHOSE,
    "tournament.name": _NAME,
    "tournament.runner": _WISH,
    "tournament.clock_bank_ms": _WISH,
    "tournament.clock_increment_ms": _WISH,
    "tournament.clock_cap_ms": _WISH,
    "tournament.limits": _WISH,
    "tournament.tie_breaks": _WISH,
    "tournament.created_at": _WHEN,
    "tournament.finished_at": _WHEN,
    "tournament.alive_at": _WHEN,
    "tournament.changes": "counts what was changed while it was played; nothing keeps a second count",
    "entrant.source": _SOURCE,
    "forbidden_pair.lifted_after": _WISH,
    "round.paired_at": _WHEN,
    "comparison.elo0": _WISH,
    "comparison.elo1": _WISH,
    "comparison.alpha": _WISH,
    "comparison.beta": _WISH,
    "comparison.model": _WISH,
    "fault.id": "a number given by the database; nothing refers to it",
    "fault.detail": _AS_SEEN,
    "fault.elapsed_ms": _AS_SEEN,
    "fault.limit_ms": _AS_SEEN,
    "fault.exit_code": _AS_SEEN,
    "fault.output": _AS_SEEN,
    "fault.request": _AS_SEEN,
}

# Database tables without results of tournaments.
NOT_OF_EVENTS: Final = {
    "token": "access of people",
    "upload": "uploads, before they are entered",
    "upload_step": "uploads, before they are entered",
    "submission": "registration of a bot, whether or not it plays",
    "qualification": "games before a bot was let in; they are not kept",
    "commit_mark": "what a commit is known again by whose answer was lost",
    "watching": "present spectators",
    "analysis": "computed from logs, again on request",
    "person_game": "games of people at the site, which are not rated",
    "person_event": "messages of such a game",
    "person_request": "requests to such a game",
    "live_status": "present runs",
    "live_piece": "present runs",
}

# Caches, which are computed from other database tables.
DERIVED: Final = ("encounter", "cached_document")
