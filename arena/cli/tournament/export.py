"""`arena tournament export`: write a tournament as a file for other programs."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, TextIO

import typer

from arena.cli.lazy import examples
from arena.cli.options import Database, Id, Out
from arena.service.common.files import write_whole_file
from arena.service.database import open_existing
from arena.service.reports.export_formats import FORMS
from arena.service.reports.export_formats import export as export_event

Form = Annotated[
    str | None,
    typer.Option(
        "--as",
        metavar="FORM",
        help="trf, pgn, json, jsonl, md, csv or txt. Default: by the file name, else txt.",
    ),
]
Ruleset = Annotated[
    str | None, typer.Option("--ruleset", "-r", metavar="RULESET", help="Export one ruleset. Default: all.")
]
Logs = Annotated[bool, typer.Option("--logs", help="With jsonl: include each game's log.")]


@examples("arena tournament export 7 -o cup.trf", "arena tournament export 7 --as jsonl --logs")
def export(
    number: Id,
    form: Form = None,
    out: Out = None,
    ruleset: Ruleset = None,
    logs: Logs = False,
    db: Database = None,
) -> None:
    """Write a tournament for other programs.

    trf: TRF16, for pairing and ranking programs. pgn: games without moves, for Ordo and BayesElo. json:
    everything. jsonl: one line per game. md, csv, txt: standings and crosstable.
    """
    suffix = out.suffix.lstrip(".").lower() if out else ""
    chosen = form or (suffix if suffix in FORMS else "txt")
    with open_existing(db) as store:
        parts = export_event(store, number, chosen, ruleset=ruleset, logs=logs)
        with _open_target(out) as file:
            for part in parts:
                file.write(part)


@contextmanager
def _open_target(path: Path | None) -> Iterator[TextIO]:
    """Yield a text file to write to, which appears at `path` only when it is complete.

    If `path` is None, yield stdout.
    """
    if path is None:
        yield sys.stdout
        return
    with write_whole_file(path) as file:
        text = TextIOWrapper(file, encoding="utf-8", newline="\n")
        try:
            yield text
        finally:
            text.detach()  # `write_whole_file` closes it
