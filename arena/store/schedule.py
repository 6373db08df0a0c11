"""What is to be played: writing a tournament with all its pairings, and reading it back."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime

from sqlalchemy import Connection, func, insert, select, update

from arena.record.match import BLAMELESS, Clock, Limits
from arena.store.bots import owner_key, version_key
from arena.store.core import (
    BOT,
    BOT_VERSION,
    ENTRANT,
    GAME,
    GAME_SEAT,
    HOUSE_RULES,
    MATCH,
    MATCH_SEAT,
    ROUND,
    TOURNAMENT,
)
from arena.store.records import Entrant, Piece, Progress, Round, Tournament


def add_tournament(tx: Connection, tournament: Tournament, pieces: Sequence[Piece], now: datetime) -> int:
    """Write a tournament with all its pairings; gives its number."""
    owner = owner_key(tx, tournament.owner)
    key = int(
        tx.scalar(insert(TOURNAMENT).values(_columns(tournament, owner, now)).returning(TOURNAMENT.c.id))
    )
    _add_house_rules(tx, tournament.rounds)
    tx.execute(insert(ROUND), [{"tournament_id": key, **_round(round)} for round in tournament.rounds])
    entrants = {entrant.number: _add_entrant(tx, key, owner, entrant, now) for entrant in tournament.entrants}
    for piece in pieces:
        _add_piece(tx, key, piece, entrants)
    return key


def _columns(tournament: Tournament, owner: int, now: datetime) -> dict[str, object]:
    return {
        "owner_id": owner,
        "name": tournament.name,
        "format": tournament.format,
        "boards": tournament.boards,
        "secret": tournament.secret.hex(),
        "open_seed": tournament.open_seed,
        "rated": tournament.rated,
        "runner": tournament.runner,
        "clock_bank_ms": tournament.clock.bank_ms,
        "clock_increment_ms": tournament.clock.increment_ms,
        "clock_cap_ms": tournament.clock.cap_ms,
        "limits": json.dumps(asdict(tournament.limits), sort_keys=True),
        "created_at": now,
    }


def _round(round: Round) -> dict[str, object]:
    return {name: value for name, value in asdict(round).items() if name != "rules"}


def _add_house_rules(tx: Connection, rounds: Sequence[Round]) -> None:
    """Keep what rounds are played by that no list of rulesets has; what is there already stays."""
    for digest, rules in {round.ruleset_hash: round.rules for round in rounds if round.rules}.items():
        if tx.scalar(select(HOUSE_RULES.c.hash).where(HOUSE_RULES.c.hash == digest)) is None:
            tx.execute(insert(HOUSE_RULES).values(hash=digest, rules=rules))


def _add_entrant(tx: Connection, tournament: int, owner: int, entrant: Entrant, now: datetime) -> int:
    values = {
        "tournament_id": tournament,
        "number": entrant.number,
        "bot_version_id": version_key(tx, owner, entrant, now),
        "name": entrant.name,
        "source": entrant.source,
    }
    return int(tx.scalar(insert(ENTRANT).values(values).returning(ENTRANT.c.id)))


def _add_piece(tx: Connection, tournament: int, piece: Piece, entrants: Mapping[int, int]) -> None:
    values = {
        "tournament_id": tournament,
        "round": piece.round,
        "pairing": piece.pairing,
        "piece": piece.piece,
        "earlier": piece.earlier,
        "first_board": piece.first_board,
        "boards": piece.boards,
    }
    match = tx.scalar(insert(MATCH).values(values).returning(MATCH.c.id))
    seats = [
        {"match_id": match, "number": number, "entrant_id": entrants[bot]}
        for number, bot in enumerate(piece.bots)
    ]
    tx.execute(insert(MATCH_SEAT), seats)


def read_tournament(tx: Connection, key: int) -> Tournament | None:
    """The tournament with this number, if there is one."""
    row = tx.execute(select(TOURNAMENT).where(TOURNAMENT.c.id == key)).mappings().one_or_none()
    if row is None:
        return None
    return Tournament(
        name=row["name"],
        format=row["format"],
        boards=row["boards"],
        secret=bytes.fromhex(row["secret"]),
        open_seed=row["open_seed"],
        rated=row["rated"],
        runner=row["runner"],
        clock=Clock(row["clock_bank_ms"], row["clock_increment_ms"], row["clock_cap_ms"]),
        limits=Limits(**json.loads(row["limits"])),
        entrants=_entrants(tx, key),
        rounds=_rounds(tx, key),
    )


def _rounds(tx: Connection, tournament: int) -> tuple[Round, ...]:
    rows = tx.execute(
        select(ROUND.c.number, ROUND.c.ruleset, ROUND.c.ruleset_hash, HOUSE_RULES.c.rules)
        .outerjoin(HOUSE_RULES, HOUSE_RULES.c.hash == ROUND.c.ruleset_hash)
        .where(ROUND.c.tournament_id == tournament)
        .order_by(ROUND.c.number)
    )
    return tuple(Round(row.number, row.ruleset, row.ruleset_hash, row.rules or "") for row in rows)


def _entrants(tx: Connection, tournament: int) -> tuple[Entrant, ...]:
    rows = tx.execute(
        select(
            ENTRANT.c.number,
            ENTRANT.c.name,
            BOT.c.name.label("bot"),
            BOT_VERSION.c.digest,
            ENTRANT.c.source,
            BOT_VERSION.c.id,
        )
        .join(BOT_VERSION, BOT_VERSION.c.id == ENTRANT.c.bot_version_id)
        .join(BOT, BOT.c.id == BOT_VERSION.c.bot_id)
        .where(ENTRANT.c.tournament_id == tournament)
        .order_by(ENTRANT.c.number)
    )
    return tuple(Entrant(*row) for row in rows)


def tournament_keys(tx: Connection) -> tuple[int, ...]:
    """The numbers of all tournaments, oldest first."""
    return tuple(tx.scalars(select(TOURNAMENT.c.id).order_by(TOURNAMENT.c.id)))


def pieces(tx: Connection, tournament: int, missing: bool = False) -> tuple[Piece, ...]:
    """The pieces of a tournament in schedule order; `missing`: only those that are not committed."""
    rows = tx.execute(
        select(MATCH, ENTRANT.c.number)
        .join(MATCH_SEAT, MATCH_SEAT.c.match_id == MATCH.c.id)
        .join(ENTRANT, ENTRANT.c.id == MATCH_SEAT.c.entrant_id)
        .where(MATCH.c.tournament_id == tournament)
        .where(MATCH.c.committed_at.is_(None) if missing else MATCH.c.id.is_not(None))
        .order_by(MATCH.c.round, MATCH.c.pairing, MATCH.c.piece, MATCH_SEAT.c.number)
    )
    found: dict[int, Piece] = {}
    for row in rows:
        bots = (*(found[row.id].bots if row.id in found else ()), row.number)
        found[row.id] = Piece(
            row.round, row.pairing, row.piece, row.earlier, row.first_board, row.boards, bots, row.id
        )
    return tuple(found.values())


def progress(tx: Connection, tournament: int) -> Progress:
    """How far a tournament is, by what is committed."""
    head = tx.execute(select(TOURNAMENT).where(TOURNAMENT.c.id == tournament)).one()
    seats = (
        select(func.count())
        .select_from(MATCH_SEAT)
        .where(MATCH_SEAT.c.match_id == MATCH.c.id)
        .scalar_subquery()
    )
    games = func.coalesce(func.sum(MATCH.c.boards * seats), 0)
    total = select(games).where(MATCH.c.tournament_id == tournament)
    return Progress(
        games_done=tx.scalar(total.where(MATCH.c.committed_at.is_not(None))) or 0,
        games_total=tx.scalar(total) or 0,
        faults=_faults(tx, tournament),
        created_at=head.created_at,
        finished_at=head.finished_at,
        event_digest=head.event_digest,
    )


def _faults(tx: Connection, tournament: int) -> int:
    """Games in which some bot was at fault."""
    blamed = GAME_SEAT.c.verdict.not_in([verdict.value for verdict in BLAMELESS])
    games = (
        select(func.count(GAME.c.id.distinct()))
        .join(GAME_SEAT, GAME_SEAT.c.game_id == GAME.c.id)
        .where(GAME.c.tournament_id == tournament, blamed)
    )
    return tx.scalar(games) or 0


def finish(tx: Connection, tournament: int, event_digest: str, now: datetime) -> None:
    """Say that a tournament is over; one that was over stays as it was."""
    still_open = (TOURNAMENT.c.id == tournament) & TOURNAMENT.c.finished_at.is_(None)
    tx.execute(update(TOURNAMENT).where(still_open).values(finished_at=now, event_digest=event_digest))
