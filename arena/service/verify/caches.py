"""What is kept for pages, against what is made anew from nothing: encounters, sums, ladders, figures."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Table, func, select

from arena.record.compression import decompress
from arena.record.reader import BadLog
from arena.service.ladder.cache import keep_up
from arena.service.reports.tournament_cache import figures_of
from arena.service.verify.findings import Key, Mismatch, Row, differing, missing, same, surplus, wrong
from arena.service.verify.stored_rows import Evidence, Rows, rows_of
from arena.store.database.store import Store
from arena.store.database.table_objects import (
    BOT_TOTAL,
    ENCOUNTER,
    EVENT_FIGURES,
    LADDER_EVENT,
    LADDER_LINE,
    LADDER_PAGE,
    LADDER_ROW,
    LADDER_STEP,
    LEDGER,
    MATCH_UP,
)
from arena.store.ladder.encounters import outdated
from arena.store.ladder.pages import OVERALL
from arena.store.tournaments.comparisons import COMPARE
from arena.store.tournaments.list import position

_WHY: Final = "by what is made anew from nothing"
_NO_MATTER: Final = ("made_at", "ledger")  # of a page: when it was true, not what
_JSON: Final = ("about", "recent", "points")


def kept(tx: Connection, fresh: Store, evidence: Evidence, behind: list[str]) -> Iterator[Mismatch]:
    """All of it. What is out of date is thrown away before anybody trusts it: it is named in `behind`."""
    keep_up(fresh)
    with fresh.reading() as new:
        yield from _encounters(tx, new, evidence, behind)
        if outdated(tx):
            behind.append("ladders")
        else:
            yield from _sums(tx, new, evidence)
            yield from _ladders(tx, new, evidence, behind)
    yield from _figures(tx, fresh, evidence, behind)


# ---- encounters --------------------------------------------------------------------------------------------


def _encounters(tx: Connection, new: Connection, evidence: Evidence, behind: list[str]) -> Iterator[Mismatch]:
    number = evidence.number
    stored = rows_of(tx, ENCOUNTER, ENCOUNTER.c.tournament_id == number)
    made = rows_of(new, ENCOUNTER, ENCOUNTER.c.tournament_id == number)
    mark = rows_of(tx, LADDER_EVENT, LADDER_EVENT.c.tournament_id == number).get((number,))
    due = rows_of(new, LADDER_EVENT, LADDER_EVENT.c.tournament_id == number).get((number,))
    if mark != due and _are_equal(stored, made) and made:
        if mark is None:
            yield missing("ladder_event", (number,), "its encounters are there")
        elif due is None:
            yield surplus("ladder_event", (number,), "the event has no encounters")
        else:
            yield wrong("ladder_event", (number,), "pieces", mark["pieces"], due["pieces"], _WHY)
    elif mark != due:
        if mark is None and stored:
            yield missing("ladder_event", (number,), "encounters are there")
        elif mark and (due is None or mark["pieces"] not in range(1, due["pieces"])):
            yield Mismatch("ladder_event", (number,), "pieces", mark["pieces"], None, "it never had so many")
        behind.append("encounters")
    else:
        yield from _sources(evidence, stored)
        yield from _unlike(ENCOUNTER, stored, made)


def _sources(evidence: Evidence, stored: Rows) -> Iterator[Mismatch]:
    """What encounters repeat of other rows. Where all of them agree it is not they that are wrong."""
    head, rows = evidence.head, list(stored.values())
    counted = {row["counted"] for row in rows}
    if len(counted) == 1 and (head["rated"] and not head["open_seed"]) not in counted:
        why = f"all its encounters {'count' if counted.pop() else 'do not count'} in the ladders"
        for column in ("rated", "open_seed"):
            yield Mismatch("tournament", (evidence.number,), column, head[column], None, why)
    for (key,), version in evidence["bot_version"].items():
        bots = {row["bot_id"] for row in rows if row["bot_version_id"] == key}
        bots |= {row["opponent_id"] for row in rows if row["opponent_version_id"] == key}
        if len(bots) == 1 and version["bot_id"] not in bots:
            why = "by all its encounters"
            yield wrong("bot_version", (key,), "bot_id", version["bot_id"], bots.pop(), why)


# ---- sums and ladders --------------------------------------------------------------------------------------


def _sums(tx: Connection, new: Connection, evidence: Evidence) -> Iterator[Mismatch]:
    bots = _bots(evidence)
    yield from _compared(tx, new, MATCH_UP, MATCH_UP.c.bot_id.in_(bots))
    yield from _compared(tx, new, BOT_TOTAL, BOT_TOTAL.c.bot_id.in_(bots))


def _bots(evidence: Evidence) -> list[int]:
    versions = {row["bot_version_id"] for row in evidence["entrant"].values()}
    return sorted({row["bot_id"] for row in evidence["bot_version"].values() if row["id"] in versions})


def _ladders(tx: Connection, new: Connection, evidence: Evidence, behind: list[str]) -> Iterator[Mismatch]:
    """The pages of the rulesets that the event is played in; marks say what they were made of."""
    wanted = sorted({row["ruleset"] for row in evidence["round"].values()})
    pages = rows_of(tx, LADDER_PAGE, LADDER_PAGE.c.ruleset.in_((*wanted, OVERALL)))
    due = rows_of(new, LADDER_PAGE, LADDER_PAGE.c.ruleset.in_((*wanted, OVERALL)))
    last = tx.scalar(select(func.max(LEDGER.c.number))) or 0
    for (ruleset,), made in due.items():
        page = pages.get((ruleset,))
        if page is None:
            if _has_cached_rows(tx, ruleset):
                yield missing("ladder_page", (ruleset,), "its rows are there")
            else:
                behind.append(f"the ladder of {ruleset}")
            continue
        if page["ledger"] not in range(last + 1):
            why = f"the ledger has {last} entries"
            yield Mismatch("ladder_page", (ruleset,), "ledger", page["ledger"], None, why)
        yield from _page(tx, new, page, made, behind)
    for key in pages.keys() - due.keys():
        yield surplus("ladder_page", key, "nothing counts in it")
    if _current(pages, due):
        steps = LADDER_STEP.c.tournament_id == evidence.number
        yield from _compared(tx, new, LADDER_STEP, steps | LADDER_STEP.c.ruleset.in_(wanted))


def _page(tx: Connection, new: Connection, page: Row, made: Row, behind: list[str]) -> Iterator[Mismatch]:
    ruleset, key = page["ruleset"], (page["ruleset"],)
    found = [*_content(tx, new, ruleset)]
    head = {name: value for name, value in made.items() if name not in (*_NO_MATTER, "marks")}
    found += differing("ladder_page", key, _read(page), _read(head), _WHY)
    if page["marks"] == made["marks"]:
        yield from found
    elif not found:
        yield wrong("ladder_page", key, "marks", page["marks"], made["marks"], _WHY)
    else:
        behind.append(f"the ladder of {ruleset}")


def _content(tx: Connection, new: Connection, ruleset: str) -> Iterator[Mismatch]:
    for table in (LADDER_ROW, LADDER_LINE):
        yield from _compared(tx, new, table, table.c.ruleset == ruleset)


def _current(pages: Rows, due: Rows) -> bool:
    return all(key in pages and pages[key]["marks"] == due[key]["marks"] for key in due)


def _has_cached_rows(tx: Connection, ruleset: str) -> bool:
    return tx.scalar(select(LADDER_ROW.c.place).where(LADDER_ROW.c.ruleset == ruleset).limit(1)) is not None


def _compared(
    tx: Connection, new: Connection, table: Table, where: ColumnElement[bool]
) -> Iterator[Mismatch]:
    yield from _unlike(table, rows_of(tx, table, where), rows_of(new, table, where))


def _unlike(table: Table, stored: Rows, made: Rows) -> Iterator[Mismatch]:
    for key in sorted(made.keys() | stored.keys(), key=str):
        if key not in stored:
            yield missing(table.name, key, _WHY)
        elif key not in made:
            yield surplus(table.name, key, _WHY)
        else:
            yield from differing(table.name, key, _read(stored[key]), _read(made[key]), _WHY)


def _are_equal(stored: Rows, made: Rows) -> bool:
    return stored.keys() == made.keys() and all(
        same(stored[key][name], made[key][name]) for key in made for name in made[key]
    )


def _read(row: Mapping[str, Any]) -> Row:
    """A row with its JSON read, so that numbers in it are compared as such."""
    return {
        name: _parsed(value) if name in _JSON and isinstance(value, str) else value
        for name, value in row.items()
    }


def _parsed(text: str) -> object:
    try:
        found: object = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return found


# ---- figures of large events -------------------------------------------------------------------------------


def _figures(tx: Connection, fresh: Store, evidence: Evidence, behind: list[str]) -> Iterator[Mismatch]:
    number = evidence.number
    key: Key = (number,)
    row = rows_of(tx, EVENT_FIGURES, EVENT_FIGURES.c.tournament_id == number).get(key)
    if row is None:
        return
    if evidence.head["format"] == COMPARE:
        yield surplus("event_figures", key, "a comparison has none")
        return
    where, made = str(position(tx, number)), json.loads(figures_of(fresh, number))
    try:
        stored: object = json.loads(decompress(row["figures"]))
    except (BadLog, ValueError, RecursionError) as reason:
        yield Mismatch("event_figures", key, "figures", row["figures"], None, f"it cannot be read: {reason}")
        return
    current = row["position"] == where
    if current and not same(stored, made):
        yield Mismatch("event_figures", key, "figures", row["figures"], None, _first_difference(stored, made))
    elif not current and same(stored, made):
        yield wrong("event_figures", key, "position", row["position"], where, "by the figures themselves")
    elif not current:
        behind.append("tables of this event")


def _first_difference(stored: object, made: object, where: str = "") -> str:
    """The first value in two documents that is not the same."""
    if isinstance(stored, dict) and isinstance(made, dict) and stored.keys() == made.keys():
        for name in made:
            if not same(stored[name], made[name]):
                return _first_difference(stored[name], made[name], f"{where}.{name}")
    if isinstance(stored, list) and isinstance(made, list) and len(stored) == len(made):
        for place, (one, other) in enumerate(zip(stored, made, strict=True)):
            if not same(one, other):
                return _first_difference(one, other, f"{where}[{place}]")
    return f"{where.lstrip('.') or 'the tables'} is {str(stored)[:60]}, should be {str(made)[:60]}"
