"""Change the state of a tournament: running, paused, cancelled or over.

Changes lock the tournament. They raise Frozen if the tournament is finished or cancelled.
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import Final

from sqlalchemy import ColumnElement, Connection, delete, func, select, update

from arena.store.results.ledger import digest_of_digests
from arena.store.results.records import TournamentState
from arena.store.results.results import game_digests
from arena.store.tables.schedule import BYE, ENTRANT, FORBIDDEN_PAIR, MATCH, MATCH_SEAT, ROUND, TOURNAMENT
from arena.tournament.benching import PlayedTable

MAX_SILENCE: Final = timedelta(minutes=1)  # silence after which a tournament counts as not being played


class Frozen(RuntimeError):
    """The tournament is finished or cancelled, so it cannot be changed."""


def lock_tournament(tx: Connection, tournament: int) -> TournamentState:
    """Lock the tournament until the transaction ends, and return its state.

    Raise Frozen if it has ended.
    """
    this = select(TOURNAMENT.c.state).where(TOURNAMENT.c.id == tournament)
    state = TournamentState(tx.execute(this.with_for_update()).scalar_one())
    if state in (TournamentState.OVER, TournamentState.CANCELLED):
        how = "finished" if state is TournamentState.OVER else state
        raise Frozen(f"tournament {tournament} cannot be changed: it is {how}")
    return state


def read_state_and_changes(tx: Connection, tournament: int) -> tuple[TournamentState, int]:
    """Return a tournament's state and the number of its changes so far."""
    found = select(TOURNAMENT.c.state, TOURNAMENT.c.changes).where(TOURNAMENT.c.id == tournament)
    row = tx.execute(found).one()
    return TournamentState(row.state), row.changes


def sign_of_life(tx: Connection, tournament: int, now: datetime | None) -> None:
    """Record that a process was playing the tournament at the time `now`.

    If `now` is None, record that the process has ended.
    """
    tx.execute(update(TOURNAMENT).where(TOURNAMENT.c.id == tournament).values(alive_at=now))


def display_state(state: str, alive_at: datetime | None) -> TournamentState:
    """Return the state that pages show: INTERRUPTED for a running tournament without a process, otherwise
    `state`.

    `state`: the stored state. `alive_at`: the last sign of life of the process that plays the tournament;
    None if the process has ended.
    """
    stored = TournamentState(state)
    dead = alive_at is None or alive_at < datetime.now(UTC) - MAX_SILENCE
    return TournamentState.INTERRUPTED if dead and stored is TournamentState.RUNNING else stored


def is_played() -> ColumnElement[bool]:
    """Return the SQL condition for tournaments that a process plays now."""
    recent = TOURNAMENT.c.alive_at >= datetime.now(UTC) - MAX_SILENCE
    return recent & (TOURNAMENT.c.state == TournamentState.RUNNING.value)


def set_state(tx: Connection, tournament: int, state: TournamentState) -> None:
    """Set a tournament's state, to pause the tournament or let it continue."""
    if lock_tournament(tx, tournament) is not state:
        _change(tx, tournament, state=state.value)


def count_change(tx: Connection, tournament: int) -> None:
    """Increase a tournament's change counter, to notify the process that plays the tournament."""
    lock_tournament(tx, tournament)
    _change(tx, tournament)


def finish(
    tx: Connection, tournament: int, now: datetime, state: TournamentState = TournamentState.OVER
) -> None:
    """End a tournament and store the digest of all its committed games. Do nothing if it has already
    ended.
    """
    try:
        lock_tournament(tx, tournament)
    except Frozen:
        return
    digest = digest_of_digests(game_digests(tx, tournament))
    _change(tx, tournament, state=state.value, finished_at=now, event_digest=digest)


def _change(tx: Connection, tournament: int, **values: object) -> None:
    more = {**values, "changes": TOURNAMENT.c.changes + 1}
    tx.execute(update(TOURNAMENT).where(TOURNAMENT.c.id == tournament).values(more))


def set_paired(tx: Connection, tournament: int, round: int, now: datetime | None) -> None:
    """Mark a round as paired at the time `now`. If `now` is None, mark it as not paired."""
    lock_tournament(tx, tournament)
    this = (ROUND.c.tournament_id == tournament) & (ROUND.c.number == round)
    tx.execute(update(ROUND).where(this).values(paired_at=now))


def drop_unpaired(tx: Connection, tournament: int) -> None:
    """Delete the rounds that are not paired, so that they are not played."""
    lock_tournament(tx, tournament)
    unpaired = (ROUND.c.tournament_id == tournament) & ROUND.c.paired_at.is_(None)
    numbers = select(ROUND.c.number).where(unpaired)
    tx.execute(delete(BYE).where(BYE.c.tournament_id == tournament, BYE.c.round.in_(numbers)))
    tx.execute(delete(ROUND).where(unpaired))


