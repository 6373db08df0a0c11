"""Check the records of prunings. A pruning deletes game logs on purpose, to save space."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, RowMapping, func, select

from arena.service.verify.rows import Mismatch, missing, surplus, wrong
from arena.store.admin.prune import games_with_logs, log_digest_of, pruning_digest
from arena.store.results.ledger import FIRST, read_head
from arena.store.tables.results import GAME, GAME_LOG, PRUNED_PIECE, PRUNING
from arena.store.tables.schedule import LEDGER

TABLE: Final = "pruning"
_UNSEEN: Final = ("pruned_at", "bytes", "ledger")  # columns that nothing else proves


@dataclass(frozen=True, slots=True)
class DroppedLogs:
    """The logs of a tournament that were deleted on purpose."""

    games: int  # how many lost their log
    when: str  # such as "on 2026-05-01"; empty if no log was deleted


def find_dropped(tx: Connection, tournament: int) -> DroppedLogs:
    """Return how many games of a tournament lost their logs in prunings (deletions on purpose), and when."""
    times = select(PRUNING.c.pruned_at, func.count()).join(
        PRUNED_PIECE, PRUNED_PIECE.c.pruning == PRUNING.c.number
    )
    games = times.join(GAME, GAME.c.match_id == PRUNED_PIECE.c.match_id).where(
        GAME.c.tournament_id == tournament, GAME.c.log_digest != ""
    )
    found = tx.execute(games.group_by(PRUNING.c.pruned_at)).all()
    days = sorted({f"{at:%Y-%m-%d}" for at, _ in found})
    when = f"on {days[0]}" if len(days) == 1 else f"from {days[0]} to {days[-1]}" if days else ""
    return DroppedLogs(sum(count for _, count in found), when)


def check_prunings(tx: Connection) -> Iterator[Mismatch]:
    """Check the records of all prunings: their chain of hashes, and their pieces (batches of boards).

    Yield a mismatch for each error, and for each pruned log that still exists.
    """
    before, last = FIRST, read_head(tx)[0]
    for number, row in enumerate(tx.execute(select(PRUNING).order_by(PRUNING.c.number)).mappings(), 1):
        yield from _record(tx, row, number, before, last)
        before = row["digest"]
    yield from _check_gone(tx)


def _record(tx: Connection, row: RowMapping, number: int, before: str, last: int) -> Iterator[Mismatch]:
    key = (row["number"],)
    pieces = tuple(tx.scalars(select(PRUNED_PIECE.c.match_id).where(PRUNED_PIECE.c.pruning == key[0])))
    due: dict[str, Any] = {
        "number": number,
        "pieces": len(pieces),
        "games": games_with_logs(tx, pieces),
        "logs": log_digest_of(tx, pieces),
        "previous": before,
    }
    for column, value in due.items():
        if row[column] != value:
            yield wrong(TABLE, key, column, row[column], value, "by the pieces that it names")
    if len(pieces) != row["pieces"]:
        told = missing if len(pieces) < row["pieces"] else surplus
        yield told("pruned_piece", (f"of pruning {key[0]}",), f"it names {row['pieces']} pieces")
    ends = tx.scalar(select(func.max(LEDGER.c.number)).where(LEDGER.c.match_id.in_(pieces))) or 0
    if not ends <= row["ledger"] <= last:
        why = f"the last of its pieces is entry {ends}, and there are {last}"
        yield Mismatch(TABLE, key, "ledger", row["ledger"], None, why)
    if pruning_digest({**row, **due}) != row["digest"]:
        for column in ("digest", *_UNSEEN):
            yield Mismatch(TABLE, key, column, row[column], None, "one of these was changed later")


def _check_gone(tx: Connection) -> Iterator[Mismatch]:
    """Yield a mismatch for each log that still exists although it is recorded as deleted."""
    found = (
        select(GAME_LOG.c.game_id)
        .join(GAME, GAME.c.id == GAME_LOG.c.game_id)
        .join(PRUNED_PIECE, PRUNED_PIECE.c.match_id == GAME.c.match_id)
        .order_by(GAME_LOG.c.game_id)
    )
    for game in tx.scalars(found):
        yield surplus("game_log", (game,), "it is recorded as dropped")
