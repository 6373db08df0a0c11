"""Queries for lists of bots, a bot's matches, and its results against opponents.

They read encounters (rows with a bot's result against one opponent in one match).
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Row, Select, and_, case, func, select, true

from arena.store.ladder.best_elo import parse_best_elo
from arena.store.ladder.cached_documents import DocumentKind, parse_shared, read_documents
from arena.store.ladder.encounters import TOTALS, TOTALS_KEY
from arena.store.ladder.list_query import ListQuery, matches_filters, order_and_cut
from arena.store.tables.bots import BOT, BOT_VERSION, OWNER, SUBMISSION
from arena.store.tables.ladder import ENCOUNTER
from arena.store.tables.schedule import TOURNAMENT


@dataclass(frozen=True, slots=True)
class BotLine:
    """A row of the list of bots."""

    key: int
    name: str
    owner: str
    versions: int
    language: str = ""
    state: str = ""  # of the newest submission; empty: never submitted
    failure: str = ""
    description: str = ""  # of the newest submission
    source: str = ""  # of the newest version
    ruleset: str = ""  # of the best Elo; empty without one
    elo: float | None = None  # the best
    low: float | None = None  # end of its interval, or a bound
    high: float | None = None
    matches: int = 0  # including unrated ones
    games: int = 0
    illegal: int = 0
    timeouts: int = 0
    crashes: int = 0
    played_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class VersionLine:
    """A row of the list of a bot's versions."""

    key: int
    digest: str
    source: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class BotMatch:
    """A row of the list of a bot's matches."""

    tournament: int
    event: str
    round: int
    pairing: int
    ledger: int
    version: str
    opponents: tuple[str, ...]  # all other bots of the match
    ruleset: str
    counted: bool  # True if the ladder counts it
    games: int
    score: float  # the bot's mean score in its games, 0 … 1
    change: float | None  # of the bot's live Elo
    cause: str
    illegal: int
    timeouts: int
    crashes: int
    mean_ms: float | None  # mean time of a decision
    played_at: datetime


@dataclass(frozen=True, slots=True)
class MatchUpLine:
    """A bot's results against one opponent, summed over their matches."""

    opponent: str
    ruleset: str  # of the matches; any one of them if there are several
    counted: bool  # True if ladders count at least one of the matches
    matches: int
    won_matches: int
    lost_matches: int
    met: int  # games that both bots started; this and the next six: see `Encounter`
    won: float  # 1 for a better place in a game, 1/2 for the same place
    boards: int
    board_scores: float
    squares: float
    begun: int
    begun_won: float
    illegal: int
    timeouts: int
    crashes: int
    played_at: datetime


SORTS: Final[Mapping[str, ColumnElement[Any]]] = {
    "ruleset": ENCOUNTER.c.ruleset,
    "games": ENCOUNTER.c.games,
    "score": ENCOUNTER.c.score / func.nullif(ENCOUNTER.c.games, 0),
    "change": ENCOUNTER.c.elo_change,
    "cause": ENCOUNTER.c.cause,
    "ms": ENCOUNTER.c.time_ms / func.nullif(ENCOUNTER.c.decisions, 0),
}


_VERSIONS: Final = select(func.count()).where(BOT_VERSION.c.bot_id == BOT.c.id).scalar_subquery()
_SOURCE: Final = (
    select(BOT_VERSION.c.source)
    .where(BOT_VERSION.c.bot_id == BOT.c.id)
    .order_by(BOT_VERSION.c.id.desc())
    .limit(1)
    .correlate(BOT)
    .scalar_subquery()
)
_NEWEST: Final = (
    select(SUBMISSION.c.bot_version_id)
    .join(BOT_VERSION, BOT_VERSION.c.id == SUBMISSION.c.bot_version_id)
    .where(BOT_VERSION.c.bot_id == BOT.c.id)
    .order_by(SUBMISSION.c.submitted_at.desc(), SUBMISSION.c.bot_version_id.desc())
    .limit(1)
    .correlate(BOT)
    .scalar_subquery()
)
_SUBMITTED: Final = SUBMISSION.alias("newest")
_LANGUAGE: Final = func.coalesce(_SUBMITTED.c.language, "")
_STATE: Final = func.coalesce(_SUBMITTED.c.state, "")


