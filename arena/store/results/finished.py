"""Queries for the export of finished matches and their game logs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from sqlalchemy import Connection, func, select

from arena.record.match import Clock, Verdict
from arena.store.tables.results import GAME, GAME_LOG
from arena.store.tables.schedule import ENTRANT, HOUSE_RULES, MATCH, ROUND, TOURNAMENT


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A match whose boards are all committed."""

    tournament: int
    round: int
    pairing: int
    ruleset: str  # its key
    rules: str  # the text of house rules; empty for a built-in ruleset
    finished_at: datetime
    seats: int  # at its table
    boards: int
    rated: bool
    clock: Clock

    @property
    def key(self) -> tuple[int, int, int]:
        return self.tournament, self.round, self.pairing


@dataclass(frozen=True, slots=True)
class StoredBoard:
    """The games of a board that was played in all seatings."""

    number: int
    games: Sequence[str]  # their ids, by rotation
    logs: Sequence[bytes]  # packed


def list_finished_matches(tx: Connection) -> list[FinishedMatch]:
    """Return all finished matches, oldest first."""
    place = (MATCH.c.tournament_id, MATCH.c.round, MATCH.c.pairing)
    clock = (TOURNAMENT.c.clock_bank_ms, TOURNAMENT.c.clock_increment_ms, TOURNAMENT.c.clock_cap_ms)
    settings = (TOURNAMENT.c.seats, TOURNAMENT.c.rated, TOURNAMENT.c.open_seed, *clock)
    own = (*place, ROUND.c.ruleset, HOUSE_RULES.c.rules, *settings)
    finished_at, boards = func.max(MATCH.c.committed_at), func.sum(MATCH.c.boards)
    rows = tx.execute(
        select(*own, finished_at.label("finished_at"), boards.label("boards"))
        .join(TOURNAMENT, TOURNAMENT.c.id == MATCH.c.tournament_id)
        .join(ROUND, (ROUND.c.tournament_id == MATCH.c.tournament_id) & (ROUND.c.number == MATCH.c.round))
        .outerjoin(HOUSE_RULES, HOUSE_RULES.c.hash == ROUND.c.ruleset_hash)
        .group_by(*own)
        .having(func.count(MATCH.c.committed_at) == func.count())
        .order_by(finished_at, *place)
    )
    return [
        FinishedMatch(
            tournament=row.tournament_id,
            round=row.round,
            pairing=row.pairing,
            ruleset=row.ruleset,
            rules=row.rules or "",
            finished_at=row.finished_at,
            seats=row.seats,
            boards=int(row.boards),
            rated=row.rated and not row.open_seed,
            clock=Clock(row.clock_bank_ms, row.clock_increment_ms, row.clock_cap_ms),
        )
        for row in rows
    ]


def read_boards(tx: Connection, match: FinishedMatch) -> list[StoredBoard]:
    """Return the boards of a match that were played in all seatings and whose logs are stored."""
    rows = tx.execute(
        select(GAME.c.board, GAME.c.name, GAME.c.log_digest, GAME.c.termination, GAME_LOG.c.log)
        .outerjoin(GAME_LOG, GAME_LOG.c.game_id == GAME.c.id)
        .where(GAME.c.tournament_id == match.tournament)
        .where(GAME.c.round == match.round, GAME.c.pairing == match.pairing)
        .order_by(GAME.c.board, GAME.c.rotation)
    )
    found = []
    for number, games in groupby(rows, key=lambda row: int(row.board)):
        board = tuple(games)
        is_played = all(one.log_digest and one.termination != Verdict.VOID.value for one in board)
        logs = [one.log for one in board if one.log is not None]
        if is_played and logs and len(board) == match.seats:
            found.append(StoredBoard(number, [one.name for one in board], logs))
    return found


def entrant_versions(tx: Connection, tournament: int) -> Mapping[str, int]:
    """Return the database keys of the bot versions in a tournament, keyed by the entrants' names."""
    rows = tx.execute(
        select(ENTRANT.c.name, ENTRANT.c.bot_version_id).where(ENTRANT.c.tournament_id == tournament)
    )
    return {row.name: row.bot_version_id for row in rows}
