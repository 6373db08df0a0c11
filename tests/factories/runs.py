"""Play tournaments and return the report."""

from typing import Any

from arena.service.results import RunResult
from arena.service.tournaments.play import run as play
from arena.service.tournaments.play.run import report_run
from arena.store.database.store import Store


def run(store: Store, number: int, *args: Any, **options: Any) -> RunResult:  # noqa: ANN401 - as `play.run` takes them
    """Play a tournament as `play.run` does."""
    return report_run(store, play.run(store, number, *args, **options))
