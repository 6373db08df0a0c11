"""Numbers that strangers write, which may have any number of digits."""

from typing import Final

LAST_PORT: Final = 65_535


def number_of(text: str, most: int) -> int | None:
    """The number that plain digits say, and `most` where it is larger; None if it is none.

    >>> number_of("007", 99), number_of("9" * 5_000, 99), number_of("-1", 99), number_of("", 99)
    (7, 99, None, None)
    """
    if not (text.isascii() and text.isdecimal()):
        return None
    digits = text.lstrip("0") or "0"
    # Python makes no number of more than 4,300 digits.
    return min(int(digits), most) if len(digits) <= len(str(most)) else most


def port_of(text: str) -> int | None:
    """The port that plain digits say; None if it is none.

    >>> port_of("8786"), port_of("65536"), port_of("http")
    (8786, None, None)
    """
    number = number_of(text, LAST_PORT + 1)
    return None if number is None or number > LAST_PORT else number
