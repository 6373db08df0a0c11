"""Verify a match record by replaying its logs.

The replay uses the rules and the tournament's secret (the key from which all cards are dealt).

Verification detects games that break the rules, have wrong cards, belong to another match, or have another
result than their log.

It cannot detect that a worker played with other bots, so use only workers that you trust.
"""

import re
from base64 import b64decode
from binascii import Error as NotBase64
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import isfinite
from typing import Final

from arena.record.match import BLAMELESS, FaultRecord, GameRecord, MatchRecord, MatchSpec, Verdict, bot_on
from arena.record.reader import BadLog
from arena.record.storage import unpack
from arena.record.verify_fast import LogContents
from arena.referee.run import MAX_RUNS
from arena.service.verify.game_record import (
    difference_from_spec,
    expected_played_game,
    expected_unplayed_game,
)
from arena.service.verify.replay_logs import replay_logs

MAX_FAULTS: Final = 100_000
_MAX_MS: Final = 1e9
_FIELDS: Final = ("board", "rotation", "seats", "termination", "plies", "game_digest", "log_digest")


class Forged(ValueError):
    """A match record is invalid or belongs to another match; the message says why."""


def verify_record(spec: MatchSpec, record: MatchRecord) -> None:
    """Raise Forged if a worker's match record is invalid or does not belong to the match of `spec`."""
    _check(record.id == spec.id, f"it is of {record.id[:40]!r}, not of {spec.id}")
    _check(len(record.internal) <= MAX_RUNS, "it was restarted too often")
    _games_are_all(spec, record.games)
    logs = _logs(record.games)
    for game in record.games:
        _check_seats(spec, game)
        log = logs.get(game.id)
        if log is None:
            _check_equal(game, expected_unplayed_game(game))
            _check_blame(game, record)
        else:
            other = difference_from_spec(spec, log)
            _check(not other, f"game {game.id[:40]}: its log has other {other}")
            _check_equal(game, expected_played_game(log, game))
    _check(len(record.faults) <= MAX_FAULTS, "it has too many faults")
    for fault in record.faults:
        _plain_fault(spec, fault)
    for text in _texts(record):
        _check(_can_be_written(text), "a text is not valid Unicode")


def _check(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Forged(otherwise)


def _games_are_all(spec: MatchSpec, games: Sequence[GameRecord]) -> None:
    boards = range(spec.first_board, spec.first_board + len(spec.secrets))
    wanted = [(board, rotation) for board in boards for rotation in range(spec.rotations)]
    _check([(game.board, game.rotation) for game in games] == wanted, "games are missing, or too many")
    _check(len({game.id for game in games}) == len(games), "two games have the same name")
    _check(all(_is_name(game.id) for game in games), "a game id is not 32 hex digits")


def _is_name(id: str) -> bool:
    return re.fullmatch("[0-9a-f]{32}", id) is not None


def _logs(games: Sequence[GameRecord]) -> dict[str, LogContents]:
    """Return the contents of all logs of a match, keyed by game id. Raise Forged if a log is invalid."""
    found: dict[str, LogContents] = {}
    # The logs of a board's games are stored together, in the first of these games.
    stored = [at for at, game in enumerate(games) if game.log]
    for first, end in pairwise((*stored, len(games))):
        mine = {game.id for game in games[first:end] if game.board == games[first].board}
        logs = {one.header.game: one for one in _replay_logs(games[first])}
        _check(logs.keys() <= mine, f"a log of game {games[first].id[:40]} is of another game")
        found |= logs
    return found


def _replay_logs(game: GameRecord) -> list[LogContents]:
    try:
        data = b64decode(game.log, validate=True)
        unpack(data)
    except (NotBase64, ValueError, BadLog) as bad:
        raise Forged(f"game {game.id[:40]}: {bad}") from None
    found = replay_logs(data)
    if isinstance(found, str):
        raise Forged(f"game {game.id[:40]}: {found}")
    for one in found.logs:
        if isinstance(one, str):
            raise Forged(f"game {game.id[:40]}: {one}")
    _check(found.as_stored, f"game {game.id[:40]}: its log is packed in another way")
    return [one for one in found.logs if not isinstance(one, str)]


def _check_seats(spec: MatchSpec, game: GameRecord) -> None:
    """Raise Forged if a seat has the wrong bot or an impossible thinking time."""
    seats = range(len(spec.bots))
    expected = [bot_on(seat, game.rotation, len(seats)) for seat in seats]
    _check([seat.bot for seat in game.seats] == expected, f"game {game.id[:40]} seats the wrong bots")
    for seat in game.seats:
        _check(
            isfinite(seat.time_ms) and 0 <= seat.time_ms < _MAX_MS,
            f"game {game.id[:40]}: invalid time",
        )


def _check_equal(game: GameRecord, expected: GameRecord) -> None:
    """Raise Forged for the first field in which a game record differs from the expected one."""
    for name in _FIELDS:
        claim, value = getattr(game, name), getattr(expected, name)
        _check(claim == value, f"game {game.id[:40]}: {name} is {claim!r:.80}, not {value!r:.80}")


def _check_blame(game: GameRecord, record: MatchRecord) -> None:
    """Raise Forged if a bot lost an unplayed game without a reported fault."""
    for seat in game.seats:
        if seat.verdict not in BLAMELESS:
            blamed = any(one.bot == seat.bot and one.verdict is not Verdict.OK for one in record.faults)
            _check(blamed, f"game {game.id[:40]}: bot {seat.bot} lost it without a fault report")


def _plain_fault(spec: MatchSpec, fault: FaultRecord) -> None:
    seats = range(len(spec.bots))
    _check(fault.bot in seats and fault.seat in seats, "a fault names no seat")
    _check(not fault.game or _is_name(fault.game), "a fault names no game")
    _check(isfinite(fault.elapsed_ms) and isfinite(fault.limit_ms), "a fault has an invalid time")
    _check(fault.exit_code is None or -(1 << 31) <= fault.exit_code < 1 << 31, "an exit code is out of range")
    try:
        b64decode(fault.output, validate=True)
    except (NotBase64, ValueError):
        raise Forged("a bot's output is not base64") from None


def _texts(record: MatchRecord) -> Iterator[str]:
    yield from record.internal
    for game in record.games:
        yield from (game.id, game.termination)
    for fault in record.faults:
        yield from (fault.game, fault.detail, fault.request)


def _can_be_written(text: str) -> bool:
    """True if a database can store a text. Half a surrogate pair (invalid Unicode) cannot be stored."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
