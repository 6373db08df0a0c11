"""What bots are called in the tables of a tournament."""

from collections import Counter
from collections.abc import Sequence

from arena.service.bots import Bot
from arena.service.common.version_names import versioned


def names_of(bots: Sequence[Bot]) -> tuple[str, ...]:
    """The bots' labels or names; where two versions of one meet, with the beginning of the version."""
    often = Counter(bot.name.casefold() for bot in bots if not bot.label)
    return tuple(bot.label or _name_in_tables(bot, often[bot.name.casefold()]) for bot in bots)


def _name_in_tables(bot: Bot, often: int) -> str:
    return versioned(bot.name, bot.version) if often > 1 else bot.name
