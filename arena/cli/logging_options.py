"""The options of long-running commands: log format and metrics address."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Final

import typer

from arena.cli.output import print_remark
from arena.service.admin.telemetry.log_output import configure
from arena.service.admin.telemetry.metrics_server import serve_metrics as serve
from arena.store.database.store import Store

LogFormat = Annotated[
    str | None,
    typer.Option(
        "--log-format",
        metavar="FORMAT",
        help="Log to stderr as json or text; json:debug sets a level. Default: ARENA_LOG.",
    ),
]
_METRICS_HELP: Final = "Serve Prometheus metrics at HOST:PORT, or at a PORT of 127.0.0.1."
Metrics = Annotated[str | None, typer.Option("--metrics", metavar="ADDRESS", help=_METRICS_HELP)]
# Only services read ARENA_METRICS: a command that runs next to one would find the address in use.
ServiceMetrics = Annotated[
    str | None, typer.Option("--metrics", metavar="ADDRESS", envvar="ARENA_METRICS", help=_METRICS_HELP)
]


def set_log_format(log_format: str | None) -> None:
    """Set the format of log messages; do nothing for None. Raise BadSettings for an invalid format."""
    if log_format is not None:
        configure(log_format)


@contextmanager
def serve_metrics(store: Store, address: str | None) -> Iterator[None]:
    """Serve metrics of a database at an address during the block; do nothing for None.

    Raise BadSettings for an invalid address, RunError if metrics cannot be served there.
    """
    if address is None:
        yield
        return
    with serve(store, address) as url:
        print_remark(f"Metrics at {url}")
        yield
