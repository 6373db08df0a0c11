"""Delete the logs of old games; results, ratings and the ledger stay."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from arena.service.admin.database_errors import read_summary
from arena.service.database import database_url, file_of, open_database
from arena.service.errors import BadSettings, UnknownTournament
from arena.service.reports.tournament_list import LAST_NUMBER
from arena.store.admin.prune import (
    PrunableTournament,
    PrunedBatch,
    count_old_output,
    drop_old_output,
    prunable,
    prune_some,
)
from arena.store.database.copies import vacuum_file, vacuum_server
from arena.store.database.failures import StoreFailed
from arena.store.database.store import Store
from arena.store.tournaments.schedule import read_tournament

_AGE: Final = re.compile(r"([0-9]{1,5})([dwy])")
_DAYS: Final = {"d": 1, "w": 7, "y": 365}
_MAX_DAYS: Final = 365_000  # dates much earlier do not exist


@dataclass(frozen=True, slots=True)
class PrunePlan:
    """The data to delete: the game logs of `tournaments`, and the output that bots printed in old trials (the
    tests of uploaded bots).

    `before`: delete only from tournaments and trials that ended before this time. None: delete from
    tournaments of any age, but from no trial. `printed`: size of the trials' output in bytes.
    """

    before: datetime | None
    tournaments: tuple[PrunableTournament, ...]
    printed: int

    @property
    def games(self) -> int:
        return sum(one.games for one in self.tournaments)

    @property
    def bytes(self) -> int:
        return sum(one.bytes for one in self.tournaments) + self.printed


@dataclass(frozen=True, slots=True)
class PruneResult:
    """The result of pruning. `games`: how many games lost their log. `bytes`: the size of the deleted data.

    `size_before`, `size`: bytes of the database before and after. `digest`: the hash of the database's newest
    record of deleted logs; "" if this pruning deleted no logs. `not_vacuumed`: why the database could not be
    shrunk; "" if it was.
    """

    games: int
    bytes: int
    size_before: int
    size: int
    digest: str
    not_vacuumed: str


def parse_age(text: str) -> timedelta:
    """Return an age written like 90d, 12w or 2y. Raise BadSettings for any other text."""
    written = _AGE.fullmatch(text.strip().lower())
    if not written:
        raise BadSettings(f"{text!r} is not an age; write 90d, 12w or 2y")
    return timedelta(days=min(int(written[1]) * _DAYS[written[2]], _MAX_DAYS))


def plan(store: Store, older_than: timedelta | None, tournaments: tuple[int, ...] = ()) -> PrunePlan:
    """Return a plan with the data that can be deleted. Nothing is deleted yet.

    `older_than`: include only finished tournaments and trials that ended at least this long ago. None:
    tournaments of any age, and no trials. `tournaments`: include only tournaments with these numbers, and no
    trials. Empty: all tournaments.

    Raise BadSettings if neither argument is given, UnknownTournament for an unknown number.
    """
    if older_than is None and not tournaments:
        raise BadSettings("choose the logs: --older-than 90d, --tournament ID, or both")
    before = datetime.now(UTC) - older_than if older_than is not None else None
    with store.reading() as tx:
        for number in tournaments:
            tournament = read_tournament(tx, number) if 0 < number <= LAST_NUMBER else None
            if tournament is None:
                raise UnknownTournament(f"no tournament {number}; see arena tournament list")
        printed = count_old_output(tx, before) if before and not tournaments else 0
        return PrunePlan(before, prunable(tx, before, tournaments), printed)


def prune(option: str | None, plan: PrunePlan) -> PruneResult:
    """Delete the data of a plan and shrink the database. Return what was deleted.

    Logs are deleted in batches, so that others can use the database meanwhile. `option`: the value of --db.
    Raise DatabaseError if the database cannot be read or written.
    """
    url = database_url(option)
    before = read_summary(url).size
    games, size, digest = 0, plan.printed, ""
    with open_database(option) as store:
        for event in plan.tournaments:
            while done := _prune_batch(store, event.tournament):
                games, size, digest = games + done.games, size + done.bytes, done.digest
        if plan.before and plan.printed:
            with store.writing() as tx:
                drop_old_output(tx, plan.before)
    not_vacuumed = _vacuum(url)
    return PruneResult(games, size, before, read_summary(url).size, digest, not_vacuumed)


def _prune_batch(store: Store, tournament: int) -> PrunedBatch | None:
    with store.writing() as tx:
        return prune_some(tx, tournament, datetime.now(UTC))


def _vacuum(url: str) -> str:
    """Free the space of deleted logs: shrink an SQLite file, or let PostgreSQL reuse it. Return why that
    failed; "" if it worked.
    """
    try:
        if path := file_of(url):
            vacuum_file(path)
        else:
            vacuum_server(url)
    except StoreFailed as error:
        return str(error)
    return ""
