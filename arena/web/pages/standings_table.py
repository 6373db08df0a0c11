"""The standings of a tournament as a table that sorts by link, and what has to be said below it."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from markupsafe import Markup

from arena.service.reports.export import by_elo
from arena.service.reports.saving import rounded, saving_text
from arena.service.results import StandingsRow, Table, TieBreakColumn
from arena.tournament.tie_breaks import value_text
from arena.web.listing import Column, Value
from arena.web.page import number, percent, segment
from arena.web.pages.tournaments import name_cell

POINTS: Final = "PTS"
NO_MARGIN: Final = {"too few boards": "–", "won or lost everything": "∞"}
MOST_NAMED: Final = 8

Columns = list[Column[StandingsRow]]


def standings_columns(shown: Table, bots: Mapping[str, str], why: bool) -> Columns:
    """`bots`: their own names by those in the table. `why`: in words, why each is behind the one above."""
    return [
        Column("rank", "#", lambda row: row.rank, numbers=True),
        Column(
            "bot",
            "Bot",
            lambda row: row.bot,
            lambda row: name_cell(row.bot),
            link=lambda row: f"/bots/{segment(bots[row.bot])}",
            filters=True,
        ),
        *_tie_breaks(shown.tie_breaks[:1] if why else used_tie_breaks(shown)),
        Column("games", "Games", lambda row: row.games, numbers=True, most_first=True),
        Column(
            "share",
            "Score %",
            lambda row: row.share if row.games else None,
            lambda row: percent(row.share) if row.games else "–",
            about="Mean score of a game",
            numbers=True,
            most_first=True,
        ),
        *_elo(shown),
        Column(
            "faults",
            "I/T/C",
            lambda row: row.illegal + row.timeouts + row.crashes,
            lambda row: f"{row.illegal}/{row.timeouts}/{row.crashes}",
            about="Games lost by an illegal move, out of time, by a crash",
            numbers=True,
            most_first=True,
        ),
        *([_missed()] if any(map(missed, shown.rows)) else []),
        *([_behind(why)] if len(shown.rows) > 1 and any(row.decided_by for row in shown.rows) else []),
    ]


def used_tie_breaks(shown: Table) -> Sequence[TieBreakColumn]:
    """Those that parted anybody, and what ranks first."""
    codes = [column.code for column in shown.tie_breaks]
    last = max((codes.index(row.decided_by) for row in shown.rows if row.decided_by), default=0)
    return shown.tie_breaks[: last + 1]


def _tie_breaks(columns: Sequence[TieBreakColumn]) -> Columns:
    return [
        Column(
            column.code.lower(),
            "Points" if column.code == POINTS else column.code,
            partial(_value, at),
            partial(_value_text, at),
            about=f"{column.name}: {column.explanation}",
            numbers=True,
            most_first=not column.fewest_first,
        )
        for at, column in enumerate(columns)
    ]


def _value(at: int, row: StandingsRow) -> Value:
    return row.values[at] if at < len(row.values) else None


def _value_text(at: int, row: StandingsRow) -> str:
    return value_text(row.values[at]).replace("-", "−") if at < len(row.values) else ""


def _elo(shown: Table) -> Columns:
    if all(row.rating is None for row in shown.rows):
        return []
    scale: Column[StandingsRow] = Column(
        "scale", "Scale", lambda row: row.scale, about="Bots of different scales have not met", numbers=True
    )
    ranks: Column[StandingsRow] = Column(
        "by_elo",
        "By Elo",
        lambda row: row.best,
        lambda row: by_elo(row.best, row.worst) or "–",
        about="Rank by Elo: a range where the intervals overlap",
        numbers=True,
    )
    return [
        *([scale] if len(shown.anchors) > 1 else []),
        Column(
            "rating",
            "Elo",
            lambda row: row.rating,
            lambda row: "–" if row.rating is None else number(row.rating),
            about="Fitted to this tournament alone",
            numbers=True,
            most_first=True,
        ),
        Column("margin", "±", lambda row: row.margin, _margin, about="95 %", numbers=True),
        *([ranks] if any(row.best for row in shown.rows) else []),
    ]


def _margin(row: StandingsRow) -> str:
    return NO_MARGIN[row.no_margin] if row.no_margin else number(row.margin)


def _missed() -> Column[StandingsRow]:
    return Column("missed", "Not played", lambda row: missed(row) or None)


def missed(row: StandingsRow) -> str:
    """What a bot did not play."""
    parts = [
        _counted(row.byes, "bye"),
        _counted(row.forfeits, "forfeit"),
        "left early" if row.left_early else "",
    ]
    return ", ".join(filter(None, parts))


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'s' if count > 1 else ''}" if count else ""


def _behind(why: bool) -> Column[StandingsRow]:
    if why:
        return Column("why", "Why behind the one above", lambda row: row.why or None, _why)
    return Column(
        "behind",
        "Behind by",
        lambda row: row.decided_by or None,
        lambda row: "Points" if row.decided_by == POINTS else row.decided_by,
        about="The first tie-break in which the one above is ahead",
    )


def _why(row: StandingsRow) -> Markup:
    return Markup('<span class="why">{}</span>').format(row.why)


def standings_notes(shown: Table) -> Iterator[str]:
    """What the numbers need to be read rightly."""
    if any(row.rating is not None for row in shown.rows):
        yield _scales(shown)
    yield "I/T/C: games lost by an illegal move, out of time, by a crash."
    if shown.frozen:
        yield f"Pool, its Elo as in the ladder before, its own error not in ±: {_named(shown.frozen)}."
    if shown.remark:
        yield f"{shown.remark}."
    if any(row.left_early for row in shown.rows):
        yield "Left early: before half of its matches, so none of them counts in the points."
    if settled := _to_settle(shown.rows):
        yield f"{settled}."
    if shown.saving:
        yield f"{saving_text(shown.saving)}."
    if shown.void_boards:
        yield f"{shown.void_boards:,} boards are void: they count for nobody."


def _scales(shown: Table) -> str:
    scales = [f"{anchor} = 0" if anchor else "the mean is 0" for anchor in shown.anchors]
    if len(scales) > 1:
        scales = [f"scale {at}: {scale}" for at, scale in enumerate(scales, 1)]
    reasons = dict.fromkeys(row.no_margin for row in shown.rows if row.no_margin)
    unsure = "".join(f"; {NO_MARGIN[reason]}: {reason}" for reason in reasons)
    return f"Elo: {', '.join(scales)}; ±: 95 %{unsure}."


def _named(names: Sequence[str]) -> str:
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return f"{', '.join(names[:MOST_NAMED])}{more}"


def _to_settle(rows: Sequence[StandingsRow]) -> str:
    """How many more boards the ranges of ranks need; empty where there are none."""
    unsettled = [row for row in rows if row.best is not None and row.best != row.worst]
    if not unsettled:
        return ""
    known = [row.more_boards for row in unsettled if row.more_boards]
    equal = sum(row.more_boards is None for row in unsettled)
    parted = f"; some {rounded(max(known)):,} more boards a bot would part them" if known else ""
    never = f"; {equal} may well be equal to another" if equal else ""
    return f"By Elo: a range where ± overlap{parted}{never}"
