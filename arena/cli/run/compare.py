"""`arena compare`: is one bot better than another?"""

from contextlib import nullcontext
from dataclasses import replace
from typing import Annotated, NamedTuple

import typer

from arena.cli.cluster_options import Cluster, cluster_of, words
from arena.cli.finish import command, leave_with_faults
from arena.cli.lazy import examples
from arena.cli.options import (
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
    resumed,
)
from arena.cli.output import remark, say, say_json
from arena.cli.progress import duration
from arena.cli.run.compare_progress import shown
from arena.cli.run.compare_tables import report
from arena.cli.tables.faults import report_faults
from arena.service.bots import resolve_bot
from arena.service.bots.registered import look_in
from arena.service.common.clock_notation import parse_clock
from arena.service.compare.compare import CompareSettings, sequential_test, set_up, unfinished_comparison
from arena.service.compare.report import CompareResult
from arena.service.compare.run import compare as play
from arena.service.database import open_database, open_existing
from arena.service.errors import INTERRUPTED
from arena.service.formats import PAIR
from arena.service.reports.standings import fault_reports
from arena.service.sandboxes import prepare
from arena.service.tournaments.setup.settings import CLOCK, RUNNERS
from arena.store.database.store import Store
from arena.viewer.printable import printable

Bots = Annotated[
    list[str] | None,
    typer.Argument(metavar="A B", help="Two bots, named as in `arena run`; with --resume an ID or nothing."),
]


def _elo(name: str, what: str) -> typer.models.OptionInfo:
    option: typer.models.OptionInfo = typer.Option(name, metavar="ELO", help=what)
    return option


