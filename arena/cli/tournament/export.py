"""`arena tournament export` and `import`: from and to other programs."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from arena.cli.options import AsJson, Database, Id

if TYPE_CHECKING:
    from rich.console import RenderableType

    from arena.service.reports.trf_import import Imported, NextRound

Form = Annotated[
    str | None,
    typer.Option(
        "--as",
        metavar="FORM",
        help="trf, pgn, json, jsonl, md, csv or txt. Default: by the file's name, else txt.",
    ),
]
Out = Annotated[Path | None, typer.Option("--out", "-o", metavar="FILE", help="A file. Default: to stdout.")]
Ruleset = Annotated[
    str | None, typer.Option("--ruleset", "-r", metavar="RULESET", help="Only this one. Default: all.")
]
Logs = Annotated[bool, typer.Option("--logs", help="With jsonl: the whole log of each game too.")]
TrfFile = Annotated[Path, typer.Argument(metavar="FILE", help="A TRF16 file, of any program.")]
Pair = Annotated[bool, typer.Option("--pair", help="Pair the next round too, by the Dutch system.")]
Rounds = Annotated[
    int | None,
    typer.Option("--rounds", metavar="N", min=1, help="Rounds in all. Default: as the file says."),
]
RoundRobin = Annotated[
    bool, typer.Option("--round-robin", help="Everybody meets everybody. Default: a Swiss.")
]
TieBreaks = Annotated[
    str | None,
    typer.Option("--tie-breaks", metavar="CODES", help="As in PTS,BH/C1,SB. Default: the format's."),
]


def export(
    number: Id,
    form: Form = None,
    out: Out = None,
    ruleset: Ruleset = None,
    logs: Logs = False,
    db: Database = None,
) -> None:
    """Write a tournament for other programs.

    trf: TRF16, for programs that pair and rank. pgn: the games without moves, for Ordo and BayesElo. json:
    everything; jsonl: one line for each game. md, csv, txt: standings and crosstable.
    """
    from arena.service.database import open_existing
    from arena.service.reports.export_formats import FORMS
    from arena.service.reports.export_formats import export as export_event

    guessed = out.suffix.lstrip(".").lower() if out else ""
    chosen = form or (guessed if guessed in FORMS else "txt")
    with open_existing(db) as store:
        parts = export_event(store, number, chosen, ruleset=ruleset, logs=logs)
        with _opened(out) as file:
            for part in parts:
                file.write(part)


@contextmanager
def _opened(path: Path | None) -> Iterator[TextIO]:
    """The file, which is there when it is complete; or stdout."""
    from arena.service.common.atomic_file import whole_file

    if path is None:
        yield sys.stdout
        return
    with whole_file(path) as file:
        text = TextIOWrapper(file, encoding="utf-8", newline="\n")
        try:
            yield text
        finally:
            text.detach()  # it is closed by whoever opened it


def import_(
    file: TrfFile,
    pair: Pair = False,
    rounds: Rounds = None,
    round_robin: RoundRobin = False,
    tie_breaks: TieBreaks = None,
    as_json: AsJson = False,
) -> None:
    """Rank a TRF16 file with the tie-breaks used here.

    Nothing is stored: it is to check this program against others. --pair shows how the next round would be
    paired.
    """
    from arena.cli.output import remark, say, say_json
    from arena.service.reports.trf_import import read_event
    from arena.viewer.printable import printable

    codes = [code.strip().upper() for code in (tie_breaks or "").split(",") if code.strip()]
    found = read_event(file, codes=codes, round_robin=round_robin, pair=pair, rounds=rounds)
    if as_json:
        say_json(found)
        return
    for text in found.remarks:
        remark(printable(text))
    say(*_standings(found))
    if found.next_round:
        say(*_round(found.next_round))


def _standings(found: "Imported") -> "Iterator[RenderableType]":
    from rich.text import Text

    from arena.cli.output import table
    from arena.cli.tables.cells import GREY, NAME_WIDTH, name
    from arena.tournament.tie_breaks import value_text
    from arena.viewer.printable import printable

    planned = f" of {found.planned}" if found.planned else ""
    yield Text.assemble(
        (printable(found.name, 60) or "no name", "bold"), f"  {found.rounds}{planned} rounds played"
    )
    codes = (f">{column.code}" for column in found.tie_breaks)
    made = table(">#", ">No", "Name", *codes, ">There", narrow=True)
    for row in found.rows:
        values = map(value_text, row.values)
        made.add_row(str(row.rank), str(row.number), name(row.name), *values, str(row.file_rank or ""))
    yield made
    yield Text("There: the rank in the file. No: the number in the file", GREY)
    for row in found.rows[1:]:
        if row.decided_by not in ("", found.tie_breaks[0].code):
            yield Text(f"{row.rank}. {printable(row.name, NAME_WIDTH)}: {row.why}", GREY)
    yield Text()


def _round(paired: "NextRound") -> "Iterator[RenderableType]":
    from rich.text import Text

    from arena.cli.output import table
    from arena.cli.tables.cells import name
    from arena.viewer.printable import printable

    yield Text(f"Round {paired.round}", "bold")
    if paired.why_not:
        yield Text(paired.why_not)
        return
    made = table(">Table", ">No", "White", ">No", "Black", narrow=True)
    for pair in paired.pairs:
        white, black = pair.names
        made.add_row(str(pair.number), str(pair.white), name(white), str(pair.black), name(black))
    yield made
    if paired.bye is not None:
        yield Text(f"Bye: {printable(paired.bye)}")
    if paired.absent:
        yield Text(f"Absent: {', '.join(map(printable, paired.absent))}")
    if paired.remark:
        yield Text(paired.remark)
