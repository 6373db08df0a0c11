"""The stored rows of one tournament, without the rows of its games. Each database table is read once."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from sqlalchemy import ColumnElement, Connection, Table, select

from arena.service.verify.rows import Row, Rows, read_rows
from arena.store.tables.bots import BOT, BOT_VERSION
from arena.store.tables.results import PRUNED_PIECE
from arena.store.tables.schedule import (
    BYE,
    COMPARISON,
    ENTRANT,
    FORBIDDEN_PAIR,
    HOUSE_RULES,
    LEDGER,
    MATCH,
    MATCH_SEAT,
    ROUND,
    TOURNAMENT,
)


@dataclass(frozen=True, slots=True)
class StoredTournament:
    """The stored rows of a tournament, without the rows of its games."""

    number: int
    tables: dict[str, Rows]  # by table: its rows by primary key
    seats: dict[int, list[Row]] = field(default_factory=dict)  # by match, ordered by number

    def __getitem__(self, table: str) -> Rows:
        return self.tables[table]

    @property
    def head(self) -> Row:
        """The tournament's row in the table `tournament`."""
        return self["tournament"][self.number,]

    @property
    def committed(self) -> set[int]:
        """The keys of the matches that have an entry in the ledger."""
        return {row["match_id"] for row in self["ledger_entry"].values()}

    @property
    def rounds(self) -> list[int]:
        """The numbers of the tournament's rounds, in ascending order."""
        return sorted(number for _, number in self["round"])

    def matches_of(self, entrant: int) -> list[tuple[Row, Row]]:
        """Return an entrant's matches in the order of the rounds, each with the row of the entrant's seat."""
        found = [
            (self["match"][match,], seat)
            for match, seats in self.seats.items()
            for seat in seats
            if seat["entrant_id"] == entrant and (match,) in self["match"]
        ]
        return sorted(found, key=lambda one: int(one[0]["round"]))

    def bot_versions(self) -> Iterator[tuple[Row, Row]]:
        """Yield the row of each entrant, together with the row of its bot version."""
        for entrant in self["entrant"].values():
            yield entrant, self["bot_version"][entrant["bot_version_id"],]


def read_stored(tx: Connection, number: int) -> StoredTournament:
    """Read the stored rows of a tournament, except the rows of its games.

    The tables of bots and house rules are read completely.
    """
    keys = select(MATCH.c.id).where(MATCH.c.tournament_id == number)
    where: dict[Table, ColumnElement[bool] | None] = {
        TOURNAMENT: TOURNAMENT.c.id == number,
        BOT: None,
        BOT_VERSION: None,
        HOUSE_RULES: None,
        **{
            table: table.c.tournament_id == number
            for table in (MATCH, ENTRANT, FORBIDDEN_PAIR, ROUND, BYE, COMPARISON)
        },
        **{table: table.c.match_id.in_(keys) for table in (MATCH_SEAT, LEDGER, PRUNED_PIECE)},
    }
    stored = StoredTournament(
        number, {table.name: read_rows(tx, table, limit) for table, limit in where.items()}
    )
    for row in stored["match_seat"].values():
        stored.seats.setdefault(row["match_id"], []).append(row)
    return stored
