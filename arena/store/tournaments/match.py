"""Queries about one match of a tournament: its bots, progress, games and scores."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Row, and_, case, func, select

from arena.record.match import BLAMELESS, Verdict
from arena.store.results.games import StoredSeat, stored_seats
from arena.store.tables.bots import BOT, BOT_VERSION
from arena.store.tables.results import GAME, GAME_SEAT
from arena.store.tables.schedule import ENTRANT, MATCH, MATCH_SEAT, ROUND, TOURNAMENT


@dataclass(frozen=True, slots=True)
class MatchBot:
    """A bot of a match."""

    name: str  # its name in the tournament
    bot: str  # its own name
    version: str  # digest of its files, hex
    forfeits: bool  # True if it withdrew before the end


@dataclass(frozen=True, slots=True)
class MatchHead:
    """A paired match, without its games."""

    tournament: int
    round: int
    pairing: int
    event: str  # the tournament's name
    ruleset: str
    bots: tuple[MatchBot, ...]  # by seat in the first game of each board
    boards: int
    boards_done: int
    boards_played: int  # committed boards without the forfeited ones
    rated: bool
    open_seed: bool

    @property
    def games(self) -> int:
        """The number of games: boards × seatings."""
        return self.boards * len(self.bots)


@dataclass(frozen=True, slots=True)
class MatchGame:
    """A committed game of a match."""

    key: int
    name: str  # its id in the log
    number: int  # its number in the match, from 1
    board: int
    rotation: int
    termination: str
    plies: int
    log_digest: str
    seats: tuple[StoredSeat, ...]


@dataclass(frozen=True, slots=True)
class MatchScore:
    """A bot's totals over the games of a match."""

    bot: int
    games: int  # this and the next two: without void games
    score: float
    wins: int
    faults: int
    time_ms: float  # total time of its decisions
    decisions: int


def match_head(tx: Connection, tournament: int, round: int, pairing: int) -> MatchHead | None:
    """Return a paired match without its games; None if it does not exist."""
    this = (MATCH.c.tournament_id == tournament) & (MATCH.c.round == round) & (MATCH.c.pairing == pairing)
    committed = MATCH.c.committed_at.is_not(None)
    forfeited = select(MATCH_SEAT.c.match_id).where(MATCH_SEAT.c.match_id == MATCH.c.id, MATCH_SEAT.c.forfeit)
    about = tx.execute(
        select(
            TOURNAMENT.c.name,
            TOURNAMENT.c.rated,
            TOURNAMENT.c.open_seed,
            ROUND.c.ruleset,
            func.min(MATCH.c.id).label("first"),
            func.sum(MATCH.c.boards).label("boards"),
            func.coalesce(func.sum(MATCH.c.boards).filter(committed), 0).label("done"),
            func.coalesce(func.sum(MATCH.c.boards).filter(committed, ~forfeited.exists()), 0).label("played"),
        )
        .join(TOURNAMENT, TOURNAMENT.c.id == MATCH.c.tournament_id)
        .join(ROUND, (ROUND.c.tournament_id == MATCH.c.tournament_id) & (ROUND.c.number == MATCH.c.round))
        .where(this)
        .group_by(
            TOURNAMENT.c.id, TOURNAMENT.c.name, TOURNAMENT.c.rated, TOURNAMENT.c.open_seed, ROUND.c.ruleset
        )
    ).first()
    return about and MatchHead(
        tournament=tournament,
        round=round,
        pairing=pairing,
        event=about.name,
        ruleset=about.ruleset,
        bots=_bots(tx, about.first),
        boards=about.boards,
        boards_done=about.done,
        boards_played=about.played,
        rated=about.rated,
        open_seed=about.open_seed,
    )


