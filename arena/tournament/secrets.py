"""The shuffle secret of a tournament, and the keys that derive from it: for boards, bots' seeds and lots.

A board's secret depends on four things: the tournament's secret, the bots at the table, the number of their
earlier meetings, and the board's number. So bots that do not sit at the table cannot change its cards, and no
other table plays the same cards.
"""

import hmac
import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

MIN_HEX_DIGITS: Final = 32  # 128 bits; fewer could be guessed from one hand


@dataclass(frozen=True, slots=True)
class TournamentSecret:
    """The shuffle secret of a tournament. `open_seed`: True if the secret was made from a seed that people
    could guess.
    """

    value: bytes
    open_seed: bool = False


def tournament_secret(seed: str) -> TournamentSecret:
    """Return the secret for a `--seed`: 32 or more hex digits are the secret, other text is hashed.

    >>> tournament_secret("42").open_seed
    True
    """
    if len(seed) >= MIN_HEX_DIGITS and len(seed) % 2 == 0 and re.fullmatch("[0-9a-fA-F]+", seed):
        return TournamentSecret(bytes.fromhex(seed))
    return TournamentSecret(sha256(b"maumau-seed-1\n" + seed.encode()).digest(), open_seed=True)


def board_secret(secret: bytes, versions: Sequence[str], earlier: int, board: int) -> bytes:
    """Return the secret of a board, 32 bytes. `earlier`: how often these bots have met before. `board`: the
    board's number, from 0.

    The secret is HMAC-SHA-256(tournament's secret, message). The parts of the message are "maumau-board-1",
    the sorted bot versions, `earlier` and `board`. Each part is ASCII and ends with a line feed; numbers are
    decimal.
    """
    return _derive(secret, "maumau-board-1", versions, earlier, str(board))


def seeds_key(secret: bytes, versions: Sequence[str], earlier: int) -> bytes:
    """Return the key from which the seeds of a match's bots derive, 32 bytes.

    The key is HMAC-SHA-256(secret, message). The parts of the message are "maumau-seeds-1", the sorted bot
    versions and `earlier`, in the form that `board_secret` describes.
    """
    return _derive(secret, "maumau-seeds-1", versions, earlier)


def lot_key(secret: bytes) -> bytes:
    """Return the key for drawing lots (the last tie-break): HMAC-SHA-256(secret, "maumau-lot-1" and a line
    feed), 32 bytes.

    Neither the key nor the lots drawn with it reveal the secret.
    """
    return hmac.digest(secret, b"maumau-lot-1\n", "sha256")


def tables_key(secret: bytes) -> bytes:
    """Return the key for random decisions in Swiss tournaments with larger tables: HMAC-SHA-256(secret,
    "maumau-tables-1" and a line feed), 32 bytes.
    """
    return hmac.digest(secret, b"maumau-tables-1\n", "sha256")


def _derive(secret: bytes, label: str, versions: Sequence[str], earlier: int, *more: str) -> bytes:
    parts = (label, *sorted(versions), str(earlier), *more)
    return hmac.digest(secret, "".join(f"{part}\n" for part in parts).encode("ascii"), "sha256")