def permit(tx: Connection, tournament: int, pairs: Iterable[tuple[int, int]]) -> None:
    """Allow forbidden pairs of entrants to meet in all rounds that are not paired yet.

    `pairs`: the numbers of the two entrants of each pair.
    """
    lock_tournament(tx, tournament)
    keys = {
        row.number: row.id for row in tx.execute(select(ENTRANT).where(ENTRANT.c.tournament_id == tournament))
    }
    is_paired = (ROUND.c.tournament_id == tournament) & ROUND.c.paired_at.is_not(None)
    paired = tx.scalar(select(func.max(ROUND.c.number)).where(is_paired))
    for pair in pairs:
        both = tuple(keys[bot] for bot in pair)
        this = (
            (FORBIDDEN_PAIR.c.tournament_id == tournament)
            & FORBIDDEN_PAIR.c.one_id.in_(both)
            & FORBIDDEN_PAIR.c.other_id.in_(both)
        )
        tx.execute(update(FORBIDDEN_PAIR).where(this).values(lifted_after=paired or 0))


def withdraw(tx: Connection, tournament: int, bot: int, after: int, now: datetime) -> None:
    """Withdraw an entrant after the round `after`, so that it is not paired again.

    The entrant forfeits its unplayed matches. `bot`: the entrant's number.
    """
    lock_tournament(tx, tournament)
    this = (ENTRANT.c.tournament_id == tournament) & (ENTRANT.c.number == bot)
    tx.execute(update(ENTRANT).where(this).values(withdrawn_after=after))
    key = select(ENTRANT.c.id).where(this).scalar_subquery()
    unplayed = select(MATCH.c.id).where(MATCH.c.tournament_id == tournament, MATCH.c.committed_at.is_(None))
    own = (MATCH_SEAT.c.entrant_id == key) & MATCH_SEAT.c.match_id.in_(unplayed)
    tx.execute(update(MATCH_SEAT).where(own).values(forfeit=True))
    forfeited = select(MATCH_SEAT.c.match_id).where(MATCH_SEAT.c.entrant_id == key, MATCH_SEAT.c.forfeit)
    still_open = MATCH.c.committed_at.is_(None) & MATCH.c.id.in_(forfeited)
    tx.execute(update(MATCH).where(still_open).values(committed_at=now))
    later = (BYE.c.tournament_id == tournament) & (BYE.c.entrant_id == key) & (BYE.c.round > after)
    tx.execute(delete(BYE).where(later))
    _change(tx, tournament)


def list_played_tables(tx: Connection, tournament: int) -> tuple[PlayedTable, ...]:
    """Return the bots, boards and restarts of each committed piece (batch of boards), in the order of the
    schedule.

    A restart means that the piece was played again because its match process failed. Forfeited pieces are
    left out.
    """
    seat = MATCH_SEAT.alias()
    forfeit = select(seat.c.match_id).where(seat.c.match_id == MATCH.c.id, seat.c.forfeit)
    rows = tx.execute(
        select(MATCH.c.id, MATCH.c.boards, MATCH.c.internal, ENTRANT.c.number)
        .join(MATCH_SEAT, MATCH_SEAT.c.match_id == MATCH.c.id)
        .join(ENTRANT, ENTRANT.c.id == MATCH_SEAT.c.entrant_id)
        .where(MATCH.c.tournament_id == tournament, MATCH.c.committed_at.is_not(None), ~forfeit.exists())
        .order_by(MATCH.c.round, MATCH.c.pairing, MATCH.c.piece, MATCH_SEAT.c.number)
    )
    pieces = (tuple(seats) for _, seats in groupby(rows, key=lambda row: int(row.id)))
    return tuple(
        PlayedTable(tuple(seat.number for seat in seats), seats[0].boards, seats[0].internal)
        for seats in pieces
    )


def list_benched(tx: Connection, tournament: int) -> tuple[int, ...]:
    """Return the numbers of the benched entrants (withdrawn because their matches kept failing)."""
    numbers = select(ENTRANT.c.number).where(ENTRANT.c.tournament_id == tournament, ENTRANT.c.benched)
    return tuple(tx.scalars(numbers.order_by(ENTRANT.c.number)))


def set_benched(tx: Connection, tournament: int, bot: int) -> None:
    """Mark a withdrawn entrant as benched, because its matches kept failing."""
    lock_tournament(tx, tournament)
    this = (ENTRANT.c.tournament_id == tournament) & (ENTRANT.c.number == bot)
    tx.execute(update(ENTRANT).where(this).values(benched=True))
