"""The kept ladders: finding those that are old, writing them, reading them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Select, case, delete, func, insert, select, update

from arena.store.database.table_objects import (
    BOT,
    BOT_VERSION,
    ENCOUNTER,
    GAME,
    LADDER_LINE,
    LADDER_PAGE,
    LADDER_ROW,
    LADDER_STEP,
    LEDGER,
    OWNER,
    ROUND,
    SUBMISSION,
    TOURNAMENT,
)
from arena.store.ladder.encounters import AT_ONCE, Made
from arena.store.ladder.list_query import ListQuery, cut, kept

OVERALL: Final = "overall"  # in place of a ruleset, whose key has an @


@dataclass(frozen=True, slots=True)
class PageHead:
    """The head of a kept ladder."""

    ruleset: str
    title: str
    ledger: int  # the last entry that it counts
    made_at: datetime  # when that was so
    about: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PageRow:
    """A bot version in a kept ladder, with what is known of the bot now."""

    ruleset: str
    bot_version: int
    bot: str
    version: str
    owner: str
    language: str  # empty: it was not submitted
    place: int
    scale: int
    best: int | None
    worst: int | None
    more_boards: int | None
    elo: float | None
    low: float | None
    high: float | None
    margin: float | None
    no_margin: str | None
    provisional: bool
    live: float | None
    step: int | None
    peak: float | None
    peak_at: datetime | None
    boards: int
    games: int
    score: float | None  # mean of its games, 0 … 1
    recent: tuple[float, ...]  # live Elo after each of its last matches, oldest first
    illegal: int
    timeouts: int
    crashes: int
    played_at: datetime | None
    decision_ms: float | None
    late_ms: float | None
    slowest_ms: float | None
    used: float | None


@dataclass(frozen=True, slots=True)
class NewLadder:
    """A ladder to be written. Rows, lines and steps hold the columns of their tables, but for the ruleset."""

    ruleset: str
    title: str
    about: Mapping[str, Any]
    marks: str
    rows: Sequence[Made]
    lines: Sequence[Made] = ()
    steps: Sequence[Made] = ()


@dataclass(frozen=True, slots=True)
class LadderFigures:
    """What a bot version came to in the matches of a ruleset that count."""

    games: int = 0
    score: float = 0.0
    decisions: int = 0
    time_ms: float = 0.0
    slowest_ms: float = 0.0
    used: float | None = None
    played_at: datetime | None = None
    means: list[float] = field(default_factory=list)  # a decision, in each match


def marks(tx: Connection) -> Mapping[str, str]:
    """Which encounters there are for each ruleset's ladder: changes when they do."""
    one = ENCOUNTER.c
    rows = tx.execute(
        select(one.ruleset, func.max(one.ledger), func.count())
        .where(one.counted, one.first)
        .group_by(one.ruleset)
    )
    return {ruleset: f"{last}:{count}" for ruleset, last, count in rows}


def read_cached_marks(tx: Connection) -> Mapping[str, str]:
    """Which encounters the kept ladders were made of."""
    rows = tx.execute(select(LADDER_PAGE.c.ruleset, LADDER_PAGE.c.marks))
    return {row.ruleset: row.marks for row in rows}


def ledger_position(tx: Connection) -> int:
    """The number of the last entry, 0 if there is none."""
    return tx.scalar(select(func.max(LEDGER.c.number))) or 0


def has_at_most(tx: Connection, games: int) -> bool:
    """Whether not more games than that are committed."""
    some = select(GAME.c.id).limit(games + 1).subquery()
    return (tx.scalar(select(func.count()).select_from(some)) or 0) <= games


