"""The pages, a module each; `router` is what it answers."""

from typing import Final

from arena.web.pages import (
    bot,
    bot_match_ups,
    bot_matches,
    bot_versions,
    bots,
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

ALL: Final = (
    bot,
    bot_match_ups,
    bot_matches,
    bot_versions,
    bots,
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
