"""What does the work that pages do not: figures are kept up, and submitted bots tried."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from arena.service.database import VARIABLE
from arena.web.children import kept_running
from arena.web.site import Settings

LADDERS: Final = "arena.service.reports.standing_child"
EVENTS: Final = "arena.service.reports.event_figures_child"
UPLOADS: Final = "arena.service.uploads"


@contextmanager
def beside(settings: Settings, database: str) -> Iterator[None]:
    """They run while the block does. The database's URL is no argument: it may hold a password."""
    commands: list[tuple[str, Sequence[str]]] = [(LADDERS, ()), (EVENTS, ())]
    if settings.takes_bots:
        builds = ("--allow-builds",) if settings.builds else ()
        commands.append((UPLOADS, ("--runner", settings.runner, *builds)))
    with kept_running(*commands, variables={VARIABLE: database}):
        yield