BOT_SORTS: Final[Mapping[str, ColumnElement[Any]]] = {
    "author": func.lower(OWNER.c.name),
    "language": _LANGUAGE,
    "state": _STATE,
    "versions": _VERSIONS,
}
Documents = Mapping[str, Any]  # about all bots, by key

_NEVER_PLAYED: Final[Sequence[Any]] = [0] * (len(TOTALS) + 2)
TOTAL_SORTS: Final[Mapping[str, Callable[[Sequence[Any]], float | None]]] = {
    "matches": lambda totals: totals[0],
    "games": lambda totals: totals[1],
    "faults": lambda totals: sum(totals[2:5]),
    "played": lambda totals: totals[5] or None,
}
BOT_FILTERS: Final = {"author": OWNER.c.name, "language": _LANGUAGE, "state": _STATE}


def bot_lines(tx: Connection, query: ListQuery) -> tuple[BotLine, ...]:
    """Return the bots that a query selects, in the query's order. The default order is by name."""
    documents = _read_documents(tx)
    if query.sort == "elo" or query.sort in TOTAL_SORTS:
        return _sort_by_document(tx, query, documents)
    by = BOT.c.folded.desc() if query.sort == "bot" and query.descending else BOT.c.folded
    rows = _BOTS.where(matches_filters(query, BOT_FILTERS))
    return _read_lines(tx, order_and_cut(rows, query, BOT_SORTS, by), documents)


def _read_documents(tx: Connection) -> Documents:
    """Return the cached documents about all bots: their totals and best Elo."""
    return read_documents(tx, DocumentKind.BOTS, parse=parse_shared)


def _totals(documents: Documents, bot: int) -> Sequence[Any]:
    totals: Mapping[str, Sequence[Any]] = documents.get(TOTALS_KEY, {})
    return totals.get(str(bot), _NEVER_PLAYED)


def _sort_by_document(tx: Connection, query: ListQuery, documents: Documents) -> tuple[BotLine, ...]:
    """Return the bots that a query selects, sorted by the value that `query.sort` names, such as "games"."""

    def value(bot: int) -> float | None:
        if query.sort in TOTAL_SORTS:
            return TOTAL_SORTS[query.sort](_totals(documents, bot))
        best = parse_best_elo(documents, bot)
        return best.strength if best else None

    bots = list(tx.scalars(_filtered(select(BOT.c.id), query).order_by(BOT.c.folded)))
    values = {bot: found for bot in bots if (found := value(bot)) is not None}
    order = sorted(values, key=values.__getitem__, reverse=query.descending)
    order += [bot for bot in bots if bot not in values]
    page = order[query.offset : None if query.most is None else query.offset + query.most]
    lines = {line.key: line for line in _read_lines(tx, _BOTS.where(BOT.c.id.in_(page)), documents)}
    return tuple(lines[bot] for bot in page)


def count_bots(tx: Connection, query: ListQuery) -> int:
    """Return how many bots pass the filters of a query."""
    return tx.scalar(_filtered(select(func.count()), query)) or 0


def _filtered(rows: Select[Any], query: ListQuery) -> Select[Any]:
    return (
        _joined(rows).where(matches_filters(query, BOT_FILTERS)) if query.filters else rows.select_from(BOT)
    )


def bot_line(tx: Connection, name: str) -> BotLine | None:
    """Return the bot with this name in the list of bots, or None. Case does not matter."""
    row = _BOTS.where(BOT.c.folded == name.casefold())
    return next(iter(_read_lines(tx, row, _read_documents(tx))), None)


