"""What does the work that pages do not: figures are kept up, and submitted bots tried."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from arena.service.database import VARIABLE
from arena.web.http.process_supervisor import keep_running
from arena.web.site import Settings

CACHES: Final = "arena.service.ladder.worker"
UPLOADS: Final = "arena.service.submission"


@contextmanager
def beside(settings: Settings, database: str, referee: bool = True, jobs: int = 1) -> Iterator[None]:
    """They run while the block does. The database's URL is no argument: it may hold a password.

    Without `referee` bots that are submitted wait for an `arena referee`.
    """
    tried = settings.takes_bots and referee
    with (
        keep_running((CACHES, ()), variables={VARIABLE: database}),
        trying(settings.runner, settings.builds, database, tried, jobs),
    ):
        yield


@contextmanager
def trying(
    runner: str,
    builds: bool,
    database: str,
    takes_bots: bool = True,
    jobs: int = 1,
    rulesets: Sequence[str] = (),
) -> Iterator[None]:
    """Try submitted bots while the block lasts, `jobs` at once; each in these rulesets first."""
    options = ["--runner", runner, "--jobs", str(jobs)]
    options += ["--allow-builds"] if builds else []
    options += [f"--ruleset={name}" for name in rulesets]
    commands = ((UPLOADS, options),) if takes_bots else ()
    with keep_running(*commands, variables={VARIABLE: database}):
        yield
