"""The shuffle secret of a tournament, and the keys of its boards, bot seeds and lots.

A board's secret depends on the tournament's, the bots at the table, the number of their earlier meetings and
the board's number, but not on the rest of the field. No other table plays the same cards.
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
    """The shuffle secret of a tournament. `open_seed`: it comes from a seed that can be guessed."""

    value: bytes
    open_seed: bool = False


def tournament_secret(seed: str) -> TournamentSecret:
    """Return the secret of a `--seed`: 32 or more hex digits are the secret, other text is hashed.

    >>> tournament_secret("42").open_seed
    True
    """
    if len(seed) >= MIN_HEX_DIGITS and len(seed) % 2 == 0 and re.fullmatch("[0-9a-fA-F]+", seed):
        return TournamentSecret(bytes.fromhex(seed))
    return TournamentSecret(sha256(b"maumau-seed-1\n" + seed.encode()).digest(), open_seed=True)


def board_secret(secret: bytes, versions: Sequence[str], earlier: int, board: int) -> bytes:
    """Return HMAC-SHA-256(secret, "maumau-board-1", sorted bot versions, earlier meetings, board): 32 bytes.

    The message is ASCII, each part ends with a line feed; numbers are decimal, boards count from 0.
    """
    return _derive(secret, "maumau-board-1", versions, earlier, str(board))


def seeds_key(secret: bytes, versions: Sequence[str], earlier: int) -> bytes:
    """Return HMAC-SHA-256(secret, "maumau-seeds-1", sorted bot versions, earlier meetings): 32 bytes."""
    return _derive(secret, "maumau-seeds-1", versions, earlier)


def lot_key(secret: bytes) -> bytes:
    """Return the key of lots: HMAC-SHA-256(secret, "maumau-lot-1" and a line feed), 32 bytes.

    Publishing the lots does not reveal it.
    """
    return hmac.digest(secret, b"maumau-lot-1\n", "sha256")


def tables_key(secret: bytes) -> bytes:
    """Return the key of Swiss tables: HMAC-SHA-256(secret, "maumau-tables-1" and a line feed)."""
    return hmac.digest(secret, b"maumau-tables-1\n", "sha256")


def _derive(secret: bytes, label: str, versions: Sequence[str], earlier: int, *more: str) -> bytes:
    parts = (label, *sorted(versions), str(earlier), *more)
    return hmac.digest(secret, "".join(f"{part}\n" for part in parts).encode("ascii"), "sha256")
