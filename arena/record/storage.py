"""Pack game logs for the database, all logs of a board together. Contents that can be computed again are left
out.
"""

import json
import re
from base64 import b64decode
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from arena.record.compression import compress, decompress
from arena.record.format import FORMATS, BotName, Header, PackName
from arena.record.match import GameRecord, bot_on
from arena.record.orders import SECRET_BYTES
from arena.record.reader import BadLog, log_lines, read_footer, read_header
from arena.record.recorder import UnrevealedLog, header_of
from arena.record.replay import game_of
from arena.rules import Outcome, Termination, game_for, ruleset_named

# The seatings of a board share most of their cards, so they compress well together. A packed board is
#
# - one byte each for the format, the number of seats and the number of games;
# - the board's secret; the bots' versions in the order of rotation 0;
# - for each game, its id and the first four bytes of its log digest;
# - a Zstandard frame: a line of JSON (one list of ruleset, house rules, names, board, and for each game its
#   rotation, places, points, termination), then the shortened records, with one byte between games.
#
# Digests, sums, commitments, the pack and the ruleset's hash are computed again. A log that does not fit (an
# id that is not 32 hex digits, an unknown ruleset, records of many megabytes) is stored alone, as a frame of
# the whole log.
#
# Shortening replaces frequent texts by one byte each. Logs are ASCII, so bytes above 127 are unused. No such
# text can occur inside a JSON string, so the replacement is reversible.

_FORMAT_BY_FIRST_BYTE: Final = {bytes((number,)): form for number, form in enumerate(FORMATS, 1)}
_CHECK_BYTES: Final = 4
_ID_BYTES: Final = 16
_VERSION_BYTES: Final = 32
_ID: Final = re.compile(r"[0-9a-f]{32}")
_VERSION: Final = re.compile(r"[0-9a-f]{64}")
_SEPARATOR: Final = b"\xff"  # between games; the short spelling does not use it
_MAX_SHORT_BYTES: Final = 2 << 20  # of the games packed together
_DAMAGED: Final = "the packed log is damaged"
_SHORT_TEXTS: Final = (  # replaced in this order: longer texts before those that they contain
    b'{"deal":0}\n',
    b'{"starter":"',
    b'{"play":{"seat":',
    b'{"take":{"seat":',
    b',"action":"',
    b',"cards":["',
    b'","ms":0.',
    b'","ms":',
    b',"note":"',
    b'","',
    b'"]}}\n',
    b"}}\n",
    b'"}\n',
)
_SPELLINGS: Final = [(text, bytes((0x80 + number,))) for number, text in enumerate(_SHORT_TEXTS)]

Bots = tuple[BotName, ...]


def shorten(records: bytes) -> bytes:
    """Return records with frequent texts replaced by one byte each.

    >>> shorten(b'{"play":{"seat":0,"action":"7H Mau","ms":0.12}}\\n')
    b'\\x820\\x847H Mau\\x8612\\x8b'
    """
    for text, token in _SPELLINGS:
        records = records.replace(text, token)
    return records


def spell_out(short: bytes) -> bytes:
    """Return shortened records in the form that they have in a log; the inverse of `shorten`."""
    for text, token in _SPELLINGS:
        short = short.replace(token, text)
    return short


class PackedLog(NamedTuple):
    """The log of one game, inside packed bytes that usually contain all logs of the board."""

    stored: bytes  # packed bytes, usually of all logs of its board
    game: str  # its id

    def data(self) -> bytes:
        """Return the log, unpacked. Raise BadLog if the packed logs are damaged."""
        for _, log in _unpack(self.stored, self.game):
            return log
        raise BadLog(1, f"the log of game {self.game} is missing")


