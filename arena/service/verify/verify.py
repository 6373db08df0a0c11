"""An audit of an event: subject after subject, each from what is already known to be right."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy import Connection, func, select

from arena.service.errors import BadSettings, UnknownTournament
from arena.service.reports.tournament_list import LAST_NUMBER, find_tournament
from arena.service.verify.caches import kept
from arena.service.verify.entrants import bots, identities, numbers, strangers
from arena.service.verify.faults import reports
from arena.service.verify.findings import Mismatch, missing
from arena.service.verify.games import GameRows, VerifiedPiece
from arena.service.verify.integrity import cells, references
from arena.service.verify.ledger import MIN_OF_HEAD, against_head, entries, links
from arena.service.verify.logs import Chunk, PlayAgain, Stored, here, in_processes
from arena.service.verify.outcome import standing_of
from arena.service.verify.pruned_logs import Dropped, dropped, prunings
from arena.service.verify.rebuild import afresh
from arena.service.verify.schedule import set_up
from arena.service.verify.stored_rows import Evidence, read_evidence
from arena.store.database.failures import StoreFailed
from arena.store.database.store import Store
from arena.store.database.table_objects import GAME, LEDGER, TOURNAMENT
from arena.store.results.ledger import head

MAX_FINDINGS: Final = 1_000  # that are kept of a subject; the others are counted
MANY_GAMES: Final = 400  # a process takes as long to start as a hundred games take
_BROKEN: Final = (LookupError, ValueError, TypeError, ArithmeticError, AttributeError, StoreFailed)


@dataclass(frozen=True, slots=True)
class Subject:
    """One thing that was looked at, in a line."""

    name: str
    about: str  # how much of it
    findings: tuple[Mismatch, ...]
    more: int = 0  # findings that were not kept

    @property
    def ok(self) -> bool:
        return not self.findings


@dataclass(frozen=True, slots=True)
class Audit:
    """What came of it. `head`: the number and the hash of the ledger's last entry."""

    tournament: int
    subjects: tuple[Subject, ...]
    head: tuple[int, str]
    behind: tuple[str, ...] = ()  # what is kept and out of date: it was not compared

    @property
    def ok(self) -> bool:
        return all(subject.ok for subject in self.subjects)

    @property
    def findings(self) -> tuple[Mismatch, ...]:
        return tuple(finding for subject in self.subjects for finding in subject.findings)


@dataclass(frozen=True, slots=True)
class VerifyProgress:
    """How far it is."""

    subject: str
    games: int  # played again so far
    total: int


OnProgress = Callable[[VerifyProgress], None]
Chunks = Iterable[Chunk[VerifiedPiece]]


def audit(
    store: Store,
    number: int,
    jobs: int = 1,
    given_head: str = "",
    on_progress: OnProgress | None = None,
    play_again: PlayAgain[VerifiedPiece] | None = None,
) -> Audit:
    """Play every game of an event again, make all else of it anew, and compare. Writes nothing.

    `given_head`: hash of a ledger entry that was noted down. Raises UnknownTournament, BadSettings.
    """
    check_head(given_head)
    with store.reading() as tx:
        if (
            not 0 < number <= LAST_NUMBER
            or tx.scalar(select(TOURNAMENT.c.id).where(TOURNAMENT.c.id == number)) is None
        ):
            return _without_event(tx, number)
        made = _Auditor(number, on_progress or _nobody)
        made.all(tx, store, given_head, play_again or _by(jobs, tx, number))
        return Audit(number, tuple(made.subjects), head(tx), tuple(made.behind))


def _by(jobs: int, tx: Connection, number: int) -> PlayAgain[VerifiedPiece]:
    """In so many processes, where there is enough for them to do."""
    games = tx.scalar(select(func.count()).select_from(GAME).where(GAME.c.tournament_id == number)) or 0
    return here if jobs == 1 or games < MANY_GAMES else lambda chunks: in_processes(chunks, jobs)


def check_head(given: str) -> None:
    """Whether this can be the hash of a ledger entry, or enough of it. Raises BadSettings."""
    if given and (len(given) < MIN_OF_HEAD or set(given) - set("0123456789abcdef")):
        raise BadSettings(
            f"the hash of a ledger entry has 64 hex digits; give at least {MIN_OF_HEAD} of them"
        )


def _without_event(tx: Connection, number: int) -> Audit:
    """Where other rows speak of an event that is gone, that is a finding and no slip of the fingers."""
    dangling = [one for one in references(tx) if (one.table, one.key) == ("tournament", (number,))]
    if not dangling:
        raise UnknownTournament(f"there is no tournament {number}")
    return Audit(number, (Subject("event", "", tuple(dangling[:1])),), head(tx))


