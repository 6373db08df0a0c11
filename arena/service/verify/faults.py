"""Compares fault reports with the verdicts in the games."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, Final

from sqlalchemy import Connection, RowMapping, select

from arena.record.match import BLAMELESS, Verdict
from arena.service.verify.rows import Mismatch, Row, differing, missing, wrong
from arena.service.verify.stored import StoredTournament
from arena.store.database.table_objects import FAULT, GAME, GAME_SEAT

_BLAMELESS: Final = [verdict.value for verdict in BLAMELESS]
_NEVER: Final = [one for one in _BLAMELESS if one != Verdict.OK]  # OK is a warning

Seats = Mapping[tuple[str, int], RowMapping]  # (name of the game, seat) -> row of the seat


def check_faults(tx: Connection, stored: StoredTournament) -> Iterator[Mismatch]:
    """Yield verdicts on bots that no fault report explains, and fault reports that no verdict confirms."""
    blamed = _blamed_seats(tx, stored.number)
    faults = _faults(tx, stored)
    for row in faults:
        if not row["game"]:
            yield from _check_without_game(stored, row)
        elif game := blamed.get((row["game"], row["seat"])):
            expected = {name: game[name] for name in ("match_id", "entrant_id", "verdict")}
            yield from differing("fault", (row["id"],), row, expected, "by its game")
        else:
            yield from _check_unblamed(tx, row, blamed)
    reported = {(row["game"], row["seat"]) for row in faults}
    for (name, seat), one in blamed.items():
        if one["log_digest"] and (name, seat) not in reported:
            yield missing("fault", (f"of game {name}", seat), f"its verdict is {one['verdict']}")
    yield from _check_absent(faults, blamed)


def _blamed_seats(tx: Connection, tournament: int) -> Seats:
    """Return the seats of a tournament's games in which a bot has a verdict that blames it."""
    rows = tx.execute(
        select(GAME.c.name, GAME.c.match_id, GAME.c.log_digest, GAME_SEAT)
        .join(GAME_SEAT, GAME_SEAT.c.game_id == GAME.c.id)
        .where(GAME.c.tournament_id == tournament, GAME_SEAT.c.verdict.not_in(_BLAMELESS))
        .order_by(GAME.c.name, GAME_SEAT.c.seat)
    )
    return {(row["name"], row["seat"]): row for row in rows.mappings()}


def _faults(tx: Connection, stored: StoredTournament) -> list[Row]:
    """Return the fault reports of a tournament.

    A report that names a wrong match is found too, by its entrant or its game.
    """
    columns = [column for column in FAULT.c if column.name not in ("output", "request", "detail")]
    asked = (FAULT.c.request != "").label("asked")
    entrants = [key for (key,) in stored["entrant"]]
    games = select(GAME.c.name).where(GAME.c.tournament_id == stored.number)
    of_event = FAULT.c.entrant_id.in_(entrants) | FAULT.c.game.in_(games)
    rows = tx.execute(select(*columns, asked).where(of_event).order_by(FAULT.c.id)).mappings()
    return [dict(row) for row in rows]


def _check_without_game(stored: StoredTournament, row: Row) -> Iterator[Mismatch]:
    """Check a fault report that names no game: its bot must have a seat in its match."""
    key, seats = (row["id"],), stored.seats.get(row["match_id"], [])
    if row["asked"]:
        yield Mismatch("fault", key, "game", "", None, "it has an open question, so it belongs to a game")
    if row["entrant_id"] not in [seat["entrant_id"] for seat in seats]:
        for column in ("match_id", "entrant_id"):
            yield Mismatch("fault", key, column, row[column], None, "that bot is not in that match")
    elif row["seat"] not in range(len(seats)):
        yield Mismatch("fault", key, "seat", row["seat"], None, "the table has no such seat")
    if row["verdict"] not in Verdict.__members__ or row["verdict"] in _NEVER:
        yield Mismatch("fault", key, "verdict", row["verdict"], None, "not a verdict on a bot")


def _check_unblamed(tx: Connection, row: Row, blamed: Seats) -> Iterator[Mismatch]:
    """Explain a fault report for a seat that its game does not blame."""
    key, game = (row["id"],), row["game"]
    own: list[Any] = [
        seat for (name, seat), one in blamed.items() if (name, one["entrant_id"]) == (game, row["entrant_id"])
    ]
    if own:
        yield wrong("fault", key, "seat", row["seat"], own[0], "by its game")
    elif tx.scalar(select(GAME.c.id).where(GAME.c.name == game)) is None:
        yield Mismatch("fault", key, "game", game, None, "there is no such game")
    else:
        for column in ("game", "seat", "verdict"):
            yield Mismatch("fault", key, column, row[column], None, "the game has no verdict on that seat")


def _check_absent(faults: list[Row], blamed: Seats) -> Iterator[Mismatch]:
    """Require a fault report for each bot that missed a game. Its verdict must be the game's or NO_START."""
    verdicts: defaultdict[tuple[int, int], set[str]] = defaultdict(set)
    for fault in faults:
        verdicts[fault["match_id"], fault["entrant_id"]].add(fault["verdict"])
    for row in blamed.values():
        found = verdicts.get((row["match_id"], row["entrant_id"]))
        if row["log_digest"]:
            continue
        if not found:
            where = f"of match {row['match_id']}", row["entrant_id"]
            yield missing("fault", where, f"its verdict is {row['verdict']}")
        elif row["verdict"] != Verdict.NO_START and row["verdict"] not in found:
            key = (row["game_id"], row["seat"])
            why = "no report of its bot in that match has this verdict"
            yield Mismatch("game_seat", key, "verdict", row["verdict"], Verdict.NO_START.value, why)
