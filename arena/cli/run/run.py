"""`arena run`: a tournament, rated and stored."""

from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from typing import Annotated, NamedTuple

import typer

from arena.cli.cluster_options import Cluster, cluster_of, words
from arena.cli.finish import leave
from arena.cli.lazy import examples
from arena.cli.logging_options import LogFormat, Metrics, log_as, logs, measured
from arena.cli.options import (
    AsCsv,
    AsJson,
    Database,
    ExecutorName,
    Images,
    Jobs,
    Quiet,
    Runner,
    Scheduler,
    Seed,
    TimeControl,
    TlsCa,
    TlsCert,
    TlsKey,
    Verbose,
    one_form,
    resumed,
)
from arena.cli.output import remark, say, say_json, stdout
from arena.cli.progress import shown
from arena.cli.round_progress import Rounds
from arena.cli.run.dry_run import planned
from arena.cli.run.plan_summary import echoed
from arena.cli.settings_args import SettingsArgs, settings_of
from arena.cli.tables.faults import report_faults
from arena.cli.tables.standings import crosstable, standings
from arena.service.database import is_there, open_database, open_existing
from arena.service.formats import FORMATS
from arena.service.reports.export import standings_csv
from arena.service.reports.standings import fault_reports
from arena.service.reports.tournament_list import find_tournament, state_of, unfinished
from arena.service.results import RunResult
from arena.service.sandboxes import prepare
from arena.service.tournaments.play.executor import Crew, default_jobs
from arena.service.tournaments.play.run import run as run_tournament
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.duration_estimate import estimate
from arena.service.tournaments.setup.example_file import EXAMPLE_FILE
from arena.service.tournaments.setup.plans import plan
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.service.tournaments.setup.validate import check
from arena.store.database.store import Store
from arena.viewer.printable import printable

Bots = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="FILE|BOT",
        help="builtin:NAME or NAME, path/to/bot.py[:Class], a folder, a registered NAME[@VERSION], "
        "image:REF; or a tournament's FILE.toml, which other bots and options named here override. With "
        "--resume an ID.",
    ),
]


def _example(wanted: bool) -> None:
    if wanted:
        print(EXAMPLE_FILE, end="")
        raise typer.Exit


