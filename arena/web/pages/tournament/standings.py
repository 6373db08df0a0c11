"""The standings of a tournament as a table that sorts by link, and what has to be said below it."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from markupsafe import Markup

from arena.service.reports.rating_text import (
    elo_text,
    list_names,
    margin_text,
    place_text,
    scale_texts,
    to_settle_text,
)
from arena.service.reports.variance import saving_text
from arena.service.results import StandingsRow, Table, TieBreakColumn
from arena.tournament.standings.tie_breaks import value_text
from arena.web.page import percent, segment
from arena.web.pages.tournaments import name_cell
from arena.web.tables.listing import Column, Value

POINTS: Final = "PTS"

Columns = list[Column[StandingsRow]]


def standings_columns(shown: Table, bots: Mapping[str, str], why: bool) -> Columns:
    """`bots`: their own names by those in the table. `why`: in words, why each is behind the one above."""
    return [
        Column("rank", "#", lambda row: row.rank, lambda row: place_text(row.rank, row), numbers=True),
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
    if not shown.anchors:
        return []
    scale: Column[StandingsRow] = Column(
        "scale",
        "Scale",
        lambda row: row.scale,
        about="Bots of different scales cannot be compared",
        numbers=True,
    )
    return [
        *([scale] if len(shown.anchors) > 1 else []),
        Column(
            "elo",
            "Elo",
            lambda row: row.elo,
            lambda row: elo_text(row.elo, row.low, row.high),
            about="Fitted to this tournament alone",
            numbers=True,
            most_first=True,
        ),
        Column(
            "margin",
            "±",
            lambda row: row.margin,
            lambda row: margin_text(row.elo, row.low, row.high),
            about="95 % against the mean",
            numbers=True,
        ),
        Column("low", "", lambda row: row.low),
        Column("high", "", lambda row: row.high),
        Column("best", "", lambda row: row.best),
        Column("worst", "", lambda row: row.worst),
    ]


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
    yield from (f"{text}." for text in scale_texts(shown.anchors, shown.rows))
    if shown.anchors:
        yield "±: 95 % against the mean."
    yield "I/T/C: games lost by an illegal move, out of time, by a crash."
    if shown.frozen:
        yield f"Pool, its Elo as in the ladder before, its own error not in ±: {list_names(shown.frozen)}."
    if shown.remark:
        yield f"{shown.remark}."
    if any(row.left_early for row in shown.rows):
        yield "Left early: before half of its matches, so none of them counts in the points."
    if settled := to_settle_text(shown.rows):
        yield f"{settled}."
    if shown.saving:
        yield f"{saving_text(shown.saving)}."
    if shown.void_boards:
        yield f"{shown.void_boards:,} boards are void: they count for nobody."
