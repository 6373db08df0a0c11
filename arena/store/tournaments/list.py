"""The list of tournaments, with their progress."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, Row, Select, case, func, select

from arena.store.ladder.cached_documents import DocumentKind, drop_documents, read_cached_data_states
from arena.store.results.records import TournamentState
from arena.store.tables.schedule import ENTRANT, MATCH, MATCH_SEAT, ROUND, TOURNAMENT
from arena.store.tournaments.comparisons import COMPARE
from arena.store.tournaments.states import display_state
from arena.tournament.results import PAIR


@dataclass(frozen=True, slots=True)
class TournamentLine:
    """A row of the list of tournaments."""

    id: int
    name: str
    format: str
    rulesets: tuple[str, ...]  # in the order in which they are played
    bots: int
    rounds: int
    seats: int  # of each match
    boards: int  # of each match
    games_done: int
    games_total: int  # unpaired rounds count as if all bots played
    state: TournamentState
    rated: bool
    open_seed: bool
    created_at: datetime
    finished_at: datetime | None
    event_digest: str | None  # digest of all its games, once it has finished


# fields of `TournamentLine` that are columns of `tournament`
_SAME: Final = (
    "id", "name", "format", "seats", "boards", "rated", "open_seed", "created_at", "finished_at",
    "event_digest",
)  # fmt: skip


class GameTotals(NamedTuple):
    """The number of a tournament's committed games, and the number of all its games."""

    done: int
    total: int


class TournamentDataState(NamedTuple):
    """The data state of a tournament: three values that show whether its stored data has changed.

    A cached value is outdated if it was computed from another data state.
    """

    state: TournamentState
    changes: int
    pieces: int  # committed pieces (batches of boards)

    def __str__(self) -> str:
        return f"{self.state} {self.changes} {self.pieces}"


@dataclass(frozen=True, slots=True)
class _EntrantCounts:
    """The number of a tournament's entrants, and of withdrawn entrants."""

    bots: int = 0
    withdrawn: int = 0


def tournament_line(tx: Connection, tournament: int) -> TournamentLine | None:
    """Return the row of a tournament in the list of tournaments; None if the tournament does not exist."""
    return next(iter(tournament_lines(tx, tournament)), None)


def progress(tx: Connection, tournament: int) -> TournamentLine:
    """Return the row of an existing tournament in the list of tournaments."""
    [line] = tournament_lines(tx, tournament)
    return line


def read_data_state(tx: Connection, tournament: int) -> TournamentDataState | None:
    """Return the current data state of a tournament; None if the tournament does not exist.

    A cached value is outdated if it was computed from another data state.
    """
    head = tx.execute(
        select(TOURNAMENT.c.state, TOURNAMENT.c.changes).where(TOURNAMENT.c.id == tournament)
    ).first()
    if head is None:
        return None
    committed = select(func.count(MATCH.c.committed_at)).where(MATCH.c.tournament_id == tournament)
    return TournamentDataState(TournamentState(head.state), head.changes, tx.scalar(committed) or 0)


def tournament_lines(tx: Connection, only: int | None = None) -> tuple[TournamentLine, ...]:
    """Return the rows of the list of tournaments, the newest first. `only`: one tournament; None for all."""
    heads = tx.execute(_of(select(TOURNAMENT).order_by(TOURNAMENT.c.id.desc()), TOURNAMENT.c.id, only)).all()
    fields, rounds = _fields(tx, only), _rounds(tx, only)
    boards = _boards(tx, only)
    apart = [head.id for head in heads if head.seats > PAIR or fields[head.id].withdrawn]
    games = {key: GameTotals(PAIR * done, PAIR * all) for key, (done, all) in boards.items()}
    games |= dict.fromkeys(apart, GameTotals(0, 0))
    games.update(_count_exactly(tx, apart))
    return tuple(
        _line(head, fields[head.id], rounds[head.id], games.get(head.id, GameTotals(0, 0))) for head in heads
    )


def _of(wanted: Select[Any], key: ColumnElement[int], only: int | None) -> Select[Any]:
    return wanted if only is None else wanted.where(key == only)


def _line(
    head: Row[Any], field: _EntrantCounts, rounds: Sequence[Row[Any]], paired: GameTotals
) -> TournamentLine:
    return TournamentLine(
        **{name: getattr(head, name) for name in _SAME},
        rulesets=tuple(dict.fromkeys(round.ruleset for round in rounds)),
        bots=field.bots,
        rounds=len(rounds),
        games_done=paired.done,
        games_total=paired.total + (0 if head.finished_at else _count_unpaired_games(head, field, rounds)),
        state=display_state(head.state, head.alive_at),
    )


def _count_unpaired_games(head: Row[Any], field: _EntrantCounts, rounds: Sequence[Row[Any]]) -> int:
    """Estimate the number of games in the rounds that are not paired yet.

    `head`: the tournament's row. `field`: the numbers of its entrants. `rounds`: the rows of its rounds.
    """
    bots = field.bots - field.withdrawn
    playing = bots - bots % PAIR if head.seats == PAIR else bots
    return sum(round.paired_at is None for round in rounds) * playing * int(head.boards)


