"""How an event ended: its state, and the digest over all its games."""

from collections.abc import Iterator

from sqlalchemy import Connection

from arena.service.verify.findings import Mismatch, wrong
from arena.service.verify.stored_rows import Evidence
from arena.store.results.ledger import together
from arena.store.results.records import State
from arena.store.results.results import game_digests
from arena.store.tournaments.comparisons import COMPARE

_ENDED = (State.OVER, State.CANCELLED)


def standing_of(tx: Connection, evidence: Evidence) -> Iterator[Mismatch]:
    """An event that ended has a time and a digest of all its games, another one has neither."""
    head, key = evidence.head, (evidence.number,)
    if head["state"] not in [state.value for state in State]:
        yield Mismatch("tournament", key, "state", head["state"], None, "there is no such state")
        return
    ended = head["state"] in _ENDED
    for column in ("finished_at", "event_digest"):
        if (head[column] is not None) != ended:
            why = f"the event is {head['state']}"
            yield Mismatch("tournament", key, column, head[column], None, why)
            yield Mismatch("tournament", key, "state", head["state"], None, f"by {column}")
    digest = together(game_digests(tx, evidence.number))
    if head["event_digest"] not in (None, digest):
        why = "over the games in schedule order"
        yield wrong("tournament", key, "event_digest", head["event_digest"], digest, why)
    yield from _check_complete(evidence)


def _check_complete(evidence: Evidence) -> Iterator[Mismatch]:
    """Nothing is missing of an event that is over."""
    head, key = evidence.head, (evidence.number,)
    if head["state"] != State.OVER:
        return
    for (match,), row in evidence["match"].items():
        if row["committed_at"] is None:
            why = f"match {match} is missing"
            yield Mismatch("tournament", key, "state", head["state"], None, why)
            yield Mismatch("match", (match,), "committed_at", None, None, "the event is over")
    unpaired = [number for (_, number), row in evidence["round"].items() if row["paired_at"] is None]
    if unpaired and head["format"] != COMPARE:
        why = f"round {unpaired[0]} is not paired"
        yield Mismatch("tournament", key, "state", head["state"], None, why)
