"""Compares cached documents and encounters with ones computed from the verified rows."""

import json
from collections.abc import Iterator
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Table, func, insert, select

from arena.record.compression import decompress
from arena.record.reader import BadLog
from arena.service.ladder.cache import refresh_ladders
from arena.service.reports.standings import tables
from arena.service.reports.tournament_cache import to_document
from arena.service.verify.coverage import DERIVED
from arena.service.verify.integrity import verified_tables
from arena.service.verify.rebuild import new_database
from arena.service.verify.rows import (
    Key,
    Mismatch,
    Row,
    Rows,
    differing,
    missing,
    read_rows,
    same,
    surplus,
    wrong,
)
from arena.service.verify.stored import StoredTournament
from arena.store.database.store import Store
from arena.store.database.table_objects import CACHED_DOCUMENT, ENCOUNTER, LEDGER
from arena.store.ladder.cached_documents import DocumentKind
from arena.store.ladder.cached_ladders import OVERALL, kind_of_bots, kind_of_rows
from arena.store.ladder.encounters import list_outdated
from arena.store.tournaments.comparisons import COMPARE
from arena.store.tournaments.list import position

_NOT_NEEDED: Final = (*DERIVED, "game_log", "fault")
BATCH_SIZE: Final = 5_000  # rows
_WHY: Final = "differs from the rebuilt cache"
_TABLE: Final = "cached_document"
_NOT_COMPARED: Final = ("made_at", "ledger")  # fields of a ladder's head that say when it was computed


def check_caches(tx: Connection, tournament: StoredTournament, behind: list[str]) -> Iterator[Mismatch]:
    """Yield the differences of a tournament's caches from caches that are computed from scratch.

    The names of outdated caches are appended to `behind`; such caches are not compared.
    """
    with new_database() as fresh:
        with fresh.writing() as new:
            for table in verified_tables():
                if table.name not in _NOT_NEEDED:
                    _copy(tx, new, table)
        refresh_ladders(fresh)
        with fresh.reading() as new:
            yield from _encounters(tx, new, tournament, behind)
            if list_outdated(tx):
                behind.append("ladders")
            else:
                yield from _ladders(tx, new, tournament, behind)
        yield from _tables(tx, fresh, tournament, behind)


def _copy(tx: Connection, new: Connection, table: Table) -> None:
    rows = tx.execute(select(table), execution_options={"yield_per": BATCH_SIZE})
    for part in rows.mappings().partitions(BATCH_SIZE):
        new.execute(insert(table), [dict(row) for row in part])


def _documents(tx: Connection, where: ColumnElement[bool]) -> Rows:
    return read_rows(tx, CACHED_DOCUMENT, where)


def _is(kind: str, key: object) -> ColumnElement[bool]:
    return (CACHED_DOCUMENT.c.kind == kind) & (CACHED_DOCUMENT.c.key == str(key))


# ---- encounters --------------------------------------------------------------------------------------------


def _encounters(
    tx: Connection, new: Connection, tournament: StoredTournament, behind: list[str]
) -> Iterator[Mismatch]:
    number = tournament.number
    stored, made = _encounter_rows(tx, number), _encounter_rows(new, number)
    key = (DocumentKind.ENCOUNTERS.value, str(number))
    mark, due = (_documents(one, _is(*key)).get(key) for one in (tx, new))
    count, wanted = _pieces(mark), _pieces(due)
    if count != wanted and made and same([*stored.values()], [*made.values()]):
        if mark is None:
            yield missing(_TABLE, key, "its encounters are there")
        elif due is None:
            yield surplus(_TABLE, key, "the tournament has no encounters")
        else:
            yield wrong(_TABLE, key, "position", mark["position"], due["position"], _WHY)
    elif count != wanted:
        if mark is None and stored:
            yield missing(_TABLE, key, "encounters are there")
        elif mark and (wanted is None or count not in range(1, wanted)):
            yield Mismatch(_TABLE, key, "position", mark["position"], None, "it never had so many pieces")
        behind.append("encounters")
    else:
        if mark and due:
            yield from _differing_documents(key, mark, due)
        yield from _sources(tournament, stored)
        yield from _unlike(stored, made)


