"""The queue of requested analyses of games, and their results.

A request names a game, a view (open hands, or one seat's hand) and a version of the analysis. Results of
other versions are ignored. A request is deleted with the game's log, or when the version changes.

Each visitor's first request is served first, then each visitor's second, and so on. After an analysis with
open hands, the game is also analysed from the view of each seat, for the bots' summaries. These analyses run
only while no request waits.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    case,
    delete,
    exists,
    func,
    insert,
    literal,
    select,
    update,
)

from arena.record.compression import compress, decompress
from arena.store.tables.bots import BOT_VERSION
from arena.store.tables.ladder import ANALYSIS
from arena.store.tables.results import GAME, GAME_SEAT, PRUNED_PIECE
from arena.store.tables.schedule import ENTRANT, TOURNAMENT
from arena.store.tournaments.match import MatchHead, is_game_of

OPEN_HANDS: Final = -1  # in place of a seat: all hands are open


class AnalysisState(StrEnum):
    """The state of a requested analysis."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


WAITING: Final = (AnalysisState.QUEUED, AnalysisState.RUNNING)
MAX_ATTEMPTS: Final = 3  # of an analysis; more than one if its worker died or it was requested again
_LAST: Final = 1_000_000_000  # the turn of analyses that nobody requested


class AnalysisKey(NamedTuple):
    """The key of a requested analysis.

    `seat`: the seat from whose view the game is analysed; OPEN_HANDS for all hands. `version`: the version of
    the analysis, see `arena.analysis.calibration`.
    """

    game_id: int
    seat: int
    version: int


@dataclass(frozen=True, slots=True)
class StoredAnalysis:
    """The state of a requested analysis.

    `document`: the analysis as JSON; empty until it is done. `attempts`: how often a worker has started it.
    """

    state: AnalysisState
    document: bytes
    attempts: int = 0

    @property
    def is_requestable(self) -> bool:
        """True if a new request helps: it retries a failed analysis, or moves a queued one forward."""
        return self.state is AnalysisState.QUEUED or self.can_retry

    @property
    def can_retry(self) -> bool:
        """True if the analysis failed and may be requested again."""
        return self.state is AnalysisState.FAILED and self.attempts < MAX_ATTEMPTS


@dataclass(frozen=True, slots=True)
class AnalysedGame:
    """A game analysed from the view of one of its seats.

    `number`: the game's number in its match. `document`: the analysis as JSON.
    """

    tournament: int
    round: int
    pairing: int
    number: int
    seat: int
    document: bytes


# ---- requesting and reading ----


def read_analysis(tx: Connection, key: AnalysisKey) -> StoredAnalysis | None:
    """Return a requested analysis; None if it was not requested. Raise BadLog if it is damaged."""
    one = ANALYSIS.c
    columns = one.state, one.document, one.attempts
    row = tx.execute(select(*columns).where(_is(key), ~_is_unrequested())).first()
    if row is None:
        return None
    document = decompress(row.document) if row.document else b""
    return StoredAnalysis(AnalysisState(row.state), document, row.attempts)


def enqueue(tx: Connection, keys: Iterable[AnalysisKey], turn: int, now: datetime) -> None:
    """Add analyses to the queue, in this order. An analysis that is already queued never moves back.

    `keys`: analyses that are queued, have failed, or were not requested yet.

    `turn`: how far behind the front of the queue to start. Places are numbers, and the lowest is the front.
    The first key gets the front's number (0 without a queue) plus `turn`. Each further key gets the next one.
    """
    one = ANALYSIS.c
    current = tx.scalar(
        select(func.min(one.turn)).where(one.state == AnalysisState.QUEUED, ~_is_unrequested())
    )
    for number, key in enumerate(keys, (current or 0) + turn):
        is_earlier = (one.state == AnalysisState.QUEUED) & (one.turn < number)
        values = {"state": AnalysisState.QUEUED, "turn": case((is_earlier, one.turn), else_=number)}
        again = update(ANALYSIS).where(_is(key)).values(values)
        if not tx.execute(again).rowcount:
            tx.execute(insert(ANALYSIS).values(**key._asdict(), requested_at=now, turn=number))


def count_waiting(tx: Connection) -> int:
    """Return how many requested analyses are queued or running."""
    one = ANALYSIS.c
    return tx.scalar(select(func.count()).where(one.state.in_(WAITING), ~_is_unrequested())) or 0


