"""The pages, a module each; `router` is what it answers."""

from typing import Final

from arena.web.pages import (
    bots,
    guide,
    health,
    ladder,
    live,
    matches,
    matches_list,
    rules,
    submit,
    tournaments,
    versus,
)
from arena.web.pages.bot import matches as bot_matches
from arena.web.pages.bot import opponents, page, versions
from arena.web.pages.tournament import page as tournament

ALL: Final = (
    page,
    opponents,
    bot_matches,
    versions,
    bots,
    guide,
    health,
    ladder,
    live,
    matches,
    matches_list,
    rules,
    submit,
    tournament,
    tournaments,
    versus,
)