def _bots(tx: Connection, piece: int) -> tuple[MatchBot, ...]:
    rows = tx.execute(
        select(ENTRANT.c.name, BOT.c.name.label("bot"), BOT_VERSION.c.digest, MATCH_SEAT.c.forfeit)
        .join(ENTRANT, ENTRANT.c.id == MATCH_SEAT.c.entrant_id)
        .join(BOT_VERSION, BOT_VERSION.c.id == ENTRANT.c.bot_version_id)
        .join(BOT, BOT.c.id == BOT_VERSION.c.bot_id)
        .where(MATCH_SEAT.c.match_id == piece)
        .order_by(MATCH_SEAT.c.number)
    )
    return tuple(MatchBot(row.name, row.bot, row.digest, bool(row.forfeit)) for row in rows)


def match_games(
    tx: Connection, head: MatchHead, boards: Sequence[int] = (), *, skip: int = 0, most: int | None = None
) -> Iterator[MatchGame]:
    """Yield the committed games of a match, in the order of boards and seatings.

    `boards`: only games of these boards; empty for all. `most`: at most this number of games; None for all.
    `skip`: the number of games to leave out at the start; it has no effect without `most`.
    """
    games = select(GAME.c.id).where(is_game_of(head)).order_by(GAME.c.board, GAME.c.rotation)
    if boards:
        games = games.where(GAME.c.board.in_(boards))
    if most is not None:
        games = games.limit(most).offset(skip)
    wanted = (
        select(GAME, GAME_SEAT, MATCH_SEAT.c.number)
        .join(GAME_SEAT, GAME_SEAT.c.game_id == GAME.c.id)
        .join(MATCH_SEAT, _IS_ITS_SEAT)
        .where(GAME.c.id.in_(games))
        .order_by(GAME.c.board, GAME.c.rotation, GAME_SEAT.c.seat)
    )
    for _, rows in groupby(tx.execute(wanted), key=lambda row: row.id):
        yield _game(tuple(rows), len(head.bots))


_IS_ITS_SEAT: Final = and_(
    MATCH_SEAT.c.match_id == GAME.c.match_id, MATCH_SEAT.c.entrant_id == GAME_SEAT.c.entrant_id
)


def match_scores(tx: Connection, head: MatchHead) -> tuple[MatchScore, ...]:
    """Return each bot's totals over the committed games of a match, in the order of the match's bots."""
    counts = case((GAME.c.termination != Verdict.VOID.value, 1), else_=0)
    blamed = GAME_SEAT.c.verdict.not_in([one.value for one in BLAMELESS])
    rows = tx.execute(
        select(
            MATCH_SEAT.c.number,
            func.sum(counts),
            func.sum(counts * GAME_SEAT.c.score),
            func.sum(counts * case((GAME_SEAT.c.place == 1, 1), else_=0)),
            func.sum(case((blamed, 1), else_=0)),
            func.sum(GAME_SEAT.c.time_ms),
            func.sum(GAME_SEAT.c.decisions),
        )
        .join(GAME, GAME.c.id == GAME_SEAT.c.game_id)
        .join(MATCH_SEAT, _IS_ITS_SEAT)
        .where(is_game_of(head))
        .group_by(MATCH_SEAT.c.number)
        .order_by(MATCH_SEAT.c.number)
    )
    return tuple(MatchScore(*row) for row in rows)


def is_game_of(head: MatchHead) -> ColumnElement[bool]:
    """Return the SQL condition for the games of this match in the database table `game`."""
    return and_(
        GAME.c.tournament_id == head.tournament, GAME.c.round == head.round, GAME.c.pairing == head.pairing
    )


def _game(rows: Sequence[Row[*tuple[Any, ...]]], seats: int) -> MatchGame:
    game = rows[0]
    return MatchGame(
        key=game.id,
        name=game.name,
        number=game.board * seats + game.rotation + 1,
        board=game.board,
        rotation=game.rotation,
        termination=game.termination,
        plies=game.plies,
        log_digest=game.log_digest,
        seats=stored_seats(rows),
    )