def pack(logs: Sequence[UnrevealedLog], secret: bytes, digests: Sequence[str]) -> list[bytes]:
    """Pack the logs of one board. Return one item of bytes for each log.

    If possible, the first item contains all logs and the others are empty.

    `logs`: ordered by rotation (the number of the seating). `secret`: the board's shuffle secret.
    `digests`: the digest of each complete log, as `UnrevealedLog.reveal` computes it.
    """
    shared = {_shared_parts(*log.header.shared, log.header.rotation) for log in logs}
    shorts = [shorten(log.records) for log in logs]
    if len(shared) == 1 and sum(map(len, shorts)) <= _MAX_SHORT_BYTES and _is_one_board(logs):
        (parts,) = shared
        if parts:
            return [_pack_board(parts, logs, shorts, secret, digests), *[b""] * (len(logs) - 1)]
    if len(logs) > 1:
        return [pack([log], secret, [digest])[0] for log, digest in zip(logs, digests, strict=True)]
    return [compress(log.reveal(secret).data) for log in logs]


def repack(logs: Iterable[bytes], stored: bytes) -> bytes:
    """Pack complete logs again, in the format in which they were packed before.

    `stored`: the old packed bytes of these logs.

    Raise BadLog for an invalid log, ValueError if the logs cannot be packed together.
    """
    data = list(logs)
    if stored[:1] not in _FORMAT_BY_FIRST_BYTE:
        return b"".join(map(compress, data))
    closed, secrets, digests = zip(*map(_close, data), strict=True)
    first, *others = pack(closed, secrets[0], digests)
    if any(others) or len({*secrets}) > 1:
        raise ValueError("these logs are not those of one board")
    return first


def unpack(stored: bytes) -> dict[str, bytes]:
    """Return the unpacked logs, keyed by game id. Raise BadLog if the packed bytes are damaged."""
    return dict(_unpack(stored))


def logs_of(games: Iterable[GameRecord]) -> dict[str, bytes]:
    """Return the unpacked logs of these games, keyed by game id. Unplayed games have no log.

    Raise BadLog if a packed log is damaged.
    """
    stored = [b64decode(game.log) for game in games if game.log]
    return {game: log for packed in stored for game, log in unpack(packed).items()}


def _is_one_board(logs: Sequence[UnrevealedLog]) -> bool:
    """True if these logs can be packed together.

    They must belong to one board and have game ids of 32 hex digits. They must be ordered by rotation (the
    number of the seating).
    """
    rotations = [log.header.rotation for log in logs]
    return (
        len({log.header.board for log in logs}) == 1
        and rotations == sorted({*rotations})
        and all(map(_ID.fullmatch, [log.header.game for log in logs]))
    )


def _close(data: bytes) -> tuple[UnrevealedLog, bytes, str]:
    """Split a complete log. Return the log without its secret, the secret, and the log digest."""
    lines = log_lines(data)
    header = read_header(lines)
    footer = read_footer(lines, header)
    log = UnrevealedLog(header, b"".join(lines[1:-1]), footer.outcome)
    return log, bytes.fromhex(footer.secret), footer.log_digest


def _pack_board(
    parts: "_SharedParts",
    logs: Sequence[UnrevealedLog],
    shorts: Sequence[bytes],
    secret: bytes,
    digests: Sequence[str],
) -> bytes:
    games = [
        bytes.fromhex(log.header.game + digest[: 2 * _CHECK_BYTES])
        for log, digest in zip(logs, digests, strict=True)
    ]
    endings = ",".join(map(_ending, logs))
    head = b"%b%d,%b]\n" % (parts.json, logs[0].header.board, endings.encode())
    counts = bytes((logs[0].header.seats, len(logs)))
    frame = compress(head + _SEPARATOR.join(shorts))
    return b"".join((parts.first_byte, counts, secret, parts.versions, *games, frame))


def _ending(log: UnrevealedLog) -> str:
    """Return a log's rotation, places, points and termination as JSON values separated by commas."""
    places, points, termination = log.outcome
    return ",".join(map(str, (log.header.rotation, *places, *points, termination.value)))


def _unpack(stored: bytes, only: str = "") -> Iterator[tuple[str, bytes]]:
    """Yield the id and the unpacked log of each game. `only`: the id of the only game to yield, if not empty.

    Raise BadLog if the packed logs are damaged.
    """
    if stored[:1] not in _FORMAT_BY_FIRST_BYTE:
        data = decompress(stored)
        game = read_header(log_lines(data)).game
        if only in {"", game}:
            yield game, data
        return
    try:
        for log, secret, check in _unpack_board(stored, only):
            finished = log.reveal(secret)
            if not finished.log_digest.startswith(check):
                raise BadLog(1, _DAMAGED)
            yield log.header.game, finished.data
    except BadLog:
        raise
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as reason:
        raise BadLog(1, _DAMAGED) from reason


