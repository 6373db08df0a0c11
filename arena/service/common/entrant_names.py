"""The names by which a tournament shows its entrants."""

from collections import Counter
from collections.abc import Sequence

from arena.service.bots import Bot
from arena.service.common.text import versioned


def names_of(bots: Sequence[Bot]) -> tuple[str, ...]:
    """Return a name for each bot: its label if it has one, else its name.

    Bots with equal names also get the start of their version, such as "greedy@1a2b3c".
    """
    often = Counter(bot.name.casefold() for bot in bots if not bot.label)
    return tuple(
        bot.label or (versioned(bot.name, bot.version) if often[bot.name.casefold()] > 1 else bot.name)
        for bot in bots
    )