@examples(
    "arena run random greedy counting",
    "arena run mybot.py builtin:counting -r mau-mau -r detailed -n 100 -j 2",
    "arena run mybot.py --format gauntlet --pool greedy --pool counting",
    "arena run *.py --format swiss --rounds 5 --dry-run",
    "arena run cup.toml            # what is in a file: arena run --example-file",
    "arena run cup.toml --boards 5 --unrated",
    "arena run --resume            # the newest that is not over",
    "arena run --resume 7",
    "arena run cup.toml --executor dask --scheduler 10.0.0.1",
)
def run(  # noqa: PLR0913 - one parameter for each option
    bots: Bots = None,
    format: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="FORMAT",
            help="round-robin (default), double-round-robin, swiss, gauntlet.",
        ),
    ] = None,
    rounds: Annotated[
        int | None, typer.Option("--rounds", metavar="K", min=1, help="Rounds of a Swiss in each ruleset.")
    ] = None,
    seats: Annotated[
        int | None,
        typer.Option(
            "--seats",
            "-k",
            metavar="K",
            min=2,
            help="Seats at a table, 2 to 5; more than 2 in a round robin or a Swiss.",
        ),
    ] = None,
    pool: Annotated[
        list[str] | None,
        typer.Option("--pool", metavar="BOT", help="Whom the others meet in a gauntlet. Repeat it."),
    ] = None,
    ruleset: Annotated[
        list[str] | None,
        typer.Option("--ruleset", "-r", metavar="RULESET", help="Repeat it for several. Default: mau-mau."),
    ] = None,
    boards: Annotated[
        int | None,
        typer.Option(
            "--boards", "-n", metavar="N", min=1, help="Boards a match, each played in every seating."
        ),
    ] = None,
    seed: Seed = None,
    clock: TimeControl = None,
    jobs: Jobs = None,
    runner: Runner = None,
    executor: ExecutorName = "local",
    scheduler: Scheduler = None,
    tls_ca: TlsCa = None,
    tls_cert: TlsCert = None,
    tls_key: TlsKey = None,
    images: Images = None,
    name: Annotated[str | None, typer.Option("--name", help="What the tournament is called.")] = None,
    unrated: Annotated[bool, typer.Option("--unrated", help="Do not rate.")] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show the schedule and about how long it takes; keep nothing.")
    ] = False,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the tournament ID, or the newest.")
    ] = False,
    example_file: Annotated[
        bool,
        typer.Option(
            "--example-file", callback=_example, is_eager=True, help="Print a tournament's file, explained."
        ),
    ] = False,
    db: Database = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
    log_format: LogFormat = None,
    metrics: Metrics = None,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Play a rated tournament: round robin, Swiss or gauntlet.

    Every match is played on duplicate boards, each in every seating, and stored when it is over. Ctrl-C ends
    cleanly and prints the line that goes on from there. Exit code 3: it is finished, but some bot was at
    fault.
    """
    log_as(log_format)
    one_form(as_json, as_csv)
    if as_csv and dry_run:
        raise typer.BadParameter("a plan is text or --json")
    wanted = SettingsArgs(
        bots or [], format, rounds, seats, pool, ruleset, boards, seed, clock, runner, name, unrated
    )
    cluster = cluster_of(executor, scheduler, (tls_ca, tls_cert, tls_key), images)
    how = _How(jobs, db, as_json, as_csv, quiet or logs(), verbose, cluster, metrics)
    if resume:
        _resume(wanted, dry_run, how)
    elif dry_run:
        _plan(_prepared(settings_of(wanted, db)), how)
    else:
        _begin(settings_of(wanted, db), how)


class _How(NamedTuple):
    """How it is to be played and told."""

    jobs: int | None
    db: str | None
    as_json: bool
    as_csv: bool
    quiet: bool
    verbose: bool
    cluster: Cluster | None
    metrics: str | None

    def crew(self) -> AbstractContextManager[Crew | None]:
        """Who plays, if that is not this machine."""
        return self.cluster.crew(self.jobs) if self.cluster else nullcontext()


def _begin(settings: TournamentSettings, how: _How) -> None:
    check(settings)
    settings = _prepared(settings)
    # Whatever may be refused is, before there is a tournament.
    with open_database(how.db) as store, measured(store, how.metrics), how.crew() as crew:
        made = plan(settings, store)
        if not how.quiet:
            at_once = crew.slots() if crew else how.jobs or default_jobs(settings.seats)
            remark(echoed(settings, made, at_once, how.verbose))
        number = create(store, settings)
        _play(store, number, how, crew)


def _prepared(settings: TournamentSettings) -> TournamentSettings:
    """With all bots built that are to be."""
    bots = prepare(settings.bots, settings.runner, remark)
    return replace(settings, bots=bots, pool=prepare(settings.pool, settings.runner, remark))


def _resume(wanted: SettingsArgs, dry_run: bool, how: _How) -> None:
    if dry_run:
        raise typer.BadParameter("with --resume all is decided already: see `arena tournament pairings`")
    if not wanted.nothing:
        raise typer.BadParameter("--resume goes on as it was set up: leave the other settings out")
    given = resumed(wanted.bots, "tournament")
    with open_existing(how.db) as store:
        number = unfinished(store) if given is None else given
        tournament = find_tournament(store, number)
        goes_on = tournament.format in FORMATS and state_of(store, number) in (
            "running",
            "interrupted",
            "paused",
        )
        if goes_on and not how.quiet:
            remark(f"Going on with tournament {number}, {printable(tournament.name, 40)}.")
        with measured(store, how.metrics), how.crew() as crew:
            _play(store, number, how, crew)


def _plan(settings: TournamentSettings, how: _How) -> None:
    """Show what would be played. A database that is not there is not made."""
    at_once = how.jobs or default_jobs(settings.seats)
    with open_database(how.db) if is_there(how.db) else nullcontext() as store:
        made = plan(settings, store)
        made = replace(made, estimate=estimate(settings, made, store, at_once))
    if how.as_json:
        say_json(made)
    else:
        print(echoed(settings, made, at_once, how.verbose), planned(made, how.verbose), sep="\n\n")


def _play(store: Store, number: int, how: _How, crew: Crew | None) -> None:
    with shown(how.quiet, Rounds(store, number)) as on_progress:
        result = run_tournament(store, number, how.jobs, on_progress, crew=crew)
    report_faults(fault_reports(store, number))
    _show(result, how)
    leave(result, how.db, words(how.cluster))


def _show(result: RunResult, how: _How) -> None:
    if how.as_json:
        say_json(result)
    elif how.as_csv:
        print(standings_csv(*result.tables), end="")
    else:
        for table in result.tables:
            say(*standings(table), *crosstable(table, stdout().width))
