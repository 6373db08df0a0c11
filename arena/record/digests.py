"""The hashes and checksums of a game log.

- The *commitment* is a hash that bots get before a game. It binds the arena to the board's secret (the key
  from which all cards are drawn).
- The *game digest* identifies the game played. A repeated game has the same digest.
- The *log digest* covers all bytes of the log before the digest.
- The *sums* are checksums of one byte per record. They show which record of a log was changed.
"""

import re
from collections.abc import Sequence
from hashlib import sha256
from struct import pack
from typing import Final, NamedTuple
from zlib import adler32

from arena.record.format import Footer, Header
from arena.rules.ending import Outcome

# The commitment is SHA-256 of the board's secret (32 bytes) followed by the game's id in ASCII. The id is
# random, so the commitments of two seatings of a board do not reveal that they belong together.
#
# The game digest covers ruleset, seats, board, chance, actions and outcome; no clocks, verdicts, notes,
# names, ids and no format of the log. The log digest is SHA-256. A sum is that of a record's bytes modulo
# 256.

# A record counts for the game digest up to its first member that depends on clocks.
_MEASURED: Final = re.compile(rb',"ms":.*')  # in most records; two searches are faster than one for both
_JUDGED: Final = re.compile(rb',"verdict":.*')
_DERIVED: Final = re.compile(rb'{"(?:kept|left|back|score)":.*\n')  # implied by the rules
_AFTER_DIGEST = '"}}\n'
_MAX_EXACT: Final = 256  # bytes; up to here the low half of Adler-32 is their sum + 1
_LESS_ONE: Final = bytes((byte - 1) % 256 for byte in range(256))


class FinishedLog(NamedTuple):
    """A complete log as bytes, with its game digest and its log digest in hex."""

    data: bytes
    game_digest: str
    log_digest: str


def commitment(secret: bytes, game: str) -> bytes:
    """Return the commitment to a board's secret for the game with the id `game`.

    The commitment is a hash of both. It shows later whether the revealed secret is the original one.
    """
    return sha256(secret + game.encode("ascii")).digest()


def game_digest(header: Header, records: bytes, outcome: Outcome) -> str:
    """Return the digest that identifies a game: a SHA-256 in hex.

    It covers the ruleset, the board's number, the records and the outcome. `records`: the result of
    `game_records`.
    """
    head = f"maumau-game-1 {header.ruleset_hash} {header.seats} {header.board} {header.draws}\n"
    places, points = " ".join(map(str, outcome.places)), " ".join(map(str, outcome.points))
    tail = f"{outcome.termination.name} places {places} points {points}\n"
    return sha256(head.encode() + records + tail.encode()).hexdigest()


def game_records(body: bytes) -> bytes:
    """Return the records of a log in the form that the game digest uses.

    `body`: the log without header and footer. Times, notes, verdicts, and facts that follow from the rules
    are removed.
    """
    return _DERIVED.sub(b"", _JUDGED.sub(b"", _MEASURED.sub(b"", body)))


def line_sums(lines: Sequence[bytes]) -> str:
    """Return the checksums of all lines as one hex text: for each line, the sum of its bytes modulo 256."""
    checksums = pack(f"<{len(lines)}I", *map(adler32, lines))
    sums = bytearray(checksums[::4].translate(_LESS_ONE))  # the low bytes
    for place in [place for place, line in enumerate(lines) if len(line) > _MAX_EXACT]:
        sums[place] = _sum_of_long(lines[place])
    return sums.hex()


def _sum_of_long(line: bytes) -> int:
    parts = (line[start : start + _MAX_EXACT] for start in range(0, len(line), _MAX_EXACT))
    return sum(adler32(part) - 1 for part in parts) & 255


def is_sealed(log: bytes, footer: Footer) -> bool:
    """True if the log digest in the footer is correct. `log`: the complete log, including this footer."""
    unsealed = log.removesuffix(f"{footer.log_digest}{_AFTER_DIGEST}".encode())
    return sha256(unsealed).hexdigest() == footer.log_digest


def seal(before: bytes, footer: Footer) -> FinishedLog:
    """Return the complete log: the lines `before`, and the footer with a newly computed log digest."""
    unsealed = before + footer.line().removesuffix(footer.log_digest + _AFTER_DIGEST).encode()
    digest = sha256(unsealed).hexdigest()
    return FinishedLog(unsealed + f"{digest}{_AFTER_DIGEST}".encode(), footer.game_digest, digest)
