"""Verify a tournament: rebuild it from its settings and logs, and compare the result with the stored rows."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import Connection, func, select

from arena.service.common.processes import make_pool
from arena.service.errors import BadSettings, UnknownTournament
from arena.service.reports.tournament_list import LAST_NUMBER
from arena.service.verify.caches import check_caches
from arena.service.verify.games import GameCheck
from arena.service.verify.inputs import check_inputs
from arena.service.verify.integrity import check_cells, check_references
from arena.service.verify.ledger import MIN_OF_HEAD, check_head, check_links
from arena.service.verify.pruned_logs import DroppedLogs, check_prunings, find_dropped
from arena.service.verify.rebuild import Rebuild, new_database
from arena.service.verify.replay_logs import Chunk, Replay, ReplayedLogs, replay_here, replay_in_pool
from arena.service.verify.rows import Mismatch, missing
from arena.service.verify.stored import StoredTournament, read_stored
from arena.store.database.failures import StoreFailed
from arena.store.database.store import Store
from arena.store.results.ledger import read_head
from arena.store.tables.results import GAME
from arena.store.tables.schedule import LEDGER, TOURNAMENT
from arena.store.tournaments.schedule import read_tournament

MAX_FINDINGS: Final = 1_000  # findings per subject; further findings are only counted
MANY_GAMES: Final = 400  # fewer are replayed in this process: to start another costs 100 games
_BROKEN: Final = (LookupError, ValueError, TypeError, ArithmeticError, AttributeError, StoreFailed)


@dataclass(frozen=True, slots=True)
class Subject:
    """One part of the verification, such as the games, with its mismatches."""

    name: str
    about: str  # what was verified, in words
    findings: tuple[Mismatch, ...]
    more: int = 0  # further findings

    @property
    def ok(self) -> bool:
        return not self.findings


@dataclass(frozen=True, slots=True)
class TournamentVerification:
    """The result of the verification of a tournament."""

    tournament: int
    subjects: tuple[Subject, ...]
    head: tuple[int, str]  # number and hash of the ledger's last entry
    outdated_caches: tuple[str, ...] = ()  # names of stale caches, which were not compared

    @property
    def ok(self) -> bool:
        return all(subject.ok for subject in self.subjects)

    @property
    def findings(self) -> tuple[Mismatch, ...]:
        return tuple(finding for subject in self.subjects for finding in subject.findings)


@dataclass(frozen=True, slots=True)
class VerifyProgress:
    """The progress of a verification."""

    subject: str
    games: int  # games replayed so far
    total: int


OnProgress = Callable[[VerifyProgress], None]


def verify_tournament(
    store: Store,
    number: int,
    jobs: int = 1,
    given_head: str = "",
    on_progress: OnProgress | None = None,
    replay: Replay[Any] | None = None,
) -> TournamentVerification:
    """Verify a tournament without changing it, and return the result.

    All games are replayed, and everything else is rebuilt. The results are compared with the stored rows.
    After the first part with differences, only the ledger is still verified. After cells of a wrong type or
    references to missing rows, nothing more is verified.

    `jobs`: the number of processes. `given_head`: the hash of a ledger entry that the user noted earlier, or
    the hash's start; empty for none. `replay`: the function that replays logs; None to choose it by `jobs`.

    Raise UnknownTournament if the tournament does not exist, BadSettings if `given_head` is not a hash.
    """
    check_hash(given_head)
    with store.reading() as tx:
        exists = select(TOURNAMENT.c.id).where(TOURNAMENT.c.id == number)
        if not 0 < number <= LAST_NUMBER or tx.scalar(exists) is None:
            return _without_row(tx, number)
        with _replay_in(jobs, tx, number) if replay is None else nullcontext(replay) as chosen:
            verifier = _Verifier(tx, number, on_progress or (lambda progress: None), chosen)
            verifier.verify_all(given_head)
        return TournamentVerification(
            number, tuple(verifier.subjects), read_head(tx), tuple(verifier.outdated_caches)
        )


@contextmanager
def _replay_in(jobs: int, tx: Connection, number: int) -> Iterator[Replay[Any]]:
    """Yield the function that replays logs. It uses `jobs` processes if there are many games."""
    if jobs == 1 or _count_games(tx, number) < MANY_GAMES:
        yield replay_here
        return
    with make_pool(jobs) as pool:
        yield lambda chunks: replay_in_pool(chunks, pool, jobs)


def _count_games(tx: Connection, number: int) -> int:
    return tx.scalar(select(func.count()).select_from(GAME).where(GAME.c.tournament_id == number)) or 0


def check_hash(given: str) -> None:
    """Raise BadSettings unless the text is empty or the start of a hash (at least `MIN_OF_HEAD` digits)."""
    if given and (len(given) < MIN_OF_HEAD or set(given) - set("0123456789abcdef")):
        raise BadSettings(f"not the hash of a ledger entry: give at least {MIN_OF_HEAD} of its 64 hex digits")


def _without_row(tx: Connection, number: int) -> TournamentVerification:
    """Return the result of verifying a tournament whose own row is missing.

    Raise UnknownTournament if no other row refers to this tournament.
    """
    dangling = [one for one in check_references(tx) if (one.table, one.key) == ("tournament", (number,))]
    if not dangling:
        raise UnknownTournament(f"there is no tournament {number}")
    return TournamentVerification(number, (Subject("tournament", "", tuple(dangling[:1])),), read_head(tx))


@dataclass(slots=True)
class _Verifier:
    """The verification of one tournament, part by part."""

    tx: Connection
    number: int
    on_progress: OnProgress
    replay: Replay[Any]
    subjects: list[Subject] = field(default_factory=list)
    outdated_caches: list[str] = field(default_factory=list)
    replayed: int = 0

    def verify_all(self, given_head: str) -> None:
        if not self._check("cells", "every cell is of its kind", check_cells(self.tx)):
            return  # such cells cannot be read
        if not self._check("references", "every reference has its row", check_references(self.tx)):
            return
        stored = read_stored(self.tx, self.number)
        about = f"{len(stored['entrant'])} entrants, {len(stored['round'])} rounds"
        if self._check("inputs", about, check_inputs(self.tx, stored)):
            self._rebuild(stored)
        count = self.tx.scalar(select(func.count()).select_from(LEDGER)) or 0
        self._check("ledger", f"{count:,} entries", self._ledger(stored, given_head))
        if all(subject.ok for subject in self.subjects):
            self._check("caches", "ladders and tables", check_caches(self.tx, stored, self.outdated_caches))

    def _rebuild(self, stored: StoredTournament) -> None:
        tournament = read_tournament(self.tx, self.number)
        assert tournament
        with new_database() as target, target.writing() as new:
            games = GameCheck(self.tx, new, stored, self._replay_counted)
            rebuild = Rebuild(self.tx, new, stored, tournament, games)
            total, gone = _count_games(self.tx, self.number), find_dropped(self.tx, self.number)
            if self._check("games", lambda: _about_games(games.replayed, total, gone), rebuild.differences()):
                self._check("faults", "verdicts and reports agree", rebuild.faults())

    def _replay_counted(self, chunks: Iterable[Chunk[Any]]) -> Iterator[tuple[Any, list[ReplayedLogs]]]:
        total = _count_games(self.tx, self.number)
        for what, replayed in self.replay(chunks):
            self.replayed += sum(1 if isinstance(row, str) else len(row.logs) for row in replayed)
            self.on_progress(VerifyProgress("games", self.replayed, total))
            yield what, replayed

    def _ledger(self, stored: StoredTournament, given_head: str) -> Iterator[Mismatch]:
        yield from check_links(self.tx)
        yield from check_prunings(self.tx)
        if given_head:
            yield from check_head(self.tx, stored, given_head)

    def _check(self, name: str, about: str | Callable[[], str], found: Iterator[Mismatch]) -> bool:
        """Verify one part and store the mismatches that `found` yields. Return True if there are none.

        `about`: a text that describes what was verified, or a function that returns this text afterwards.
        """
        self.on_progress(VerifyProgress(name, 0, 0))
        unique: dict[tuple[object, ...], Mismatch] = {}
        more = 0
        try:
            for finding in found:
                place = (finding.table, finding.key, finding.column)
                if place in unique:
                    continue
                if len(unique) < MAX_FINDINGS:
                    unique[place] = finding
                else:
                    more += 1
        except _BROKEN as reason:
            why = f"cannot be verified to the end: {type(reason).__name__}: {reason}"
            unique["", (name,), ""] = missing("", (name,), why)
        text = about if isinstance(about, str) else about()
        self.subjects.append(Subject(name, text, tuple(unique.values()), more))
        return not unique


def _about_games(replayed: int, total: int, gone: DroppedLogs) -> str:
    left = total - replayed - gone.games
    unplayed = f", {left:,} that were not played" if left > 0 else ""
    dropped = f", {gone.games:,} whose logs were dropped {gone.when}" if gone.games else ""
    return f"{replayed:,} replayed by their logs{unplayed}{dropped}"
