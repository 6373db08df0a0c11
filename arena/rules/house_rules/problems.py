"""Problems of a ruleset that a user wrote, and helpers for messages about them."""

import json
import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Final, NamedTuple

Where = tuple[str, ...]
MAX_SHOWN: Final = 40  # characters
_BARE: Final = re.compile(r"[A-Za-z0-9_-]{1,40}")


class Flaw(NamedTuple):
    """One problem of a ruleset."""

    where: Where  # the path to the value, such as ("effects", "7", "cards")
    what: str  # a message that also says how to fix the problem
    also: tuple[Where, ...] = ()  # paths to other values that may be the cause


class BadRuleset(ValueError):
    """The ruleset cannot be played. `flaws`: all its problems."""

    def __init__(self, flaws: Sequence[Flaw]) -> None:
        super().__init__("; ".join(flaw.what for flaw in flaws))
        self.flaws = tuple(flaws)


def quote(value: object) -> str:
    """Return a value as a short text for a message, without control characters.

    >>> print(quote("7H"), quote(["a", 7]), quote(chr(27)), quote({}))
    "7H" ["a", 7] "\\u001b" an empty table
    """
    if isinstance(value, dict):
        return "a table" if value else "an empty table"
    text = json.dumps(value, default=str).replace("\x7f", "\\u007f")
    return text if len(text) <= MAX_SHOWN else text[:MAX_SHOWN] + "…"


def path(where: Iterable[str]) -> str:
    """Return a path as text for a message, such as "effects.7.cards"."""
    return ".".join(name if _BARE.fullmatch(name) else quote(name) for name in where)


def nearest(name: str, known: Iterable[str]) -> str:
    """Return the known name that is most similar to `name`; empty if none is similar."""
    return next(iter(get_close_matches(name[:MAX_SHOWN], list(known), n=1)), "")


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return the question "did you mean …?" with the most similar known name; empty if none is similar."""
    near = nearest(name, known)
    return f'did you mean "{near}"?' if near else ""
