"""The games of an event, each played again from its log and compared with its rows."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Final

from sqlalchemy import Connection, select

from arena.record.match import BLAMELESS, Verdict, bot_on
from arena.referee.match.outcome import NO_START, VOID, score
from arena.referee.run import MAX_RUNS
from arena.service.verify.boards import Logged, by_game
from arena.service.verify.findings import Mismatch, Row, differing, missing, surplus, wrong
from arena.service.verify.logs import LogFacts, PlayAgain, Stored
from arena.service.verify.stored_rows import Evidence, Place, in_schedule_order
from arena.store.database.table_objects import GAME, GAME_LOG, GAME_SEAT
from arena.tournament.pairing.pairing import MAX_BOARDS
from arena.tournament.secrets import board_secret

CHUNK: Final = 64  # games
_SLACK_MS: Final = 1e-6  # a decision: sums are made in another order
_ROUNDED_MS: Final = 1e-3  # to which times are rounded in a log, and before they are added up since
_CHARGED: Final = (Verdict.TIMEOUT, Verdict.ILLEGAL, Verdict.RESIGN)  # for an answer that no log has
_BY_LOG: Final = "by its log"
_UNPLAYED: Final = {NO_START, VOID}


@dataclass(frozen=True, slots=True)
class VerifiedPiece:
    """The games of a piece as they are stored, and the logs of those that have one."""

    match: Row
    games: Sequence[Row]
    seats: Mapping[int, Sequence[Row]]  # by game
    logged: Sequence[int]  # games with whose logs all lie


@dataclass(slots=True)
class GameRows:
    """Compares piece after piece; what all games of the event say together is told at the end."""

    evidence: Evidence
    played: int = 0
    _foreign: list[Mismatch] = field(default_factory=list)  # boards of another secret
    _as_stored: Counter[bool] = field(default_factory=Counter)
    _otherwise: dict[int, str] = field(default_factory=dict)  # rows with other bytes, and a game in each

    def findings(self, tx: Connection, play_again: PlayAgain[VerifiedPiece]) -> Iterator[Mismatch]:
        """All that is not as the logs say; `played` counts meanwhile."""
        for piece, stored in _whole(play_again(self._chunks(tx))):
            logged = by_game(piece.games, stored)
            yield from self._piece(piece, logged)
            self.played += len(logged)
        yield from self._together()
        yield from _elsewhere(tx, self.evidence)

    def _chunks(self, tx: Connection) -> Iterator[tuple[VerifiedPiece, Sequence[bytes]]]:
        for match in in_schedule_order(self.evidence["match"]):
            for piece in _chunks_of(tx, match):
                logs = select(GAME_LOG.c.game_id, GAME_LOG.c.log).where(GAME_LOG.c.game_id.in_(piece.logged))
                found = {row.game_id: row.log for row in tx.execute(logs)}
                yield piece, [found[game] for game in piece.logged]

    def _piece(self, piece: VerifiedPiece, logged: Mapping[int, Logged]) -> Iterator[Mismatch]:
        match = piece.match
        known = {game: one.facts for game, one in logged.items() if isinstance(one.facts, LogFacts)}
        strays = {finding.key[0]: finding for finding in _strays(self.evidence, match, piece.games)}
        yield from strays.values()
        games = [game for game in piece.games if game["id"] not in strays]
        known = {game: told for game, told in known.items() if game not in strays}
        for check in (_place, _forfeits, _internal, _seating):
            for finding in check(self.evidence, match, games, known):
                self.evidence.correct(finding)
                yield finding
        yield from _complete(self.evidence, match, games)
        yield from _round(self.evidence, match, known)
        yield from _damaged(games, logged)
        for game in games:
            seats = piece.seats.get(game["id"], ())
            if game["id"] in known:
                yield from self._game(match, game, seats, known[game["id"]], logged[game["id"]].row)
            elif game["id"] not in logged:
                yield from _not_played(self.evidence, match, game, seats)

    def _game(
        self, match: Row, game: Row, seats: Sequence[Row], told: LogFacts, row: int
    ) -> Iterator[Mismatch]:
        expected = {
            "name": told.name,
            "board": told.board,
            "rotation": told.rotation,
            "termination": told.termination,
            "plies": told.plies,
            "game_digest": told.game_digest,
            "log_digest": told.log_digest,
        }
        yield from differing("game", (game["id"],), game, expected, _BY_LOG)
        yield from _seats(self.evidence, match, game, seats, told)
        self._as_stored[told.as_stored] += 1
        if not told.as_stored:
            self._otherwise[row] = f"game {game['name']}"
        if self._secret(match, told) != told.secret:
            why = "its cards are not those that the event's secret deals to these bots on this board"
            self._foreign.append(Mismatch("game_log", (row,), "log", told.name, None, why))

    def _secret(self, match: Row, told: LogFacts) -> str:
        try:
            event = bytes.fromhex(self.evidence.head["secret"])
        except ValueError:
            return ""
        versions = [version for _, version in told.bots]
        return board_secret(event, versions, match["earlier"], told.board).hex()

    def _together(self) -> Iterator[Mismatch]:
        """Where all boards are of another secret it is not theirs that is wrong."""
        if self._foreign and len(self._foreign) == self._as_stored.total():
            head = self.evidence.head
            why = "the boards of all games come from another secret"
            yield Mismatch("tournament", (head["id"],), "secret", head["secret"], None, why)
        else:
            yield from self._foreign
        if self._as_stored[True] > self._as_stored[False]:
            for row, name in self._otherwise.items():
                why = "it reads as it should, but these are not the bytes that were written"
                yield Mismatch("game_log", (row,), "log", name, None, why)


def _whole(
    chunks: Iterator[tuple[VerifiedPiece, list[Stored]]],
) -> Iterator[tuple[VerifiedPiece, list[tuple[int, Stored]]]]:
    """The chunks of a piece put together again."""
    for _, several in groupby(chunks, key=lambda one: int(one[0].match["id"])):
        parts = list(several)
        first = parts[0][0]
        yield (
            VerifiedPiece(
                first.match,
                [game for piece, _ in parts for game in piece.games],
                {game: seats for piece, _ in parts for game, seats in piece.seats.items()},
                [game for piece, _ in parts for game in piece.logged],
            ),
            [pair for piece, facts in parts for pair in zip(piece.logged, facts, strict=True)],
        )


def _chunks_of(tx: Connection, match: Row) -> Iterator[VerifiedPiece]:
    """The games of a piece, some at a time; a piece without games once."""
    wanted = select(GAME).where(GAME.c.match_id == match["id"]).order_by(GAME.c.board, GAME.c.rotation)
    games = [dict(row) for row in tx.execute(wanted).mappings()]
    for first in range(0, max(1, len(games)), CHUNK):
        part = games[first : first + CHUNK]
        keys = [game["id"] for game in part]
        seats = select(GAME_SEAT).where(GAME_SEAT.c.game_id.in_(keys))
        rows = tx.execute(seats.order_by(GAME_SEAT.c.game_id, GAME_SEAT.c.seat)).mappings()
        by_game = {key: list(map(dict, group)) for key, group in groupby(rows, lambda row: row["game_id"])}
        logged = tx.scalars(select(GAME_LOG.c.game_id).where(GAME_LOG.c.game_id.in_(keys)))
        yield VerifiedPiece(match, part, by_game, sorted(logged))


def _damaged(games: Sequence[Row], logged: Mapping[int, Logged]) -> Iterator[Mismatch]:
    """What cannot be read or played again is told of once for each row."""
    told: set[Logged] = set()
    for game in games:
        one = logged.get(game["id"])
        if one and isinstance(one.facts, str) and one not in told:
            told.add(one)
            yield Mismatch("game_log", (one.row,), "log", f"game {game['name']}", None, one.facts)


def _strays(evidence: Evidence, match: Row, games: Sequence[Row]) -> Iterator[Mismatch]:
    """Games that are one too many here and say that they are of another match."""
    often = Counter((game["board"], game["rotation"]) for game in games)
    for game in games:
        place = (game["round"], game["pairing"])
        if place == (match["round"], match["pairing"]):
            continue
        other = next((row for row in evidence["match"].values() if _holds(row, place, game["board"])), None)
        boards = range(match["first_board"], match["first_board"] + match["boards"])
        if other and (often[game["board"], game["rotation"]] > 1 or game["board"] not in boards):
            why = f"it is of round {place[0]}, table {place[1]}"
            yield wrong("game", (game["id"],), "match_id", match["id"], other["id"], why)


def _holds(match: Row, place: Place, board: int) -> bool:
    """Whether a board of a table is of this piece."""
    first = match["first_board"]
    return (match["round"], match["pairing"]) == place and first <= board < first + match["boards"]


def _forfeits(
    evidence: Evidence, match: Row, games: Sequence[Row], _: Mapping[int, LogFacts]
) -> Iterator[Mismatch]:
    """Nobody forfeits what was played."""
    for seat in evidence.seats(match["id"]) if games else ():
        if seat["forfeit"]:
            key = (match["id"], seat["number"])
            yield wrong("match_seat", key, "forfeit", True, False, "the games of the match are there")


def _internal(
    _: Evidence, match: Row, games: Sequence[Row], known: Mapping[int, LogFacts]
) -> Iterator[Mismatch]:
    """What was begun anew too often was void, and what was not played was not begun."""
    if match["internal"] not in range(MAX_RUNS + 1) or (known and match["internal"] == MAX_RUNS):
        why = f"it is played at most {MAX_RUNS} times, and is void then"
        yield Mismatch("match", (match["id"],), "internal", match["internal"], None, why)
    elif not games and match["internal"]:
        yield wrong("match", (match["id"],), "internal", match["internal"], 0, "nothing of it was played")


def _place(
    evidence: Evidence, match: Row, games: Sequence[Row], _: Mapping[int, LogFacts]
) -> Iterator[Mismatch]:
    """Each game repeats where its match is. Where all say the same of the match it is the one to believe."""
    for column in ("tournament_id", "round", "pairing"):
        said = {game[column] for game in games}
        if len(games) > 1 and len(said) == 1 and match[column] not in said:
            why = "all its games are of another"
            yield wrong("match", (match["id"],), column, match[column], said.pop(), why)
        else:
            for game in games:
                yield from differing(
                    "game", (game["id"],), game, {column: match[column]}, f"by its match {match['id']}"
                )


def _seating(
    evidence: Evidence, match: Row, _: Sequence[Row], known: Mapping[int, LogFacts]
) -> Iterator[Mismatch]:
    """Who sits at the table, by the logs of all games: in rotation r bot b sits in seat (b + r) mod k."""
    stored = evidence.seats(match["id"])
    called = {
        (row["name"], evidence.versions([row["id"]])[0]): row["id"] for row in evidence["entrant"].values()
    }
    orders = {
        tuple(told.bots[(bot + told.rotation) % len(told.bots)] for bot in range(len(told.bots)))
        for told in known.values()
    }
    if len(orders) != 1:
        return
    order = [called.get(bot) for bot in orders.pop()]
    numbers = [row["number"] for row in stored]
    for number, entrant in enumerate(order):
        if entrant is None:
            continue
        if number not in numbers:
            yield missing("match_seat", (match["id"], number), f"by the logs entrant {entrant} sat there")
            continue
        row = stored[numbers.index(number)]
        if row["entrant_id"] != entrant:
            why = "by the logs of its games"
            key = (match["id"], number)
            yield wrong("match_seat", key, "entrant_id", row["entrant_id"], entrant, why)


def _complete(evidence: Evidence, match: Row, games: Sequence[Row]) -> Iterator[Mismatch]:
    """Every board once in every rotation; nothing where nothing was played."""
    seats = evidence.seats(match["id"])
    played = match["committed_at"] is not None and not any(seat["forfeit"] for seat in seats)
    first, most = match["first_board"], min(match["boards"], MAX_BOARDS)  # a wrong number may be any
    boards = range(first, first + most) if played else ()
    wanted = {(board, rotation) for board in boards for rotation in range(len(seats))}
    where = f"match {match['id']}"
    for game in games:
        if (game["board"], game["rotation"]) not in wanted:
            yield surplus("game", (game["id"],), f"{where} has no such board or seating, or was not played")
    there = {(game["board"], game["rotation"]) for game in games}
    for board, rotation in sorted(wanted - there):
        place = f"board {board + 1} seating {rotation + 1}"
        yield missing("game", (match["id"], board, rotation), f"{where} was committed with {place}")


def _round(evidence: Evidence, match: Row, known: Mapping[int, LogFacts]) -> Iterator[Mismatch]:
    """The ruleset of the round is the one that all its games were played by."""
    key = (evidence.number, match["round"])
    row = evidence["round"].get(key)
    said = {(told.ruleset, told.ruleset_hash, told.rules) for told in known.values()}
    if row is None or len(said) != 1:
        return
    ruleset, digest, rules = said.pop()
    expected = {"ruleset": ruleset, "ruleset_hash": digest}
    for finding in differing("round", key, row, expected, "by the logs of its games"):
        evidence.correct(finding)
        yield finding
    house = evidence["house_rules"].get((digest,))
    if rules and house is None:
        yield missing("house_rules", (digest,), f"round {match['round']} was played by them")
    elif rules and house and house["rules"] != rules:
        yield wrong("house_rules", (digest,), "rules", house["rules"], rules, "by the logs of its games")


def _seats(
    evidence: Evidence, match: Row, game: Row, seats: Sequence[Row], told: LogFacts
) -> Iterator[Mismatch]:
    bots = evidence.seats(match["id"])
    by_number = {row["seat"]: row for row in seats}
    for seat in range(len(told.bots)):
        row = by_number.pop(seat, None)
        if row is None:
            yield missing("game_seat", (game["id"], seat), "its game has that seat")
            continue
        expected: dict[str, Any] = {
            "place": told.places[seat],
            "points": told.points[seat],
            "score": score(told.places[seat], told.places),
            "verdict": told.verdicts[seat],
        }
        if len(bots) == len(told.bots):
            expected["entrant_id"] = bots[bot_on(seat, told.rotation, len(bots))]["entrant_id"]
        yield from differing("game_seat", (game["id"], seat), row, expected, _BY_LOG)
        yield from _measured(row, seat, told)
    for seat in by_number:
        yield surplus("game_seat", (game["id"], seat), "its game has no such seat")


def _measured(row: Row, seat: int, told: LogFacts) -> Iterator[Mismatch]:
    """Decisions and time. The last question of a game may have stayed open, and its time is in no log."""
    key, answers = (row["game_id"], seat), told.answers[seat]
    ended_early = any(verdict != Verdict.OK for verdict in told.verdicts)
    if not answers <= row["decisions"] <= answers + ended_early:
        yield wrong("game_seat", key, "decisions", row["decisions"], answers, _BY_LOG)
    slack = _slack(row["time_ms"]) * (answers + 1)
    more = row["time_ms"] - told.ms[seat]
    if more < -slack or (more > slack and told.verdicts[seat] not in _CHARGED):
        yield wrong("game_seat", key, "time_ms", row["time_ms"], round(told.ms[seat], 3), _BY_LOG)


def _slack(time_ms: float) -> float:
    """How far a decision's time may be from that in the log: the first rows added up what was not rounded."""
    steps = time_ms / _ROUNDED_MS
    return _SLACK_MS if abs(steps - round(steps)) < _ROUNDED_MS else _ROUNDED_MS / 2 + _SLACK_MS


