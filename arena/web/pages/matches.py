"""The page with the list of matches, newest first. A tournament's page shows its own matches in the same
way.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import Response

from arena.service.common.text import number_of
from arena.service.reports.pairings import points_text
from arena.service.reports.tournament_list import LAST_NUMBER
from arena.store.database.store import Store
from arena.store.tables.ladder import MAX_CLOSE_LEAD
from arena.store.tournaments.matches_list import (
    ANY,
    CLOSE,
    MatchFilter,
    MatchRow,
    MatchSide,
    Page,
    count_matches,
    list_rulesets_played,
    matches_page,
)
from arena.viewer.units import plural
from arena.web.page import number, render, tournament_title
from arena.web.site import Sited
from arena.web.tables.columns import cell, match_id
from arena.web.tables.listing import PAGE_SIZE, Column, Listing, ListRequest, parse_list_request

router = APIRouter()

FILTERS: Final = ("bot", "against", "ruleset", "tournament", "cause", "games")
FAULT_NAMES: Final = {ANY: "any fault", "illegal": "illegal move", "timeout": "out of time", "crash": "crash"}
GAME_KINDS: Final = ((CLOSE, "close games"),)
MAX_NAMES: Final = 8
MAX_COUNTED: Final = 10_000
MAX_FILE_ROWS: Final = 1_000
MAX_LEDGER: Final = 2**31 - 1


def _score(row: MatchRow) -> str:
    return " : ".join(points_text(side.score) for side in row.sides)


def _faults(row: MatchRow) -> str:
    """Return the faults of a match's bots in words, such as "greedy: 2 illegal moves, 1 crash"."""
    by_bot = ((side.name, ", ".join(_faults_of(side))) for side in row.sides)
    return "; ".join(f"{name}: {faults}" for name, faults in by_bot if faults)


def _faults_of(side: MatchSide) -> Iterator[str]:
    for count, name in ((side.illegal, "illegal move"), (side.timeouts, "timeout"), (side.crashes, "crash")):
        if count:
            yield plural(count, name)


def _pair_cell(row: MatchRow) -> Markup:
    best, worst = max(side.score for side in row.sides), min(side.score for side in row.sides)
    winners = [side.name for side in row.sides if side.score == best > worst]
    return cell("pair", [(side.bot, side.name) for side in row.sides], "vs", MAX_NAMES, winners)


MATCH: Final[Column[MatchRow]] = Column(
    "match", "Match", match_id, link=lambda row: f"/matches/{match_id(row)}", sorts=False
)
EVENT: Final[Column[MatchRow]] = Column(
    "event",
    "Tournament",
    render=lambda row: cell("name", tournament_title(row.event, row.tournament)),
    link=lambda row: f"/tournaments/{row.tournament}",
    sorts=False,
)
ROUND: Final[Column[MatchRow]] = Column("round", "Round", numbers=True, sorts=False)
RULESET: Final[Column[MatchRow]] = Column(
    "ruleset", "Ruleset", render=lambda row: cell("unbroken", [row.ruleset]), sorts=False
)
RESULT: Final[tuple[Column[MatchRow], ...]] = (
    Column("bots", "Bots", lambda row: " – ".join(side.name for side in row.sides), _pair_cell, sorts=False),
    Column("score", "Score", _score, about="Games won; a draw is half", numbers=True, sorts=False),
    Column("games", "Games", lambda row: row.sides[0].games, numbers=True, sorts=False),
    Column(
        "faults",
        "Faults",
        _faults,
        lambda row: cell("bad", _faults(row)),
        about="Games lost by a fault",
        sorts=False,
    ),
)
FINISHED: Final[Column[MatchRow]] = Column(
    "over",
    "Finished (UTC)",
    lambda row: row.played_at,
    lambda row: cell("time", row.played_at),
    largest_first=True,
)
CLOSEST: Final[Column[MatchRow]] = Column(
    "closest",
    "Closest game",
    link=lambda row: f"/matches/{match_id(row)}/games/{row.closest}",
    about=f"First and last are at most {MAX_CLOSE_LEAD} points, or one win, chip or life, apart",
    numbers=True,
    sorts=False,
)
COLUMNS: Final = (MATCH, *RESULT, EVENT, RULESET, FINISHED)


