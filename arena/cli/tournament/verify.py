"""`arena tournament verify`: whether what is stored of a tournament is what was played."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Final

import typer
from rich import progress as bars

from arena.cli.lazy import examples
from arena.cli.options import AsJson, Database, Id, Quiet
from arena.cli.output import remark, say_json, stderr
from arena.service.database import open_existing
from arena.service.tournaments.play.executor import default_jobs
from arena.service.verify.findings import plain
from arena.service.verify.verify import Audit, Subject, VerifyProgress, audit
from arena.viewer.printable import printable

MAX_LINES: Final = 20  # of the findings of one subject


@examples(
    "arena tournament verify 7",
    "arena tournament verify 7 -j 4 --head 3f9c0a…",
    "arena tournament verify 7 --json",
)
def verify(
    number: Id,
    head: Annotated[
        str,
        typer.Option(
            "--head",
            metavar="HASH",
            help="The ledger's head as a run printed it: proves that not all of it was made anew since.",
        ),
    ] = "",
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", "-j", metavar="N", min=1, help="Processes. Default: one for each core."),
    ] = None,
    quiet: Quiet = False,
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """Replay every game and recompute every result.

    Each log is played again by the rules and the secret; results, pairings, ledger, event digest, standings,
    ratings and all that is kept for pages are made from nothing and compared with what is stored. Nothing is
    written. Exit code 1: something differs; each is named by table, row and column.
    """
    with open_existing(db) as store, _shown(quiet) as on_progress:
        found = audit(store, number, jobs or _cores(), head.strip().rstrip("….").lower(), on_progress)
    if as_json:
        say_json(_document(found))
    else:
        _say(found)
    if not found.ok:
        raise typer.Exit(1)


def _cores() -> int:
    return default_jobs(0)


@contextmanager
def _shown(quiet: bool) -> Iterator[Callable[[VerifyProgress], None]]:
    """A bar on a terminal, a line for each subject elsewhere."""
    if quiet:
        yield lambda progress: None
    elif not sys.stderr.isatty():
        yield lambda progress: None if progress.games else remark(f"Looking at {progress.subject} …")
    else:
        columns = (bars.BarColumn(24), bars.MofNCompleteColumn(), bars.TextColumn("{task.description}"))
        with bars.Progress(*columns, console=stderr(), transient=True) as bar:
            task = bar.add_task("", total=None)
            yield lambda progress: bar.update(
                task,
                completed=progress.games,
                total=progress.total or None,
                description=f"{progress.subject} {'played again' if progress.total else ''}",
            )


def _say(found: Audit) -> None:
    for subject in found.subjects:
        print(_line(subject))
        for finding in subject.findings[:MAX_LINES]:
            print(f"  {printable(str(finding), 400)}")
        left = len(subject.findings) + subject.more - MAX_LINES
        if left > 0:
            print(f"  … and {left:,} more")
    for what in found.behind:
        remark(f"Not compared, as it is out of date and will be made anew: {printable(what)}")
    entry, digest = found.head
    print(f"{'ledger head':12} {digest}, entry {entry:,}")
    if found.ok:
        print(f"Tournament {found.tournament}: verified.")
    else:
        remark(f"Tournament {found.tournament}: NOT what was played.")


def _line(subject: Subject) -> str:
    found = len(subject.findings) + subject.more
    return f"{subject.name:12} {subject.about}: {f'{found:,} NOT as it must be' if found else 'ok'}"


def _document(found: Audit) -> dict[str, object]:
    return {
        "tournament": found.tournament,
        "ok": found.ok,
        "subjects": [
            {
                "subject": subject.name,
                "about": subject.about,
                "ok": subject.ok,
                "findings": [plain(finding) for finding in subject.findings],
                "more": subject.more,
            }
            for subject in found.subjects
        ],
        "out_of_date": list(found.behind),
        "ledger_head": {"entry": found.head[0], "digest": found.head[1]},
    }
