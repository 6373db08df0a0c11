"""Parses and checks texts from outside, and shortens bots' versions."""

from typing import Final

MAX_PORT: Final = 65_535
VERSION_DIGITS: Final = 6  # characters of a version that are shown


def number_of(text: str, most: int) -> int | None:
    """Return the number that a text of digits means, but at most `most`; None for other texts.

    >>> number_of("007", 99), number_of("9" * 5_000, 99), number_of("-1", 99), number_of("", 99)
    (7, 99, None, None)
    """
    if not (text.isascii() and text.isdecimal()):
        return None
    digits = text.lstrip("0") or "0"
    # Python does not convert more than 4,300 digits.
    return min(int(digits), most) if len(digits) <= len(str(most)) else most


def port_of(text: str) -> int | None:
    """Return the port that a text of digits means; None if the text is not a valid port.

    >>> port_of("8786"), port_of("65536"), port_of("http")
    (8786, None, None)
    """
    number = number_of(text, MAX_PORT + 1)
    return None if number is None or number > MAX_PORT else number


def is_utf8(text: str) -> bool:
    r"""True if a text can be encoded: paths and arguments from the system may hold other bytes.

    >>> is_utf8("Jörg"), is_utf8("J\udcf6rg")
    (True, False)
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def versioned(name: str, version: str) -> str:
    """Return a bot's name together with the start of its version.

    >>> versioned("clever", "1a2b3c4d5e6f")
    'clever@1a2b3c'
    """
    return f"{name}@{version[:VERSION_DIGITS]}"
