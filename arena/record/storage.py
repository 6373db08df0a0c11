"""Game logs as they are stored: those of a board together, without what can be made again, compressed.

The seatings of a board have much in common, their cards above all. They are packed as one byte each for the
format, the number of seats and the number of games, the board's secret, the bots' versions in the order of
the first rotation, of each game its id and four bytes of its log digest, and a Zstandard frame: a line of
JSON (one list of ruleset, house rules, names, board, and of each game rotation, places, points, termination)
and the games' records in their short spelling, with a byte between games. Digests, sums, commitments, pack
and the ruleset's hash are computed again. What does not fit (an id that is not 32 hex digits, a ruleset that
is not known here, records of many megabytes) is stored game by game, each as a frame of the whole log.
"""

import json
import re
from base64 import b64decode
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from arena.record.compact import shorten
from arena.record.compression import compress, decompress
from arena.record.format import FORMATS, BotName, Header, PackName
from arena.record.match import GameRecord, bot_on
from arena.record.orders import SECRET_BYTES
from arena.record.reader import BadLog, log_lines, read_footer, read_header
from arena.record.recorder import ClosedLog, header_of
from arena.record.replay import game_of
from arena.rules import Outcome, Termination, game_for, ruleset_named

_PACKED: Final = {bytes((number,)): form for number, form in enumerate(FORMATS, 1)}  # by the first byte
_CHECK_BYTES: Final = 4
_ID_BYTES: Final = 16
_VERSION_BYTES: Final = 32
_ID: Final = re.compile(r"[0-9a-f]{32}")
_VERSION: Final = re.compile(r"[0-9a-f]{64}")
_NEXT: Final = b"\xff"  # stands between games: no spelling of a record has it
_MAX_SHORT: Final = 2 << 20  # bytes of records in short that are packed together
_DAMAGED: Final = "the packed log is damaged"

Bots = tuple[BotName, ...]


class PackedLog(NamedTuple):
    """The log of one game among those of its board."""

    stored: bytes
    game: str  # its id

    def data(self) -> bytes:
        """The log, as text. Raises BadLog, whatever the bytes are."""
        for _, log in _unpacked(self.stored, self.game):
            return log
        raise BadLog(1, f"the log of game {self.game} is not there")


def pack(logs: Sequence[ClosedLog], secret: bytes, digests: Sequence[str]) -> list[bytes]:
    """Logs of one board, by rotation, as they are stored: one for each, empty where it lies with the one
    before it. `digests`: their log digests, as `reveal` gives them with the same secret.
    """
    alike = {_alike(*log.header.alike, log.header.rotation) for log in logs}
    shorts = [log.short for log in logs]
    if len(alike) == 1 and sum(map(len, shorts)) <= _MAX_SHORT and _of_one_board(logs):
        (common,) = alike
        if common:
            return [_together(common, logs, shorts, secret, digests), *[b""] * (len(logs) - 1)]
    if len(logs) > 1:
        return [pack([log], secret, [digest])[0] for log, digest in zip(logs, digests, strict=True)]
    return [compress(log.reveal(secret).data) for log in logs]


def pack_again(logs: Iterable[bytes], stored: bytes) -> bytes:
    """Logs that are in order as they are stored, packed or not as they were. Raises BadLog for one that is
    none, ValueError where they could not be stored together.
    """
    data = list(logs)
    if stored[:1] not in _PACKED:
        return b"".join(map(compress, data))
    closed, secrets, digests = zip(*map(_closed, data), strict=True)
    first, *others = pack(closed, secrets[0], digests)
    if any(others) or len({*secrets}) > 1:
        raise ValueError("these logs are not those of one board")
    return first


def unpack(stored: bytes) -> dict[str, bytes]:
    """The logs that are stored so, as text, by the ids of their games. Raises BadLog, whatever the bytes
    are.
    """
    return dict(_unpacked(stored))


def logs_of(games: Iterable[GameRecord]) -> dict[str, bytes]:
    """The logs of those of a match's games that were played, as text, by their ids. Raises BadLog."""
    stored = [b64decode(game.log) for game in games if game.log]
    return {game: log for one in stored for game, log in unpack(one).items()}


def _of_one_board(logs: Sequence[ClosedLog]) -> bool:
    """Whether these are games of one board by their rotations, and their ids have the usual form."""
    rotations = [log.header.rotation for log in logs]
    return (
        len({log.header.board for log in logs}) == 1
        and rotations == sorted({*rotations})
        and all(map(_ID.fullmatch, [log.header.game for log in logs]))
    )


def _closed(data: bytes) -> tuple[ClosedLog, bytes, str]:
    """A log as it was when it was closed, its secret and its digest."""
    lines = log_lines(data)
    header = read_header(lines)
    footer = read_footer(lines, header)
    log = ClosedLog(header, shorten(b"".join(lines[1:-1])), footer.outcome)
    return log, bytes.fromhex(footer.secret), footer.log_digest


