"""Store and read the settings and the schedule of tournaments.

Changing a finished or cancelled tournament raises Frozen.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from itertools import groupby
from typing import Any, Final

from sqlalchemy import Connection, Row, func, insert, select

from arena.record.match import BLAMELESS, Clock, Limits
from arena.store.bots.bots import owner_key, version_key
from arena.store.results.records import Entrant, Piece, Round, Tournament
from arena.store.tables.bots import BOT, BOT_VERSION, OWNER
from arena.store.tables.results import GAME, GAME_SEAT
from arena.store.tables.schedule import (
    BYE,
    ENTRANT,
    FORBIDDEN_PAIR,
    HOUSE_RULES,
    MATCH,
    MATCH_SEAT,
    ROUND,
    TOURNAMENT,
)
from arena.store.tournaments.states import lock_tournament
from arena.tournament.history import Bye

# fields of `Tournament` that are stored as they are, in columns of the same names
_SAME: Final = ("name", "format", "boards", "open_seed", "rated", "runner", "seats", "planned_rounds")


def add_tournament(
    tx: Connection, tournament: Tournament, pieces: Sequence[Piece], now: datetime, byes: Sequence[Bye] = ()
) -> int:
    """Store a new tournament and return its number.

    `pieces`: batches of boards of the matches that are already paired. `byes`: the requested byes.
    """
    owner = owner_key(tx, tournament.owner)
    key = int(
        tx.scalar(insert(TOURNAMENT).values(_columns(tournament, owner, now)).returning(TOURNAMENT.c.id))
    )
    add_rounds(tx, key, tournament.rounds, now)
    for entrant in tournament.entrants:
        add_entrant(tx, key, entrant, now)
    add_forbidden(tx, key, tournament.forbidden)
    add_byes(tx, key, byes)
    add_pieces(tx, key, pieces)
    return key


def add_rounds(tx: Connection, tournament: int, rounds: Sequence[Round], now: datetime) -> None:
    """Add rounds to a tournament, with their house rules (users' own rulesets)."""
    lock_tournament(tx, tournament)
    _add_house_rules(tx, rounds)
    if rounds:
        tx.execute(insert(ROUND), [{"tournament_id": tournament, **_round(round, now)} for round in rounds])


def add_entrant(tx: Connection, tournament: int, entrant: Entrant, now: datetime) -> None:
    """Add a bot to a tournament."""
    lock_tournament(tx, tournament)
    owner = tx.scalar(select(TOURNAMENT.c.owner_id).where(TOURNAMENT.c.id == tournament))
    names = ("number", "name", "source", "from_round", "withdrawn_after", "pool")
    values = {name: getattr(entrant, name) for name in names}
    version = version_key(tx, int(owner or 0), entrant, now)
    tx.execute(insert(ENTRANT).values(tournament_id=tournament, bot_version_id=version, **values))


def add_pieces(tx: Connection, tournament: int, pieces: Sequence[Piece]) -> None:
    """Add pieces (batches of boards) of matches to existing rounds."""
    lock_tournament(tx, tournament)
    entrants = entrant_keys(tx, tournament)
    for piece in pieces:
        _add_piece(tx, tournament, piece, entrants)


def add_byes(tx: Connection, tournament: int, byes: Iterable[Bye]) -> None:
    """Add byes to a tournament."""
    lock_tournament(tx, tournament)
    entrants = entrant_keys(tx, tournament)
    rows = [
        {"tournament_id": tournament, "round": bye.round, "entrant_id": entrants[bye.bot], "kind": bye.kind}
        for bye in byes
    ]
    if rows:
        tx.execute(insert(BYE), rows)


def add_forbidden(tx: Connection, tournament: int, pairs: Iterable[tuple[int, int]]) -> None:
    """Add pairs of entrants that must never meet."""
    lock_tournament(tx, tournament)
    entrants = entrant_keys(tx, tournament)
    rows = [
        {"tournament_id": tournament, "one_id": entrants[one], "other_id": entrants[other]}
        for one, other in pairs
    ]
    if rows:
        tx.execute(insert(FORBIDDEN_PAIR), rows)


def entrant_keys(tx: Connection, tournament: int) -> Mapping[int, int]:
    """Return the database key of each entrant of a tournament, keyed by the entrant's number."""
    rows = tx.execute(select(ENTRANT.c.number, ENTRANT.c.id).where(ENTRANT.c.tournament_id == tournament))
    return {row.number: row.id for row in rows}


def _columns(tournament: Tournament, owner: int, now: datetime) -> dict[str, object]:
    return {
        **{name: getattr(tournament, name) for name in _SAME},
        **{f"clock_{name}": value for name, value in asdict(tournament.clock).items()},
        "owner_id": owner,
        "secret": tournament.secret.hex(),
        "limits": json.dumps(asdict(tournament.limits), sort_keys=True),
        "created_at": now,
        "tie_breaks": " ".join(tournament.tie_breaks) or None,
    }


def _round(round: Round, now: datetime) -> dict[str, object]:
    columns = {name: value for name, value in asdict(round).items() if name not in ("rules", "paired")}
    return {**columns, "paired_at": now if round.paired else None}


def _add_house_rules(tx: Connection, rounds: Sequence[Round]) -> None:
    """Store the house rules (users' own rulesets) of these rounds, unless they are already stored."""
    for digest, rules in {round.ruleset_hash: round.rules for round in rounds if round.rules}.items():
        if tx.scalar(select(HOUSE_RULES.c.hash).where(HOUSE_RULES.c.hash == digest)) is None:
            tx.execute(insert(HOUSE_RULES).values(hash=digest, rules=rules))


def _add_piece(tx: Connection, tournament: int, piece: Piece, entrants: Mapping[int, int]) -> None:
    names = ("round", "pairing", "piece", "earlier", "first_board", "boards")
    values = {name: getattr(piece, name) for name in names}
    match = tx.scalar(insert(MATCH).values(tournament_id=tournament, **values).returning(MATCH.c.id))
    listed = piece.bots_as_paired or piece.bots
    seats = [
        {"match_id": match, "number": number, "entrant_id": entrants[bot], "listed": listed.index(bot)}
        for number, bot in enumerate(piece.bots)
    ]
    tx.execute(insert(MATCH_SEAT), seats)


def read_tournament(tx: Connection, key: int) -> Tournament | None:
    """Return the tournament with this number; None if it does not exist."""
    row = tx.execute(select(TOURNAMENT).where(TOURNAMENT.c.id == key)).mappings().one_or_none()
    if row is None:
        return None
    return Tournament(
        **{name: row[name] for name in _SAME},
        secret=bytes.fromhex(row["secret"]),
        clock=Clock(row["clock_bank_ms"], row["clock_increment_ms"], row["clock_cap_ms"]),
        limits=Limits(**json.loads(row["limits"])),
        entrants=_entrants(tx, key),
        rounds=read_rounds(tx, key),
        owner=tx.scalar(select(OWNER.c.name).where(OWNER.c.id == row["owner_id"])) or "",
        tie_breaks=tuple((row["tie_breaks"] or "").split()),
        forbidden=forbidden_in(tx, key),
    )


def read_rounds(tx: Connection, tournament: int) -> tuple[Round, ...]:
    """Return the rounds of a tournament, in order."""
    rows = tx.execute(
        select(ROUND, HOUSE_RULES.c.rules)
        .outerjoin(HOUSE_RULES, HOUSE_RULES.c.hash == ROUND.c.ruleset_hash)
        .where(ROUND.c.tournament_id == tournament)
        .order_by(ROUND.c.number)
    )
    return tuple(
        Round(
            row.number, row.ruleset, row.ruleset_hash, row.rules or "", row.cycle, row.paired_at is not None
        )
        for row in rows
    )


def forbidden_in(tx: Connection, tournament: int, round: int | None = None) -> tuple[tuple[int, int], ...]:
    """Return the pairs of entrants (by number) that must not meet in a round.

    `round`: the round's number; None for the rounds that are not paired yet.
    """
    numbers = {key: number for number, key in entrant_keys(tx, tournament).items()}
    lifted = FORBIDDEN_PAIR.c.lifted_after
    holds = lifted.is_(None) if round is None else lifted.is_(None) | (lifted >= round)
    rows = tx.execute(select(FORBIDDEN_PAIR).where(FORBIDDEN_PAIR.c.tournament_id == tournament, holds))
    pairs = ((numbers[row.one_id], numbers[row.other_id]) for row in rows)
    return tuple(sorted((min(pair), max(pair)) for pair in pairs))


def _entrants(tx: Connection, tournament: int) -> tuple[Entrant, ...]:
    rows = tx.execute(
        select(
            ENTRANT.c.number,
            ENTRANT.c.name,
            BOT.c.name.label("bot"),
            BOT_VERSION.c.digest,
            ENTRANT.c.source,
            BOT_VERSION.c.id,
            ENTRANT.c.from_round,
            ENTRANT.c.withdrawn_after,
            ENTRANT.c.pool,
        )
        .join(BOT_VERSION, BOT_VERSION.c.id == ENTRANT.c.bot_version_id)
        .join(BOT, BOT.c.id == BOT_VERSION.c.bot_id)
        .where(ENTRANT.c.tournament_id == tournament)
        .order_by(ENTRANT.c.number)
    )
    return tuple(Entrant(*tuple(row)) for row in rows)


def tournament_keys(tx: Connection) -> tuple[int, ...]:
    """Return the numbers of all tournaments, the oldest first."""
    return tuple(tx.scalars(select(TOURNAMENT.c.id).order_by(TOURNAMENT.c.id)))


def pieces(tx: Connection, tournament: int, missing: bool = False) -> tuple[Piece, ...]:
    """Return the pieces (batches of boards) of a tournament's matches, in the order of the schedule.

    `missing`: return only pieces that are not committed.
    """
    rows = tx.execute(
        select(MATCH, ENTRANT.c.number, MATCH_SEAT.c.listed)
        .join(MATCH_SEAT, MATCH_SEAT.c.match_id == MATCH.c.id)
        .join(ENTRANT, ENTRANT.c.id == MATCH_SEAT.c.entrant_id)
        .where(MATCH.c.tournament_id == tournament)
        .where(MATCH.c.committed_at.is_(None) if missing else MATCH.c.id.is_not(None))
        .order_by(MATCH.c.round, MATCH.c.pairing, MATCH.c.piece, MATCH_SEAT.c.number)
    )
    return tuple(_piece(tuple(seats)) for _, seats in groupby(rows, key=lambda row: int(row.id)))


def _piece(seats: Sequence[Row[*tuple[Any, ...]]]) -> Piece:
    row = seats[0]
    bots = tuple(seat.number for seat in seats)
    listed = tuple(seat.number for seat in sorted(seats, key=lambda seat: int(seat.listed)))
    return Piece(
        row.round, row.pairing, row.piece, row.earlier, row.first_board, row.boards, bots, row.id, listed
    )


def count_faulty_games(tx: Connection, tournament: int) -> int:
    """Return the number of a tournament's games in which a bot was at fault."""
    blamed = GAME_SEAT.c.verdict.not_in([verdict.value for verdict in BLAMELESS])
    games = (
        select(func.count(GAME.c.id.distinct()))
        .join(GAME_SEAT, GAME_SEAT.c.game_id == GAME.c.id)
        .where(GAME.c.tournament_id == tournament, blamed)
    )
    return tx.scalar(games) or 0