@dataclass(frozen=True, slots=True)
class MatchTable(Listing[MatchRow]):
    """A part of the list of matches.

    A link to the next or previous part contains the number of a match's stored result (`ledger`). The list
    continues from that match.
    """

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
        return plural(self.total, "match")

    @property
    def newest_first(self) -> bool:
        return self.query.descending

    @property
    def before(self) -> str:
        """The link to the previous part of the list; empty for the first part."""
        more = self.newer if self.newest_first else self.older
        return self._link_from(self.rows[0], self.newest_first) if self.rows and more else ""

    @property
    def after(self) -> str:
        """The link to the next part of the list; empty for the last part."""
        more = self.older if self.newest_first else self.newer
        return self._link_from(self.rows[-1], not self.newest_first) if self.rows and more else ""

    def _link_from(self, row: MatchRow, newer: bool) -> str:
        return self.link(**{"newer" if newer else "older": str(row.ledger)})

    def file(self) -> Response | None:
        """Return the matches as JSON or CSV if the request asks for that, else None.

        A header of the response links to the next part of the list.
        """
        response = Listing.file(self)
        if response and self.after:
            link = f"{self.after}&format={self.query.format}"
            response.headers["Link"] = f'<{self.request.url.path}{link}>; rel="next"'
        return response


def list_matches(
    request: Request,
    store: Store,
    columns: Sequence[Column[MatchRow]],
    filters: Mapping[str, str],
    match_filter: MatchFilter,
) -> MatchTable:
    """Return the part of the list of matches that a request asks for.

    `filters`: the filters as text, for links. `match_filter`: the same filters for the database.
    """
    if match_filter.games:
        columns = (columns[0], CLOSEST, *columns[1:])
    query = replace(parse_list_request(request, columns, "-over"), filters=dict(filters))
    if query.sort != "over":
        query = replace(query, sort="over", descending=True)
    with store.reading() as tx:
        part = matches_page(tx, match_filter, _page(request, query))
        total = count_matches(tx, match_filter, MAX_COUNTED + 1)
    return MatchTable(
        request, "matches", columns, part.rows, total, query, newer=part.newer, older=part.older
    )


def _page(request: Request, query: ListRequest) -> Page:
    return Page(
        size=MAX_FILE_ROWS if query.format else PAGE_SIZE,
        older_than=number_of(request.query_params.get("older", ""), MAX_LEDGER),
        newer_than=number_of(request.query_params.get("newer", ""), MAX_LEDGER),
        oldest_first=not query.descending,
    )


def read_filters(request: Request, names: Sequence[str]) -> dict[str, str]:
    """Return these filters from the URL's query as text, keyed by name. Empty filters are left out."""
    return {name: text for name in names if (text := request.query_params.get(name, ""))}


def parse_filters(filters: Mapping[str, str]) -> MatchFilter:
    """Convert filters from text to a MatchFilter. An invalid number becomes 0, so that no match passes.

    `filters`: the result of `read_filters`.
    """
    return MatchFilter(
        tournament=_filter_number(filters, "tournament"),
        round=_filter_number(filters, "round"),
        ruleset=filters.get("ruleset", ""),
        bot=filters.get("bot", ""),
        against=filters.get("against", ""),
        cause=filters.get("cause", ""),
        games=filters.get("games", ""),
    )


def _filter_number(filters: Mapping[str, str], name: str) -> int | None:
    return number_of(filters[name], LAST_NUMBER) or 0 if name in filters else None


@router.get("/matches")
def matches(request: Request, site: Sited) -> Response:
    """Show a part of the list of matches.

    `?older=N` shows matches older than the stored result N. `?newer=N` shows newer matches.
    """
    filters = read_filters(request, FILTERS)
    table = list_matches(request, site.store, COLUMNS, filters, parse_filters(filters))
    if file := table.file():
        return file
    with site.store.reading() as tx:
        rulesets = list_rulesets_played(tx)
    return render(
        request,
        "matches.html",
        table=table,
        filters=filters,
        rulesets=[(key, key) for key in rulesets],
        causes=tuple(FAULT_NAMES.items()),
        game_kinds=GAME_KINDS,
    )
