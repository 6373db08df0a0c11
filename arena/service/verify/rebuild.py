"""Rebuild a tournament in a new database, with the functions that wrote it originally, and compare all rows.

The schedule and the pairings are computed from the settings, the results from the game logs. The comparison
stops at the first database table that differs; in a Swiss tournament, also at the first round that differs.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import combinations, islice
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from sqlalchemy import Connection, Table, delete

from arena.record.match import BotSpec
from arena.service.compare.compare import schedule
from arena.service.compare.seating import arrangement
from arena.service.formats import PAIR, SWISS
from arena.service.tournaments.edit import append_latecomers, last_round
from arena.service.tournaments.play.schedules import match_spec, pairings_of, pieces_of
from arena.service.tournaments.play.swiss import pair_next
from arena.service.verify.faults import check_absent, check_without_game, stored_faults
from arena.service.verify.games import NOW, GameCheck, RebuiltMatch
from arena.service.verify.rows import Mismatch, Row, compare_rows, doubtful, read_rows
from arena.service.verify.stored import StoredTournament
from arena.store.database.store import Store, open_store, sqlite_url
from arena.store.results.ledger import digest_of_digests
from arena.store.results.records import Entrant, Round, Tournament, TournamentState
from arena.store.results.results import game_digests
from arena.store.tables.results import FAULT
from arena.store.tables.schedule import BYE, ENTRANT, FORBIDDEN_PAIR, LEDGER, MATCH, MATCH_SEAT, ROUND
from arena.store.tournaments.comparisons import COMPARE
from arena.store.tournaments.pairings import read_pairings
from arena.store.tournaments.schedule import (
    add_byes,
    add_entrant,
    add_forbidden,
    add_pieces,
    add_tournament,
    entrant_keys,
    forbidden_in,
    pieces,
    read_tournament,
)
from arena.store.tournaments.states import withdraw
from arena.tournament.history import Bye, ByeKind
from arena.tournament.pairing.pairing import Pairing, PairingImpossible

_ENDED: Final = (TournamentState.OVER, TournamentState.CANCELLED)


@contextmanager
def new_database() -> Iterator[Store]:
    """Yield an empty database in a temporary file. The file is deleted after the block."""
    with (
        TemporaryDirectory(prefix="arena-verify-") as folder,
        open_store(sqlite_url(Path(folder) / "rebuilt.db")) as store,
    ):
        yield store


class _Comparison(NamedTuple):
    """The columns by which the rows of one database table are paired and compared."""

    table: Table
    pair_by: tuple[str, ...]  # rows with the same values in these columns form a pair
    columns: tuple[str, ...]  # in these a pair must be equal
    why: str = "by the format of the tournament"  # the reason that is given for a difference


_PIECE: Final = ("round", "pairing", "piece")
_PLAYED: Final = "by its games and by who withdrew"
_OF_SCHEDULE: Final = (  # compared before the games are played
    _Comparison(MATCH, _PIECE, ("earlier", "first_board", "boards")),
    _Comparison(MATCH_SEAT, ("match_id", "number"), ("entrant_id", "listed")),
    _Comparison(BYE, ("round", "entrant_id"), ("kind",)),
)
_OF_GAMES: Final = (
    _Comparison(MATCH, _PIECE, ("internal",), _PLAYED),
    _Comparison(MATCH_SEAT, ("match_id", "number"), ("forfeit",), _PLAYED),
)
_AT_END: Final = (
    _Comparison(ROUND, ("number",), ("cycle",)),
    _Comparison(ENTRANT, ("number",), ("withdrawn_after",), "by the last round that it played"),
    _Comparison(LEDGER, ("match_id",), ("log_digest",), "by the logs of its games"),
)


@dataclass(slots=True)
class Rebuild:
    """The rebuild of one tournament. Each part is compared with the stored rows as soon as it is written."""

    source: Connection  # the database that is verified
    target: Connection  # the new one
    stored: StoredTournament
    tournament: Tournament  # as it is stored
    games: GameCheck
    key: int = 0  # the tournament's key in the new database
    matches: Mapping[int, Row] = field(default_factory=dict)  # rebuilt key -> stored row

    def differences(self) -> Iterator[Mismatch]:
        """Rebuild the tournament, and yield the differences between its stored and rebuilt rows."""
        first = [self._as_entered(one) for one in self.tournament.entrants if one.from_round == 1]
        base = replace(self.tournament, entrants=tuple(first), rounds=self._first_rounds(), forbidden=())
        self.key = add_tournament(self.target, base, (), NOW)
        steps = self._swiss_rounds() if self._is_swiss else self._write_schedule()
        try:
            for last in steps:  # each has written more of the schedule, up to this round
                for check in (self._compare(_OF_SCHEDULE, last), self._play(), self._withdrawals(last)):
                    differences = list(check)
                    yield from differences
                    if differences:
                        return
        except PairingImpossible as impossible:
            why = f"its rounds cannot have been paired like that: {impossible}"
            yield doubtful("tournament", (self.stored.number,), self.stored.head, "format", why)
            return
        yield from self.games.finish()
        yield from self._planned_rounds()
        yield from self._outcome()
        yield from self._compare(_AT_END)
        yield from self._commit_times()

    def faults(self) -> Iterator[Mismatch]:
        """Yield the differences between stored and rebuilt fault reports.

        Call this only if the games have no differences.
        """
        rows = stored_faults(self.source, self.stored)
        in_game = [row for row in rows if row["game"] or row["asked"]]
        columns = ("match_id", "entrant_id", "verdict")
        rebuilt = self._rebuilt(FAULT)
        yield from compare_rows(
            FAULT, in_game, rebuilt, ("game", "seat"), columns, "by the verdicts in the games"
        ).differences
        for row in rows:
            if not row["game"]:
                yield from check_without_game(self.stored, row)
        yield from check_absent(self.source, self.stored, rows)

    @property
    def _is_swiss(self) -> bool:
        return self.tournament.format == SWISS

    def _as_entered(self, entrant: Entrant) -> Entrant:
        """Return an entrant as it was when it entered the tournament: not withdrawn.

        In a Swiss tournament, return it unchanged, because the pairing depends on withdrawals.
        """
        return entrant if self._is_swiss else replace(entrant, withdrawn_after=None)

    def _compare(self, comparisons: Iterable[_Comparison], last: float = inf) -> Iterator[Mismatch]:
        """Yield the differences between stored and rebuilt rows of rounds up to `last`.

        Stop after the first database table that differs.
        """
        for table, pair_by, columns, why in comparisons:
            stored = [row for row in self.stored[table.name].values() if self._round_of(row) <= last]
            found = compare_rows(table, stored, self._rebuilt(table), pair_by, columns, why)
            yield from found.differences
            if found.differences:
                return
            if table is MATCH:
                self.matches = {rebuilt["id"]: row for row, rebuilt in found.pairs}

    def _rebuilt(self, table: Table) -> list[Row]:
        """Return the rebuilt rows of a database table, ready to be compared with the stored rows.

        In references to matches and entrants, the new keys are replaced by the stored keys.
        """
        entrants, rows = self._entrants(), read_rows(self.target, table).values()
        for row in rows:
            if "match_id" in row:
                row["match_id"] = self.matches[row["match_id"]]["id"]
            if "entrant_id" in row:
                row["entrant_id"] = entrants[row["entrant_id"]]
        return list(rows)

    def _round_of(self, row: Row) -> int:
        if "match_id" in row:
            row = self.stored["match"][row["match_id"],]
        return int(row["round"] if "round" in row else row["number"])

    def _entrants(self) -> Mapping[int, int]:
        """Map the entrants' keys in the new database to their stored keys."""
        numbers = entrant_keys(self.source, self.stored.number)
        return {key: numbers[number] for number, key in entrant_keys(self.target, self.key).items()}

    # ---- the schedule, written -----------------------------------------------------------------------------

    def _first_rounds(self) -> tuple[Round, ...]:
        """Return the rounds that the tournament had when it was created.

        Start from the stored rounds. Leave out the rounds that were added for late bots. Add the rounds that
        are no longer stored, because they were deleted when the tournament ended early.
        """
        stored, late = self.tournament.rounds, [one.from_round for one in self.tournament.entrants]
        if self.tournament.format == COMPARE or not stored:
            return stored
        if self._is_swiss:
            each = self.tournament.planned_rounds or len(stored)
            count = -(-len(stored) // each) * each
        else:
            each = max(pairing.round for pairing in self._cycle())
            first = [
                one for one in stored if one.number < min((r for r in late if r > 1), default=one.number + 1)
            ]
            count = max(1, len(first) // each) * each
        known = {one.number: one for one in stored}
        return tuple(
            replace(
                known.get(number, stored[-1]),
                number=number,
                cycle=1 + (number - 1) // each,
                paired=not self._is_swiss,
            )
            for number in range(1, count + 1)
        )

    def _cycle(self) -> tuple[Pairing, ...]:
        """Return the pairings of one cycle (the rounds under one ruleset), without bots that entered late."""
        first = [one for one in self.tournament.entrants if one.from_round == 1]
        pool = sum(one.pool for one in first)
        return pairings_of(self.tournament.format, self.tournament.seats, len(first) - pool, pool)

    def _write_schedule(self) -> Iterator[int]:
        """Write all pieces (batches of boards) of a tournament that is not Swiss to the rebuilt database.

        Yield once: the number of the last round, because all rounds are written at once.
        """
        if self.tournament.format == COMPARE:
            row = self.stored["comparison"][self.stored.number,]
            planned = schedule(self.tournament, arrangement(row["seats"], row["others"]))
            add_pieces(self.target, self.key, tuple(islice(planned, len(self.stored["match"]))))
        else:
            now, cycle = self._read(), self._cycle()
            each = max(pairing.round for pairing in cycle)
            pairings = (
                replace(pairing, round=earlier_rounds + pairing.round)
                for earlier_rounds in range(0, len(now.rounds), each)
                for pairing in cycle
            )
            add_pieces(self.target, self.key, tuple(pieces_of(now, pairings, Counter())))
            self._add_latecomers()
        yield max((*self.stored.rounds, len(self.tournament.rounds)))

    def _read(self) -> Tournament:
        tournament = read_tournament(self.target, self.key)
        assert tournament
        return tournament

    def _add_latecomers(self) -> None:
        """Enter the bots that joined late, and write their pairings with the bots that had not withdrawn."""
        tables = read_pairings(self.source, self.stored.number)
        for first in sorted({one.from_round for one in self.tournament.entrants if one.from_round > 1}):
            newcomers = [one for one in self.tournament.entrants if one.from_round == first]
            numbers = [one.number for one in newcomers]
            met = {bot for table in tables if set(table.bots) & set(numbers) for bot in table.bots}
            gone = {one.number for one in self.tournament.entrants if one.withdrawn_after is not None} - met
            before = self._read()
            for one in newcomers:
                add_entrant(self.target, self.key, self._as_entered(one), NOW)
            field = [
                replace(one, withdrawn_after=0 if one.number in gone else None) for one in before.entrants
            ]
            append_latecomers(self.target, self.key, replace(before, entrants=tuple(field)), numbers)

    def _swiss_rounds(self) -> Iterator[int]:
        """Pair a Swiss tournament round by round. Yield the number of each round as soon as it is written."""
        for round in self.tournament.rounds:
            self._add_entrants(round.number, round.number)
            if round.paired:
                self.target.execute(delete(FORBIDDEN_PAIR))
                forbidden = forbidden_in(self.source, self.stored.number, round.number)
                add_forbidden(self.target, self.key, forbidden)
                self._pair(round.number)
                yield round.number
        self._add_entrants(len(self.tournament.rounds) + 1, self.tournament.planned_rounds or 0)

    def _add_entrants(self, first: int, last: int) -> None:
        """Enter the late bots whose first round is between `first` and `last`."""
        for one in self.tournament.entrants:
            if first <= one.from_round <= last and one.from_round > 1:
                add_entrant(self.target, self.key, one, NOW)

    def _pair(self, number: int) -> None:
        """Pair a round again.

        Stored byes (rounds without a match) do not always show whether bots requested them. Try each
        possibility until the pairings equal the stored pairings. If none fits, keep the last attempt.
        """
        requested = self._requested_byes(number)
        # At tables of more than two, stored half-point byes do not show which ones were requested.
        # So try one possibility after the other; if none fits, keep the last one.
        halves = [bye for bye in requested if bye.kind is ByeKind.HALF and self.tournament.seats > PAIR]
        most = min(len(halves), self.tournament.seats - 1)
        choices = [given for many in range(most + 1) for given in combinations(halves, many)]
        stored = self._tables(self.source, self.stored.number, number)
        for given in choices:
            attempt = self.target.begin_nested()
            add_byes(self.target, self.key, [bye for bye in requested if bye not in given])
            pair_next(self.target, self.key, NOW)
            if self._tables(self.target, self.key, number) == stored or given == choices[-1]:
                attempt.commit()
                return
            attempt.rollback()

    def _tables(self, tx: Connection, key: int, round: int) -> list[tuple[int, ...]]:
        return sorted(table.bots for table in read_pairings(tx, key) if table.round == round)

    def _requested_byes(self, round: int) -> list[Bye]:
        """Return the byes (rounds without a match) that bots may have requested for a round.

        Leave out byes that the pairing gave.
        """
        seated = {
            seat["entrant_id"]
            for (match,), row in self.stored["match"].items()
            if row["round"] == round
            for seat in self.stored.seats.get(match, ())
        }
        kinds = {
            bye["entrant_id"]: bye["kind"] for bye in self.stored["bye"].values() if bye["round"] == round
        }
        return [
            Bye(round, row["number"], ByeKind(kinds.get(entrant, ByeKind.HALF)))
            for (entrant,), row in self.stored["entrant"].items()
            if row["from_round"] <= round
            and entrant not in seated
            and kinds.get(entrant) != ByeKind.ALLOCATED
        ]

    # ---- the games, and what follows from them -------------------------------------------------------------

    def _play(self) -> Iterator[Mismatch]:
        """Commit the open matches of the rebuilt tournament, with results from the stored logs.

        Yield the differences between the stored and the rebuilt games.
        """
        bots = {one.number: BotSpec(one.name, one.version, (), "") for one in self.tournament.entrants}
        new = [
            RebuiltMatch(
                piece, match_spec(self.stored.number, self.tournament, piece, bots), self.matches[piece.key]
            )
            for piece in pieces(self.target, self.key, missing=True)
        ]
        yield from self.games.commit(new, self._entrants())

    def _withdrawals(self, last: int) -> Iterator[Mismatch]:
        """Withdraw the bots that left the stored tournament, in the same order.

        Yield the differences between stored and rebuilt matches and seats, such as wrong forfeits.

        `last`: the last round to compare. In a Swiss tournament, withdraw only the bots that left after it.
        """
        gone = [one for one in self.tournament.entrants if one.withdrawn_after is not None]
        if self._is_swiss:
            gone = [one for one in gone if one.withdrawn_after == last]
        for one in sorted(gone, key=self._withdrawn_at):
            after = last if self._is_swiss else last_round(self.target, self.key, self._read(), one)
            withdraw(self.target, self.key, one.number, after, NOW)
        yield from self._compare(_OF_GAMES, last)
        for (key,), row in read_rows(self.target, MATCH).items():
            stored = self.matches[key]
            if (stored["committed_at"] is None) != (row["committed_at"] is None):
                yield doubtful("match", (stored["id"],), stored, "committed_at", _PLAYED)

    def _withdrawn_at(self, entrant: Entrant) -> str:
        """Return a key that sorts bots by the time of their withdrawal.

        The key is the time of the bot's first forfeited match as text, or "never" if it forfeited none.
        """
        key = entrant_keys(self.source, self.stored.number)[entrant.number]
        forfeits = [match for match, seat in self.stored.matches_of(key) if seat["forfeit"]]
        return min((str(match["committed_at"]) for match in forfeits), default="never")

    def _planned_rounds(self) -> Iterator[Mismatch]:
        """Delete the rebuilt rounds after the last stored round, and check the planned number of rounds.

        Yield a mismatch if this number is wrong.
        """
        last = max(self.stored.rounds, default=0)
        self.target.execute(delete(ROUND).where(ROUND.c.number > last))
        if self._is_swiss or self.tournament.format == COMPARE:
            return
        head, each = self.stored.head, max(pairing.round for pairing in self._cycle())
        if head["planned_rounds"] not in (None, each):
            why = f"the format has {each}"
            yield doubtful("tournament", (self.stored.number,), head, "planned_rounds", why)

    def _outcome(self) -> Iterator[Mismatch]:
        """Yield a mismatch if the tournament's state is impossible or the digest of its games is wrong."""
        head, key = self.stored.head, (self.stored.number,)
        ended = head["finished_at"] is not None
        lacks = any(row["committed_at"] is None for row in self.stored["match"].values())
        lacks |= self.tournament.format != COMPARE and not all(one.paired for one in self.tournament.rounds)
        possible = [
            state
            for state in TournamentState
            if (state in _ENDED) == ended and not (lacks and state is TournamentState.OVER)
        ]
        if head["state"] not in possible:
            yield doubtful("tournament", key, head, "state", f"it can be {' or '.join(possible)}")
        digest = digest_of_digests(game_digests(self.target, self.key)) if ended else None
        if head["event_digest"] != digest:
            why = "over the games in schedule order" if ended else "it has not ended"
            yield Mismatch("tournament", key, "event_digest", head["event_digest"], digest, why, known=True)

    def _commit_times(self) -> Iterator[Mismatch]:
        """Compare the commit time of each ledger entry with the commit time of its match.

        If they differ, yield two mismatches: one for the entry, one for the match.
        """
        for key, entry in self.stored[LEDGER.name].items():
            match = self.stored["match"][entry["match_id"],]
            why = "entry and match were written at the same time"
            if entry["committed_at"] != match["committed_at"]:
                yield doubtful(LEDGER.name, key, entry, "committed_at", why)
                yield doubtful("match", (match["id"],), match, "committed_at", why)
