"""Game logs as they are stored: without what can be made again from the rest, compressed.

A packed log is the byte PACKED, the number of seats, four bytes of the log digest, the board's secret, the
game's id, the bots' versions by seat, and a Zstandard frame: a line of JSON (ruleset, house rules, names,
board, rotation, places, points, termination) and the records in their short spelling. Digests, sums,
commitment, pack and the ruleset's hash are made anew. What does not fit (an id that is not 32 hex digits, a
ruleset that is not known here) is stored as a frame of the whole log.
"""

import json
import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Final, NamedTuple

from arena.record.compression import compress, decompress
from arena.record.orders import SECRET_BYTES
from arena.record.read import MOST_BYTES, BadLog, log_lines, read_footer, read_header
from arena.record.recorder import ClosedLog, header_of
from arena.record.records import BotName, Header
from arena.record.replay import game_of
from arena.record.short import LONGEST, shorten
from arena.rules import Outcome, Termination, game_for, ruleset_named

PACKED: Final = b"\x01"

_CHECK_BYTES: Final = 4
_ID_BYTES: Final = 16
_VERSION_BYTES: Final = 32
_ID: Final = re.compile(r"[0-9a-f]{32}")
_VERSION: Final = re.compile(r"[0-9a-f]{64}")
_MOST_SHORT: Final = MOST_BYTES // LONGEST
_DAMAGED: Final = "the packed log is damaged"


def pack(log: ClosedLog, secret: bytes, log_digest: str) -> bytes:
    """A log as it is stored; `log_digest` as `reveal` gives it with the same secret."""
    header, short, alike = log.header, log.short, _alike(log.header.of("", 0, 0, ""))
    if alike is None or not _ID.fullmatch(header.game) or len(short) > _MOST_SHORT:
        return compress(log.reveal(secret).data)
    outcome = ",".join(map(_listed, log.outcome[:2]))
    rest = f"{header.board},{header.rotation},{outcome},{log.outcome.termination.value}]\n"
    check = bytes.fromhex(log_digest[: 2 * _CHECK_BYTES])
    game = bytes.fromhex(header.game)
    frame = compress(alike.begun + rest.encode() + short)
    return b"".join((PACKED, bytes((header.seats,)), check, secret, game, alike.versions, frame))


def stored_again(data: bytes, stored: bytes) -> bytes:
    """A log that is in order as it is stored, packed or not as it was. Raises BadLog for what is none."""
    if not stored.startswith(PACKED):
        return compress(data)
    lines = log_lines(data)
    header = read_header(lines)
    footer = read_footer(lines, header)
    log = ClosedLog(header, shorten(b"".join(lines[1:-1])), footer.outcome)
    return pack(log, bytes.fromhex(footer.secret), footer.log_digest)


def _listed(numbers: Sequence[int]) -> str:
    return f"[{','.join(map(str, numbers))}]"


def unpack(stored: bytes) -> bytes:
    """The log, as text, that is stored so. Raises BadLog, whatever the bytes are."""
    if not stored.startswith(PACKED):
        return decompress(stored)
    try:
        log, secret, check = _unpacked(stored)
        found = log.reveal(secret)
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as reason:
        raise BadLog(1, _DAMAGED) from reason
    if not found.log_digest.startswith(check.hex()):
        raise BadLog(1, _DAMAGED)
    return found.data


def _unpacked(stored: bytes) -> tuple[ClosedLog, bytes, bytes]:
    """The log, the board's secret, and the first bytes of the log digest. Raises what bad bytes lead to."""
    seats = stored[len(PACKED)]
    sizes = (1, 1, _CHECK_BYTES, SECRET_BYTES, _ID_BYTES, *[_VERSION_BYTES] * seats)
    ends = list(accumulate(sizes))
    _, _, check, secret, game_id, *versions = (
        stored[end - size : end] for size, end in zip(sizes, ends, strict=True)
    )
    head, _, short = decompress(stored[ends[-1] :]).partition(b"\n")
    if len(short) > _MOST_SHORT:
        raise ValueError("the log would be too long")
    ruleset, rules, names, board, rotation, places, points, termination = json.loads(head)
    bots = tuple(BotName(name, version.hex()) for name, version in zip(names, versions, strict=True))
    game = game_for(ruleset_named(ruleset, rules), seats)
    header = header_of(game, game_id.hex(), board, rotation, secret, bots)
    return (
        ClosedLog(header, short, Outcome(tuple(places), tuple(points), Termination(termination))),
        secret,
        check,
    )


class _Alike(NamedTuple):
    """What packed logs of the same bots at the same seats have in common."""

    begun: bytes  # the line of JSON up to the board's number
    versions: bytes


@lru_cache(maxsize=64)
def _alike(header: Header) -> _Alike | None:
    """What logs with such a header have in common; None if what is left out could not be made again."""
    try:
        game_of(header)
    except BadLog:
        return None
    if not all(_VERSION.fullmatch(bot.version) for bot in header.bots):
        return None
    names = [bot.name for bot in header.bots]
    begun = json.dumps([header.ruleset, header.rules, names], separators=(",", ":"))
    versions = "".join(bot.version for bot in header.bots)
    return _Alike(begun.removesuffix("]").encode() + b",", bytes.fromhex(versions))
