"""How a version of a bot is written."""

from typing import Final

SHORT: Final = 6  # digits, as it is shown


def versioned(name: str, version: str) -> str:
    """A version of a bot as one writes it.

    >>> versioned("clever", "1a2b3c4d5e6f")
    'clever@1a2b3c'
    """
    return f"{name}@{version[:SHORT]}"
