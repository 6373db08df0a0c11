"""`arena tournament verify`: replay a stored tournament and compare all results with the database."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Final

import typer

from arena.cli.lazy import examples
from arena.cli.options import AsJson, Database, Id, Quiet
from arena.cli.output import print_remark, say_json
from arena.cli.progress import count_bar
from arena.service.database import open_existing
from arena.service.tournaments.play.executor import default_jobs
from arena.service.verify.verify import Subject, TournamentVerification, VerifyProgress, verify_tournament
from arena.viewer.printable import printable

MAX_LINES: Final = 20  # findings that are printed per subject


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
            help="The ledger head that a run printed: proves that the ledger was not rewritten since.",
        ),
    ] = "",
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", "-j", metavar="N", min=1, help="Processes. Default: one per core."),
    ] = None,
    quiet: Quiet = False,
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """Replay every game and recompute every result.

    Each log is replayed by the rules and the shuffle secret; results, pairings, ledger, digest, standings,
    ratings and caches are recomputed and compared with the database. Nothing is written. Exit code 1:
    something differs; each difference is named by table, row and column.
    """
    with open_existing(db) as store, _show_progress(quiet) as on_progress:
        given = head.strip().rstrip("….").lower()
        result = verify_tournament(store, number, jobs or default_jobs(seats=0), given, on_progress)
    if as_json:
        say_json(_document(result))
    else:
        _print_result(result)
    if not result.ok:
        raise typer.Exit(1)


@contextmanager
def _show_progress(quiet: bool) -> Iterator[Callable[[VerifyProgress], None]]:
    """Yield a function that shows the progress: a bar on a terminal, elsewhere lines."""
    if quiet:
        yield lambda progress: None
    elif not sys.stderr.isatty():
        yield lambda progress: None if progress.games else print_remark(f"Checking {progress.subject} …")
    else:
        with count_bar() as bar:
            task = bar.add_task("", total=None)
            yield lambda progress: bar.update(
                task,
                completed=progress.games,
                total=progress.total or None,
                description=f"{progress.subject} {'replayed' if progress.total else ''}",
            )


def _print_result(result: TournamentVerification) -> None:
    for subject in result.subjects:
        print(_line(subject))
        for finding in subject.findings[:MAX_LINES]:
            print(f"  {printable(str(finding), 400)}")
        left = len(subject.findings) + subject.more - MAX_LINES
        if left > 0:
            print(f"  … and {left:,} more")
    for cache in result.outdated_caches:
        print_remark(f"Skipped (stale cache, will be rebuilt): {printable(cache)}")
    entry, digest = result.head
    print(f"{'ledger head':12} {digest}, entry {entry:,}")
    if result.ok:
        print(f"Tournament {result.tournament}: verified.")
    else:
        print_remark(f"Tournament {result.tournament}: NOT what was played.")


def _line(subject: Subject) -> str:
    differences = len(subject.findings) + subject.more
    return f"{subject.name:12} {subject.about}: {f'{differences:,} NOT as expected' if differences else 'ok'}"


def _document(result: TournamentVerification) -> dict[str, object]:
    return {
        "tournament": result.tournament,
        "ok": result.ok,
        "subjects": [
            {
                "subject": subject.name,
                "about": subject.about,
                "ok": subject.ok,
                "findings": [finding.as_json() for finding in subject.findings],
                "more": subject.more,
            }
            for subject in result.subjects
        ],
        "out_of_date": list(result.outdated_caches),
        "ledger_head": {"entry": result.head[0], "digest": result.head[1]},
    }
