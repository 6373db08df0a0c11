"""Verify a game log: its bytes, its secret, every card taken, every action, its outcome.

A log that was forged as a whole passes. Such a forgery shows only in the database's ledger (a chain of
hashes), or in the commitment that the bots received before the game.
"""

import re
from dataclasses import dataclass, replace
from typing import Final

from arena.record.dealers import CheckingDealer, LogCursor
from arena.record.digests import commitment, game_digest, game_records, line_sums, seal
from arena.record.format import BotFault, Play
from arena.record.match import Verdict
from arena.record.reader import BadLog, GameLog, log_lines, read_log
from arena.record.replay import Replay, game_of
from arena.record.verify_fast import LogContents, rewrite_log

_KIND: Final = re.compile(rb'\{"([a-z]{1,20})"')
_SUMS: Final = re.compile(rb'"sums":"([0-9a-f]*)"')
_CHANGED: Final = "its bytes were changed"


@dataclass(frozen=True, slots=True)
class Difference:
    """The first wrong record of a log."""

    record: int  # its line, from 1
    kind: str
    what: str

    def __str__(self) -> str:
        return f"record {self.record} ({self.kind}): {self.what}"


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of verifying a log. If it has a `difference`, ignore the other fields."""

    difference: Difference | None
    plies: int = 0
    game_digest: str = ""
    log_digest: str = ""
    contents: LogContents | None = None

    @property
    def ok(self) -> bool:
        return self.difference is None


def verify(data: bytes) -> Verification:
    """Verify a log: check its bytes, and replay its game by the rules and the secret. For a wrong log, return
    a result with a `difference`; raise no exception.
    """
    try:
        contents = rewrite_log(data) or _check_records(data)
    except BadLog as bad:
        return Verification(Difference(bad.record, _kind(data, bad.record), bad.what))
    footer = contents.footer
    return Verification(None, contents.plies, footer.game_digest, footer.log_digest, contents)


def _check_records(data: bytes) -> LogContents:
    """Check a log record by record and return its contents. Raise BadLog at the first wrong record."""
    log = _read(data)
    _check_bytes(data, log)
    _check_commitment(log)
    plies = _check_game(log)
    _check_game_digest(data, log)
    return _contents(log, plies)


def _contents(log: GameLog, plies: int) -> LogContents:
    seats = log.header.seats
    verdicts, answers, ms = [Verdict.OK.value] * seats, [0] * seats, [0.0] * seats
    for record in log.records:
        if isinstance(record, BotFault):
            verdicts[record.seat] = record.verdict
        elif isinstance(record, Play):
            answers[record.seat] += 1
            ms[record.seat] += record.ms
    return LogContents(log.header, log.footer, plies, tuple(verdicts), tuple(answers), tuple(ms))


def _read(data: bytes) -> GameLog:
    """Parse a log.

    Raise BadLog if the log is invalid. The error names the first changed record, if the checksums show it.
    """
    try:
        return read_log(data)
    except BadLog as bad:
        if (changed := _first_changed(log_lines(data))) < bad.record:
            raise BadLog(changed, _CHANGED) from None
        raise


def _check_bytes(data: bytes, log: GameLog) -> None:
    """Raise BadLog if the log digest or the checksums are wrong, naming the first changed record."""
    lines = data.splitlines(keepends=True)
    sums = line_sums(lines[:-1])
    if seal(b"".join(lines[:-1]), replace(log.footer, sums=sums)).log_digest != log.footer.log_digest:
        raise BadLog(_first_changed(lines), _CHANGED)
    if sums != log.footer.sums:
        raise BadLog(log.last_line, "the sums were changed")


def _first_changed(lines: list[bytes]) -> int:
    """Return the number of the first line with a wrong checksum, or of the last line if all are right."""
    written = _SUMS.search(lines[-1])
    sums = zip(line_sums(lines[:-1]), written[1].decode(), strict=False) if written else ()
    return next((place // 2 + 1 for place, (now, then) in enumerate(sums) if now != then), len(lines))


def _check_commitment(log: GameLog) -> None:
    if commitment(bytes.fromhex(log.footer.secret), log.header.game).hex() != log.header.commitment:
        raise BadLog(log.last_line, "the secret does not match the commitment made before the game")


def _check_game(log: GameLog) -> int:
    """Replay the game by the rules and the secret, and return the number of decisions.

    Raise BadLog at the first difference.
    """
    cursor = LogCursor(log)
    dealer = CheckingDealer(cursor, game_of(log.header).pack, bytes.fromhex(log.footer.secret))
    game = Replay(log, cursor, dealer)
    for _ in game:
        pass
    if game.outcome != log.footer.outcome:
        places, points, termination = game.outcome
        what = f"by the rules the places are {places}, the points {points}, the end {termination.name}"
        raise BadLog(log.last_line, what)
    return game.position.ply


def _check_game_digest(data: bytes, log: GameLog) -> None:
    body = b"".join(data.splitlines(keepends=True)[1:-1])
    if game_digest(log.header, game_records(body), log.footer.outcome) != log.footer.game_digest:
        raise BadLog(log.last_line, "the game digest does not match the game")


def _kind(data: bytes, line: int) -> str:
    lines = data.split(b"\n", line)[line - 1 : line]  # splits no further: a log may be long
    match = _KIND.match(lines[0]) if lines else None
    return match[1].decode() if match else "unreadable"
