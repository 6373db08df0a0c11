"""What is wrong with a ruleset that somebody wrote."""

from collections.abc import Sequence
from typing import NamedTuple

Where = tuple[str, ...]


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
