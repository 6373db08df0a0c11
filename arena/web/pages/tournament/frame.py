"""The parts that all pages of a tournament share."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Annotated, Any, Final

from fastapi import Depends, Request
from starlette.responses import Response

from arena.service.common.text import format_clock, number_of
from arena.service.compare.report import CompareResult, report
from arena.service.formats import format_name
from arena.service.live.progress import progress_in
from arena.service.reports.pairings import RoundLine, pairings
from arena.service.reports.standings import tables
from arena.service.reports.tournament_cache import read_cached_tables
from arena.service.reports.tournament_list import LAST_NUMBER, find_tournament
from arena.service.results import StandingsTable
from arena.store.database.store import Store
from arena.store.ladder.cached_documents import DocumentKind, read_cached_data_states
from arena.store.results.records import Tournament
from arena.store.tournaments.comparisons import COMPARE
from arena.store.tournaments.list import TournamentDataState, TournamentLine, read_data_state, tournament_line
from arena.web.cache import CachedValue, CachePerStore
from arena.web.errors import not_found
from arena.web.http.poller import poller_of
from arena.web.live_overview import render_playing
from arena.web.page import render
from arena.web.site import Sited

JSON_FORMAT: Final = "maumau-tournament-page-1"
ROW_WEIGHT: Final = 10  # a row of the standings takes as much room in the cache as 10 cells of the crosstable


@dataclass(frozen=True)
class TournamentView:
    """A tournament as its pages show it. Slow figures are cached."""

    store: Store
    line: TournamentLine
    tournament: Tournament
    data_state: TournamentDataState

    @property
    def id(self) -> int:
        return self.line.id

    @property
    def is_comparison(self) -> bool:
        return self.line.format == COMPARE

    @property
    def is_finished(self) -> bool:
        return self.line.finished_at is not None

    @property
    def secret(self) -> str | None:
        """The shuffle secret (the key to all cards) in hex; None until the tournament has finished."""
        return self.tournament.secret.hex() if self.is_finished else None

    @property
    def commitment(self) -> str | None:
        """The SHA-256 of the shuffle secret (the key to all cards), in hex.

        None for an unfinished tournament whose secret is computed from its seed: visitors could guess the
        seed and compare hashes.
        """
        if self.tournament.open_seed and not self.is_finished:
            return None
        return sha256(self.tournament.secret).hexdigest()

    @cached_property
    def bots(self) -> dict[str, str]:
        """The bots' own names, keyed by their names in this tournament."""
        return {entrant.name: entrant.bot for entrant in self.tournament.entrants}

    @property
    def names(self) -> list[str]:
        """The bots' names in this tournament, sorted."""
        return sorted(self.bots, key=str.casefold)

    def tables(self) -> CachedValue[tuple[StandingsTable, ...]]:
        """The cached tables of the tournament, one per ruleset: standings and crosstable.

        In a large tournament, the last matches may be missing until the cache is updated.
        """
        with self.store.reading() as tx:
            cached_state = read_cached_data_states(tx, DocumentKind.TABLES).get(str(self.id))
        if cached_state is None:
            return self._compute(TABLES, tables)
        value = TABLES.of(self.store).get(self.id, cached_state, self._read_tables)
        return CachedValue(value.value, value.is_stale or cached_state != str(self.data_state))

    def _read_tables(self) -> tuple[StandingsTable, ...]:
        cached = read_cached_tables(self.store, self.id)
        return tables(self.store, self.id) if cached is None else cached

    def rounds(self) -> CachedValue[tuple[RoundLine, ...]]:
        """All rounds with their pairings."""
        return self._compute(ROUNDS, pairings)

    def comparison(self) -> CachedValue[CompareResult]:
        """The result of the sequential test. The tournament must be a comparison of two bots."""
        return self._compute(COMPARISONS, report)

    def _compute(self, cache: CachePerStore[Any], compute: Callable[[Store, int], Any]) -> CachedValue[Any]:
        return cache.of(self.store).get(self.id, self.data_state, lambda: compute(self.store, self.id))


def find_view(site: Sited, number: str) -> TournamentView:
    """Return the tournament with this number, for its pages.

    Raise Refused (404) if it does not exist.
    """
    key = number_of(number, LAST_NUMBER)
    if key is not None:
        with site.store.reading() as tx:
            line, where = tournament_line(tx, key), read_data_state(tx, key)
        if line and where:
            return TournamentView(site.store, line, find_tournament(site.store, key), where)
    raise not_found(f"No tournament {number}.")


Viewed = Annotated[TournamentView, Depends(find_view)]


def _weigh_tables(tables: Sequence[StandingsTable]) -> int:
    return sum(ROW_WEIGHT * len(table.rows) + sum(len(row) for row in table.cells) for table in tables)


TABLES: Final[CachePerStore[tuple[StandingsTable, ...]]] = CachePerStore(_weigh_tables)
ROUNDS: Final[CachePerStore[tuple[RoundLine, ...]]] = CachePerStore(
    lambda rounds: sum(2 * len(round.tables) for round in rounds)
)
COMPARISONS: Final[CachePerStore[CompareResult]] = CachePerStore(lambda _: 1)


def render_tab(
    request: Request,
    view: TournamentView,
    tab: str,
    **values: Any,  # noqa: ANN401 - as the template takes them
) -> Response:
    """Return a tab of a tournament's page, with the head that all tabs share.

    `tab`: the tab's name, such as "standings". `values`: more values for the tab's template.
    """
    tournament = view.tournament
    return render(
        request,
        f"tournament_{tab}.html",
        view=view,
        one=view.line,
        tab=tab,
        tabs=tuple(_tabs(view)),
        format=format_name(view.line.format, view.line.seats),
        house_rules={round.ruleset for round in tournament.rounds if round.rules},
        paired=sum(round.paired for round in tournament.rounds),
        clock=format_clock(tournament.clock),
        playing="" if view.is_finished else _playing(request, view.id),
        **values,
    )


def _playing(request: Request, tournament: int) -> str:
    now = progress_in(poller_of(request).request_snapshot(str(tournament)), tournament)
    return render_playing(now) if now else ""


def _tabs(view: TournamentView) -> Iterator[tuple[str, str]]:
    if view.is_comparison:
        yield "test", "Test"
    else:
        yield "standings", "Standings"
        yield "crosstable", "Crosstable"
        yield "pairings", "Pairings"
    yield "matches", "Matches"
    yield "config", "Config"


def requested_tables(request: Request, view: TournamentView) -> CachedValue[tuple[StandingsTable, ...]]:
    """Return the tables (standings and crosstable) of the ruleset in the URL's query.

    If there is no such ruleset, return all tables of the tournament.
    """
    cached = view.tables()
    ruleset = request.query_params.get("ruleset", "")
    chosen = tuple(
        table for table in cached.value if ruleset in ("", table.ruleset, table.ruleset.partition("@")[0])
    )
    return CachedValue(chosen or cached.value, cached.is_stale)