def _unpack_board(stored: bytes, only: str) -> Iterator[tuple[UnrevealedLog, bytes, str]]:
    """Yield a tuple for each game: its log without the secret, the secret, the start of the log digest.

    `only`: the id of the only game to yield, if not empty. Damaged bytes cause exceptions of many kinds.
    """
    form, rest = _FORMAT_BY_FIRST_BYTE[stored[:1]], stored[3:]
    seats, count = stored[1:3]
    secret, rest = rest[:SECRET_BYTES], rest[SECRET_BYTES:]
    versions, rest = _split(rest, seats, _VERSION_BYTES)
    games, frame = _split(rest, count, _ID_BYTES + _CHECK_BYTES)
    head, _, body = decompress(frame).partition(b"\n")
    if len(body) >= _MAX_SHORT_BYTES + count:
        raise ValueError("the logs would be too long")
    shorts = body.split(_SEPARATOR, count)
    ruleset, rules, *values = json.loads(head)
    names, board, values = values[:seats], values[seats], values[seats + 1 :]
    size = 2 * seats + len(("rotation", "termination"))
    endings = [values[at : at + size] for at in range(0, len(values), size)]
    game = game_for(ruleset_named(ruleset, rules), seats)
    bots = tuple(BotName(name, version.hex()) for name, version in zip(names, versions, strict=True))
    for key, short, (rotation, *results, termination) in zip(games, shorts, endings, strict=True):
        game_id = key[:_ID_BYTES].hex()
        if only in {"", game_id}:
            header = header_of(game, game_id, board, rotation, secret, _by_seat(bots, rotation), form)
            outcome = Outcome(tuple(results[:seats]), tuple(results[seats:]), Termination(termination))
            yield UnrevealedLog(header, spell_out(short), outcome), secret, key[_ID_BYTES:].hex()


def _split(data: bytes, count: int, size: int) -> tuple[list[bytes], bytes]:
    """Return the first `count` parts of `size` bytes each, and the rest."""
    end = count * size
    return [data[at : at + size] for at in range(0, end, size)], data[end:]


def _by_seat(bots: Bots, rotation: int) -> Bots:
    """Return the bots in the order of their seats in a rotation (the number of a seating).

    `bots`: in the order of their seats in rotation 0. A negative number converts back: from the order in
    that rotation to the order in rotation 0.
    """
    seats = len(bots)
    return tuple(bots[bot_on(seat, rotation, seats)] for seat in range(seats))


class _SharedParts(NamedTuple):
    """The parts of packed logs that all boards of the same bots share."""

    first_byte: bytes
    json: bytes  # the line of JSON up to the board's number
    versions: bytes


@lru_cache(maxsize=64)
def _shared_parts(
    form: str,
    ruleset: tuple[str, str, str],
    seats: int,
    pack: PackName,
    draws: str,
    bots: Bots,
    rotation: int,
) -> _SharedParts | None:
    """Return the parts that all packed logs with these header fields share.

    `form`: the log format. `ruleset`: its key, its hash, and the text of house rules. `draws`: the name of
    the method that derives the cards from the secret. `bots`: in the order of their seats in `rotation`.

    Return None if unpacking could not restore these header fields.
    """
    key, ruleset_hash, rules = ruleset
    header = Header(key, ruleset_hash, seats, pack, draws, "", 0, rotation, "", bots, rules, form)
    try:
        game_of(header)
    except BadLog:
        return None
    if not all(_VERSION.fullmatch(bot.version) for bot in bots):
        return None
    bots = _by_seat(bots, -rotation)
    begin = json.dumps([key, rules, *(bot.name for bot in bots)], separators=(",", ":"))
    return _SharedParts(
        bytes((1 + FORMATS.index(form),)),
        begin.removesuffix("]").encode() + b",",
        bytes.fromhex("".join(bot.version for bot in bots)),
    )
