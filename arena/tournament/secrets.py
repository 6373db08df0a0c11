"""The shuffle secret of a tournament, and the keys that derive from it.

A board's secret, from which its cards are drawn, depends on the tournament's secret, the bots of the match,
the number of their earlier matches, and the board's number. So no other bot can change the cards of a match.
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
    """The shuffle secret of a tournament: the key from which all its cards are drawn."""

    value: bytes
    open_seed: bool = False  # True if it was made from a seed that people could guess


def tournament_secret(seed: str) -> TournamentSecret:
    """Return the shuffle secret for the text given with `--seed`.

    A text of at least 32 hex digits is the secret itself, if the number of digits is even. Any other text is
    hashed. As people could guess such a text, the result's `open_seed` is then True.

    >>> tournament_secret("42").open_seed
    True
    """
    if len(seed) >= MIN_HEX_DIGITS and len(seed) % 2 == 0 and re.fullmatch("[0-9a-fA-F]+", seed):
        return TournamentSecret(bytes.fromhex(seed))
    return TournamentSecret(sha256(b"maumau-seed-1\n" + seed.encode()).digest(), open_seed=True)


def board_secret(secret: bytes, versions: Sequence[str], earlier: int, board: int) -> bytes:
    """Return the secret of a board (32 bytes), from which its cards are drawn.

    `secret`: the tournament's secret. `versions`: the digests of the bot versions. `earlier`: the number of
    earlier matches between these bots. `board`: the board's number, from 0.

    The result is the HMAC-SHA-256 of "maumau-board-1", the sorted versions, `earlier` and `board`, each in
    ASCII followed by a line feed; numbers are decimal.
    """
    return _derive(secret, "maumau-board-1", versions, earlier, str(board))


def seeds_key(secret: bytes, versions: Sequence[str], earlier: int) -> bytes:
    """Return the key (32 bytes) from which the random seeds of a match's bots derive.

    `secret`: the tournament's secret. `versions`: the digests of the bot versions. `earlier`: the number of
    earlier matches between these bots.

    The key is computed like `board_secret`, from "maumau-seeds-1", the sorted versions and `earlier`.
    """
    return _derive(secret, "maumau-seeds-1", versions, earlier)


def lot_key(secret: bytes) -> bytes:
    """Return the key (32 bytes) for drawing lots, the last tie-break. The key does not reveal the secret.

    It is HMAC-SHA-256(secret, "maumau-lot-1" and a line feed).
    """
    return hmac.digest(secret, b"maumau-lot-1\n", "sha256")


def tables_key(secret: bytes) -> bytes:
    """Return the key (32 bytes) for random decisions in Swiss tournaments at tables of three or more bots.

    It is HMAC-SHA-256(secret, "maumau-tables-1" and a line feed).
    """
    return hmac.digest(secret, b"maumau-tables-1\n", "sha256")


def _derive(secret: bytes, label: str, versions: Sequence[str], earlier: int, *more: str) -> bytes:
    parts = (label, *sorted(versions), str(earlier), *more)
    return hmac.digest(secret, "".join(f"{part}\n" for part in parts).encode("ascii"), "sha256")
