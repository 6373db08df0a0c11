"""Find outdated ladders in the cache, and read and write the cached ladders."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, case, delete, func, select

from arena.store.ladder.cached_documents import (
    DocumentKind,
    drop_documents,
    parse_shared,
    read_cached_data_states,
    read_document,
    read_document_of_kinds,
    read_documents,
    write_documents,
)
from arena.store.ladder.list_query import ListQuery
from arena.store.tables.bots import BOT, BOT_VERSION, OWNER, SUBMISSION
from arena.store.tables.ladder import CACHED_DOCUMENT, ENCOUNTER
from arena.store.tables.results import GAME
from arena.store.tables.schedule import LEDGER, ROUND, TOURNAMENT

OVERALL: Final = "overall"  # used instead of a ruleset's key, which contains an @
PART_SIZE: Final = 100  # rows of a ladder in one document

Point = tuple[int, float, str]  # number of the match in the ladder from 1, live Elo after it, time
EloCurves = Mapping[int, Sequence[Point]]  # bot version -> its points


@dataclass(frozen=True, slots=True)
class CachedLadder:
    """A cached ladder without its rows."""

    ruleset: str
    title: str
    ledger: int  # the number of the last ledger entry that it counts
    made_at: datetime  # when it was last known to count everything
    about: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class CachedRow:
    """A row of a cached ladder: a bot version with its ratings."""

    bot_version: int
    bot_id: int
    bot: str  # the bot's name, looked up when the row is read
    version: str
    place: int  # from 1, in the ladder's own order
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
    boards: int
    games: int
    score: float | None  # mean score of its games, 0 … 1
    illegal: int
    timeouts: int
    crashes: int
    played_at: datetime | None
    live: float | None = None
    step: int | None = None
    peak: float | None = None
    peak_at: datetime | None = None
    recent: tuple[float, ...] = ()  # live Elo after each of its last matches, oldest first
    decision_ms: float | None = None  # mean
    late_ms: float | None = None  # 95 % of its matches had a mean of at most this
    slowest_ms: float | None = None  # of one game
    used: float | None = None  # share of its time that it used in its worst game, 0 … 1
    ruleset: str = ""
    owner: str = ""
    language: str = ""  # empty if it was not submitted


@dataclass(frozen=True, slots=True)
class LadderFigures:
    """A bot version's totals over all matches that count in a ruleset's ladder."""

    games: int = 0
    score: float = 0.0
    decisions: int = 0
    time_ms: float = 0.0
    slowest_ms: float = 0.0
    used: float | None = None
    played_at: datetime | None = None
    means: list[float] = field(default_factory=list)  # mean time of a decision in ms, for each match


# ---- finding outdated ladders, and what they are made of ----


def list_data_states(tx: Connection) -> Mapping[str, str]:
    """Return the current data state of each ladder, keyed by ruleset.

    A data state is a text such as "512:96": the last counted match's ledger entry, and the number of counted
    matches. A cached ladder with another data state is outdated.
    """
    one = ENCOUNTER.c
    rows = tx.execute(
        select(one.ruleset, func.max(one.ledger), func.count())
        .where(one.counted, one.first)
        .group_by(one.ruleset)
    )
    return {ruleset: f"{last}:{count}" for ruleset, last, count in rows}


def count_matches_of_ladders(tx: Connection) -> Mapping[str, int]:
    """Return how many matches each cached ladder counts, keyed by ruleset; 0 if it is marked as outdated.

    The overall ladder (of all rulesets) is left out.
    """
    states = read_cached_data_states(tx, DocumentKind.LADDER)
    counts = {ruleset: int(state.partition(":")[2] or 0) for ruleset, state in states.items()}
    return {ruleset: count for ruleset, count in counts.items() if ruleset != OVERALL}


def ledger_position(tx: Connection) -> int:
    """Return the number of the last ledger entry; 0 for an empty ledger."""
    return tx.scalar(select(func.max(LEDGER.c.number))) or 0


def has_at_most(tx: Connection, games: int) -> bool:
    """True if the database has at most `games` committed games. Faster than counting all games."""
    some = select(GAME.c.id).limit(games + 1).subquery()
    return (tx.scalar(select(func.count()).select_from(some)) or 0) <= games


def read_figures(tx: Connection, ruleset: str) -> Mapping[int, LadderFigures]:
    """Return each bot version's totals over the matches of a ruleset's ladder, keyed by version."""
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
    figures = {version: LadderFigures(*values) for version, *values in sums}
    means = select(one.bot_version_id, one.time_ms / one.decisions).where(*counts, one.decisions > 0)
    for version, mean in tx.execute(means):
        figures[version].means.append(mean)
    return figures


def read_match_times(tx: Connection, ruleset: str) -> Mapping[tuple[int, int, int], datetime]:
    """Return when each match of a ruleset's ladder finished, keyed by tournament, round and pairing."""
    one = ENCOUNTER.c
    rows = tx.execute(
        select(one.tournament_id, one.round, one.pairing, one.played_at)
        .where(one.ruleset == ruleset, one.counted, one.first)
        .distinct()
    )
    return {(tournament, round, pairing): at for tournament, round, pairing, at in rows}


