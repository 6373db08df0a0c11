"""Queries for the running tournaments and newest matches on the ladder's page."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, Row, case, func, select

from arena.store.results.results import VOID, Place
from arena.store.tables.bots import BOT, BOT_VERSION
from arena.store.tables.results import GAME, GAME_SEAT
from arena.store.tables.schedule import ENTRANT, LEDGER, MATCH, MATCH_SEAT, ROUND, TOURNAMENT
from arena.store.tournaments.comparisons import COMPARE
from arena.store.tournaments.states import is_played

PIECES: Final = 4  # how many pieces (batches of boards) a match has, roughly


@dataclass(frozen=True, slots=True)
class NewMatch:
    """A match with recently committed games."""

    tournament: int
    round: int
    pairing: int
    ruleset: str
    played_at: datetime
    bots: tuple[str, ...]
    scores: tuple[float, ...]  # of each bot, summed over the games of the last committed piece


def list_running(tx: Connection, most: int) -> tuple[int, ...]:
    """Return the numbers of the newest running tournaments, at most `most`.

    Comparisons (tests of two bots) are left out.
    """
    one = TOURNAMENT.c
    return tuple(
        tx.scalars(
            select(one.id).where(is_played(), one.format != COMPARE).order_by(one.id.desc()).limit(most)
        )
    )


def list_new_matches(tx: Connection, most: int) -> tuple[NewMatch, ...]:
    """Return the matches with the latest commits, at most `most`, newest first."""
    rows = tx.execute(
        select(MATCH, ROUND.c.ruleset)
        .join(LEDGER, LEDGER.c.match_id == MATCH.c.id)
        .join(ROUND, (ROUND.c.tournament_id == MATCH.c.tournament_id) & (ROUND.c.number == MATCH.c.round))
        .order_by(LEDGER.c.number.desc())
        .limit(most * PIECES)
    ).all()
    last: dict[tuple[int, Place], Row[*tuple[Any, ...]]] = {}
    for row in rows:
        last.setdefault((row.tournament_id, (row.round, row.pairing)), row)
    shown = [*last.values()][:most]
    seats = _seats(tx, [row.id for row in shown])
    return tuple(_new(row, seats[row.id]) for row in shown)


def _new(row: Row[*tuple[Any, ...]], seats: Sequence[tuple[str, float]]) -> NewMatch:
    return NewMatch(
        row.tournament_id,
        row.round,
        row.pairing,
        row.ruleset,
        row.committed_at,
        tuple(name for name, _ in seats),
        tuple(score for _, score in seats),
    )


def _seats(tx: Connection, pieces: Sequence[int]) -> defaultdict[int, list[tuple[str, float]]]:
    """Return the name and score of each bot in these pieces (batches of boards), keyed by piece."""
    score = func.sum(case((GAME.c.termination != VOID, GAME_SEAT.c.score), else_=0.0))
    sums = (
        select(GAME.c.match_id, GAME_SEAT.c.entrant_id, score.label("score"))
        .join(GAME_SEAT, GAME_SEAT.c.game_id == GAME.c.id)
        .where(GAME.c.match_id.in_(pieces))
        .group_by(GAME.c.match_id, GAME_SEAT.c.entrant_id)
    )
    scored = {(row.match_id, row.entrant_id): row.score for row in tx.execute(sums)}
    rows = tx.execute(
        select(MATCH_SEAT.c.match_id, MATCH_SEAT.c.entrant_id, BOT.c.name)
        .join(ENTRANT, ENTRANT.c.id == MATCH_SEAT.c.entrant_id)
        .join(BOT_VERSION, BOT_VERSION.c.id == ENTRANT.c.bot_version_id)
        .join(BOT, BOT.c.id == BOT_VERSION.c.bot_id)
        .where(MATCH_SEAT.c.match_id.in_(pieces))
        .order_by(MATCH_SEAT.c.match_id, MATCH_SEAT.c.listed)
    )
    found: defaultdict[int, list[tuple[str, float]]] = defaultdict(list)
    for match, entrant, name in rows:
        found[match].append((name, scored.get((match, entrant), 0.0)))
    return found
