"""Whether a log is what was played: its bytes, its secret, every take, every action, its outcome.

What cannot be seen from a log alone is that all of it, secret included, was made anew: for that there are the
commitment that bots got before the game, and the ledger of log digests.
"""

import re
from dataclasses import dataclass, replace
from typing import Final

from arena.record.dealers import CheckingDealer
from arena.record.digests import commitment, game_digest, line_sums, played, seal
from arena.record.format import Fault, Play
from arena.record.log_cursor import LogCursor
from arena.record.match import Verdict
from arena.record.reader import BadLog, GameLog, log_lines, read_log
from arena.record.replay import Replay, game_of
from arena.record.verify_fast import RewrittenLog, rewrite_log

_KIND: Final = re.compile(rb'\{"([a-z]{1,20})"')
_SUMS: Final = re.compile(rb'"sums":"([0-9a-f]*)"')
_NOT_AS_WRITTEN: Final = "its bytes are not those that were written"


@dataclass(frozen=True, slots=True)
class Difference:
    """The first record that is not as it must be: its line (from 1), its kind, and a sentence about it."""

    record: int
    kind: str
    what: str

    def __str__(self) -> str:
        return f"record {self.record} ({self.kind}): {self.what}"


@dataclass(frozen=True, slots=True)
class Verification:
    """What came of checking a log. The other fields are empty if there is a difference."""

    difference: Difference | None
    plies: int = 0
    game_digest: str = ""
    log_digest: str = ""
    told: RewrittenLog | None = None

    @property
    def ok(self) -> bool:
        return self.difference is None


def verify(data: bytes) -> Verification:
    """Checks a log and plays it again by the rules and by its secret. Raises nothing."""
    try:
        told = rewrite_log(data) or _compared(data)
    except BadLog as bad:
        return Verification(Difference(bad.record, _kind(data, bad.record), bad.what))
    return Verification(None, told.plies, told.footer.game_digest, told.footer.log_digest, told)


def _compared(data: bytes) -> RewrittenLog:
    """What a log says, record by record. Raises BadLog at the first that is not as it must be."""
    log = _read(data)
    _check_bytes(data, log)
    _check_commitment(log)
    plies = _play_again(log)
    _check_game_digest(data, log)
    return _told(log, plies)


def _told(log: GameLog, plies: int) -> RewrittenLog:
    seats = range(log.header.seats)
    verdicts, answers, ms = [Verdict.OK.value] * len(seats), [0] * len(seats), [0.0] * len(seats)
    for record in log.records:
        if isinstance(record, Fault):
            verdicts[record.seat] = record.verdict
        elif isinstance(record, Play):
            answers[record.seat] += 1
            ms[record.seat] += record.ms
    return RewrittenLog(log.header, log.footer, plies, tuple(verdicts), tuple(answers), tuple(ms))


def _read(data: bytes) -> GameLog:
    """The log. A record may only look wrong because one before it was touched, the header above all."""
    try:
        return read_log(data)
    except BadLog as bad:
        if (touched := _first_touched(log_lines(data))) < bad.record:
            raise BadLog(touched, _NOT_AS_WRITTEN) from None
        raise


def _check_bytes(data: bytes, log: GameLog) -> None:
    """The log digest tells that something was touched, the sums tell what; unless the sums were."""
    lines = data.splitlines(keepends=True)
    sums = line_sums(lines[:-1])
    if seal(b"".join(lines[:-1]), replace(log.footer, sums=sums)).log_digest != log.footer.log_digest:
        raise BadLog(_first_touched(lines), _NOT_AS_WRITTEN)
    if sums != log.footer.sums:
        raise BadLog(log.last_line, "the sums are not those that were written")


def _first_touched(lines: list[bytes]) -> int:
    """The line of the first record whose sum is not the one in the footer; the last line if there is none."""
    written = _SUMS.search(lines[-1])
    sums = zip(line_sums(lines[:-1]), written[1].decode(), strict=False) if written else ()
    return next((place // 2 + 1 for place, (now, then) in enumerate(sums) if now != then), len(lines))


def _check_commitment(log: GameLog) -> None:
    if commitment(bytes.fromhex(log.footer.secret), log.header.game).hex() != log.header.commitment:
        raise BadLog(log.last_line, "the secret is not the one that was committed to before the game")


def _play_again(log: GameLog) -> int:
    """The game by the rules and the secret; how many decisions there were."""
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
    if game_digest(log.header, played(body), log.footer.outcome) != log.footer.game_digest:
        raise BadLog(log.last_line, "the game digest is not that of this game")


def _kind(data: bytes, line: int) -> str:
    lines = data.split(b"\n", line)[line - 1 : line]  # and no more of them: they may be many
    match = _KIND.match(lines[0]) if lines else None
    return match[1].decode() if match else "unreadable"