def _encounter_rows(tx: Connection, number: int) -> Rows:
    """Return a tournament's stored encounters without the changes of Elo, which are checked with
    the ladders.
    """
    rows = read_rows(tx, ENCOUNTER, ENCOUNTER.c.tournament_id == number)
    for row in rows.values():
        row.pop("elo_change")
    return dict(sorted(rows.items()))


def _pieces(mark: Row | None) -> int | None:
    """Return how many committed pieces (batches of boards) a cache covers, from its row's `position`.

    Return -1 if the position is not a number, None without a row.
    """
    if mark is None:
        return None
    text = str(mark["position"])
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 10 else -1  # noqa: PLR2004


def _sources(tournament: StoredTournament, stored: Rows) -> Iterator[Mismatch]:
    """Check the rows that a tournament's encounters were copied from.

    If all encounters agree on a value and such a row has another one, the row is wrong.
    """
    head, rows = tournament.head, list(stored.values())
    counted = {row["counted"] for row in rows}
    if len(counted) == 1 and (head["rated"] and not head["open_seed"]) not in counted:
        why = f"all its encounters {'count' if counted.pop() else 'do not count'} in the ladders"
        for column in ("rated", "open_seed"):
            yield Mismatch("tournament", (tournament.number,), column, head[column], None, why)
    for (key,), version in tournament["bot_version"].items():
        bots = {row["bot_id"] for row in rows if row["bot_version_id"] == key}
        bots |= {row["opponent_id"] for row in rows if row["opponent_version_id"] == key}
        if len(bots) == 1 and version["bot_id"] not in bots:
            why = "by all its encounters"
            yield wrong("bot_version", (key,), "bot_id", version["bot_id"], bots.pop(), why)


# ---- ladders -----------------------------------------------------------------------------------------------


def _ladders(
    tx: Connection, new: Connection, tournament: StoredTournament, behind: list[str]
) -> Iterator[Mismatch]:
    """Compare the ladders of the tournament's rulesets.

    The position of a cached ladder identifies the matches that it counts.
    """
    last = tx.scalar(select(func.max(LEDGER.c.number))) or 0
    for ruleset in (*sorted({row["ruleset"] for row in tournament["round"].values()}), OVERALL):
        kinds = [kind_of_rows(ruleset), kind_of_bots(ruleset)]
        where = _is(DocumentKind.LADDER, ruleset) | CACHED_DOCUMENT.c.kind.in_(kinds)
        stored, made = _documents(tx, where), _documents(new, where)
        key = (DocumentKind.LADDER.value, ruleset)
        head, due = stored.get(key), made.get(key)
        if due is None:
            yield from (surplus(_TABLE, one, "no match counts in this ladder") for one in stored)
        elif head is None:
            if stored:
                yield missing(_TABLE, key, "its rows are there")
            else:
                behind.append(f"the ladder of {ruleset}")
        else:
            found = [*_differing_ladder(stored, made, last)]
            if head["position"] == due["position"]:
                yield from found
                yield from _elo_changes(tx, new, tournament.number, ruleset)
            elif not found and head["position"]:
                yield wrong(_TABLE, key, "position", head["position"], due["position"], _WHY)
            else:
                behind.append(f"the ladder of {ruleset}")


def _differing_ladder(stored: Rows, made: Rows, last: int) -> Iterator[Mismatch]:
    for key in sorted(stored.keys() | made.keys(), key=str):
        if key not in stored:
            yield missing(_TABLE, key, _WHY)
        elif key not in made:
            yield surplus(_TABLE, key, _WHY)
        else:
            is_head = key[0] == DocumentKind.LADDER
            yield from _differing_documents(key, stored[key], made[key], _NOT_COMPARED if is_head else ())
            if is_head:
                yield from _wrong_ledger(key, stored[key], last)
            elif stored[key]["position"] != made[key]["position"]:
                yield wrong(_TABLE, key, "position", stored[key]["position"], made[key]["position"], _WHY)


