"""Bounds of the protocol that both directions keep. Sizes are bytes."""

from typing import Final

PROTOCOL: Final = 1
MAX_GAMES: Final = 256
MAX_CHOICES: Final = 128  # two for each of 53 faces, where plays are face down, and what else there is to do
EVENTS_BYTES: Final = 768  # events in one item; what is more goes ahead as News
ITEM_BYTES: Final = 2_048
NOTE_BYTES: Final = 200
NAME_BYTES: Final = 64
DETAIL_BYTES: Final = 500
MORE_CARDS: Final = 31
RECEIVE_BYTES: Final = 131_072  # one message of a bot


def shortened(text: str, limit: int) -> str:
    """The text cut to `limit` bytes of UTF-8, between two characters.

    >>> shortened("Mäuse", 2)
    'M'
    """
    return text.encode(errors="replace")[:limit].decode(errors="ignore")
