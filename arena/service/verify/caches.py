"""Recompute the caches of a verified tournament (page documents, encounters), and compare them.

An encounter is a database row with a bot's result against one opponent in one match.
"""

import json
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, Table, false, func, insert, select

from arena.record.compression import decompress
from arena.record.reader import BadLog
from arena.service.ladder.cache import refresh_ladders
from arena.service.reports.tournament_cache import compute_tables
from arena.service.verify.coverage import DERIVED
from arena.service.verify.integrity import verified_tables
from arena.service.verify.rebuild import new_database
from arena.service.verify.rows import Key, Mismatch, Row, compare_rows, read_rows, wrong
from arena.service.verify.stored import StoredTournament
from arena.store.ladder.best_elo import BEST_ELO_KEY
from arena.store.ladder.cached_documents import DocumentKind
from arena.store.ladder.cached_ladders import OVERALL, kind_of_bots, kind_of_rows
from arena.store.ladder.encounters import TOTALS_KEY, list_outdated
from arena.store.tables.ladder import CACHED_DOCUMENT, ENCOUNTER
from arena.store.tables.schedule import LEDGER
from arena.store.tournaments.comparisons import COMPARE

BATCH_SIZE: Final = 5_000  # rows
_NOT_NEEDED: Final = (*DERIVED, "game_log", "fault")
_KEY: Final = ("kind", "key")
_ENCOUNTER_KEY: Final = tuple(column.name for column in ENCOUNTER.primary_key)
_ELO: Final = ("elo_change",)  # computed with the ladders, not with the encounters
_COLUMNS: Final = tuple(one.name for one in ENCOUNTER.c if one.name not in (*_ENCOUNTER_KEY, *_ELO))
_WHY: Final = "differs from the rebuilt cache"


class _Cache(NamedTuple):
    """A group of cached documents and encounters that are computed together from the same matches.

    An encounter is a bot's result against one opponent in one match.
    """

    name: str
    # kind and key of the main document; its `position` is the last ledger entry that the group includes
    head: Key
    kinds: tuple[str, ...] = ()  # of further documents
    encounters: ColumnElement[bool] = false()
    columns: tuple[str, ...] = ()  # of the encounters


def check_caches(
    tx: Connection, tournament: StoredTournament, outdated_caches: list[str]
) -> Iterator[Mismatch]:
    """Recompute the caches that contain a tournament's results. Yield a mismatch for each wrong value.

    Outdated caches are not compared; their names are appended to `outdated_caches`.
    """
    number, is_comparison = tournament.number, tournament.head["format"] == COMPARE
    own = ENCOUNTER.c.tournament_id == number
    caches = [_Cache("encounters", (DocumentKind.ENCOUNTERS.value, str(number)), (), own, _COLUMNS)]
    of_tables = _Cache("tables of this tournament", (DocumentKind.TABLES.value, str(number)))
    of_winner = _Cache("the winner of this tournament", (DocumentKind.WINNER.value, str(number)))
    of_standings = [cache for cache in (of_tables, of_winner) if any(_read_documents(tx, cache))]
    caches += of_standings
    are_outdated = bool(list_outdated(tx))
    if not are_outdated:
        caches.append(_Cache("the totals of bots", (DocumentKind.BOTS.value, TOTALS_KEY)))
        for ruleset in (*sorted({row["ruleset"] for row in tournament["round"].values()}), OVERALL):
            kinds = kind_of_rows(ruleset), kind_of_bots(ruleset)
            head = DocumentKind.LADDER.value, ruleset
            under = own & (ENCOUNTER.c.ruleset == ruleset)
            caches.append(_Cache(f"the ladder of {ruleset}", head, kinds, under, _ELO))
        caches.append(_Cache("the best Elo of bots", (DocumentKind.BOTS.value, BEST_ELO_KEY)))
    with new_database() as fresh:
        with fresh.writing() as new:
            for table in verified_tables():
                if table.name not in _NOT_NEEDED:
                    _copy(tx, new, table)
        refresh_ladders(fresh)
        if of_standings and not is_comparison:
            compute_tables(fresh, number, least_boards=0)
        with fresh.reading() as new:
            for cache in caches:
                outdated, found = _compare(tx, new, cache)
                if outdated:
                    outdated_caches.append(cache.name)
                yield from found
    if are_outdated:
        outdated_caches.append("ladders")
    if caches[0].name not in outdated_caches:
        yield from _check_copies(tournament, list(read_rows(tx, ENCOUNTER, own).values()))


