"""What the pages of a tournament show: what takes long is kept, by how far the tournament is."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from arena.service.compare.report import CompareResult, report
from arena.service.reports.pairings import RoundLine, pairings
from arena.service.reports.standings import tables
from arena.service.reports.tournament_cache import read_cached_tables
from arena.service.reports.tournament_list import LAST_NUMBER, find_tournament
from arena.service.results import Table
from arena.store.database.store import Store
from arena.store.ladder.cached_documents import Kind, read_positions
from arena.store.results.records import Tournament
from arena.store.tournaments.comparisons import COMPARE
from arena.store.tournaments.list import EventLine, ListPosition, event_line, position
from arena.web.cache import Figures, KeptByStore
from arena.web.errors import missing
from arena.web.site import Site


@dataclass(frozen=True, slots=True)
class Event:
    """A tournament at a moment, and where its figures are found."""

    store: Store
    line: EventLine
    tournament: Tournament
    position: ListPosition

    @property
    def id(self) -> int:
        return self.line.id

    @property
    def compares(self) -> bool:
        """Whether it is a comparison of two bots."""
        return self.line.format == COMPARE

    @property
    def is_over(self) -> bool:
        """Whether its secret may be told."""
        return self.line.finished_at is not None

    @property
    def secret(self) -> str | None:
        """Hex, once nothing is played with it any more."""
        return self.tournament.secret.hex() if self.is_over else None

    @property
    def commitment(self) -> str | None:
        """SHA-256 of the secret, hex. While it is played not of an open seed: that could be guessed by it."""
        if self.tournament.open_seed and not self.is_over:
            return None
        return sha256(self.tournament.secret).hexdigest()

    @property
    def bots(self) -> dict[str, str]:
        """The bots' own names by what the tables call them."""
        return {one.name: one.bot for one in self.tournament.entrants}

    def tables(self) -> Figures[tuple[Table, ...]]:
        """Standings and crosstables: of a large tournament those that are kept, even if more was played."""
        with self.store.reading() as tx:
            where = read_positions(tx, Kind.TABLES).get(str(self.id))
        if where is None:
            return self._kept(TABLES, tables)
        made = TABLES.of(self.store).figures(self.id, where, self._cached_tables)
        return Figures(made.value, made.behind or where != str(self.position))

    def _cached_tables(self) -> tuple[Table, ...]:
        kept = read_cached_tables(self.store, self.id)
        return tables(self.store, self.id) if kept is None else kept

    def rounds(self) -> Figures[tuple[RoundLine, ...]]:
        """Who met whom, round by round."""
        return self._kept(ROUNDS, pairings)

    def comparison(self) -> Figures[CompareResult]:
        """What the test of a comparison says."""
        return self._kept(COMPARISONS, report)

    def _kept(self, kept: KeptByStore[Any], make: Callable[[Store, int], Any]) -> Figures[Any]:
        return kept.of(self.store).figures(self.id, self.position, lambda: make(self.store, self.id))


def find_event(site: Site, number: str) -> Event:
    """The tournament that is called so. Raises Refused."""
    if number.isascii() and number.isdecimal() and len(number) <= len(str(LAST_NUMBER)):
        key = min(int(number), LAST_NUMBER)
        with site.store.reading() as tx:
            line, where = event_line(tx, key), position(tx, key)
        if line and where:
            return Event(site.store, line, find_tournament(site.store, key), where)
    raise missing(f"There is no tournament {number}.")


def _cells(made: Sequence[Table]) -> int:
    """What tables weigh: a cell with what stands in it, or a row as ten."""
    return sum(10 * len(one.rows) + sum(len(row) for row in one.cells) for one in made)


def _tables(made: Sequence[RoundLine]) -> int:
    return sum(2 * len(round.tables) for round in made)


TABLES: Final[KeptByStore[tuple[Table, ...]]] = KeptByStore(_cells)
ROUNDS: Final[KeptByStore[tuple[RoundLine, ...]]] = KeptByStore(_tables)
COMPARISONS: Final[KeptByStore[CompareResult]] = KeptByStore(lambda _: 1)
