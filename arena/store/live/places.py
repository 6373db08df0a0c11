"""Queries for live pages: paired matches and running tournaments, without their games."""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, case, func, select

from arena.store.results.records import TournamentState
from arena.store.tables.schedule import ENTRANT, HOUSE_RULES, MATCH, MATCH_SEAT, ROUND, TOURNAMENT
from arena.store.tournaments.comparisons import COMPARE
from arena.store.tournaments.list import TournamentLine, progress

_MAX_RUNNING: Final = 20


@dataclass(frozen=True, slots=True)
class SeatedMatch:
    """A paired match, with its bots."""

    tournament: int
    name: str  # name of the tournament
    round: int
    pairing: int
    seats: int
    ruleset: str
    rules: str  # the text of house rules; otherwise empty
    bots: tuple[str, ...]
    committed: bool  # True if all its boards are committed


def seated_match(tx: Connection, tournament: int, round: int, pairing: int) -> SeatedMatch | None:
    """Return a paired match; None if it does not exist.

    The match of an unfinished comparison (a test of two bots) exists even before any board is stored.
    """
    here = (MATCH.c.tournament_id == tournament) & (MATCH.c.round == round) & (MATCH.c.pairing == pairing)
    open_pieces = func.sum(case((MATCH.c.committed_at.is_(None), 1), else_=0))
    first, missing = tx.execute(select(func.min(MATCH.c.id), open_pieces).where(here)).one()
    this_round = (ROUND.c.tournament_id == tournament) & (ROUND.c.number == round)
    head = tx.execute(
        select(
            TOURNAMENT.c.name,
            TOURNAMENT.c.state,
            TOURNAMENT.c.format,
            TOURNAMENT.c.seats,
            ROUND.c.ruleset,
            HOUSE_RULES.c.rules,
        )
        .join(ROUND, ROUND.c.tournament_id == TOURNAMENT.c.id)
        .outerjoin(HOUSE_RULES, HOUSE_RULES.c.hash == ROUND.c.ruleset_hash)
        .where(this_round)
    ).first()
    if head is None:
        return None
    goes_on = head.format == COMPARE and TournamentState(head.state) in (
        TournamentState.RUNNING,
        TournamentState.PAUSED,
    )
    if first is None and not goes_on:
        return None
    return SeatedMatch(
        tournament=tournament,
        name=head.name,
        round=round,
        pairing=pairing,
        seats=head.seats,
        ruleset=head.ruleset,
        rules=head.rules or "",
        bots=_bots(tx, first) if first else _entrants(tx, tournament),
        committed=not (missing or goes_on),
    )


def _bots(tx: Connection, match: int) -> tuple[str, ...]:
    seats = select(ENTRANT.c.name).join(MATCH_SEAT, MATCH_SEAT.c.entrant_id == ENTRANT.c.id)
    return tuple(tx.scalars(seats.where(MATCH_SEAT.c.match_id == match).order_by(MATCH_SEAT.c.listed)))


def _entrants(tx: Connection, tournament: int) -> tuple[str, ...]:
    names = select(ENTRANT.c.name).where(ENTRANT.c.tournament_id == tournament)
    return tuple(tx.scalars(names.order_by(ENTRANT.c.number)))


def list_running(tx: Connection) -> tuple[TournamentLine, ...]:
    """Return the running and interrupted tournaments, the newest first, at most `_MAX_RUNNING`."""
    keys = (
        select(TOURNAMENT.c.id)
        .where(TOURNAMENT.c.state == TournamentState.RUNNING.value)
        .order_by(TOURNAMENT.c.id.desc())
        .limit(_MAX_RUNNING)
    )
    return tuple(progress(tx, key) for key in tx.scalars(keys).all())