def figures(tx: Connection, ruleset: str) -> Mapping[int, LadderFigures]:
    """What bot versions came to, by their keys."""
    one = ENCOUNTER.c
    counts = (one.ruleset == ruleset, one.counted, one.first)
    sums = tx.execute(
        select(
            one.bot_version_id,
            func.sum(one.games),
            func.sum(one.score),
            func.sum(one.decisions),
            func.sum(one.time_ms),
            func.max(one.slowest_ms),
            func.max(one.used),
            func.max(one.played_at),
        )
        .where(*counts)
        .group_by(one.bot_version_id)
    )
    found = {version: LadderFigures(*values) for version, *values in sums}
    means = select(one.bot_version_id, one.time_ms / one.decisions).where(*counts, one.decisions > 0)
    for version, mean in tx.execute(means):
        found[version].means.append(mean)
    return found


def match_times(tx: Connection, ruleset: str) -> Mapping[tuple[int, int, int], datetime]:
    """When matches of a ruleset that count were over, by tournament, round and pairing."""
    one = ENCOUNTER.c
    rows = tx.execute(
        select(one.tournament_id, one.round, one.pairing, one.played_at)
        .where(one.ruleset == ruleset, one.counted, one.first)
        .distinct()
    )
    return {(tournament, round, pairing): at for tournament, round, pairing, at in rows}


def bot_keys(tx: Connection) -> Mapping[int, int]:
    """The bot of each version, by keys."""
    return {row.id: row.bot_id for row in tx.execute(select(BOT_VERSION.c.id, BOT_VERSION.c.bot_id))}


def put_ladder(tx: Connection, new: NewLadder, ledger: int, now: datetime) -> None:
    """Write a ladder in place of the one there was."""
    drop_ladders(tx, [new.ruleset])
    for table, rows in ((LADDER_ROW, new.rows), (LADDER_LINE, new.lines), (LADDER_STEP, new.steps)):
        for first in range(0, len(rows), AT_ONCE):
            part = [{**row, "ruleset": new.ruleset} for row in rows[first : first + AT_ONCE]]
            tx.execute(insert(table), part)
    about = json.dumps({**new.about, "bots": len(new.rows)})
    head = {"ruleset": new.ruleset, "title": new.title, "about": about, "marks": new.marks}
    tx.execute(insert(LADDER_PAGE).values(ledger=ledger, made_at=now, **head))


def drop_ladders(tx: Connection, rulesets: Sequence[str]) -> None:
    """Throw these away."""
    for table in (LADDER_PAGE, LADDER_ROW, LADDER_LINE, LADDER_STEP):
        tx.execute(delete(table).where(table.c.ruleset.in_(rulesets)))


def still_true(tx: Connection, ledger: int, now: datetime) -> None:
    """Everything up to this entry is counted in all ladders."""
    tx.execute(update(LADDER_PAGE).values(ledger=ledger, made_at=now))


def page_heads(tx: Connection) -> tuple[PageHead, ...]:
    """The heads of all ladders, the overall one first, then those of most bots."""
    page = LADDER_PAGE.c
    rows = tx.execute(select(page.ruleset, page.title, page.ledger, page.made_at, page.about))
    heads = (PageHead(row.ruleset, row.title, row.ledger, row.made_at, json.loads(row.about)) for row in rows)
    return tuple(
        sorted(heads, key=lambda head: (head.ruleset != OVERALL, -head.about.get("bots", 0), head.ruleset))
    )


_FAR: Final = 1e9  # Elo
_STRENGTH: Final = case(
    (LADDER_ROW.c.elo.is_not(None), LADDER_ROW.c.elo),
    (LADDER_ROW.c.low.is_not(None), _FAR + LADDER_ROW.c.low),
    (LADDER_ROW.c.high.is_not(None), LADDER_ROW.c.high - _FAR),
)
SORTS: Final[Mapping[str, ColumnElement[Any]]] = {
    "rank": LADDER_ROW.c.best,
    "bot": BOT.c.folded,
    "elo": _STRENGTH,
    "games": LADDER_ROW.c.games,
    "score": LADDER_ROW.c.score,
    "faults": LADDER_ROW.c.illegal + LADDER_ROW.c.timeouts + LADDER_ROW.c.crashes,
    "played": LADDER_ROW.c.played_at,
}
_PROVISIONAL: Final = case((LADDER_ROW.c.provisional, "yes"), else_="no")
_LANGUAGE: Final = func.coalesce(SUBMISSION.c.language, "")
FILTERS: Final[Mapping[str, ColumnElement[Any]]] = {
    "bot": BOT.c.name,
    "author": OWNER.c.name,
    "language": _LANGUAGE,
    "provisional": _PROVISIONAL,
}


