"""Check the games of a tournament: commit them from their logs to a new database, and compare the rows."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import groupby, product
from typing import Final

from sqlalchemy import Connection, select

from arena.record.match import GameRecord, MatchRecord, MatchSpec, SeatRecord, Verdict, bot_on
from arena.record.verify_fast import LogContents
from arena.referee.match.outcome import NO_START, unplayed_game
from arena.referee.run import MAX_RUNS
from arena.service.verify.faults import expected_faults
from arena.service.verify.game_record import (
    SUM_SLACK_MS,
    difference_from_spec,
    expected_played_game,
    expected_unplayed_game,
)
from arena.service.verify.replay_logs import Replay, ReplayedLogs
from arena.service.verify.rows import Mismatch, Row, Rows, compare_rows, missing, read_rows, wrong
from arena.service.verify.stored import StoredTournament
from arena.store.results.commit import commit_record
from arena.store.results.records import Piece
from arena.store.tables.results import GAME, GAME_LOG, GAME_SEAT

CHUNK: Final = 16  # rows of `game_log` that are replayed together
NOW: Final = datetime(2000, 1, 1, tzinfo=UTC)  # used for all rebuilt rows, because times are not compared
_ROUNDED_MS: Final = 1e-3  # logs contain times in this unit; today times are rounded before they are summed
_BY_LOG: Final = "by its log"
_GAME: Final = (
    *("name", "tournament_id", "round", "pairing"),
    *("termination", "plies", "game_digest", "log_digest"),
)
_SEAT: Final = ("entrant_id", "place", "points", "score", "verdict", "decisions", "time_ms")

Place = tuple[int, int]  # board and rotation (number of the seating)


@dataclass(frozen=True, slots=True)
class RebuiltMatch:
    """A match of the rebuilt tournament, ready to be committed to the new database."""

    piece: Piece  # its batch of boards in the new database
    spec: MatchSpec
    row: Row  # its row in the verified database


@dataclass(slots=True)
class GameCheck:
    """The check of a tournament's games, which commits them to a new database and compares the rows."""

    source: Connection  # the verified database
    target: Connection  # the new database
    stored: StoredTournament
    replay: Replay[tuple[RebuiltMatch, Sequence[int]]]  # the function that replays logs
    replayed: int = 0  # games so far
    _as_stored: Counter[bool] = field(default_factory=Counter)
    _other_bytes: dict[int, str] = field(default_factory=dict)  # log row -> a game in it

    def commit(self, matches: Sequence[RebuiltMatch], entrants: Mapping[int, int]) -> Iterator[Mismatch]:
        """Commit rebuilt matches to the new database, and yield the mismatches of their games.

        A mismatch is an invalid log, or a stored row that differs from the row rebuilt from the logs.

        `entrants`: maps each entrant's key in the new database to its key in the verified database.
        """
        chunks = self.replay(self._chunks(matches))
        for _, several in groupby(chunks, key=lambda chunk: chunk[0][0].piece.key):
            parts = list(several)
            match = parts[0][0][0]
            logs = [pair for (_, keys), replayed in parts for pair in zip(keys, replayed, strict=True)]
            yield from self._match(match, logs, entrants)

    def _chunks(
        self, matches: Sequence[RebuiltMatch]
    ) -> Iterator[tuple[tuple[RebuiltMatch, Sequence[int]], Sequence[bytes]]]:
        for match in matches:
            of_match = select(GAME.c.id).where(GAME.c.match_id == match.row["id"])
            logged = select(GAME_LOG.c.game_id).where(GAME_LOG.c.game_id.in_(of_match))
            keys = self.source.scalars(logged.order_by(GAME_LOG.c.game_id)).all()
            for first in range(0, max(1, len(keys)), CHUNK):
                part = keys[first : first + CHUNK]
                rows = read_rows(self.source, GAME_LOG, GAME_LOG.c.game_id.in_(part))
                yield (match, part), [row["log"] for row in rows.values()]

    def _match(
        self, match: RebuiltMatch, logs: Sequence[tuple[int, ReplayedLogs]], entrants: Mapping[int, int]
    ) -> Iterator[Mismatch]:
        games = read_rows(self.source, GAME, GAME.c.match_id == match.row["id"])
        known: dict[Place, LogContents] = {}
        damage = [*self._logs(match, games, logs, known)]
        yield from damage
        if damage:
            return
        seats = read_rows(self.source, GAME_SEAT, GAME_SEAT.c.game_id.in_([key for (key,) in games]))
        claims = {(row["board"], row["rotation"]): _claim(match.spec, row, seats) for row in games.values()}
        forfeited = any(seat["forfeit"] for seat in self.stored.seats.get(match.row["id"], ()))
        if not known and not claims and (match.row["committed_at"] is None or forfeited):
            return  # it has not been played
        expected = [
            self._expected(match, place, known.get(place), claims.get(place)) for place in _places(match)
        ]
        lost = [
            game["id"]
            for game in games.values()
            if game["log_digest"] and (game["board"], game["rotation"]) not in known
        ]
        if (match.row["id"],) not in self.stored["pruned_piece"]:
            for key in lost:
                yield missing("game_log", (key,), "its game was played")
        arena_failures = _arena_failures(match.row, bool(known))
        record = MatchRecord(match.spec.id, tuple(expected), expected_faults(expected), arena_failures)
        commit_record(self.target, match.piece.key, record, NOW)
        yield from self._rows(match, games, seats, entrants)

    def _logs(
        self,
        match: RebuiltMatch,
        games: Rows,
        logs: Sequence[tuple[int, ReplayedLogs]],
        known: dict[Place, LogContents],
    ) -> Iterator[Mismatch]:
        """Add each valid log to `known`. Yield a mismatch for each invalid or misplaced log.

        `games`: the stored rows of the match's games. `logs`: the replayed logs in each `game_log` row, with
        the row's key. `known`: the logs so far, keyed by the numbers of board and seating.
        """
        names = {row["name"]: key for (key,), row in games.items()}
        for row, replayed in logs:
            key, name = (row,), f"game {games[row,]['name']}"
            if isinstance(replayed, str):
                yield Mismatch("game_log", key, "log", name, None, replayed)
                continue
            for log in replayed.logs:
                why = log if isinstance(log, str) else difference_from_spec(match.spec, log)
                if isinstance(log, str) or why:
                    why = why if isinstance(log, str) else f"not of this match: other {why}"
                    yield Mismatch("game_log", key, "log", name, None, why)
                    continue
                known[log.header.board, log.header.rotation] = log
                self.replayed += 1
                self._as_stored[replayed.as_stored] += 1
                if not replayed.as_stored:
                    self._other_bytes[row] = name
            first = replayed.logs[0] if replayed.logs else ""
            if not isinstance(first, str) and names.get(first.header.game, row) != row:
                due = names[first.header.game]
                yield wrong("game_log", key, "game_id", row, due, "it begins with that game")

    def _expected(
        self, match: RebuiltMatch, place: Place, log: LogContents | None, claim: GameRecord | None
    ) -> GameRecord:
        """Return the record that a game must have, computed from the game's log if there is a log.

        `place`: the numbers of the board and the seating. `claim`: the stored record; None if it is missing.
        If the game was played but its log is gone, return `claim` unchanged.
        """
        if log:
            return expected_played_game(log, claim, _slack)
        if claim is None:
            return unplayed_game(*place, len(match.spec.bots), {}, NO_START)
        return claim if claim.game_digest and claim.log_digest else expected_unplayed_game(claim)

    def _rows(
        self, match: RebuiltMatch, games: Rows, seats: Rows, entrants: Mapping[int, int]
    ) -> Iterator[Mismatch]:
        key = match.row["id"]
        rebuilt = read_rows(self.target, GAME, GAME.c.match_id == match.piece.key)
        for row in rebuilt.values():
            row |= {"match_id": key, "tournament_id": self.stored.number}
        found = compare_rows(GAME, games.values(), rebuilt.values(), ("board", "rotation"), _GAME, _BY_LOG)
        for difference in found.differences:
            yield self._of_other_match(games, difference) or difference
        if found.differences:
            return
        ids = {new["id"]: old["id"] for old, new in found.pairs}
        rebuilt = read_rows(self.target, GAME_SEAT, GAME_SEAT.c.game_id.in_(ids))
        for row in rebuilt.values():
            row |= {"game_id": ids[row["game_id"]], "entrant_id": entrants[row["entrant_id"]]}
        pair_by = ("game_id", "seat")
        yield from compare_rows(
            GAME_SEAT, seats.values(), rebuilt.values(), pair_by, _SEAT, _BY_LOG
        ).differences

    def _of_other_match(self, games: Rows, difference: Mismatch) -> Mismatch | None:
        """Return a mismatch that names the right match, if a game is stored under the wrong match.

        Return None for other differences. `games`: the stored games of a match. `difference`: a mismatch
        found by comparing these games.
        """
        row = games.get(difference.key) if not difference.column else None
        if row is None:
            return None
        for (key,), match in self.stored["match"].items():
            boards = range(match["first_board"], match["first_board"] + match["boards"])
            same_table = all(row[column] == match[column] for column in ("round", "pairing"))
            if same_table and row["board"] in boards and key != row["match_id"]:
                return wrong(
                    "game", difference.key, "match_id", row["match_id"], key, "by its round and pairing"
                )
        return None

    def finish(self) -> Iterator[Mismatch]:
        """Yield the differences that are known only after all games.

        These are valid logs whose bytes were changed, and games of unknown matches.
        """
        if self._as_stored[True] > self._as_stored[False]:
            for row, name in self._other_bytes.items():
                why = "it reads as it should, but these are not the bytes that were written"
                yield Mismatch("game_log", (row,), "log", name, None, why)
        games = select(GAME.c.id, GAME.c.match_id).where(GAME.c.tournament_id == self.stored.number)
        for game, match in self.source.execute(games.order_by(GAME.c.id)):
            if (match,) not in self.stored["match"]:
                yield Mismatch("game", (game,), "match_id", match, None, "no match of this tournament")


