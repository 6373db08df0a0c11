"""Whether a record is that of a match: its logs are played again by the rules and by the event's secret.

So no worker can send a game that breaks the rules, has other cards than the event's, is of another match, or
ended otherwise than its log says. What a worker can do is to let others play than the bots it was given: for
that it has to be one that you trust to run bots at all.
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
from arena.referee.match.outcome import NO_START, VOID, score
from arena.referee.run import MAX_RUNS
from arena.rules import game_for, ruleset_named
from arena.service.verify.logs import LogFacts, facts

MAX_FAULTS: Final = 100_000
_SLACK_MS: Final = 1e-6  # a decision: sums are made in another order
_CHARGED: Final = (Verdict.TIMEOUT, Verdict.ILLEGAL, Verdict.RESIGN)  # for an answer that no log has
_MS: Final = 1e9


class Forged(ValueError):
    """A record that is not that of the match; the text says why."""


def prove(spec: MatchSpec, record: MatchRecord) -> None:
    """Raises Forged unless this is a record of the match."""
    _check(record.id == spec.id, f"it is of {record.id[:40]!r}, not of {spec.id}")
    _check(len(record.internal) <= MAX_RUNS, "it was begun anew too often")
    _games_are_all(spec, record.games)
    logs = _logs(record.games)
    for game in record.games:
        told = logs.get(game.id)
        _seated(spec, game)
        if told is None:
            _not_played(spec, game, record)
        else:
            _as_told(spec, game, told)
    _check(len(record.faults) <= MAX_FAULTS, "it has too many faults")
    for fault in record.faults:
        _plain_fault(spec, fault)
    for text in _texts(record):
        _check(_can_be_written(text), "a text in it cannot be written")


def _check(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Forged(otherwise)


def _games_are_all(spec: MatchSpec, games: Sequence[GameRecord]) -> None:
    boards = range(spec.first_board, spec.first_board + len(spec.secrets))
    wanted = [(board, rotation) for board in boards for rotation in range(spec.rotations)]
    _check([(game.board, game.rotation) for game in games] == wanted, "games are missing, or too many")
    _check(len({game.id for game in games}) == len(games), "two games have the same name")
    _check(all(_is_name(game.id) for game in games), "a game has a name that none has")


def _is_name(id: str) -> bool:
    return re.fullmatch("[0-9a-f]{32}", id) is not None


def _logs(games: Sequence[GameRecord]) -> dict[str, LogFacts]:
    """What the logs say, by the games that they are of."""
    found: dict[str, LogFacts] = {}
    stored = [at for at, game in enumerate(games) if game.log]
    for first, end in pairwise((*stored, len(games))):
        mine = {game.id for game in games[first:end] if game.board == games[first].board}
        told = _replay_logs(games[first])
        _check({one.name for one in told} <= mine, f"a log of game {games[first].id[:40]} is of another")
        found |= {one.name: one for one in told}
    return found


def _replay_logs(game: GameRecord) -> list[LogFacts]:
    try:
        data = b64decode(game.log, validate=True)
        unpack(data)
    except (NotBase64, ValueError, BadLog) as bad:
        raise Forged(f"game {game.id[:40]}: {bad}") from None
    found = facts(data)
    if isinstance(found, str):
        raise Forged(f"game {game.id[:40]}: {found}")
    for one in found:
        if isinstance(one, str):
            raise Forged(f"game {game.id[:40]}: {one}")
        _check(one.as_stored, f"game {game.id[:40]}: its log is not packed as logs are")
    return [one for one in found if isinstance(one, LogFacts)]


def _seated(spec: MatchSpec, game: GameRecord) -> None:
    seats = range(len(spec.bots))
    wanted = [bot_on(seat, game.rotation, len(seats)) for seat in seats]
    _check([seat.bot for seat in game.seats] == wanted, f"game {game.id[:40]} seats the wrong bots")
    places = [seat.place for seat in game.seats]
    for seat in game.seats:
        right = seat.place in range(1, len(seats) + 1) and seat.score == score(seat.place, places)
        _check(right, f"game {game.id[:40]}: a score is not that of its place")
        _check(isfinite(seat.time_ms) and 0 <= seat.time_ms < _MS, f"game {game.id[:40]}: no such time")


def _as_told(spec: MatchSpec, game: GameRecord, told: LogFacts) -> None:
    """The record says what the log says, and the log is of this board and these bots."""
    rules = game_for(ruleset_named(spec.ruleset, spec.rules), len(spec.bots)).ruleset
    table = [spec.bots[bot_on(seat, game.rotation, len(spec.bots))] for seat in range(len(spec.bots))]
    secret = spec.secrets[game.board - spec.first_board]
    expected = {
        "ruleset": (told.ruleset, rules.key),
        "house rules": (told.rules, spec.rules),
        "board": (told.board, game.board),
        "seating": (told.rotation, game.rotation),
        "cards": (told.secret, secret),
        "bots": (told.bots, tuple((bot.name, bot.version) for bot in table)),
        "places": (told.places, tuple(seat.place for seat in game.seats)),
        "points": (told.points, tuple(seat.points for seat in game.seats)),
        "verdicts": (told.verdicts, tuple(seat.verdict.value for seat in game.seats)),
        "end": (told.termination, game.termination),
        "plies": (told.plies, game.plies),
        "digest": (told.game_digest, game.game_digest),
        "log's digest": (told.log_digest, game.log_digest),
    }
    for what, (log, record) in expected.items():
        _check(log == record, f"game {game.id[:40]}: the {what} of its log is another")
    _measured(game, told)


def _measured(game: GameRecord, told: LogFacts) -> None:
    """Decisions and time. The last question of a game may have stayed open, and its time is in no log."""
    ended_early = any(verdict != Verdict.OK for verdict in told.verdicts)
    for seat, answers, ms in zip(game.seats, told.answers, told.ms, strict=True):
        decided = answers <= seat.decisions <= answers + ended_early
        _check(decided, f"game {game.id[:40]}: its log has other decisions")
        slack = _SLACK_MS * (answers + 1)
        more = seat.time_ms - ms
        fits = -slack <= more and (more <= slack or seat.verdict in _CHARGED)
        _check(fits, f"game {game.id[:40]}: its log has other times")


def _not_played(spec: MatchSpec, game: GameRecord, record: MatchRecord) -> None:
    """A game without a log was not begun: for seats without a bot, or for a fault of ours, again and again.

    Nothing can be played again of those; so each blames somebody in the way that a match does.
    """
    blank = (game.plies, game.game_digest, game.log_digest, game.log) == (0, "", "", "")
    idle = all((seat.points, seat.decisions, seat.time_ms) == (0, 0, 0.0) for seat in game.seats)
    _check(blank and idle, f"game {game.id[:40]} was played, and has no log")
    _check(game.termination in (NO_START, VOID), f"game {game.id[:40]} has no log, and did not end like that")
    absent = [seat.verdict not in (Verdict.OK, Verdict.INTERNAL) for seat in game.seats]
    seats = len(spec.bots)
    places = [1 + (seats - sum(absent)) * gone for gone in absent]
    _check([seat.place for seat in game.seats] == places, f"game {game.id[:40]}: nobody is absent like that")
    for seat in game.seats:
        void = seat.verdict is Verdict.VOID
        _check(void == (game.termination == VOID), f"game {game.id[:40]} is void for some only")
        if seat.verdict not in BLAMELESS:
            blamed = any(one.bot == seat.bot and one.verdict is not Verdict.OK for one in record.faults)
            _check(blamed, f"game {game.id[:40]}: a bot lost it and nothing says why")


def _plain_fault(spec: MatchSpec, fault: FaultRecord) -> None:
    seats = range(len(spec.bots))
    _check(fault.bot in seats and fault.seat in seats, "a fault is of nobody")
    _check(not fault.game or _is_name(fault.game), "a fault is of no game")
    _check(isfinite(fault.elapsed_ms) and isfinite(fault.limit_ms), "a fault has no such time")
    _check(fault.exit_code is None or -(1 << 31) <= fault.exit_code < 1 << 31, "no such exit code")
    try:
        b64decode(fault.output, validate=True)
    except (NotBase64, ValueError):
        raise Forged("what a bot printed cannot be read") from None


def _texts(record: MatchRecord) -> Iterator[str]:
    yield from record.internal
    for game in record.games:
        yield from (game.id, game.termination)
    for fault in record.faults:
        yield from (fault.game, fault.detail, fault.request)


def _can_be_written(text: str) -> bool:
    """JSON can name half a character, which no database takes."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