def _together(
    alike: "_Alike", logs: Sequence[ClosedLog], shorts: Sequence[bytes], secret: bytes, digests: Sequence[str]
) -> bytes:
    games = [
        bytes.fromhex(log.header.game + digest[: 2 * _CHECK_BYTES])
        for log, digest in zip(logs, digests, strict=True)
    ]
    ends = ",".join(map(_end, logs))
    head = b"%b%d,%b]\n" % (alike.begun, logs[0].header.board, ends.encode())
    counts = bytes((logs[0].header.seats, len(logs)))
    return b"".join(
        (alike.packed, counts, secret, alike.versions, *games, compress(head + _NEXT.join(shorts)))
    )


def _end(log: ClosedLog) -> str:
    """How a game ended, and in which rotation."""
    places, points, termination = log.outcome
    return ",".join(map(str, (log.header.rotation, *places, *points, termination.value)))


def _unpacked(stored: bytes, only: str = "") -> Iterator[tuple[str, bytes]]:
    """The logs, or the one of that game, each with its game's id. Raises BadLog."""
    if stored[:1] not in _PACKED:
        data = decompress(stored)
        game = read_header(log_lines(data)).game
        if only in {"", game}:
            yield game, data
        return
    try:
        for log, secret, check in _unpack_parts(stored):
            if only in {"", log.header.game}:
                found = log.reveal(secret)
                if not found.log_digest.startswith(check):
                    raise BadLog(1, _DAMAGED)
                yield log.header.game, found.data
    except BadLog:
        raise
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as reason:
        raise BadLog(1, _DAMAGED) from reason


def _unpack_parts(stored: bytes) -> Iterator[tuple[ClosedLog, bytes, str]]:
    """The logs, the board's secret, and how their digests begin. Raises what bad bytes lead to."""
    form, rest = _PACKED[stored[:1]], stored[3:]
    seats, count = stored[1:3]
    secret, rest = rest[:SECRET_BYTES], rest[SECRET_BYTES:]
    versions, rest = _cut(rest, seats, _VERSION_BYTES)
    games, frame = _cut(rest, count, _ID_BYTES + _CHECK_BYTES)
    head, _, body = decompress(frame).partition(b"\n")
    if len(body) >= _MAX_SHORT + count:
        raise ValueError("the logs would be too long")
    shorts = body.split(_NEXT, count)
    ruleset, rules, *values = json.loads(head)
    names, board, values = values[:seats], values[seats], values[seats + 1 :]
    size = 2 * seats + len(("rotation", "termination"))
    ends = [values[at : at + size] for at in range(0, len(values), size)]
    game = game_for(ruleset_named(ruleset, rules), seats)
    bots = tuple(BotName(name, version.hex()) for name, version in zip(names, versions, strict=True))
    for which, short, (rotation, *results, termination) in zip(games, shorts, ends, strict=True):
        its = which[:_ID_BYTES].hex()
        header = header_of(game, its, board, rotation, secret, _seated(bots, rotation), form)
        outcome = Outcome(tuple(results[:seats]), tuple(results[seats:]), Termination(termination))
        yield ClosedLog(header, short, outcome), secret, which[_ID_BYTES:].hex()


def _cut(data: bytes, count: int, size: int) -> tuple[list[bytes], bytes]:
    """So many parts of that size, and what is behind them."""
    end = count * size
    return [data[at : at + size] for at in range(0, end, size)], data[end:]


def _seated(bots: Bots, rotation: int) -> Bots:
    """The bots by seat: `bots` as they sit in rotation 0."""
    seats = len(bots)
    return tuple(bots[bot_on(seat, rotation, seats)] for seat in range(seats))


class _Alike(NamedTuple):
    """What packed logs of the same bots have in common, whichever rotation they are of."""

    packed: bytes  # the first byte
    begun: bytes  # the line of JSON up to the board's number
    versions: bytes


@lru_cache(maxsize=64)
def _alike(
    form: str,
    ruleset: tuple[str, str, str],
    seats: int,
    pack: PackName,
    draws: str,
    bots: Bots,
    rotation: int,
) -> _Alike | None:
    """What logs with such a header have in common; None if what is left out could not be made again."""
    key, ruleset_hash, rules = ruleset
    header = Header(key, ruleset_hash, seats, pack, draws, "", 0, rotation, "", bots, rules, form)
    try:
        game_of(header)
    except BadLog:
        return None
    if not all(_VERSION.fullmatch(bot.version) for bot in header.bots):
        return None
    bots = _seated(header.bots, -header.rotation)
    names = [bot.name for bot in bots]
    begun = json.dumps([header.ruleset, header.rules, *names], separators=(",", ":"))
    versions = "".join(bot.version for bot in bots)
    packed = bytes((1 + FORMATS.index(form),))
    return _Alike(packed, begun.removesuffix("]").encode() + b",", bytes.fromhex(versions))