def _places(match: RebuiltMatch) -> Iterator[Place]:
    boards = range(match.piece.first_board, match.piece.first_board + match.piece.boards)
    return product(boards, range(len(match.spec.bots)))


def _claim(spec: MatchSpec, game: Row, seats: Rows) -> GameRecord:
    """Convert a stored game's rows to a record. A missing seat becomes a seat with no decisions."""
    count = len(spec.bots)
    return GameRecord(
        id=game["name"],
        board=game["board"],
        rotation=game["rotation"],
        seats=tuple(
            _claimed_seat(bot_on(seat, game["rotation"], count), seats.get((game["id"], seat)))
            for seat in range(count)
        ),
        termination=game["termination"],
        plies=game["plies"],
        game_digest=game["game_digest"],
        log_digest=game["log_digest"],
        log="",
    )


def _claimed_seat(bot: int, row: Row | None) -> SeatRecord:
    if row is None:
        return SeatRecord(bot, 1, 0, 0.0, Verdict.OK, 0, 0.0)
    verdict = Verdict(row["verdict"]) if row["verdict"] in Verdict.__members__ else Verdict.NO_START
    values = (row[name] for name in ("decisions", "time_ms"))
    return SeatRecord(bot, row["place"], row["points"], row["score"], verdict, *values)


def _arena_failures(match: Row, has_logs: bool) -> tuple[str, ...]:
    """Return a tuple of empty texts, one for each failure of the arena during the match.

    A match record needs a text for each failure, but only the number of failures is stored. An impossible
    number counts as 0.
    """
    # A void match has no logs, and may have failed once more than a match that was played.
    return ("",) * match["internal"] if match["internal"] in range(MAX_RUNS + (not has_logs)) else ()


def _slack(time_ms: float) -> float:
    """Return the allowed error of a seat's time, in ms per decision.

    The arena's first releases did not round times before summing them. For such sums, the allowed error is
    larger.
    """
    steps = time_ms / _ROUNDED_MS
    return SUM_SLACK_MS if abs(steps - round(steps)) < _ROUNDED_MS else _ROUNDED_MS / 2 + SUM_SLACK_MS
