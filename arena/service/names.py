"""What bots are called in the tables of a tournament."""

from collections import Counter
from collections.abc import Sequence

from arena.service.bots import Bot


def names_of(bots: Sequence[Bot]) -> tuple[str, ...]:
    """The bots' names in tables; where two versions of one meet, with the beginning of the version."""
    often = Counter(bot.name.casefold() for bot in bots)
    return tuple(
        f"{bot.name}@{bot.version[:6]}" if often[bot.name.casefold()] > 1 else bot.name for bot in bots
    )