def _is_unrequested() -> ColumnElement[bool]:
    return (ANALYSIS.c.turn == _LAST) & (ANALYSIS.c.state == AnalysisState.QUEUED)


def list_requestable(tx: Connection, match: MatchHead, version: int, most: int) -> tuple[int, ...]:
    """Return the database keys of the first `most` games of a match that can be analysed with open hands.

    The log of such a game is stored. Its board was played in every seating; only then may all hands be shown.
    Its analysis was not requested yet, or has failed and can be retried.
    """
    return tuple(tx.scalars(_requestable(match, version).order_by(GAME.c.board, GAME.c.rotation).limit(most)))


def _requestable(match: MatchHead, version: int) -> Select[int]:
    other = GAME.alias("other")
    same_board = [other.c[name] == GAME.c[name] for name in ("tournament_id", "round", "pairing", "board")]
    seatings = select(func.count()).select_from(other).where(*same_board).scalar_subquery()
    pruned = exists().where(PRUNED_PIECE.c.match_id == GAME.c.match_id)
    requested = exists().where(
        ANALYSIS.c.game_id == GAME.c.id,
        ANALYSIS.c.seat == OPEN_HANDS,
        ANALYSIS.c.version == version,
        (ANALYSIS.c.state != AnalysisState.FAILED) | (ANALYSIS.c.attempts >= MAX_ATTEMPTS),
    )
    return select(GAME.c.id).where(
        is_game_of(match),
        GAME.c.log_digest != "",
        ~pruned,
        ~requested,
        seatings == len(match.bots),
    )


@dataclass(frozen=True, slots=True)
class MatchAnalyses:
    """The number of a match's games in each state of their analysis with open hands.

    `waiting`: queued or running. `requestable`: not requested yet, or failed and can be retried.
    """

    done: int
    waiting: int
    failed: int
    requestable: int


def count_analyses(tx: Connection, match: MatchHead, version: int) -> MatchAnalyses:
    """Count a match's games by the state of their analysis. `version`: the version of the analysis."""
    rows = tx.execute(
        select(ANALYSIS.c.state, func.count())
        .join(GAME, GAME.c.id == ANALYSIS.c.game_id)
        .where(is_game_of(match), ANALYSIS.c.seat == OPEN_HANDS, ANALYSIS.c.version == version)
        .group_by(ANALYSIS.c.state)
    )
    states = Counter({AnalysisState(state): number for state, number in rows})
    more = select(func.count()).select_from(_requestable(match, version).subquery())
    waiting = sum(states[one] for one in WAITING)
    done, failed = states[AnalysisState.DONE], states[AnalysisState.FAILED]
    return MatchAnalyses(done, waiting, failed, tx.scalar(more) or 0)


# ---- computing ----


def find_queued(tx: Connection) -> AnalysisKey | None:
    """Return the key of the first analysis in the queue, without changing its state.

    Return None if the queue is empty.
    """
    one = ANALYSIS.c
    queued = select(one.game_id, one.seat, one.version).where(one.state == AnalysisState.QUEUED)
    row = tx.execute(queued.order_by(one.turn, one.requested_at, one.game_id, one.seat).limit(1)).first()
    return AnalysisKey(*row) if row else None


def take_next(tx: Connection) -> AnalysisKey | None:
    """Mark the first analysis in the queue as running, and return its key; None if the queue is empty."""
    key = find_queued(tx)
    if key is not None:
        started = {"state": AnalysisState.RUNNING, "attempts": ANALYSIS.c.attempts + 1}
        tx.execute(update(ANALYSIS).where(_is(key)).values(started))
    return key


def finish_analysis(tx: Connection, key: AnalysisKey, document: bytes | None) -> None:
    """Store the result of an analysis: its JSON, or None if it failed.

    If an analysis with open hands succeeded, queue the analyses from the view of each seat. Do nothing if the
    request was deleted, together with the game's log.
    """
    state = AnalysisState.FAILED if document is None else AnalysisState.DONE
    packed = None if document is None else compress(document)
    stored = tx.execute(update(ANALYSIS).where(_is(key)).values(state=state, document=packed)).rowcount
    if stored and state is AnalysisState.DONE and key.seat == OPEN_HANDS:
        _queue_seats(tx, key)