def _not_played(evidence: Evidence, match: Row, game: Row, seats: Sequence[Row]) -> Iterator[Mismatch]:
    """A game without a log: nobody played, who was absent shares the last places."""
    key = (game["id"],)
    if game["game_digest"] and game["log_digest"]:
        if evidence.is_pruned(match["id"]):
            return  # its result is taken as it is stored: see `pruned`
        yield missing("game_log", key, f"game {game['name']} was played")
        return
    expected = {"plies": 0, "game_digest": "", "log_digest": ""}
    yield from differing("game", key, game, expected, "it has no log")
    if game["termination"] not in _UNPLAYED:
        yield Mismatch("game", key, "termination", game["termination"], None, "it has no log")
    bots = evidence.seats(match["id"])
    if len(seats) != len(bots):
        by_number = {row["seat"] for row in seats}
        for seat in sorted(set(range(len(bots))) - by_number):
            yield missing("game_seat", (game["id"], seat), "its game has that seat")
        return
    absent = [row["verdict"] not in (Verdict.OK, Verdict.INTERNAL) for row in seats]
    places = [1 + (len(seats) - sum(absent)) * gone for gone in absent]
    for seat, row in enumerate(seats):
        expected_seat: dict[str, Any] = {
            "seat": seat,
            "entrant_id": bots[bot_on(seat, game["rotation"], len(bots))]["entrant_id"],
            "place": places[seat],
            "points": 0,
            "score": score(places[seat], places),
            "decisions": 0,
            "time_ms": 0.0,
        }
        why = "it was not played"
        yield from differing("game_seat", (game["id"], row["seat"]), row, expected_seat, why)
        yield from _absence(game, row)


def _absence(game: Row, row: Row) -> Iterator[Mismatch]:
    """VOID stands with VOID, and with no other termination; who is absent otherwise has a verdict."""
    verdict, is_void = row["verdict"], game["termination"] == VOID
    known = verdict in Verdict.__members__ and (verdict == Verdict.VOID) == is_void
    blamed = known and (verdict not in BLAMELESS or verdict in (Verdict.OK, Verdict.VOID))
    if not blamed:
        why = f"in a game that ended as {game['termination']} without being played"
        yield Mismatch("game_seat", (game["id"], row["seat"]), "verdict", verdict, None, why)


def _elsewhere(tx: Connection, evidence: Evidence) -> Iterator[Mismatch]:
    """Games that say they are of this event, in matches that are not."""
    keys = [key for (key,) in evidence["match"]]
    rows = tx.execute(
        select(GAME.c.id, GAME.c.match_id).where(GAME.c.tournament_id == evidence.number).order_by(GAME.c.id)
    )
    known = set(keys)
    for game, match in rows:
        if match not in known:
            why = "no match of this event"
            yield Mismatch("game", (game,), "match_id", match, None, why)