def _joined(rows: Select[Any]) -> Select[Any]:
    return (
        rows.select_from(BOT)
        .join(OWNER, OWNER.c.id == BOT.c.owner_id)
        .outerjoin(_SUBMITTED, _SUBMITTED.c.bot_version_id == _NEWEST)
    )


# Statements are built once, because building one takes longer than running it.
_BOTS: Final = _joined(
    select(
        BOT.c.id.label("key"),
        BOT.c.name,
        OWNER.c.name.label("owner"),
        _VERSIONS.label("versions"),
        _LANGUAGE.label("language"),
        _STATE.label("state"),
        func.coalesce(_SUBMITTED.c.failure, "").label("failure"),
        func.coalesce(_SUBMITTED.c.description, "").label("description"),
        func.coalesce(_SOURCE, "").label("source"),
    )
)


def _read_lines(tx: Connection, rows: Select[Any], documents: Documents) -> tuple[BotLine, ...]:
    """Run a query for bots, and return the bots with their totals and best Elo."""
    lines = []
    for bot in tx.execute(rows).mappings():
        matches, *sums, played = _totals(documents, bot["key"])
        at = datetime.fromtimestamp(played, UTC) if played else None
        best = parse_best_elo(documents, bot["key"])
        figures = {**dict(zip(TOTALS, sums, strict=True)), **(best._asdict() if best else {})}
        lines.append(BotLine(**bot, matches=matches, **figures, played_at=at))
    return tuple(lines)


def bot_versions(tx: Connection, bot: int) -> tuple[VersionLine, ...]:
    """Return the versions of a bot, the newest first."""
    one = BOT_VERSION.c
    rows = tx.execute(
        select(one.id, one.digest, one.source, one.created_at)
        .where(one.bot_id == bot)
        .order_by(one.id.desc())
    )
    return tuple(VersionLine(*row) for row in rows)


def count_matches(tx: Connection, bot: int, query: ListQuery, opponent: int | None = None) -> int:
    """Return how many matches of a bot pass a query's filters. `opponent`: only matches against this bot."""
    wished = _wished(bot, query.filters, opponent)
    return tx.scalar(select(func.count()).select_from(ENCOUNTER).where(wished)) or 0


def bot_matches(
    tx: Connection, bot: int, query: ListQuery, opponent: int | None = None
) -> tuple[BotMatch, ...]:
    """Return the matches of a bot that a query selects. `opponent`: only matches against this bot."""
    one = ENCOUNTER.c
    by_time = one.ledger.desc() if query.descending or query.sort in SORTS else one.ledger.asc()
    matches = (
        select(
            ENCOUNTER,
            one.tournament_id.label("tournament"),
            one.elo_change.label("change"),
            TOURNAMENT.c.name.label("event"),
            BOT_VERSION.c.digest.label("version"),
            BOT.c.name.label("opponent"),
        )
        .join(TOURNAMENT, TOURNAMENT.c.id == one.tournament_id)
        .join(BOT_VERSION, BOT_VERSION.c.id == one.bot_version_id)
        .join(BOT, BOT.c.id == one.opponent_id)
        .where(_wished(bot, query.filters, opponent))
    )
    rows = tx.execute(order_and_cut(matches, query, SORTS, by_time)).all()
    others = {} if opponent else _later_opponents(tx, bot, [row.ledger for row in rows])
    return tuple(_match(row, others.get((row.ledger, row.entrant_id), ())) for row in rows)


def _wished(bot: int, filters: Mapping[str, str], opponent: int | None) -> ColumnElement[bool]:
    one = ENCOUNTER.c
    rated = {"yes": one.counted, "no": ~one.counted}.get(filters.get("rated", "").casefold(), true())
    same = (one[name] == filters[name] for name in ("ruleset", "cause") if filters.get(name))
    return and_(
        one.bot_id == bot, one.first if opponent is None else one.opponent_id == opponent, rated, *same
    )


