"""Check fault reports against the verdicts in the games."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from sqlalchemy import Connection, select

from arena.record.match import BLAMELESS, FaultRecord, GameRecord, Verdict
from arena.service.verify.rows import Mismatch, Row, missing
from arena.service.verify.stored import StoredTournament
from arena.store.tables.results import FAULT, GAME, GAME_SEAT

_BLAMELESS: Final = [verdict.value for verdict in BLAMELESS]
_NEVER: Final = [one for one in _BLAMELESS if one != Verdict.OK]  # OK is a warning


def expected_faults(games: Sequence[GameRecord]) -> tuple[FaultRecord, ...]:
    """Return the fault reports that must exist: one for each verdict that blames a bot in a played game.

    Details that cannot be verified, such as output and times, are left empty.
    """
    return tuple(
        FaultRecord(game.id, seat.bot, number, seat.verdict, "", 0.0, 0.0, None, "", "")
        for game in games
        for number, seat in enumerate(game.seats)
        if game.log_digest and seat.verdict not in BLAMELESS
    )


def stored_faults(tx: Connection, stored: StoredTournament) -> list[Row]:
    """Return a tournament's fault reports as rows, including reports that name a wrong match.

    The added column `asked` is True if the report contains a question to the bot.
    """
    columns = [column for column in FAULT.c if column.name not in ("output", "request", "detail")]
    asked = (FAULT.c.request != "").label("asked")
    entrants = [key for (key,) in stored["entrant"]]
    games = select(GAME.c.name).where(GAME.c.tournament_id == stored.number)
    own = FAULT.c.entrant_id.in_(entrants) | FAULT.c.game.in_(games)
    return [
        dict(row) for row in tx.execute(select(*columns, asked).where(own).order_by(FAULT.c.id)).mappings()
    ]


def check_without_game(stored: StoredTournament, row: Row) -> Iterator[Mismatch]:
    """Check a fault report that names a match but no game. Yield a mismatch for each wrong column.

    The bot must play in the match, and the seat must exist. The verdict must be a warning or blame a bot.
    """
    key, seats = (row["id"],), stored.seats.get(row["match_id"], [])
    if row["entrant_id"] not in [seat["entrant_id"] for seat in seats]:
        for column in ("match_id", "entrant_id"):
            yield Mismatch("fault", key, column, row[column], None, "that bot is not in that match")
    elif row["seat"] not in range(len(seats)):
        yield Mismatch("fault", key, "seat", row["seat"], None, "the table has no such seat")
    if row["verdict"] not in Verdict.__members__ or row["verdict"] in _NEVER:
        yield Mismatch("fault", key, "verdict", row["verdict"], None, "not a verdict on a bot")


def check_absent(tx: Connection, stored: StoredTournament, faults: list[Row]) -> Iterator[Mismatch]:
    """Check the bots that were absent from unplayed games. Yield a mismatch for each error.

    Each absent bot needs a fault report in its match. The bot's verdict in the game must be NO_START or the
    report's verdict.
    """
    verdicts: defaultdict[tuple[int, int], set[str]] = defaultdict(set)
    for fault in faults:
        verdicts[fault["match_id"], fault["entrant_id"]].add(fault["verdict"])
    missed = (GAME.c.tournament_id == stored.number) & (GAME.c.log_digest == "")
    seats = select(GAME.c.match_id, GAME_SEAT).join(GAME_SEAT, GAME_SEAT.c.game_id == GAME.c.id)
    blamed = seats.where(missed, GAME_SEAT.c.verdict.not_in(_BLAMELESS))
    for row in tx.execute(blamed.order_by(GAME.c.name, GAME_SEAT.c.seat)):
        found = verdicts.get((row.match_id, row.entrant_id))
        if not found:
            where = f"of match {row.match_id}", row.entrant_id
            yield missing("fault", where, f"its verdict is {row.verdict}")
        elif row.verdict != Verdict.NO_START and row.verdict not in found:
            key, due = (row.game_id, row.seat), Verdict.NO_START.value
            why = "no report of its bot in that match has this verdict"
            yield Mismatch("game_seat", key, "verdict", row.verdict, due, why)
