"""Limits of the protocol between referee and bots. Sizes are in bytes."""

from typing import Final

PROTOCOL: Final = 1
MAX_GAMES: Final = 256
MAX_CHOICES: Final = 128  # two for each of 53 faces if plays are face down, and other actions
EVENTS_BYTES: Final = 768  # events in one item; the surplus precedes it as News
ITEM_BYTES: Final = 2_048
NOTE_BYTES: Final = 200
NAME_BYTES: Final = 64
SEED_BYTES: Final = 8  # of the random generator that a bot gets for a game
DETAIL_BYTES: Final = 500
MORE_CARDS: Final = 31
RECEIVE_BYTES: Final = 131_072  # one message of a bot
MAX_ANSWERS: Final = 2 * MAX_GAMES  # in one message: to all open questions and to games that just ended
GREETING_BYTES: Final = 4_096  # that a bot may send before its first question
ANSWER_BYTES: Final = ITEM_BYTES  # per question, over all messages


def shorten_text(text: str, limit: int) -> str:
    """Cut text to at most `limit` bytes of UTF-8, without splitting a character.

    >>> shorten_text("Mäuse", 2)
    'M'
    """
    return text.encode(errors="replace")[:limit].decode(errors="ignore")
