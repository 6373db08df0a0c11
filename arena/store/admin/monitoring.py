"""Figures for monitoring: recent commits and waiting work."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, Row, case, func, select

from arena.store.live.status import read_statuses
from arena.store.results.records import TournamentState
from arena.store.tables.bots import UPLOAD
from arena.store.tables.results import GAME, GAME_SEAT
from arena.store.tables.schedule import LEDGER, MATCH, TOURNAMENT


class SeatsByThinkingTime(NamedTuple):
    """The totals over all seats that have the same verdict and similar mean times per decision."""

    verdict: str
    bucket: int  # index of the first bound that the mean time does not exceed, or len(bounds)
    seats: int  # a seat is one bot in one game
    decisions: int
    time_ms: float


@dataclass(frozen=True, slots=True)
class CommitTotals:
    """The counts of pieces, games and seats in a range of ledger entries."""

    last: int  # number of the last entry in the range
    pieces: int  # batches of a match's boards, each with one ledger entry
    games: Mapping[str, int]  # by termination
    seats: tuple[SeatsByThinkingTime, ...]


@dataclass(frozen=True, slots=True)
class WaitingWork:
    """The amount of waiting work, and the workers that do it."""

    tournaments: Mapping[str, int]  # by state
    matches: int  # pieces (batches of boards), paired but not committed, in running tournaments
    uploads: Mapping[str, int]  # by state
    workers: int
    busy: int  # workers that are playing
    slots: int  # matches that all workers can play at once
    playing: int  # running matches


def committed_after(tx: Connection, entry: int, most: int, bounds_ms: Sequence[float]) -> CommitTotals:
    """Count the games and seats in the ledger entries that follow the entry numbered `entry`.

    Read at most `most` entries. Group the seats by verdict and by mean time per decision.

    `bounds_ms`: the upper bounds of these times. If no entry follows, the counts are empty, and the result's
    `last` (the last entry read) is `entry`.
    """
    these = (LEDGER.c.number > entry) & (LEDGER.c.number <= entry + most)
    last, pieces = tx.execute(select(func.max(LEDGER.c.number), func.count()).where(these)).one()
    if not pieces:
        return CommitTotals(entry, 0, {}, ())
    games = select(GAME.c.termination, func.count()).join(LEDGER, LEDGER.c.match_id == GAME.c.match_id)
    bucket = case(
        *((GAME_SEAT.c.time_ms <= bound * GAME_SEAT.c.decisions, at) for at, bound in enumerate(bounds_ms)),
        else_=len(bounds_ms),
    ).label("bucket")
    seats = (
        select(
            GAME_SEAT.c.verdict,
            bucket,
            func.count(),
            func.sum(GAME_SEAT.c.decisions),
            func.sum(GAME_SEAT.c.time_ms),
        )
        .join(GAME, GAME.c.id == GAME_SEAT.c.game_id)
        .join(LEDGER, LEDGER.c.match_id == GAME.c.match_id)
        .where(these)
        .group_by(GAME_SEAT.c.verdict, bucket)
    )
    return CommitTotals(
        int(last),
        int(pieces),
        _counts(tx.execute(games.where(these).group_by(GAME.c.termination))),
        tuple(
            SeatsByThinkingTime(row[0], row[1], row[2], int(row[3]), float(row[4]))
            for row in tx.execute(seats)
        ),
    )


def waiting(tx: Connection, since: datetime) -> WaitingWork:
    """Return the amount of work that waits now. Workers that have not reported since `since` are left out."""
    missing = (
        select(func.count())
        .select_from(MATCH)
        .join(TOURNAMENT, TOURNAMENT.c.id == MATCH.c.tournament_id)
        .where(TOURNAMENT.c.state == TournamentState.RUNNING.value, MATCH.c.committed_at.is_(None))
    )
    workers = [worker for status in read_statuses(tx, since) for worker in status.workers]
    tournaments = select(TOURNAMENT.c.state, func.count()).group_by(TOURNAMENT.c.state)
    uploads = select(UPLOAD.c.state, func.count()).group_by(UPLOAD.c.state)
    return WaitingWork(
        _counts(tx.execute(tournaments)),
        tx.scalar(missing) or 0,
        _counts(tx.execute(uploads)),
        len(workers),
        sum(worker.matches > 0 for worker in workers),
        sum(worker.slots for worker in workers),
        sum(worker.matches for worker in workers),
    )


def _counts(rows: Iterable[Row[str, int]]) -> dict[str, int]:
    return {row[0]: row[1] for row in rows}