def _fields(tx: Connection, only: int | None) -> Mapping[int, _EntrantCounts]:
    columns = (ENTRANT.c.tournament_id, func.count(), func.count(ENTRANT.c.withdrawn_after))
    counts = select(*columns).group_by(ENTRANT.c.tournament_id)
    rows = tx.execute(_of(counts, ENTRANT.c.tournament_id, only))
    return defaultdict(_EntrantCounts, {key: _EntrantCounts(*numbers) for key, *numbers in rows})


def _rounds(tx: Connection, only: int | None) -> Mapping[int, Sequence[Row[Any]]]:
    columns = (ROUND.c.tournament_id, ROUND.c.ruleset, ROUND.c.paired_at)
    ordered = select(*columns).order_by(ROUND.c.tournament_id, ROUND.c.number)
    found: defaultdict[int, list[Row[Any]]] = defaultdict(list)
    for row in tx.execute(_of(ordered, ROUND.c.tournament_id, only)):
        found[row.tournament_id].append(row)
    return found


def _boards(tx: Connection, only: int | None) -> Mapping[int, tuple[int, int]]:
    """Return the number of committed boards and the number of paired boards of each tournament.

    The keys: tournament numbers. `only`: count only this tournament; None for all.
    """
    done = func.sum(case((MATCH.c.committed_at.is_not(None), MATCH.c.boards), else_=0))
    sums = select(MATCH.c.tournament_id, done, func.sum(MATCH.c.boards)).group_by(MATCH.c.tournament_id)
    rows = tx.execute(_of(sums, MATCH.c.tournament_id, only))
    return {key: (done, all) for key, done, all in rows}


def _count_exactly(tx: Connection, tournaments: Sequence[int]) -> Mapping[int, GameTotals]:
    """Count the committed games and all games of these tournaments, keyed by tournament number.

    Games of forfeited matches are left out.
    """
    forfeit = MATCH_SEAT.alias()
    forfeited = select(forfeit.c.match_id).where(forfeit.c.match_id == MATCH.c.id, forfeit.c.forfeit)
    done = func.sum(case((MATCH.c.committed_at.is_not(None), MATCH.c.boards), else_=0))
    rows = tx.execute(
        select(MATCH.c.tournament_id, done, func.sum(MATCH.c.boards))
        .join(MATCH_SEAT, MATCH_SEAT.c.match_id == MATCH.c.id)
        .where(MATCH.c.tournament_id.in_(tournaments), ~forfeited.exists())
        .group_by(MATCH.c.tournament_id)
    )
    return {key: GameTotals(done, total) for key, done, total in rows}


# ---- cached tables of large tournaments, cached winners ----


def count_committed_boards(tx: Connection, tournament: int) -> int:
    """Return how many boards of a tournament are committed."""
    committed = (MATCH.c.tournament_id == tournament) & MATCH.c.committed_at.is_not(None)
    return tx.scalar(select(func.sum(MATCH.c.boards)).where(committed)) or 0


def list_outdated_tables(tx: Connection, least_boards: int) -> tuple[tuple[int, TournamentDataState], ...]:
    """Return the large tournaments whose cached standings and crosstables are outdated, newest first.

    The result contains each tournament's number and current data state. `least_boards`: how many committed
    boards make a tournament large.
    """
    boards = func.sum(MATCH.c.boards).filter(MATCH.c.committed_at.is_not(None))
    large = select(MATCH.c.tournament_id).group_by(MATCH.c.tournament_id).having(boards >= least_boards)
    made = read_cached_data_states(tx, DocumentKind.TABLES)
    outdated = []
    for tournament in sorted(tx.scalars(large), reverse=True):
        now = read_data_state(tx, tournament)
        if now and made.get(str(tournament)) != str(now):
            outdated.append((tournament, now))
    return tuple(outdated)


def list_outdated_winners(tx: Connection) -> tuple[int, ...]:
    """Return the finished tournaments whose cached winner is missing or outdated, newest first.

    Comparisons are left out: they have no winner.
    """
    one = TOURNAMENT.c
    finished = select(one.id, one.changes).where(one.state == TournamentState.OVER, one.format != COMPARE)
    made = read_cached_data_states(tx, DocumentKind.WINNER)
    rows = tx.execute(finished.order_by(one.id.desc()))
    return tuple(key for key, changes in rows if made.get(str(key)) != str(changes))


def drop_documents_of_deleted(tx: Connection, kind: DocumentKind) -> None:
    """Delete the cached documents of this kind whose tournaments no longer exist."""
    cached = {int(key) for key in read_cached_data_states(tx, kind)}
    drop_documents(tx, kind, cached - {*tx.scalars(select(TOURNAMENT.c.id))})
