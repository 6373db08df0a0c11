"""The rows of one event but for its games: read once, and put right where it is known what they should be."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from sqlalchemy import ColumnElement, Connection, select
from sqlalchemy import Table as CoreTable

from arena.service.verify.findings import Key, Mismatch, Row
from arena.store.database.table_objects import (
    BOT,
    BOT_VERSION,
    BYE,
    COMPARISON,
    ENTRANT,
    FORBIDDEN_PAIR,
    GAME,
    HOUSE_RULES,
    LEDGER,
    MATCH,
    MATCH_SEAT,
    PRUNED_PIECE,
    ROUND,
    TOURNAMENT,
)

Rows = dict[Key, Row]
Place = tuple[int, int]  # round and pairing


@dataclass(frozen=True, slots=True)
class Evidence:
    """The rows of an event, by table and key."""

    number: int
    tables: Mapping[str, Rows]

    def __getitem__(self, table: str) -> Rows:
        return self.tables[table]

    @property
    def head(self) -> Row:
        return self["tournament"][self.number,]

    def correct(self, finding: Mismatch) -> None:
        """Go on with what a cell should be."""
        row = self.tables.get(finding.table, {}).get(finding.key)
        if finding.known and finding.column and row is not None:
            row[finding.column] = finding.expected

    def seats(self, match: int) -> list[Row]:
        """The seats of a match by their number."""
        return self.seats_by_match().get(match, [])

    def seats_by_match(self) -> dict[int, list[Row]]:
        """The seats of all matches, by their number."""
        found: dict[int, list[Row]] = {}
        for row in sorted(self["match_seat"].values(), key=lambda row: int(row["number"])):
            found.setdefault(row["match_id"], []).append(row)
        return found

    def is_pruned(self, match: int) -> bool:
        """Whether the logs of a match are said to have been dropped."""
        return (match,) in self["pruned_piece"]

    def versions(self, entrants: Iterable[int]) -> list[str]:
        """The digests of the bots of these entrants."""
        field = self["entrant"]
        return [str(self["bot_version"][field[key,]["bot_version_id"],]["digest"]) for key in entrants]


def read_evidence(tx: Connection, number: int) -> Evidence:
    """The rows of an event; all of it that is small, whoever it belongs to, is read whole."""
    own = TOURNAMENT.c.id == number
    played_here = select(GAME.c.match_id).where(GAME.c.tournament_id == number)
    matches = (MATCH.c.tournament_id == number) | MATCH.c.id.in_(played_here)
    keys = select(MATCH.c.id).where(matches)
    where: dict[CoreTable, ColumnElement[bool] | None] = {
        TOURNAMENT: own,
        BOT: None,
        BOT_VERSION: None,
        ENTRANT: ENTRANT.c.tournament_id == number,
        FORBIDDEN_PAIR: FORBIDDEN_PAIR.c.tournament_id == number,
        ROUND: ROUND.c.tournament_id == number,
        BYE: BYE.c.tournament_id == number,
        HOUSE_RULES: None,
        MATCH: matches,
        MATCH_SEAT: MATCH_SEAT.c.match_id.in_(keys),
        LEDGER: LEDGER.c.match_id.in_(keys),
        PRUNED_PIECE: PRUNED_PIECE.c.match_id.in_(keys),
        COMPARISON: COMPARISON.c.tournament_id == number,
    }
    return Evidence(number, {table.name: rows_of(tx, table, limit) for table, limit in where.items()})


def rows_of(tx: Connection, table: CoreTable, where: ColumnElement[bool] | None) -> Rows:
    """The rows of a table by their keys, in the order of these."""
    wanted = select(table).order_by(*table.primary_key)
    return {
        key_of(table, row): row
        for row in map(dict, tx.execute(wanted if where is None else wanted.where(where)).mappings())
    }


def key_of(table: CoreTable, row: Mapping[str, object]) -> Key:
    """The values of the key columns of a row."""
    return tuple(row[column.name] for column in table.primary_key)


def in_schedule_order(rows: Rows) -> Iterator[Row]:
    """Pieces of matches, or whatever else has a round, a pairing and a piece."""
    return iter(sorted(rows.values(), key=lambda row: tuple(row[name] for name in _ORDER)))


_ORDER: Final = ("round", "pairing", "piece")