@dataclass(slots=True)
class _Auditor:
    """Goes from subject to subject."""

    number: int
    tell: OnProgress
    subjects: list[Subject] = field(default_factory=list)
    behind: list[str] = field(default_factory=list)
    findings: list[Mismatch] = field(default_factory=list)

    def all(
        self, tx: Connection, store: Store, given_head: str, play_again: PlayAgain[VerifiedPiece]
    ) -> None:
        self.see("cells", "every cell is of its kind", cells(tx))
        if self.findings:
            return  # nothing can be read of what is not of its kind
        self.see("references", "every reference has its row", references(tx))
        evidence = read_evidence(tx, self.number)
        self.see("entrants", f"{len(evidence['entrant'])} entrants", self._who(tx, evidence))
        self._games(tx, evidence, play_again)
        self.see("faults", "verdicts and reports agree", reports(tx, evidence))
        count = tx.scalar(select(func.count()).select_from(LEDGER)) or 0
        self.see("ledger", f"{count:,} entries", self._ledger(tx, evidence, given_head))
        self._derived(tx, store, evidence)

    def _who(self, tx: Connection, evidence: Evidence) -> Iterator[Mismatch]:
        for finding in (
            *strangers(tx, evidence),
            *numbers(evidence),
            *identities(tx, evidence),
            *bots(evidence),
        ):
            evidence.correct(finding)
            yield finding

    def _games(self, tx: Connection, evidence: Evidence, play_again: PlayAgain[VerifiedPiece]) -> None:
        of_event = GAME.c.tournament_id == self.number
        total = tx.scalar(select(func.count()).select_from(GAME).where(of_event)) or 0
        games = GameRows(evidence)

        def told(chunks: Chunks) -> Iterator[tuple[VerifiedPiece, list[Stored]]]:
            done = 0
            for piece, facts in play_again(chunks):
                done += len(piece.games)
                self.tell(VerifyProgress("games", done, total))
                yield piece, facts

        found = games.findings(tx, told)
        gone = dropped(tx, evidence)
        self.see("games", lambda: _games(games.played, total, gone), found)

    def _ledger(self, tx: Connection, evidence: Evidence, given: str) -> Iterator[Mismatch]:
        yield from links(tx)
        yield from entries(tx, evidence)
        yield from prunings(tx)
        if given:
            yield from against_head(tx, evidence, given)

    def _derived(self, tx: Connection, store: Store, evidence: Evidence) -> None:
        """All that follows from the games; in a database in which they are right."""
        try:
            with afresh(tx, self.findings) as fresh:
                with fresh.reading() as new:
                    tournament = find_tournament(fresh, self.number)
                    self.see("schedule", _rounds(evidence), set_up(new, evidence, tournament))
                    self.see("standing", "state and event digest", standing_of(new, evidence))
                for finding in self.findings:
                    evidence.correct(finding)
                self.see("figures", "ratings, ladders, tables kept", kept(tx, fresh, evidence, self.behind))
        except _BROKEN as reason:
            self._not_looked_at(reason)

    def _not_looked_at(self, reason: BaseException) -> None:
        names = {subject.name for subject in self.subjects}
        left = [name for name in ("schedule", "standing", "figures") if name not in names]
        why = f"cannot be made anew with what is stored: {type(reason).__name__}: {reason}"
        for name in left:
            self.subjects.append(Subject(name, why, (missing("", (name,), why),)))

    def see(self, name: str, about: str | Callable[[], str], found: Iterator[Mismatch]) -> None:
        """One subject. What breaks off because something is wrong is itself a finding."""
        self.tell(VerifyProgress(name, 0, 0))
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
            why = f"the {name} cannot be looked at to the end: {type(reason).__name__}: {reason}"
            unique["", (name,), ""] = missing("", (name,), why)
        kept_here = tuple(unique.values())
        self.findings += kept_here
        text = about if isinstance(about, str) else about()
        self.subjects.append(Subject(name, text, kept_here, more))


def _games(played: int, total: int, gone: Dropped) -> str:
    left = total - played - gone.games
    without = f", {left:,} that were not played" if left > 0 else ""
    pruned = f", {gone.games:,} whose logs were dropped {gone.when}" if gone.games else ""
    return f"{played:,} played again by their logs{without}{pruned}"


def _rounds(evidence: Evidence) -> str:
    tables = {(row["round"], row["pairing"]) for row in evidence["match"].values()}
    return f"{len(evidence['round'])} rounds, {len(tables)} tables"


def _nobody(_: VerifyProgress) -> None:
    """Nobody listens."""
