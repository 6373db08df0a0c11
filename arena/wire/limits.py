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
MAX_ANSWERS: Final = 2 * MAX_GAMES  # in one message: to all that may be open, and to what just ended
GREETING_BYTES: Final = 4_096  # that a bot may send before it is asked anything
ANSWER_BYTES: Final = ITEM_BYTES  # that it may send for each question, taken together


def shortened(text: str, limit: int) -> str:
    """The text cut to `limit` bytes of UTF-8, between two characters.

    >>> shortened("Mäuse", 2)
    'M'
    """
    return text.encode(errors="replace")[:limit].decode(errors="ignore")