def _later_opponents(
    tx: Connection, bot: int, ledgers: Sequence[int]
) -> Mapping[tuple[int, int], tuple[str, ...]]:
    """Return the names of a bot's opponents in matches of more than two bots, except each match's first one.

    `ledgers`: the number of each match's last ledger entry. The keys: ledger entry, the bot's entrant key.
    """
    one = ENCOUNTER.c
    rows = tx.execute(
        select(one.ledger, one.entrant_id, BOT.c.name)
        .join(BOT, BOT.c.id == one.opponent_id)
        .where(one.bot_id == bot, ~one.first, one.ledger.in_(ledgers))
        .order_by(one.ledger, one.other_id)
    )
    found: defaultdict[tuple[int, int], tuple[str, ...]] = defaultdict(tuple)
    for ledger, entrant, name in rows:
        found[ledger, entrant] += (name,)
    return found


def _match(row: Row[*tuple[Any, ...]], others: tuple[str, ...]) -> BotMatch:
    computed: dict[str, Any] = {
        "opponents": (row.opponent, *others),
        "score": row.score / row.games if row.games else 0.0,
        "mean_ms": row.time_ms / row.decisions if row.decisions else None,
    }
    stored = {name: getattr(row, name) for name in BotMatch.__slots__ if name not in computed}
    return BotMatch(**stored, **computed)


SUMMED: Final = (
    "met",
    "won",
    "boards",
    "board_scores",
    "squares",
    "begun",
    "begun_won",
    "illegal",
    "timeouts",
    "crashes",
)
_EVEN: Final = 0.5


def match_ups(
    tx: Connection,
    bot: int,
    opponent: int | None = None,
    ruleset: str = "",
    counted: bool | None = None,
    split: bool = True,
) -> tuple[MatchUpLine, ...]:
    """Return a bot's results against each of its opponents, summed over matches.

    `opponent`: only against this opponent; None for all. `ruleset`: only under this ruleset; empty for all.

    `counted`: True for matches that ladders count, False for matches that they ignore, None for all.

    `split`: True for a line per opponent, ruleset and value of `counted`; False for one line per opponent.
    """
    one = ENCOUNTER.c
    rows = (_MATCH_UPS_BY_RULESET if split else _MATCH_UPS).where(one.bot_id == bot)
    if opponent is not None:
        rows = rows.where(one.opponent_id == opponent)
    if ruleset:
        rows = rows.where(one.ruleset == ruleset)
    if counted is not None:
        rows = rows.where(one.counted == counted)
    return tuple(
        MatchUpLine(**{**row, "counted": bool(row["counted"])}) for row in tx.execute(rows).mappings()
    )


_MATCH_UPS: Final = (
    select(
        BOT.c.name.label("opponent"),
        func.min(ENCOUNTER.c.ruleset).label("ruleset"),
        func.max(case((ENCOUNTER.c.counted, 1), else_=0)).label("counted"),
        func.count().label("matches"),
        func.sum(case((ENCOUNTER.c.won > _EVEN * ENCOUNTER.c.met, 1), else_=0)).label("won_matches"),
        func.sum(case((ENCOUNTER.c.won < _EVEN * ENCOUNTER.c.met, 1), else_=0)).label("lost_matches"),
        *(func.sum(ENCOUNTER.c[name]).label(name) for name in SUMMED),
        func.max(ENCOUNTER.c.played_at).label("played_at"),
    )
    .join(BOT, BOT.c.id == ENCOUNTER.c.opponent_id)
    .group_by(BOT.c.id, BOT.c.name, BOT.c.folded)
    .order_by(BOT.c.folded)
)
_MATCH_UPS_BY_RULESET: Final = _MATCH_UPS.group_by(ENCOUNTER.c.ruleset, ENCOUNTER.c.counted).order_by(
    ENCOUNTER.c.ruleset, ENCOUNTER.c.counted.desc()
)
