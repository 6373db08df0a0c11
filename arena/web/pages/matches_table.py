"""The list of matches as a table, a part at a time, with its filters."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from fastapi import Request
from markupsafe import Markup
from starlette.responses import Response

from arena.service.reports.pairings_text import points_text
from arena.service.reports.tournament_list import LAST_NUMBER, table_name
from arena.store.database.store import Store
from arena.store.tournaments.matches_list import (
    ANY,
    MatchFilter,
    MatchPage,
    MatchRow,
    MatchSide,
    Page,
    count_matches,
    matches_page,
)
from arena.web.page import number, segment
from arena.web.pages.tournaments import name_cell, time_cell, whole
from arena.web.tables.listing import PAGE, Column, Listing, ListRequest, wanted

MAX_COUNTED: Final = 10_000
IN_A_FILE: Final = 1_000  # rows at a time
FURTHEST: Final = 2**31 - 1  # ledger entry
CAUSE_WORDS: Final = {ANY: "any fault", "illegal": "illegal move", "timeout": "out of time", "crash": "crash"}


def match_name(row: MatchRow) -> str:
    """How it is called: "7.1.2"."""
    return table_name(row.tournament, row.round, row.pairing)


def _bots(row: MatchRow) -> Markup:
    names = (
        Markup('<a href="/bots/{}"><bdi>{}</bdi></a>').format(segment(side.bot), name_cell(side.name))
        for side in row.sides
    )
    return Markup(' <span class="quiet">–</span> ').join(names)


def _score(row: MatchRow) -> str:
    return " : ".join(points_text(side.score) for side in row.sides)


def _faults(row: MatchRow) -> str:
    """Who lost how many games by its own fault."""
    return "; ".join(f"{side.name}: {', '.join(_blame(side))}" for side in row.sides if any(_blame(side)))


def _blame(side: MatchSide) -> Iterator[str]:
    for count, what in ((side.illegal, "illegal"), (side.timeouts, "out of time"), (side.crashes, "crash")):
        if count:
            yield f"{count} {what}"


def _fault_cell(row: MatchRow) -> Markup:
    return Markup('<span class="bad">{}</span>').format(faults) if (faults := _faults(row)) else Markup()


MATCH: Final[Column[MatchRow]] = Column(
    "match", "Match", match_name, link=lambda row: f"/matches/{match_name(row)}", sorts=False
)
EVENT: Final[Column[MatchRow]] = Column(
    "event",
    "Tournament",
    lambda row: row.event,
    lambda row: name_cell(row.event),
    link=lambda row: f"/tournaments/{row.tournament}",
    sorts=False,
)
ROUND: Final[Column[MatchRow]] = Column("round", "Round", lambda row: row.round, numbers=True, sorts=False)
RULESET: Final[Column[MatchRow]] = Column(
    "ruleset", "Ruleset", lambda row: row.ruleset, lambda row: whole(row.ruleset), sorts=False
)
RESULT: Final[tuple[Column[MatchRow], ...]] = (
    Column("bots", "Bots", lambda row: " – ".join(side.name for side in row.sides), _bots, sorts=False),
    Column("score", "Score", _score, about="Games won, halves for draws", numbers=True, sorts=False),
    Column("games", "Games", lambda row: row.sides[0].games, numbers=True, sorts=False),
    Column("faults", "Faults", _faults, _fault_cell, about="Games lost by them", sorts=False),
)
OVER: Final[Column[MatchRow]] = Column(
    "over", "Over (UTC)", lambda row: row.played_at, lambda row: time_cell(row.played_at), most_first=True
)


@dataclass(frozen=True, slots=True)
class MatchTable(Listing[MatchRow]):
    """A part of the list. It goes on from a match, not from a page's number."""

    newer: bool = False
    older: bool = False

    def link(self, **changes: str) -> str:
        return Listing.link(self, **{"older": "", "newer": "", "page": "", **changes})

    @property
    def pages(self) -> int:
        return 1

    @property
    def amount(self) -> str:
        if self.total > MAX_COUNTED:
            return f"More than {number(MAX_COUNTED)} matches"
        return f"{number(self.total)} {'match' if self.total == 1 else 'matches'}"

    @property
    def newest_first(self) -> bool:
        return self.wanted.descending

    @property
    def is_first(self) -> bool:
        """Whether it begins at the beginning."""
        return not (self.newer if self.newest_first else self.older)

    @property
    def before(self) -> str:
        """The link to what comes before this part, as it is sorted; empty where nothing does."""
        return self._beside(self.rows[0], self.newest_first) if self.rows and not self.is_first else ""

    @property
    def after(self) -> str:
        """The link to what follows it; empty where nothing does."""
        more = self.older if self.newest_first else self.newer
        return self._beside(self.rows[-1], not self.newest_first) if self.rows and more else ""

    def _beside(self, row: MatchRow, newer: bool) -> str:
        return self.link(**{"newer" if newer else "older": str(row.ledger)})

    def file(self) -> Response | None:
        """With a link to what follows, where that is cut off."""
        made = Listing.file(self)
        if made and self.after:
            link = f"{self.after}&format={self.wanted.format}"
            made.headers["Link"] = f'<{self.request.url.path}{link}>; rel="next"'
        return made


def match_table(
    request: Request,
    store: Store,
    columns: Sequence[Column[MatchRow]],
    filters: Mapping[str, str],
    only: MatchFilter,
) -> MatchTable:
    """The part that is asked for. `filters`: what the query says of them; `only`: the same, understood."""
    what = replace(wanted(request, columns, "-over"), filters=dict(filters))
    if what.sort != "over":
        what = replace(what, sort="over", descending=True)
    with store.reading() as tx:
        found = matches_page(tx, only, _page(request, what))
        total = count_matches(tx, only, MAX_COUNTED + 1)
    return _made(request, columns, found, total, what)


def _made(
    request: Request, columns: Sequence[Column[MatchRow]], found: MatchPage, total: int, what: ListRequest
) -> MatchTable:
    return MatchTable(
        request, "matches", columns, found.rows, total, what, newer=found.newer, older=found.older
    )


def _page(request: Request, what: ListRequest) -> Page:
    return Page(
        size=IN_A_FILE if what.format else PAGE,
        older_than=_number(request, "older"),
        newer_than=_number(request, "newer"),
        oldest_first=not what.descending,
    )


def _number(request: Request, name: str, most: int = FURTHEST) -> int | None:
    """A number in the query; None if there is none, or it is none."""
    text = request.query_params.get(name, "")
    return (
        min(int(text), most)
        if text.isascii() and text.isdecimal() and len(text) < len(str(most)) * 2
        else None
    )


def asked(request: Request, names: Sequence[str]) -> dict[str, str]:
    """What the query says of these filters."""
    return {name: text for name in names if (text := request.query_params.get(name, ""))}


def understood(request: Request, filters: Mapping[str, str]) -> MatchFilter:
    """The filters of all matches; a number that is none keeps nothing."""
    return MatchFilter(
        tournament=_filter_number(request, filters, "tournament"),
        round=_filter_number(request, filters, "round"),
        ruleset=filters.get("ruleset", ""),
        bot=filters.get("bot", ""),
        against=filters.get("against", ""),
        cause=filters.get("cause", ""),
    )


def _filter_number(request: Request, filters: Mapping[str, str], name: str) -> int | None:
    if name not in filters:
        return None
    found = _number(request, name, LAST_NUMBER)
    return 0 if found is None else found
