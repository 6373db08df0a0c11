"""The pages of the site. Each module serves one page, with its `router`."""

from typing import Final

from arena.web.pages import (
    bots,
    data,
    guide,
    health,
    ladder,
    live,
    match,
    matches,
    people,
    play,
    rules,
    submit,
    tournaments,
)
from arena.web.pages.bot import matches as bot_matches
from arena.web.pages.bot import opponents, overview, versions, versus
from arena.web.pages.tournament import config, crosstable, pairings, standings
from arena.web.pages.tournament import matches as tournament_matches

ALL: Final = (
    overview,
    opponents,
    bot_matches,
    versions,
    versus,
    bots,
    data,
    guide,
    health,
    ladder,
    live,
    match,
    matches,
    people,
    play,
    rules,
    submit,
    standings,
    crosstable,
    pairings,
    tournament_matches,
    config,
    tournaments,
)
