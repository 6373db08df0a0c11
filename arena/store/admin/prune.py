"""Delete the logs of old games, and the output of bots in old trials (tests of uploads). All results stay.

Each deletion of logs is recorded as a pruning. The ledger keeps the digests of deleted logs, so saved copies
can still be checked.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, Final

from sqlalchemy import Connection, Select, delete, exists, func, insert, or_, select, update

from arena.store.bots.uploads import UNFINISHED
from arena.store.results.ledger import FIRST, digest_of_digests, read_head
from arena.store.results.records import TournamentState
from arena.store.tables.bots import UPLOAD, UPLOAD_STEP
from arena.store.tables.ladder import ANALYSIS
from arena.store.tables.results import FAULT, GAME, GAME_LOG, PRUNED_PIECE, PRUNING
from arena.store.tables.schedule import LEDGER, MATCH, TOURNAMENT

BATCH_SIZE: Final = 200  # pieces per transaction, so that other writers do not wait long
_OVER: Final = (TournamentState.OVER.value, TournamentState.CANCELLED.value)
_PARTS: Final = ("number", "pruned_at", "pieces", "games", "bytes", "logs", "ledger", "previous")
_DROPPED: Final = {"output": "", "request": ""}


@dataclass(frozen=True, slots=True)
class PrunableTournament:
    """A finished tournament whose logs can be deleted."""

    tournament: int
    name: str
    ended_at: datetime
    games: int  # games that have a log
    bytes: int  # the space that deleting the logs would free


@dataclass(frozen=True, slots=True)
class PrunedBatch:
    """The result of one transaction that deleted game logs, with the digest of its record."""

    games: int  # games that lost their log
    bytes: int  # freed space
    digest: str  # of the record of this deletion


def prunable(
    tx: Connection, before: datetime | None, tournaments: Sequence[int] = ()
) -> tuple[PrunableTournament, ...]:
    """Return the finished tournaments whose logs can be deleted.

    `before`: only tournaments that ended before this time; None for all. `tournaments`: only tournaments with
    these numbers; empty for all.
    """
    wanted = (
        select(TOURNAMENT.c.id, TOURNAMENT.c.name, TOURNAMENT.c.finished_at)
        .where(TOURNAMENT.c.state.in_(_OVER))
        .order_by(TOURNAMENT.c.id)
    )
    if before is not None:
        wanted = wanted.where(TOURNAMENT.c.finished_at < before)
    if tournaments:
        wanted = wanted.where(TOURNAMENT.c.id.in_(tournaments))
    sized = (PrunableTournament(*row, *_size(tx, _pieces_of(row.id))) for row in tx.execute(wanted).all())
    return tuple(one for one in sized if one.bytes)


def _pieces_of(tournament: int) -> Select[int]:
    """Return a query for the keys of a tournament's pieces (batches of boards) that can be pruned.

    Leave out pieces that were pruned before, and damaged pieces whose logs are missing.
    """
    played = exists().where(GAME.c.match_id == MATCH.c.id, GAME.c.log_digest != "")
    logged = exists().where(GAME.c.match_id == MATCH.c.id, GAME_LOG.c.game_id == GAME.c.id)
    return (
        select(MATCH.c.id)
        .join(LEDGER, LEDGER.c.match_id == MATCH.c.id)
        .outerjoin(PRUNED_PIECE, PRUNED_PIECE.c.match_id == MATCH.c.id)
        .where(MATCH.c.tournament_id == tournament, PRUNED_PIECE.c.match_id.is_(None))
        .where(or_(logged, ~played))  # a piece whose logs are missing is damaged, and must stay visible
        .order_by(MATCH.c.id)
    )


def _size(tx: Connection, pieces: Select[int] | Sequence[int]) -> tuple[int, int]:
    """Return the number of games with logs in these pieces (batches of boards), and the bytes to free.

    The bytes include the bots' output and the open questions in fault reports.
    """
    logs = select(func.sum(func.length(GAME_LOG.c.log))).join(GAME, GAME.c.id == GAME_LOG.c.game_id)
    printed = select(func.sum(func.length(FAULT.c.output) + func.length(FAULT.c.request)))
    found = (
        tx.scalar(logs.where(GAME.c.match_id.in_(pieces))),
        tx.scalar(printed.where(FAULT.c.match_id.in_(pieces))),
    )
    return games_with_logs(tx, pieces), sum(int(size or 0) for size in found)


def prune_some(tx: Connection, tournament: int, now: datetime) -> PrunedBatch | None:
    """Delete the logs of at most `BATCH_SIZE` pieces (batches of boards) of a tournament.

    Also delete the games' analyses, and the bots' output and the open questions in fault reports.

    Return the deleted amount; None if there is nothing to delete, or if the tournament has not finished.
    """
    state = tx.scalar(select(TOURNAMENT.c.state).where(TOURNAMENT.c.id == tournament))
    if state not in _OVER:
        return None
    pieces = tx.scalars(_pieces_of(tournament).limit(BATCH_SIZE)).all()
    return _pruned(tx, pieces, now) if pieces else None


def _pruned(tx: Connection, pieces: Sequence[int], now: datetime) -> PrunedBatch:
    games, size = _size(tx, pieces)
    last = tx.execute(select(PRUNING).order_by(PRUNING.c.number.desc()).limit(1)).first()
    row = {
        "number": last.number + 1 if last else 1,
        "pruned_at": now,
        "pieces": len(pieces),
        "games": games,
        "bytes": size,
        "logs": log_digest_of(tx, pieces),
        "ledger": read_head(tx)[0],
        "previous": last.digest if last else FIRST,
    }
    digest = pruning_digest(row)
    tx.execute(insert(PRUNING).values(**row, digest=digest))
    tx.execute(insert(PRUNED_PIECE), [{"match_id": one, "pruning": row["number"]} for one in pieces])
    of_pieces = select(GAME.c.id).where(GAME.c.match_id.in_(pieces))
    tx.execute(delete(GAME_LOG).where(GAME_LOG.c.game_id.in_(of_pieces)))
    tx.execute(delete(ANALYSIS).where(ANALYSIS.c.game_id.in_(of_pieces)))
    tx.execute(update(FAULT).where(FAULT.c.match_id.in_(pieces)).values(output=b"", request=""))
    return PrunedBatch(games, size, digest)


def games_with_logs(tx: Connection, pieces: Select[int] | Sequence[int]) -> int:
    """Return how many games of these pieces (batches of boards) had a log when they were committed."""
    played = select(func.count()).where(GAME.c.match_id.in_(pieces), GAME.c.log_digest != "")
    return tx.scalar(played) or 0


def log_digest_of(tx: Connection, pieces: Iterable[int]) -> str:
    """Return one digest that covers all game logs of these pieces (batches of boards).

    This digest is the SHA-256 over the pieces' log digests in the ledger, in the order of the ledger.

    `pieces`: the pieces' keys in the database.
    """
    entries = select(LEDGER.c.log_digest).where(LEDGER.c.match_id.in_(pieces)).order_by(LEDGER.c.number)
    return digest_of_digests(tx.scalars(entries))


def pruning_digest(row: Mapping[str, Any]) -> str:
    """Return the digest of a pruning (a record of deleted logs). `row`: the record without its digest."""
    values = {**row, "pruned_at": row["pruned_at"].astimezone(UTC).isoformat()}
    text = "".join(f"{values[part]}\n" for part in _PARTS)
    return sha256(f"maumau-pruning-1\n{text}".encode("ascii")).hexdigest()


def find_drop_time(tx: Connection, game: int) -> datetime | None:
    """Return when a game's log was deleted; None if it was not deleted."""
    found: datetime | None = tx.scalar(
        select(PRUNING.c.pruned_at)
        .join(PRUNED_PIECE, PRUNED_PIECE.c.pruning == PRUNING.c.number)
        .join(GAME, GAME.c.match_id == PRUNED_PIECE.c.match_id)
        .where(GAME.c.id == game, GAME.c.log_digest != "")
    )
    return found


def count_old_output(tx: Connection, before: datetime) -> int:
    """Return how many characters `drop_old_output` would delete.

    `before`: only trials (tests of uploads) that ended before this time.
    """
    old = _select_ended(before)
    steps = select(func.sum(func.length(UPLOAD_STEP.c.output) + func.length(UPLOAD_STEP.c.request)))
    whole = select(func.sum(func.length(UPLOAD.c.output))).where(UPLOAD.c.id.in_(old))
    return (tx.scalar(steps.where(UPLOAD_STEP.c.upload_id.in_(old))) or 0) + (tx.scalar(whole) or 0)


def drop_old_output(tx: Connection, before: datetime) -> None:
    """Delete the bots' output and the unanswered questions of old trials (tests of uploads).

    `before`: only trials that ended before this time.
    """
    old = _select_ended(before)
    tx.execute(update(UPLOAD_STEP).where(UPLOAD_STEP.c.upload_id.in_(old)).values(_DROPPED))
    tx.execute(update(UPLOAD).where(UPLOAD.c.id.in_(old)).values(output=""))


def _select_ended(before: datetime) -> Select[int]:
    return select(UPLOAD.c.id).where(UPLOAD.c.ended_at < before, UPLOAD.c.state.not_in(UNFINISHED))