def _wrong_ledger(key: Key, head: Row, last: int) -> Iterator[Mismatch]:
    try:
        counted = _read(head)["ledger"]
    except (BadLog, ValueError, RecursionError, TypeError, KeyError):
        return  # reported already
    if counted not in range(last + 1):
        why = f"it counts {counted} ledger entries of {last}"
        yield Mismatch(_TABLE, key, "document", head["document"], None, why)


def _elo_changes(tx: Connection, new: Connection, number: int, ruleset: str) -> Iterator[Mismatch]:
    where = (ENCOUNTER.c.tournament_id == number) & (ENCOUNTER.c.ruleset == ruleset)
    stored, made = read_rows(tx, ENCOUNTER, where), read_rows(new, ENCOUNTER, where)
    for key in made.keys() & stored.keys():
        change = {"elo_change": made[key]["elo_change"]}
        yield from differing(ENCOUNTER.name, key, stored[key], change, _WHY)


def _unlike(stored: Rows, made: Rows) -> Iterator[Mismatch]:
    for key in sorted(made.keys() | stored.keys(), key=str):
        if key not in stored:
            yield missing(ENCOUNTER.name, key, _WHY)
        elif key not in made:
            yield surplus(ENCOUNTER.name, key, _WHY)
        else:
            yield from differing(ENCOUNTER.name, key, stored[key], made[key], _WHY)


# ---- documents ---------------------------------------------------------------------------------------------


def _read(row: Row) -> Any:  # noqa: ANN401 - JSON
    return json.loads(decompress(row["document"]))


def _differing_documents(
    key: Key, stored: Row, made: Row, without: tuple[str, ...] = ()
) -> Iterator[Mismatch]:
    """Yield the first difference between a stored document and the computed one.

    `without`: fields that are ignored.
    """
    due = _read(made)
    try:
        document = _read(stored)
    except (BadLog, ValueError, RecursionError, TypeError) as reason:
        yield Mismatch(_TABLE, key, "document", stored["document"], None, f"cannot be read: {reason}")
        return
    if without and isinstance(document, dict):
        document, due = (
            {name: value for name, value in one.items() if name not in without} for one in (document, due)
        )
    if not same(document, due):
        why = _first_difference(document, due)
        yield Mismatch(_TABLE, key, "document", stored["document"], None, why)


# ---- tables of large tournaments ---------------------------------------------------------------------------


def _tables(
    tx: Connection, fresh: Store, tournament: StoredTournament, behind: list[str]
) -> Iterator[Mismatch]:
    number = tournament.number
    key = (DocumentKind.TABLES.value, str(number))
    row = _documents(tx, _is(*key)).get(key)
    if row is None:
        return
    if tournament.head["format"] == COMPARE:
        yield surplus(_TABLE, key, "a comparison has none")
        return
    where, made = str(position(tx, number)), to_document(tables(fresh, number))
    try:
        stored = _read(row)
    except (BadLog, ValueError, RecursionError, TypeError) as reason:
        yield Mismatch(_TABLE, key, "document", row["document"], None, f"cannot be read: {reason}")
        return
    current = row["position"] == where
    if current and not same(stored, made):
        yield Mismatch(_TABLE, key, "document", row["document"], None, _first_difference(stored, made))
    elif not current and same(stored, made):
        yield wrong(_TABLE, key, "position", row["position"], where, "by the tables themselves")
    elif not current:
        behind.append("tables of this tournament")


def _first_difference(stored: object, made: object, where: str = "") -> str:
    """Describe the first value that differs in two documents. `where`: the path to these documents."""
    if isinstance(stored, dict) and isinstance(made, dict) and stored.keys() == made.keys():
        for name in made:
            if not same(stored[name], made[name]):
                return _first_difference(stored[name], made[name], f"{where}.{name}")
    if isinstance(stored, list) and isinstance(made, list) and len(stored) == len(made):
        for place, (one, other) in enumerate(zip(stored, made, strict=True)):
            if not same(one, other):
                return _first_difference(one, other, f"{where}[{place}]")
    return f"{where.lstrip('.') or 'the tables'} is {str(stored)[:60]}, should be {str(made)[:60]}"