@examples(
    "arena compare mybot.py greedy",
    "arena compare new.py old.py --elo1 10 -r detailed -j 2",
    "arena compare new.py old.py --elo0 -10 --elo1 0   # is it no worse?",
    "arena compare mybot.py greedy -k 4                # at tables of four",
    "arena compare mybot.py greedy --with counting     # at tables of three",
    "arena compare --resume             # the newest that is not over",
)
def compare(  # noqa: PLR0913 - one parameter for each option
    bots: Bots = None,
    elo0: Annotated[float | None, _elo("--elo0", "Difference under H0. Default: 0.")] = None,
    elo1: Annotated[float | None, _elo("--elo1", "Difference under H1. Default: 20.")] = None,
    alpha: Annotated[
        float | None,
        typer.Option("--alpha", metavar="P", help="How often H1 may be accepted at elo0. Default: 0.05."),
    ] = None,
    beta: Annotated[
        float | None,
        typer.Option("--beta", metavar="P", help="How often H0 may be accepted at elo1. Default: 0.05."),
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(
            "--model",
            metavar="MODEL",
            help="logistic: differences are Elo (the default). normalised: nElo, in units of a game's luck.",
        ),
    ] = None,
    ruleset: Annotated[
        str | None,
        typer.Option("--ruleset", "-r", metavar="RULESET", help="Ruleset to play. Default: mau-mau."),
    ] = None,
    boards: Annotated[
        int | None,
        typer.Option(
            "--boards",
            "-n",
            metavar="N",
            min=1,
            help="The most boards, each in every seating. Default: 20,000 games.",
        ),
    ] = None,
    seats: Annotated[
        int | None, typer.Option("--seats", "-k", metavar="K", help="Seats at a table, 2 to 5. Default: 2.")
    ] = None,
    others: Annotated[
        list[str] | None,
        typer.Option(
            "--with", metavar="BOT", help="Who else sits there; without, A and B fill the table. Repeat it."
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
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the comparison ID, or the newest.")
    ] = False,
    db: Database = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Test whether one bot is better than another.

    Boards are played, each in every seating, until a sequential test (SPRT) over them decides between H0, A
    is elo0 Elo better than B, and H1, it is elo1 better; but at least 50 board groups. The same seed gives
    the same decision. The games are stored, unrated: to stop when the score says so would skew the ladder.

    At tables of 3 to 5, A sits alone among Bs and B alone among As by turns; or, with others, both sit among
    them, and change places.

    Exit code 0: it came to an end, decided or not. 3: so it did, but some bot was at fault.
    """
    wanted = _CompareArgs(elo0, elo1, alpha, beta, model, ruleset, boards, seats, others, seed, clock, runner)
    cluster = cluster_of(executor, scheduler, (tls_ca, tls_cert, tls_key), images)
    settings = None
    if resume:
        _only_resumed(wanted)
    else:
        settings = _settings(bots or [], wanted, db)
        first, second, *beside = prepare(settings.bots, settings.runner, remark)
        settings = replace(settings, first=first, second=second, others=tuple(beside))
        _warn(settings)
    opened = open_existing if resume else open_database
    with opened(db) as store, cluster.crew(jobs) if cluster else nullcontext() as crew:
        number = set_up(store, settings) if settings else _to_resume(store, bots or [])
        with shown(quiet) as on_progress:
            result = play(store, number, jobs, on_progress, crew=crew)
        report_faults(fault_reports(store, number))
    _show(result, as_json)
    _leave(result, db, as_json, cluster)


class _CompareArgs(NamedTuple):
    """What was asked for; None: the default."""

    elo0: float | None
    elo1: float | None
    alpha: float | None
    beta: float | None
    model: str | None
    ruleset: str | None
    boards: int | None
    seats: int | None
    others: list[str] | None
    seed: str | None
    clock: str | None
    runner: str | None


def _only_resumed(wanted: _CompareArgs) -> None:
    """A comparison goes on as it was set up."""
    if any(one not in (None, []) for one in wanted):
        raise typer.BadParameter("--resume goes on with what was asked for then, without other wishes")


def _to_resume(store: Store, ids: list[str]) -> int:
    given = resumed(ids, "comparison")
    return unfinished_comparison(store) if given is None else given


def _settings(bots: list[str], wanted: _CompareArgs, db: str | None) -> CompareSettings:
    if len(bots) != PAIR:
        raise typer.BadParameter(f"two bots are compared, not {len(bots)}; others sit there by --with")
    first, second, *others = (resolve_bot(bot, look=look_in(db)) for bot in (*bots, *(wanted.others or ())))
    return CompareSettings(
        first,
        second,
        sequential_test(wanted.elo0, wanted.elo1, wanted.alpha, wanted.beta, wanted.model),
        ruleset=wanted.ruleset or "mau-mau",
        seats=PAIR + len(others) if wanted.seats is None else wanted.seats,
        others=tuple(others),
        boards=wanted.boards,
        seed=wanted.seed,
        clock=CLOCK if wanted.clock is None else parse_clock(wanted.clock),
        runner=wanted.runner or RUNNERS[0],
    )


def _warn(settings: CompareSettings) -> None:
    if settings.first.version == settings.second.version:
        name = printable(settings.first.name)
        remark(f"{name} is compared with itself: H1 would be a false alarm.")


def _show(result: CompareResult, as_json: bool) -> None:
    if as_json:
        say_json(result)
    else:
        say(*report(result))


def _leave(result: CompareResult, db: str | None, as_json: bool, cluster: Cluster | None) -> None:
    """The last lines, on stderr, and the exit code."""
    if not result.finished:
        remark(f"{result.games_played} games are stored. To go on:")
        remark(f"  {command(f'compare --resume {result.tournament}{words(cluster)}', db)}")
        raise typer.Exit(INTERRUPTED)
    if result.figures and not as_json:
        remark(f"To watch a game: {command(f'replay show {result.tournament}.1.1/1', db)}")
    remark(
        f"Comparison {result.tournament}: {result.games_played} games in {duration(result.seconds)}. "
        f"The same again: --seed {result.secret}"
    )
    leave_with_faults(result.faults)