def page_rows(tx: Connection, ruleset: str, asked: ListQuery = ListQuery()) -> tuple[PageRow, ...]:  # noqa: B008 - frozen
    """The rows of a ladder, as it is sorted or as it is asked for; provisional bots come last."""
    names = [name for name in PageRow.__dataclass_fields__ if name not in _ELSEWHERE]
    rows = _from(select(*_KNOWN, *(LADDER_ROW.c[name] for name in names)))
    rows = rows.where(LADDER_ROW.c.ruleset == ruleset, kept(asked, FILTERS))
    if asked.sort in SORTS:
        rows = rows.order_by(LADDER_ROW.c.provisional)
    return _made(tx, cut(rows, asked, SORTS, LADDER_ROW.c.place))


def count_rows(tx: Connection, ruleset: str, asked: ListQuery) -> int:
    """How many rows of a ladder are like that."""
    rows = _from(select(func.count())).where(LADDER_ROW.c.ruleset == ruleset, kept(asked, FILTERS))
    return tx.scalar(rows) or 0


def page_rows_of(tx: Connection, bot: int) -> tuple[PageRow, ...]:
    """The rows of a bot's versions in all ladders, by ruleset, the newest version first."""
    names = [name for name in PageRow.__dataclass_fields__ if name not in _ELSEWHERE]
    rows = _from(select(*_KNOWN, *(LADDER_ROW.c[name] for name in names)))
    order = (LADDER_ROW.c.ruleset, LADDER_ROW.c.bot_version_id.desc())
    return _made(tx, rows.where(LADDER_ROW.c.bot_id == bot).order_by(*order))


_KNOWN: Final = (
    LADDER_ROW.c.bot_version_id.label("bot_version"),
    BOT.c.name.label("bot"),
    BOT_VERSION.c.digest.label("version"),
    OWNER.c.name.label("owner"),
    _LANGUAGE.label("language"),
)


def _from(rows: Select[Any]) -> Select[Any]:
    """What is known of the bots beside the rows."""
    return (
        rows.select_from(LADDER_ROW)
        .join(BOT_VERSION, BOT_VERSION.c.id == LADDER_ROW.c.bot_version_id)
        .join(BOT, BOT.c.id == LADDER_ROW.c.bot_id)
        .join(OWNER, OWNER.c.id == BOT.c.owner_id)
        .outerjoin(SUBMISSION, SUBMISSION.c.bot_version_id == LADDER_ROW.c.bot_version_id)
    )


def _made(tx: Connection, rows: Select[Any]) -> tuple[PageRow, ...]:
    found = map(dict, tx.execute(rows).mappings())
    return tuple(PageRow(**{**row, "recent": tuple(json.loads(row["recent"]))}) for row in found)


_ELSEWHERE: Final = ("bot_version", "bot", "version", "owner", "language")


def left_out(tx: Connection) -> Mapping[str, int]:
    """How many tournaments of each ruleset ladders do not count: unrated, or of an open seed."""
    uncounted = case((TOURNAMENT.c.rated & ~TOURNAMENT.c.open_seed, 0), else_=1) == 1
    rows = tx.execute(
        select(ROUND.c.ruleset, func.count(ROUND.c.tournament_id.distinct()).label("tournaments"))
        .join(TOURNAMENT, TOURNAMENT.c.id == ROUND.c.tournament_id)
        .where(uncounted)
        .group_by(ROUND.c.ruleset)
    )
    return {row.ruleset: row.tournaments for row in rows}
