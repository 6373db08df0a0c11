"""The options that commands share: the same words everywhere."""

import re
from collections.abc import Sequence
from typing import Annotated, Final

import typer

_NUMBER: Final = re.compile("[0-9]{1,30}")  # Python makes no number of more than 4,300 digits

Id = Annotated[int, typer.Argument(metavar="ID", help="Its number, as `arena tournament list` shows it.")]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")]
AsCsv = Annotated[bool, typer.Option("--csv", help="CSV on stdout.")]
Database = Annotated[
    str | None,
    typer.Option(
        "--db",
        metavar="URL",
        help="Database, a URL or a file. Default: ARENA_DB, else ./arena.db if it exists, else the user's.",
    ),
]
Seed = Annotated[
    str | None,
    typer.Option(
        "--seed", metavar="SEED", help="Repeat: the same seed deals the same cards. Default: random."
    ),
]
TimeControl = Annotated[
    str | None,
    typer.Option(
        "--clock",
        metavar="CLOCK",
        help="Seconds a game + a decision / at most in all, or 'none'. Default: 10+0.1/60.",
    ),
]
Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs", "-j", metavar="N", min=1, help="Matches at a time. Default: by the number of cores."
    ),
]
Runner = Annotated[
    str | None,
    typer.Option(
        "--runner",
        metavar="RUNNER",
        help="process: bots are plain processes, which protects nothing. docker: each in a container.",
    ),
]
ExecutorName = Annotated[
    str,
    typer.Option(
        "--executor", metavar="EXECUTOR", help="local: this machine plays. dask: the workers of a cluster."
    ),
]
Scheduler = Annotated[
    str | None,
    typer.Option("--scheduler", metavar="ADDRESS", help="HOST:PORT of the cluster's scheduler."),
]
TlsCa = Annotated[
    str | None,
    typer.Option(
        "--tls-ca", metavar="FILE", help="The cluster's certificate authority, PEM: every link is TLS."
    ),
]
TlsCert = Annotated[
    str | None, typer.Option("--tls-cert", metavar="FILE", help="Our certificate by it. With --tls-key.")
]
TlsKey = Annotated[str | None, typer.Option("--tls-key", metavar="FILE", help="The certificate's key.")]
Images = Annotated[
    str | None,
    typer.Option(
        "--images",
        metavar="PLACE",
        help="Where workers find bots' images: a folder that all share, or docker://REGISTRY/NAME.",
    ),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress.")]
Verbose = Annotated[bool, typer.Option("--verbose", "-v", help="All settings, and all of a long list.")]


def one_form(as_json: bool, as_csv: bool) -> None:
    """Raises BadParameter where both are asked for."""
    if as_json and as_csv:
        raise typer.BadParameter("either --json or --csv")


def resumed(ids: Sequence[str], what: str) -> int | None:
    """The number behind `--resume`, if there is one. Raises BadParameter."""
    if len(ids) > 1 or (ids and not _NUMBER.fullmatch(ids[0])):
        raise typer.BadParameter(f"with --resume comes nothing or the number of one {what}")
    return int(ids[0]) if ids else None
