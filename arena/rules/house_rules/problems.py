"""What is wrong with a ruleset that somebody wrote."""

import json
import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Final, NamedTuple

Where = tuple[str, ...]
MAX_SHOWN: Final = 40  # characters
_BARE: Final = re.compile(r"[A-Za-z0-9_-]{1,40}")


class Flaw(NamedTuple):
    """`where`: the names that lead to the value, ("effects", "7", "cards"); `what`: a sentence that says what
    to do; `also`: other values that may be the cause.
    """

    where: Where
    what: str
    also: tuple[Where, ...] = ()


class BadRuleset(ValueError):
    """Not a ruleset that can be played. `flaws`: all that was found."""

    def __init__(self, flaws: Sequence[Flaw]) -> None:
        super().__init__("; ".join(flaw.what for flaw in flaws))
        self.flaws = tuple(flaws)


def shown(value: object) -> str:
    """A value in a message: short, and nothing that a terminal would obey.

    >>> print(shown("7H"), shown(["a", 7]), shown(chr(27)), shown({}))
    "7H" ["a", 7] "\\u001b" an empty table
    """
    if isinstance(value, dict):
        return "a table" if value else "an empty table"
    text = json.dumps(value, default=str).replace("\x7f", "\\u007f")
    return text if len(text) <= MAX_SHOWN else text[:MAX_SHOWN] + "…"


def path(where: Iterable[str]) -> str:
    """Where a value stands, in a message: "effects.7.cards"."""
    return ".".join(name if _BARE.fullmatch(name) else shown(name) for name in where)


def nearest(name: str, known: Iterable[str]) -> str:
    """The name there is that is most like this one; empty if none is."""
    return next(iter(get_close_matches(name[:MAX_SHOWN], list(known), n=1)), "")


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """The nearest name there is as a question; nothing if none is near."""
    near = nearest(name, known)
    return f'did you mean "{near}"?' if near else ""
