"""Which columns an audit proves, and which it cannot: every column of every table stands in one place here.

What is proved is proved from the game logs (which verify themselves), from the ledger, from the event's
secret, or from other columns. Nothing else holds what is listed in UNPROVEN.
"""

from typing import Final

_WHEN: Final = "a time of the clock on the wall; nothing depends on it"
_WISH: Final = "as the organiser set it up; no game shows it"
_NAME: Final = "a name as it was typed; no game shows it"
_AS_SEEN: Final = "evidence as the referee saw it at that moment; no log holds it"
_WHOSE: Final = "whose it is; no game shows it"
_SOURCE: Final = "where the bot was found; the bytes that played are named by their digest"

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

# Tables that hold nothing of what was played.
NOT_OF_EVENTS: Final = {
    "token": "who may come in from outside",
    "upload": "what was sent, before it is entered anywhere",
    "upload_step": "what was sent, before it is entered anywhere",
    "submission": "how a bot is registered, whether or not it plays",
    "qualification": "games before a bot was let in; they are not kept",
    "commit_mark": "what a commit is known again by whose answer was lost",
    "watching": "what is watched at this moment",
    "live_status": "what is played at this moment",
    "live_piece": "what is played at this moment",
}

# Tables that are made of others, and made again when they are thrown away.
DERIVED: Final = ("encounter", "cached_document")