def _queue_seats(tx: Connection, key: AnalysisKey) -> None:
    """Queue the analyses of a game from the view of each seat, except those already queued or computed."""
    one, own = ANALYSIS.c, ANALYSIS.alias("own").c
    requested = exists().where(
        own.game_id == key.game_id, own.seat == GAME_SEAT.c.seat, own.version == key.version
    )
    seats = (
        select(one.game_id, GAME_SEAT.c.seat, one.version, one.requested_at, literal(_LAST))
        .join(GAME_SEAT, GAME_SEAT.c.game_id == one.game_id)
        .where(_is(key), ~requested)
    )
    tx.execute(insert(ANALYSIS).from_select(["game_id", "seat", "version", "requested_at", "turn"], seats))


def put_back(tx: Connection, key: AnalysisKey) -> None:
    """Put a running analysis back into the queue, because its worker stops. Do not count this attempt."""
    back = {"state": AnalysisState.QUEUED, "attempts": ANALYSIS.c.attempts - 1}
    tx.execute(update(ANALYSIS).where(_is(key)).values(back))


def resume_analyses(tx: Connection, version: int) -> None:
    """Put the analyses of dead workers back into the queue. After MAX_ATTEMPTS attempts, they fail instead.

    Delete all requests for other versions of the analysis.
    """
    one = ANALYSIS.c
    tx.execute(delete(ANALYSIS).where(one.version != version))
    state = case((one.attempts < MAX_ATTEMPTS, AnalysisState.QUEUED), else_=AnalysisState.FAILED)
    tx.execute(update(ANALYSIS).where(one.state == AnalysisState.RUNNING).values(state=state))


def _is(key: AnalysisKey) -> ColumnElement[bool]:
    one = ANALYSIS.c
    return (one.game_id == key.game_id) & (one.seat == key.seat) & (one.version == key.version)


# ---- the analysed games of bots ----


def read_analysis_states(tx: Connection, version: int, least_games: int) -> dict[int, str]:
    """Return the data state of each bot's analysed games, keyed by the bot's id.

    A data state is a text that changes when more games of the bot are analysed.

    A game counts if it was analysed from the bot's own view, with this `version` of the analysis. Bots with
    fewer than `least_games` such games are left out.
    """
    columns = BOT_VERSION.c.bot_id, func.count(), func.sum(ANALYSIS.c.game_id)
    rows = tx.execute(_select_done(version, columns).group_by(columns[0]).having(columns[1] >= least_games))
    return {row[0]: f"{version} {row[1]} {row[2]}" for row in rows}


def iter_analysed_games(tx: Connection, bot: int, version: int, most: int) -> Iterator[AnalysedGame]:
    """Yield at most `most` games of a bot that were analysed from its own view.

    The games that were requested last come first. Raise BadLog if an analysis is damaged.
    """
    place = (
        GAME.c.tournament_id,
        GAME.c.round,
        GAME.c.pairing,
        (GAME.c.board * TOURNAMENT.c.seats + GAME.c.rotation + 1).label("number"),
        GAME_SEAT.c.seat.label("own_seat"),
    )
    rows = (
        _select_done(version, (*place, ANALYSIS.c.document))
        .join(GAME, GAME.c.id == ANALYSIS.c.game_id)
        .join(TOURNAMENT, TOURNAMENT.c.id == GAME.c.tournament_id)
        .where(BOT_VERSION.c.bot_id == bot)
        .order_by(ANALYSIS.c.requested_at.desc(), ANALYSIS.c.game_id.desc(), GAME_SEAT.c.seat)
        .limit(most)
    )
    for row in tx.execute(rows):
        document = decompress(row.document)
        yield AnalysedGame(row.tournament_id, row.round, row.pairing, row.number, row.own_seat, document)


def _select_done(version: int, columns: Iterable[ColumnElement[Any]]) -> Select[*tuple[Any, ...]]:
    """Return a query for finished analyses from the view of a seat, with one row per analysis.

    `version`: the version of the analysis. `columns`: the columns to select.
    """
    one = ANALYSIS.c
    return (
        select(*columns)
        .select_from(ANALYSIS)
        .join(GAME_SEAT, (GAME_SEAT.c.game_id == one.game_id) & (GAME_SEAT.c.seat == one.seat))
        .join(ENTRANT, ENTRANT.c.id == GAME_SEAT.c.entrant_id)
        .join(BOT_VERSION, BOT_VERSION.c.id == ENTRANT.c.bot_version_id)
        .where(one.state == AnalysisState.DONE, one.version == version)
    )
