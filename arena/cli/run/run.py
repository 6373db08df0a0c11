"""`arena run`: play a rated tournament and store it."""

from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import Annotated

import typer

from arena.cli.cluster_options import Cluster, ClusterOptions, connect_to, option_text
from arena.cli.finish import finish
from arena.cli.lazy import examples
from arena.cli.logging_options import LogFormat, Metrics, serve_metrics, set_log_format
from arena.cli.options import AsCsv, AsJson, Database, Jobs, Quiet, Verbose, check_one_format, resume_id
from arena.cli.output import print_remark, say, say_json, stdout
from arena.cli.progress import show_progress
from arena.cli.round_progress import CurrentRound
from arena.cli.run.dry_run import plan_text
from arena.cli.run.plan_summary import plan_summary
from arena.cli.run.tournament_options import TournamentOptions
from arena.cli.tables.standings import crosstable, report_faults, standings
from arena.service.admin.telemetry.log_output import is_configured
from arena.service.database import may_exist, open_database, open_existing
from arena.service.formats import FORMATS
from arena.service.replay.find import find_first_replay
from arena.service.reports.bot_output import fault_reports
from arena.service.reports.export import standings_csv
from arena.service.reports.tournament_list import find_tournament, state_of, unfinished
from arena.service.results import RunResult
from arena.service.sandboxes import prepare
from arena.service.tournaments.play.executor import Executor, default_jobs
from arena.service.tournaments.play.run import report_run
from arena.service.tournaments.play.run import run as run_tournament
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.duration_estimate import estimate
from arena.service.tournaments.setup.export_file import EXAMPLE_FILE
from arena.service.tournaments.setup.plans import plan
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.service.tournaments.setup.validate import check
from arena.store.database.store import Store
from arena.viewer.printable import printable


@dataclass(frozen=True, slots=True)
class RunOptions:
    """The options of `arena run` that do not change any result."""

    jobs: Jobs = None
    db: Database = None
    as_json: AsJson = False
    as_csv: AsCsv = False
    log_format: LogFormat = None
    metrics: Metrics = None
    quiet: Quiet = False
    verbose: Verbose = False

    @property
    def is_silent(self) -> bool:
        """True if no progress is printed: with --quiet, or when log messages go to stderr."""
        return self.quiet or is_configured()


def _print_example(wanted: bool) -> None:
    if wanted:
        print(EXAMPLE_FILE, end="")
        raise typer.Exit


@examples(
    "arena run random greedy counting",
    "arena run mybot.py builtin:counting -r mau-mau -r detailed -n 100 -j 2",
    "arena run mybot.py --format gauntlet --pool greedy --pool counting",
    "arena run *.py --format swiss --rounds 5 --dry-run",
    "arena run cup.toml            # for the file, see: arena run --example-file",
    "arena run cup.toml --boards 5 --unrated",
    "arena run --resume            # the newest unfinished one",
    "arena run --resume 7",
    "arena run cup.toml --executor dask --scheduler 10.0.0.1",
)
def run(
    bots: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FILE|BOT",
            help="builtin:NAME or NAME, path/to/bot.py[:Class], a folder, a registered NAME[@VERSION], "
            "image:REF; or a tournament's FILE.toml, overridden by the bots and options given here. With "
            "--resume an ID.",
        ),
    ] = None,
    *,
    tournament: TournamentOptions,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show the schedule and its estimated time; store nothing.")
    ] = False,
    resume: Annotated[
        bool, typer.Option("--resume", help="Continue the tournament ID, or the newest unfinished one.")
    ] = False,
    example_file: Annotated[
        bool,
        typer.Option(
            "--example-file",
            callback=_print_example,
            is_eager=True,
            help="Print a tournament's file with explanations.",
        ),
    ] = False,
    cluster_options: ClusterOptions,
    options: RunOptions,
) -> None:
    """Play a rated tournament: round robin, Swiss or gauntlet.

    Every match is played on duplicate boards, each in every seating, and stored when it has finished. Ctrl-C
    stops cleanly and prints the command that continues. Exit code 3: finished, but a bot was at fault.
    """
    set_log_format(options.log_format)
    check_one_format(options.as_json, options.as_csv)
    if options.as_csv and dry_run:
        raise typer.BadParameter("--dry-run prints text or --json, not --csv")
    cluster = cluster_options.cluster()
    if resume:
        if dry_run:
            raise typer.BadParameter("--resume has nothing to plan; see `arena tournament pairings`")
        if tournament != TournamentOptions():
            raise typer.BadParameter("--resume keeps the tournament's settings: leave out the other options")
        _resume(resume_id(bots or [], "tournament"), cluster, options)
    elif dry_run:
        _show_plan(_prepare(tournament.settings(bots or [], options.db)), options)
    else:
        _start(tournament.settings(bots or [], options.db), cluster, options)