def bot_keys(tx: Connection) -> Mapping[int, int]:
    """Map the database key of each bot version to the database key of its bot."""
    return {row.id: row.bot_id for row in tx.execute(select(BOT_VERSION.c.id, BOT_VERSION.c.bot_id))}


def count_uncounted(tx: Connection) -> Mapping[str, int]:
    """Return how many tournaments each ladder ignores, keyed by ruleset.

    Ladders ignore tournaments that are unrated, or whose seed is open (chosen by a person).
    """
    uncounted = case((TOURNAMENT.c.rated & ~TOURNAMENT.c.open_seed, 0), else_=1) == 1
    rows = tx.execute(
        select(ROUND.c.ruleset, func.count(ROUND.c.tournament_id.distinct()).label("tournaments"))
        .join(TOURNAMENT, TOURNAMENT.c.id == ROUND.c.tournament_id)
        .where(uncounted)
        .group_by(ROUND.c.ruleset)
    )
    return {row.ruleset: row.tournaments for row in rows}


# ---- writing ----


def write_ladder(
    tx: Connection, ladder: CachedLadder, data_state: str, rows: Sequence[CachedRow], elo_curves: EloCurves
) -> None:
    """Store a ladder, in place of the previous one of the same ruleset.

    `data_state`: a text that identifies the counted matches. `rows`: the ladder's rows.

    `elo_curves`: for each bot version, the curve of its live Elo (Elo that is updated after each board).
    """
    key = ladder.ruleset
    drop_ladders(tx, [key])
    documents = [_to_json(row) for row in rows]
    head = replace(ladder, about={**ladder.about, "bots": len(rows)})
    write_documents(tx, DocumentKind.LADDER, data_state, {key: _to_json(head)})
    parts = range(0, len(documents), PART_SIZE)
    of_parts = {first // PART_SIZE: documents[first : first + PART_SIZE] for first in parts}
    write_documents(tx, kind_of_rows(key), data_state, of_parts)
    of_bots: defaultdict[int, dict[str, Any]] = defaultdict(lambda: {"rows": [], "lines": {}})
    for row in documents:
        of_bots[row["bot_id"]]["rows"].append(row)
        if row["bot_version"] in elo_curves:
            of_bots[row["bot_id"]]["lines"][row["bot_version"]] = elo_curves[row["bot_version"]]
    write_documents(tx, kind_of_bots(key), data_state, of_bots)


def drop_ladders(tx: Connection, rulesets: Iterable[str]) -> None:
    """Delete the ladders of these rulesets."""
    keys = list(rulesets)
    drop_documents(tx, DocumentKind.LADDER, keys)
    kinds = [kind_of(key) for key in keys for kind_of in (kind_of_rows, kind_of_bots)]
    tx.execute(delete(CACHED_DOCUMENT).where(CACHED_DOCUMENT.c.kind.in_(kinds)))


def confirm_ladders(tx: Connection, ledger: int, now: datetime) -> None:
    """Record in all cached ladders that they are still correct at the ledger entry `ledger`.

    The ladders are not recomputed. `now`: the time to show on pages as the ladders' time.
    """
    data_states = read_cached_data_states(tx, DocumentKind.LADDER)
    for head in read_ladders(tx):
        confirmed = _to_json(replace(head, ledger=ledger, made_at=now))
        write_documents(tx, DocumentKind.LADDER, data_states[head.ruleset], {head.ruleset: confirmed})


def kind_of_rows(ruleset: str) -> str:
    """Return the kind of the cached documents that contain the rows of a ruleset's ladder.

    A cached document is found by its kind and its key. The key is the number of the part, from 0. Each part
    has at most `PART_SIZE` rows.
    """
    return f"rows:{ruleset}"


def kind_of_bots(ruleset: str) -> str:
    """Return the kind of the cached documents about the bots in a ruleset's ladder, one per bot.

    A cached document is found by its kind and its key. Here, the key is the bot's database key. The document
    contains the ladder rows and the live Elo curves of the bot's versions.
    """
    return f"bot:{ruleset}"


def _to_json(value: CachedLadder | CachedRow) -> dict[str, Any]:
    """Return the fields of a ladder or row as JSON values, without the owner and the language.

    `_look_up` adds the current owner and language when a row is read.
    """
    return {
        name: one.isoformat() if isinstance(one, datetime) else one
        for name, one in asdict(value).items()
        if name not in ("owner", "language")
    }


# ---- reading ----


def read_ladders(tx: Connection) -> tuple[CachedLadder, ...]:
    """Return all cached ladders without their rows, the overall ladder first.

    The other ladders are sorted by their number of bots, the largest first.
    """
    heads = (
        CachedLadder(**{**head, "made_at": datetime.fromisoformat(head["made_at"])})
        for head in read_documents(tx, DocumentKind.LADDER).values()
    )
    return tuple(
        sorted(heads, key=lambda head: (head.ruleset != OVERALL, -head.about.get("bots", 0), head.ruleset))
    )


Row = Mapping[str, Any]
_FAR: Final = 1e9  # Elo


def strength(elo: float | None, low: float | None, high: float | None) -> float | None:
    """Return a number by which ratings are sorted; None for an unrated bot.

    A rating with only a lower bound is sorted above all others; with only an upper bound, below all others.
    """
    if elo is not None:
        return elo
    if low is not None:
        return _FAR + low
    return None if high is None else high - _FAR


SORTS: Final[Mapping[str, Callable[[Row], Any]]] = {
    "rank": lambda row: row["best"],
    "bot": lambda row: row["bot"].casefold(),
    "elo": lambda row: strength(row["elo"], row["low"], row["high"]),
    "games": lambda row: row["games"],
    "score": lambda row: row["score"],
    "faults": lambda row: row["illegal"] + row["timeouts"] + row["crashes"],
    "played": lambda row: row["played_at"],
}
FILTERS: Final[Mapping[str, Callable[[Row], str]]] = {
    "bot": lambda row: row["bot"],
    "author": lambda row: row["owner"],
    "language": lambda row: row["language"],
    "provisional": lambda row: "yes" if row["provisional"] else "no",
}


def read_rows(
    tx: Connection, ruleset: str, query: ListQuery | None = None
) -> tuple[tuple[CachedRow, ...], int]:
    """Return one page of a ladder's rows, and the number of all rows that pass the query's filters.

    Provisional bots (with few boards) come last. `query`: filters, order and page; None for all rows.
    """
    query = query or ListQuery()
    if query.most and query.sort not in SORTS and query.filters.keys().isdisjoint(FILTERS):
        return _read_in_order(tx, ruleset, query.offset, query.most)
    rows = _read_parts(tx, ruleset, None)
    if not query.filters.keys().isdisjoint(("author", "language")):
        rows = _look_up(tx, rows)
    for name in query.filters.keys() & FILTERS.keys():
        wanted, read = query.filters[name].casefold(), FILTERS[name]
        rows = [row for row in rows if read(row).casefold() == wanted]
    if value_of := SORTS.get(query.sort):
        absent = [row for row in rows if value_of(row) is None]
        present = [row for row in rows if value_of(row) is not None]
        rows = sorted(present, key=value_of, reverse=query.descending) + absent
        rows.sort(key=lambda row: row["provisional"])
    end = None if query.most is None else query.offset + query.most
    shown = _look_up(tx, rows[query.offset : end])
    return tuple(map(_parse_row, shown)), len(rows)


def _read_in_order(tx: Connection, ruleset: str, offset: int, most: int) -> tuple[tuple[CachedRow, ...], int]:
    """Return at most `most` rows in the ladder's own order, and the number of all rows.

    `offset`: how many rows to skip at the start.
    """
    head = read_document(tx, DocumentKind.LADDER, ruleset)
    first = offset // PART_SIZE
    rows = _read_parts(tx, ruleset, range(first, (offset + most - 1) // PART_SIZE + 1))
    skip = offset - first * PART_SIZE
    shown = _look_up(tx, rows[skip : skip + most])
    return tuple(map(_parse_row, shown)), head["about"].get("bots", 0) if head else 0


def _read_parts(tx: Connection, ruleset: str, numbers: Iterable[int] | None) -> list[Row]:
    parts = read_documents(tx, kind_of_rows(ruleset), numbers, parse=parse_shared)
    return [row for number in sorted(parts, key=int) for row in parts[number]]


def read_bot(
    tx: Connection, bot: int, rulesets: Iterable[str]
) -> tuple[tuple[CachedRow, ...], dict[str, dict[int, Sequence[Point]]]]:
    """Return a bot's rows in the ladders of these rulesets, and its curves of live Elo.

    A ladder's rows are sorted by version, newest first. The curves are keyed by ruleset, then by bot version.
    """
    kinds = {kind_of_bots(ruleset): ruleset for ruleset in sorted(rulesets)}
    documents = read_document_of_kinds(tx, kinds, bot)
    rows: list[Row] = []
    elo_curves = {}
    for kind, ruleset in kinds.items():
        if document := documents.get(kind):
            rows += sorted(document["rows"], key=lambda row: -int(row["bot_version"]))
            elo_curves[ruleset] = {int(version): points for version, points in document["lines"].items()}
    return tuple(map(_parse_row, _look_up(tx, rows))), {key: line for key, line in elo_curves.items() if line}


def _look_up(tx: Connection, rows: Sequence[Row]) -> list[Row]:
    """Return the rows with the bots' current names, owners and languages added."""
    found = (
        select(BOT_VERSION.c.id, BOT.c.name, OWNER.c.name, func.coalesce(SUBMISSION.c.language, ""))
        .join(BOT, BOT.c.id == BOT_VERSION.c.bot_id)
        .join(OWNER, OWNER.c.id == BOT.c.owner_id)
        .outerjoin(SUBMISSION, SUBMISSION.c.bot_version_id == BOT_VERSION.c.id)
    )
    if len(rows) <= MAX_KEYS:
        found = found.where(BOT_VERSION.c.id.in_({row["bot_version"] for row in rows}))
    known = {key: dict(zip(_LOOKED_UP, names, strict=True)) for key, *names in tx.execute(found)}
    return [{**row, **known[row["bot_version"]]} for row in rows]


MAX_KEYS: Final = 1_000  # the most keys in one statement
_LOOKED_UP: Final = ("bot", "owner", "language")
_TIMES: Final = ("played_at", "peak_at")


def _parse_row(row: Row) -> CachedRow:
    times = {name: datetime.fromisoformat(row[name]) if row[name] else None for name in _TIMES}
    return CachedRow(**{**row, **times, "recent": tuple(row["recent"])})
