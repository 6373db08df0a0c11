"""The secrets of an event: the cards of a board, what the seeds given to bots come from, lots.

A board's secret depends on the event's secret, on the bots at the table, on how often just these have met
before, and on the board's number; not on who else is in the field. Nobody else plays those cards.
"""

import hmac
import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

MIN_HEX_DIGITS: Final = 32  # 128 bits: fewer can be guessed from one hand


@dataclass(frozen=True, slots=True)
class EventSecret:
    """The one secret of an event. `open_seed`: it comes from something that can be guessed."""

    value: bytes
    open_seed: bool = False


def event_secret(seed: str) -> EventSecret:
    """The secret that a `--seed` stands for: 32 or more hex digits are it, any other text is expanded.

    >>> event_secret("42").open_seed
    True
    """
    if len(seed) >= MIN_HEX_DIGITS and len(seed) % 2 == 0 and re.fullmatch("[0-9a-fA-F]+", seed):
        return EventSecret(bytes.fromhex(seed))
    return EventSecret(sha256(b"maumau-seed-1\n" + seed.encode()).digest(), open_seed=True)


def board_secret(event: bytes, versions: Sequence[str], earlier: int, board: int) -> bytes:
    """HMAC-SHA-256(event secret, "maumau-board-1", the sorted bot versions, earlier tables, board): 32 bytes.

    The message is ASCII, its parts ended by a line feed each; numbers are decimal, boards count from 0.
    """
    return _derived(event, "maumau-board-1", versions, earlier, str(board))


def seeds_key(event: bytes, versions: Sequence[str], earlier: int) -> bytes:
    """HMAC-SHA-256(event secret, "maumau-seeds-1", the sorted bot versions, earlier tables): 32 bytes."""
    return _derived(event, "maumau-seeds-1", versions, earlier)


def lot_key(event: bytes) -> bytes:
    """What lots are drawn from: HMAC-SHA-256(event secret, "maumau-lot-1" and a line feed), 32 bytes.

    To tell the places drawn gives nothing of it away.
    """
    return hmac.digest(event, b"maumau-lot-1\n", "sha256")


def tables_key(event: bytes) -> bytes:
    """What Swiss tables are drawn from: HMAC-SHA-256(event secret, "maumau-tables-1" and a line feed)."""
    return hmac.digest(event, b"maumau-tables-1\n", "sha256")


def _derived(event: bytes, label: str, versions: Sequence[str], earlier: int, *more: str) -> bytes:
    parts = (label, *sorted(versions), str(earlier), *more)
    return hmac.digest(event, "".join(f"{part}\n" for part in parts).encode("ascii"), "sha256")
