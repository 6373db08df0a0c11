"""The options of commands that run for long: what they log, and where their numbers are."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Final

import typer

from arena.cli.output import remark
from arena.service.admin.telemetry.logs import configure, configured
from arena.service.admin.telemetry.metrics_server import metrics_served
from arena.store.database.store import Store

LogFormat = Annotated[
    str | None,
    typer.Option(
        "--log-format",
        metavar="FORMAT",
        help="Log to stderr, an event a line: json, text; with a level as in json:debug. Default: ARENA_LOG.",
    ),
]
_METRICS_HELP: Final = "Answer Prometheus at HOST:PORT, or at a PORT of 127.0.0.1."
Metrics = Annotated[str | None, typer.Option("--metrics", metavar="ADDRESS", help=_METRICS_HELP)]
# A service reads the variable as well; a command that is run next to it would find the address in use.
ServiceMetrics = Annotated[
    str | None, typer.Option("--metrics", metavar="ADDRESS", envvar="ARENA_METRICS", help=_METRICS_HELP)
]


def log_as(form: str | None) -> None:
    """From now on, if a form was named. Raises BadSettings."""
    if form is not None:
        configure(form)


def logs() -> bool:
    """Whether events are logged: then nothing else is written to stderr."""
    return configured()


@contextmanager
def measured(store: Store, address: str | None) -> Iterator[None]:
    """Numbers are served while the block lasts, if an address was named. Raises BadSettings, RunError."""
    if address is None:
        yield
        return

    with metrics_served(store, address) as where:
        remark(f"Metrics at {where}")
        yield
