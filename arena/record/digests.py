"""What a game log is checked with.

- The *commitment*, told to the bots before the game, is SHA-256 of the board's secret (32 bytes) followed by
  the game's id in ASCII. The id is random, so two seatings of a board cannot be linked by it.
- The *game digest* says which game was played: ruleset, seats, board, chance, actions and outcome. It does
  not depend on clocks, verdicts, notes, names, ids and the log's format, so a repeated game has the same one.
- The *log digest* is SHA-256 of every byte of the log before its own value.
- The *sums*, one byte for each record before the footer, are the sum of the record's bytes modulo 256. They
  protect nothing, anybody can make them: they only tell which record was touched when the log digest says
  that one was.
"""

import re
from collections.abc import Sequence
from hashlib import sha256
from struct import pack
from typing import Final, NamedTuple
from zlib import adler32

from arena.record.format import Footer, Header
from arena.rules.ending import Outcome

# A record belongs to the game up to its first member that depends on clocks.
_MEASURED: Final = re.compile(rb',"ms":.*')  # most of them: to look for one text is quicker than for two
_JUDGED: Final = re.compile(rb',"verdict":.*')
_DERIVED: Final = re.compile(rb'{"(?:kept|left|back|score)":.*\n')  # the rules imply these records
_AFTER_DIGEST = '"}}\n'
_EXACT: Final = 256  # bytes; of so many the low half of Adler-32 is their sum + 1
_LESS_ONE: Final = bytes((byte - 1) % 256 for byte in range(256))


class FinishedLog(NamedTuple):
    """A whole log and its two digests, hex."""

    data: bytes
    game_digest: str
    log_digest: str


def commitment(secret: bytes, game: str) -> bytes:
    """What a secret is checked against when it is shown."""
    return sha256(secret + game.encode("ascii")).digest()


def game_digest(header: Header, game: bytes, outcome: Outcome) -> str:
    """SHA-256, hex, of the game in canonical form; `game`: the records as `played` has them.

    The form: a line "maumau-game-1 RULESET_HASH SEATS BOARD DRAWS", these records, and a line
    "TERMINATION places … points …".
    """
    head = f"maumau-game-1 {header.ruleset_hash} {header.seats} {header.board} {header.draws}\n"
    places, points = " ".join(map(str, outcome.places)), " ".join(map(str, outcome.points))
    tail = f"{outcome.termination.name} places {places} points {points}\n"
    return sha256(head.encode() + game + tail.encode()).hexdigest()


def played(body: bytes) -> bytes:
    """Return the records between header and footer, each cut off before its member `ms` or `verdict`, without
    those that the rules imply.
    """
    return _DERIVED.sub(b"", _JUDGED.sub(b"", _MEASURED.sub(b"", body)))


def line_sums(lines: Sequence[bytes]) -> str:
    """The sums of these lines, line ends included, in hex."""
    checksums = pack(f"<{len(lines)}I", *map(adler32, lines))
    sums = bytearray(checksums[::4].translate(_LESS_ONE))  # the low bytes, all at once as there are many
    for place in [place for place, line in enumerate(lines) if len(line) > _EXACT]:
        sums[place] = _sum_of_long(lines[place])
    return sums.hex()


def _sum_of_long(line: bytes) -> int:
    parts = (line[start : start + _EXACT] for start in range(0, len(line), _EXACT))
    return sum(adler32(part) - 1 for part in parts) & 255


def is_sealed(log: bytes, footer: Footer) -> bool:
    """Whether the log digest is that of this log, which ends with this footer."""
    unsealed = log.removesuffix(f"{footer.log_digest}{_AFTER_DIGEST}".encode())
    return sha256(unsealed).hexdigest() == footer.log_digest


def seal(before: bytes, footer: Footer) -> FinishedLog:
    """The log of these lines and this footer, its log digest made anew."""
    unsealed = before + footer.line().removesuffix(footer.log_digest + _AFTER_DIGEST).encode()
    digest = sha256(unsealed).hexdigest()
    return FinishedLog(unsealed + f"{digest}{_AFTER_DIGEST}".encode(), footer.game_digest, digest)
