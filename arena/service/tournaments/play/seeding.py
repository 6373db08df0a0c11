"""The starting order of the bots, which pairings of a Swiss take for their order of strength."""

from arena.service.bots import Bot
from arena.service.formats import SWISS
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.database.store import Store


def seeded(store: Store, settings: TournamentSettings) -> tuple[Bot, ...]:
    """Return the bots in starting order: in a Swiss the highest rated of this database first.

    Their rating is that in the first ruleset; where nothing is measured yet, live Elo decides. Bots without
    either follow as entered. With a seed the order is as entered: a seed asks for a tournament that anybody
    can repeat, whatever is in their database.
    """
    if settings.format != SWISS or settings.seed is not None:
        return settings.entrants
    from arena.service.reports.ladder_ratings import ladders
    from arena.service.reports.ratings import by_strength

    found = ladders(store, settings.rulesets[0])
    ratings = {
        row.version: (row.scale, by_strength(row.elo, row.low, row.high), -row.live)
        for ladder in found
        for row in ladder.rows
    }
    unrated = (len(ratings) + 1, (0, 0.0), 0.0)  # behind every scale
    return tuple(sorted(settings.entrants, key=lambda bot: ratings.get(bot.version, unrated)))