def _start(settings: TournamentSettings, cluster: Cluster | None, options: RunOptions) -> None:
    """Check the settings, create a tournament and play it."""
    check(settings)
    settings = _prepare(settings)
    with (
        open_database(options.db) as store,
        serve_metrics(store, options.metrics),
        connect_to(cluster, options.jobs) as executor,
    ):
        planned = plan(settings, store)
        if not options.is_silent:
            at_once = executor.slots() if executor else options.jobs or default_jobs(settings.seats)
            print_remark(plan_summary(settings, planned, at_once, options.verbose))
        _play(store, create(store, settings), cluster, executor, options)


def _prepare(settings: TournamentSettings) -> TournamentSettings:
    """Build the bots' container images. Return the settings with bots that are ready to start."""
    bots = prepare(settings.bots, settings.runner, print_remark)
    return replace(settings, bots=bots, pool=prepare(settings.pool, settings.runner, print_remark))


def _resume(number: int | None, cluster: Cluster | None, options: RunOptions) -> None:
    with open_existing(options.db) as store:
        number = unfinished(store) if number is None else number
        tournament = find_tournament(store, number)
        can_play = tournament.format in FORMATS and state_of(store, number) in (
            "running",
            "interrupted",
            "paused",
        )
        if can_play and not options.is_silent:
            print_remark(f"Continuing tournament {number}, {printable(tournament.name, 40)}.")
        with serve_metrics(store, options.metrics), connect_to(cluster, options.jobs) as executor:
            _play(store, number, cluster, executor, options)


def _show_plan(settings: TournamentSettings, options: RunOptions) -> None:
    """Print the schedule and its estimated time. Do not create the database if it does not exist."""
    at_once = options.jobs or default_jobs(settings.seats)
    with open_database(options.db) if may_exist(options.db) else nullcontext() as store:
        planned = plan(settings, store)
        planned = replace(planned, estimate=estimate(settings, planned, store, at_once))
    if options.as_json:
        say_json(planned)
    else:
        summary = plan_summary(settings, planned, at_once, options.verbose)
        print(summary, plan_text(planned, options.verbose), sep="\n\n")


def _play(
    store: Store, number: int, cluster: Cluster | None, executor: Executor | None, options: RunOptions
) -> None:
    with show_progress(options.is_silent, CurrentRound(store, number)) as on_progress:
        outcome = run_tournament(store, number, options.jobs, on_progress, executor=executor)
    result = report_run(store, outcome)
    report_faults(fault_reports(store, number))
    _show(result, options)
    is_plain = not (options.is_silent or options.as_json or options.as_csv)
    replay = find_first_replay(store, number) if is_plain else None
    finish(result, options.db, option_text(cluster), verbose=options.verbose, replay=replay)


def _show(result: RunResult, options: RunOptions) -> None:
    if options.as_json:
        say_json(result)
    elif options.as_csv:
        print(standings_csv(*result.tables), end="")
    else:
        for table in result.tables:
            say(*standings(table), *crosstable(table, stdout().width))
