"""Whom to take out of an event because matches end as our fault wherever it plays.

A match whose process dies is nobody's fault and is played again. But where it dies again and again, and the
one thing that such tables have in common is one bot, that bot is at the bottom of it. One death is bad luck:
only boards count that had to be begun anew more than once. And one table proves nothing about who it was.
"""

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

MAX_BOARDS: Final = 2  # of a bot that had to be begun anew more than once
TIMES: Final = 3  # the rate of tables without it
AGAIN: Final = 2


class PlayedTable(NamedTuple):
    """Some boards of a table. `internal`: how often all of them were begun anew for a fault of ours."""

    bots: tuple[int, ...]
    boards: int
    internal: int

    @property
    def hit(self) -> int:
        """Boards that had to be begun anew more than once."""
        return self.boards if self.internal >= AGAIN else 0


class Suspect(NamedTuple):
    """Who it is, and what speaks for it."""

    bot: int
    boards: int  # that had to be begun anew more than once
    tables: int  # at which that was


def suspect(tables: Sequence[PlayedTable], benched: Collection[int] = ()) -> Suspect | None:
    """The bot that is to be benched next, if there is one; what was played with one benched tells nothing.

    >>> deaths = [PlayedTable((1, 2), 2, 3), PlayedTable((3, 1), 2, 3), PlayedTable((2, 3), 2, 0)]
    >>> suspect(deaths)
    Suspect(bot=1, boards=4, tables=2)
    >>> suspect(deaths[:1]), suspect(deaths, benched=[1])
    (None, None)
    """
    counted = [table for table in tables if not set(table.bots) & set(benched)]
    bots = sorted({bot for table in counted for bot in table.bots})
    found = [one for bot in bots if (one := _judged(bot, counted))]
    return max(found, key=lambda one: (one.boards, one.tables, -one.bot), default=None)


def _judged(bot: int, tables: Sequence[PlayedTable]) -> Suspect | None:
    own = [table for table in tables if bot in table.bots]
    hit = [table for table in own if table.hit]
    boards = sum(table.hit for table in hit)
    if boards <= MAX_BOARDS or set.intersection(*(set(table.bots) for table in hit)) != {bot}:
        return None
    others = [table for table in tables if bot not in table.bots]
    if _rate(own) <= TIMES * _rate(others):
        return None
    return Suspect(bot, boards, len({frozenset(table.bots) for table in hit}))


def _rate(tables: Sequence[PlayedTable]) -> Fraction:
    boards = sum(table.boards for table in tables)
    return Fraction(sum(table.hit for table in tables), boards) if boards else Fraction()
