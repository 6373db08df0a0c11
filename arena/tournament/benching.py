"""Find bots to bench: bots whose matches keep failing although the bots show no fault.

If a match process dies, no bot is blamed, and the match is played again. If this happens again and again, and
only one bot was in all these matches, that bot is the cause.
"""

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

MAX_FAILED_BOARDS: Final = 2  # of a bot that is not benched
MIN_RATE_RATIO: Final = 3  # to the rate of tables without the bot
MIN_RESTARTS: Final = 2


class PlayedTable(NamedTuple):
    """Bots that played each other, their number of boards, and how often these had to be restarted."""

    bots: tuple[int, ...]
    boards: int
    internal: int  # how often the boards were restarted after a failure of the match process

    @property
    def failed_boards(self) -> int:
        """The number of failed boards: all boards of the table if restarted more than once, otherwise 0."""
        return self.boards if self.internal >= MIN_RESTARTS else 0


class Suspect(NamedTuple):
    """A bot to bench, and the evidence against it."""

    bot: int
    boards: int  # number of boards restarted more than once
    tables: int  # number of tables with such boards


def find_suspect(tables: Sequence[PlayedTable], benched: Collection[int] = ()) -> Suspect | None:
    """Return the bot to bench next, with the evidence; None if there is no such bot.

    `benched`: the bots that are already benched. Their tables are ignored.

    >>> deaths = [PlayedTable((1, 2), 2, 3), PlayedTable((3, 1), 2, 3), PlayedTable((2, 3), 2, 0)]
    >>> find_suspect(deaths)
    Suspect(bot=1, boards=4, tables=2)
    >>> find_suspect(deaths[:1]), find_suspect(deaths, benched=[1])
    (None, None)
    """
    counted = [table for table in tables if not set(table.bots) & set(benched)]
    bots = sorted({bot for table in counted for bot in table.bots})
    suspects = [suspect for bot in bots if (suspect := _suspect(bot, counted))]
    return max(suspects, key=lambda suspect: (suspect.boards, suspect.tables, -suspect.bot), default=None)


def _suspect(bot: int, tables: Sequence[PlayedTable]) -> Suspect | None:
    own = [table for table in tables if bot in table.bots]
    failed = [table for table in own if table.failed_boards]
    boards = sum(table.failed_boards for table in failed)
    if boards <= MAX_FAILED_BOARDS or set.intersection(*(set(table.bots) for table in failed)) != {bot}:
        return None
    others = [table for table in tables if bot not in table.bots]
    if _failure_rate(own) <= MIN_RATE_RATIO * _failure_rate(others):
        return None
    return Suspect(bot, boards, len({frozenset(table.bots) for table in failed}))


def _failure_rate(tables: Sequence[PlayedTable]) -> Fraction:
    boards = sum(table.boards for table in tables)
    return Fraction(sum(table.failed_boards for table in tables), boards) if boards else Fraction()