def _copy(tx: Connection, new: Connection, table: Table) -> None:
    rows = tx.execute(select(table), execution_options={"yield_per": BATCH_SIZE})
    for part in rows.mappings().partitions(BATCH_SIZE):
        new.execute(insert(table), [dict(row) for row in part])


def _compare(tx: Connection, new: Connection, cache: _Cache) -> tuple[bool, list[Mismatch]]:
    """Compare a stored cache with the recomputed cache.

    Return whether the stored cache is outdated, and a list of differences (empty for an outdated cache).

    Most outdated caches differ both in contents and in position (the last ledger entry that they include).
    `new`: the database with the recomputed cache.
    """
    stored, made = _read_documents(tx, cache), _read_documents(new, cache)
    rows, due = _encounters(tx, cache), _encounters(new, cache)
    found = [
        *compare_rows(CACHED_DOCUMENT, stored, made, _KEY, ("position", "document"), _WHY).differences,
        *compare_rows(ENCOUNTER, rows, due, _ENCOUNTER_KEY, cache.columns, _WHY).differences,
    ]
    head = next((row for row in stored if (row["kind"], row["key"]) == cache.head), None)
    # If only the position differs, somebody has changed it by hand.
    moved = any((one.key, one.column) == (cache.head, "position") for one in found)
    if head is None:
        outdated = bool(made) and not stored and (not rows or cache.columns == _ELO)
    else:
        is_empty = not due and not any(row["document"] for row in made)
        outdated = moved and (len(found) > 1 or is_empty or not head["position"])
    return outdated, [] if outdated else found


def _read_documents(tx: Connection, cache: _Cache) -> list[Row]:
    """Return the rows of a cache's documents, with their contents as JSON data.

    Times and other values that should not be compared are removed or replaced.
    """
    one = CACHED_DOCUMENT.c
    where = (one.kind == cache.head[0]) & (one.key == cache.head[1]) | one.kind.in_(cache.kinds)
    rows = read_rows(tx, CACHED_DOCUMENT, where).values()
    last = tx.scalar(select(func.max(LEDGER.c.number))) or 0
    for row in rows:
        document = row["document"] = _decode(row["document"])
        if row["kind"] == DocumentKind.LADDER and isinstance(document, dict):
            document.pop("made_at", None)
            if document.get("ledger") in range(last + 1):
                document["ledger"] = last
    return list(rows)


def _decode(document: bytes) -> Any:  # noqa: ANN401 - JSON
    try:
        return json.loads(decompress(document))
    except (BadLog, ValueError, RecursionError, TypeError) as reason:
        return f"cannot be read: {reason}"


def _encounters(tx: Connection, cache: _Cache) -> list[Row]:
    return list(read_rows(tx, ENCOUNTER, cache.encounters).values()) if cache.columns else []


def _check_copies(tournament: StoredTournament, rows: list[Row]) -> Iterator[Mismatch]:
    """Compare values of the tournament and its bot versions with their copies in the encounters.

    An encounter is a row with a bot's result against one opponent in one match. Yield a mismatch for each
    value that differs from all its copies. `rows`: the tournament's encounters.
    """
    head = tournament.head
    counted = {row["counted"] for row in rows}
    if len(counted) == 1 and (head["rated"] and not head["open_seed"]) not in counted:
        why = f"all its encounters {'count' if counted.pop() else 'do not count'} in the ladders"
        for column in ("rated", "open_seed"):
            yield Mismatch("tournament", (tournament.number,), column, head[column], None, why)
    for (key,), version in tournament["bot_version"].items():
        bots = {row["bot_id"] for row in rows if row["bot_version_id"] == key}
        bots |= {row["opponent_id"] for row in rows if row["opponent_version_id"] == key}
        if len(bots) == 1 and version["bot_id"] not in bots:
            yield wrong(
                "bot_version", (key,), "bot_id", version["bot_id"], bots.pop(), "by all its encounters"
            )
