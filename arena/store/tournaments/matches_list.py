"""The list of complete matches, newest first, read page by page.

The matches come from encounters (cached results of a bot against one opponent in one match). Each
match has the number of its last ledger entry; matches with later results have higher numbers. The list is
sorted by this number, and a page starts at a given number.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, Row, Select, false, func, literal_column, or_, select

from arena.store.results.results import Place
from arena.store.tables.bots import BOT
from arena.store.tables.ladder import ENCOUNTER, MAX_CLOSE_LEAD
from arena.store.tables.schedule import ENTRANT, ROUND, TOURNAMENT

CAUSES: Final = ("illegal", "timeout", "crash")
ANY: Final = "any"  # any of CAUSES
CLOSE: Final = "close"  # for the filter of games


@dataclass(frozen=True, slots=True)
class MatchFilter:
    """A filter for the list of matches. A field that is empty or None selects everything."""

    tournament: int | None = None
    round: int | None = None
    ruleset: str = ""  # "mau-mau" or "mau-mau@1"
    bot: str = ""  # a bot of the match, by its own name
    against: str = ""  # another bot of the match, by its own name
    entrant: str = ""  # a bot of the match, by its name in the tournament
    opponent: str = ""  # another bot of the match, by its name in the tournament
    cause: str = ""  # the fault by which a bot of the match lost most games: one of CAUSES, or ANY
    games: str = ""  # CLOSE: only matches with a close game, see `Encounter`


@dataclass(frozen=True, slots=True)
class Page:
    """A requested page of the list of matches."""

    size: int  # number of matches
    older_than: int | None = None  # only matches with earlier ledger entries
    newer_than: int | None = None  # only matches with later ledger entries
    oldest_first: bool = False


@dataclass(frozen=True, slots=True)
class MatchSide:
    """A bot's results in a listed match."""

    number: int  # the entrant's number
    name: str  # its name in the tournament
    bot: str  # its own name
    games: int  # games that count
    score: float  # summed over these games
    illegal: int
    timeouts: int
    crashes: int


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A complete match in the list."""

    ledger: int  # its last ledger entry
    tournament: int
    event: str  # the tournament's name
    round: int
    pairing: int
    ruleset: str
    played_at: datetime
    closest: int | None  # the number of its closest game, see `Encounter`
    sides: tuple[MatchSide, ...]  # ordered by number


class ClosestGame(NamedTuple):
    """The closest game of a match."""

    number: int  # its number in the match, from 1
    lead: int  # in card points, see `Encounter`


@dataclass(frozen=True, slots=True)
class MatchPage:
    """A page of the list of matches: its rows, and whether newer and older matches follow on other pages."""

    rows: tuple[MatchRow, ...]
    newer: bool
    older: bool


def matches_page(tx: Connection, wanted: MatchFilter, page: Page) -> MatchPage:
    """Return a page of the matches that pass a filter."""
    where = _conditions(tx, wanted)
    if where is None:
        return MatchPage((), newer=False, older=False)
    upward = page.newer_than is not None or (page.older_than is None and page.oldest_first)
    found = _ledgers(tx, where, wanted.cause, page, upward)
    more, shown = len(found) > page.size, sorted(found[: page.size], reverse=not page.oldest_first)
    rows = {row.ledger: row for row in _rows(tx, shown)}
    came_from = page.newer_than is not None or page.older_than is not None
    newer, older = (more, came_from) if upward else (came_from, more)
    return MatchPage(tuple(rows[ledger] for ledger in shown), newer, older)


def count_matches(tx: Connection, wanted: MatchFilter, most: int) -> int:
    """Return how many matches pass a filter, but at most `most`."""
    where = _conditions(tx, wanted)
    if where is None:
        return 0
    selections = [ledgers.limit(most) for ledgers in _by_cause(where, wanted.cause)]
    if len(selections) > 1:
        return min(most, len({ledger for one in selections for ledger in tx.scalars(one)}))
    return tx.scalar(select(func.count()).select_from(selections[0].subquery())) or 0


def find_closest_games(
    tx: Connection, tournament: int, matches: Collection[Place]
) -> Mapping[Place, ClosestGame]:
    """Return the closest game of each match: the game with the smallest lead in card points.

    Games count only if they were won without faults. Matches without such a game are left out.

    `matches`: at most a hundred matches, each as a pair: round, pairing. The result's keys are such pairs.
    """
    one = ENCOUNTER.c
    places = (
        (one.tournament_id == tournament) & (one.round == round) & (one.pairing == pairing)
        for round, pairing in matches
    )
    rows = tx.execute(
        select(one.round, one.pairing, one.closest, one.lead).where(
            or_(false(), *places), one.closest.is_not(None)
        )
    )
    return {(row.round, row.pairing): ClosestGame(row.closest, row.lead) for row in rows}


Where = Sequence[ColumnElement[bool]]


def _conditions(tx: Connection, wanted: MatchFilter) -> Where | None:
    """Return a filter as SQL conditions on encounters; None if no match can pass it."""
    one = ENCOUNTER.c
    found: list[ColumnElement[bool]] = []
    if wanted.games == CLOSE:
        found.append(one.lead <= literal_column(str(MAX_CLOSE_LEAD)))  # as in the index
    elif wanted.games:
        return None
    if wanted.tournament is not None:
        found.append(one.tournament_id == wanted.tournament)
    if wanted.round is not None:
        found.append(one.round == wanted.round)
    if wanted.ruleset:
        keys = _rulesets(tx, wanted.ruleset)
        if not keys:
            return None
        ruleset = one.ruleset + "" if wanted.cause or wanted.games else one.ruleset
        found.append(ruleset == keys[0] if len(keys) == 1 else ruleset.in_(keys))
    for name, column in ((wanted.bot, one.bot_id), (wanted.against, one.opponent_id)):
        if name:
            key = tx.scalar(select(BOT.c.id).where(BOT.c.folded == name.casefold()))
            found.append((_unindexed(column) if wanted.cause else column) == (key or 0))
    for name, column in ((wanted.entrant, one.entrant_id), (wanted.opponent, one.other_id)):
        if name:
            this = (ENTRANT.c.tournament_id == wanted.tournament) & (ENTRANT.c.name == name)
            found.append(column == (tx.scalar(select(ENTRANT.c.id).where(this)) or 0))
    if not (wanted.against or wanted.opponent):
        found.append(one.first)
    return found


def _unindexed(column: ColumnElement[int]) -> ColumnElement[int]:
    """Return the column as an SQL expression, so that SQLite does not use the column's index.

    Queries for one kind of fault are faster if SQLite uses the index of the faults instead.
    """
    return column + 0


def _rulesets(tx: Connection, name: str) -> Sequence[str]:
    """Return the played rulesets with this name. A name without a version means all versions."""
    return [key for key in list_rulesets_played(tx) if name in (key, key.partition("@")[0])]


def list_rulesets_played(tx: Connection) -> tuple[str, ...]:
    """Return the rulesets of all tournaments, sorted by name."""
    return tuple(tx.scalars(select(ROUND.c.ruleset).distinct().order_by(ROUND.c.ruleset)))


def _by_cause(where: Where, cause: str) -> Iterator[Select[tuple[int]]]:
    """Yield SQL queries for the matches that fulfil the conditions `where`.

    The queries select the number of each match's last ledger entry, by which the list is sorted.

    `cause`: a kind of fault. Select matches in which this was a bot's most frequent kind. ANY: yield one
    query per kind. Empty: yield one query that ignores faults.
    """
    wanted = {"": [None], ANY: CAUSES}.get(cause, [cause])
    for one in wanted:
        more = () if one is None else (ENCOUNTER.c.cause == one,)
        yield select(ENCOUNTER.c.ledger).where(*where, *more).distinct()


def _ledgers(tx: Connection, where: Where, cause: str, page: Page, upward: bool) -> list[int]:
    """Return the matches of a page, each as the number of its last ledger entry.

    If `upward`, go from older to newer matches (rising numbers), otherwise from newer to older. If more
    matches follow the page, return the next one as well.

    `where`: SQL conditions on rows of the database table ENCOUNTER. `cause`: see `_by_cause`.
    """
    number, found = ENCOUNTER.c.ledger, set[int]()
    beside = _beside(page)
    for ledgers in _by_cause(where, cause):
        nearest = ledgers.where(*beside).order_by(number if upward else number.desc())
        found.update(tx.scalars(nearest.limit(page.size + 1)))
    return sorted(found, reverse=not upward)[: page.size + 1]


def _beside(page: Page) -> Where:
    if page.newer_than is not None:
        return [ENCOUNTER.c.ledger > page.newer_than]
    return [] if page.older_than is None else [ENCOUNTER.c.ledger < page.older_than]


def _rows(tx: Connection, ledgers: Sequence[int]) -> Iterator[MatchRow]:
    """Yield the matches whose last ledger entries have these numbers."""
    one = ENCOUNTER.c
    rows = tx.execute(
        select(ENCOUNTER, ENTRANT.c.number, ENTRANT.c.name, BOT.c.name.label("bot"))
        .join(ENTRANT, ENTRANT.c.id == one.entrant_id)
        .join(BOT, BOT.c.id == one.bot_id)
        .where(one.first, one.ledger.in_(ledgers))
        .order_by(one.ledger, ENTRANT.c.number)
    ).all()
    keys = sorted({row.tournament_id for row in rows})
    named = select(TOURNAMENT.c.id, TOURNAMENT.c.name).where(TOURNAMENT.c.id.in_(keys))
    events = {row.id: row.name for row in tx.execute(named)}
    for ledger, sides in groupby(rows, key=lambda row: int(row.ledger)):
        yield _row(ledger, tuple(sides), events)


def _row(ledger: int, sides: Sequence[Row[Any]], events: Mapping[int, str]) -> MatchRow:
    row = sides[0]
    return MatchRow(
        ledger=ledger,
        tournament=row.tournament_id,
        event=events.get(row.tournament_id, ""),
        round=row.round,
        pairing=row.pairing,
        ruleset=row.ruleset,
        played_at=row.played_at,
        closest=row.closest,
        sides=tuple(MatchSide(*(getattr(side, name) for name in MatchSide.__slots__)) for side in sides),
    )
